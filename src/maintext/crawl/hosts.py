"""An origin -> its rules and its pace, asked for once in a run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from maintext.crawl.frontier import Found, Kind
from maintext.crawl.pace import HostPace, Pace, is_too_fast, retry_after_s
from maintext.crawl.scope import AUTO
from maintext.crawl.state import CrawlState
from maintext.errors import FetchError
from maintext.fetch import FetchedPage, Policy, Transport
from maintext.fetch.addresses import origin_of, resolve_all
from maintext.fetch.robots import Robots, Rules, fetch_robots

MAX_REMEMBERED = 200
"""Hosts whose pace is remembered; past that, those are forgotten that may be asked at once anyway."""


@dataclass(frozen=True)
class Host:
    """One origin while it is being asked."""

    origin: str
    rules: Rules
    pace: HostPace
    gate: asyncio.Semaphore
    """As many as may run at the same time; one for http and https together."""

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits until it may be asked, and for as long as it is."""
        async with self.gate:
            wait_s = self.pace.book(time.monotonic())
            if wait_s > 0:
                await asyncio.sleep(wait_s)
            yield

    def heard(self, answer: FetchedPage | FetchError, started_s: float) -> None:
        """Its pace follows how it answers; when it asks for a pause, all of it pauses."""
        now_s = time.monotonic()
        if isinstance(answer, FetchedPage) and is_too_fast(answer):
            self.pace.heard(started_s, now_s, is_too_fast=True)
            self.pace.rest(now_s + min(retry_after_s(answer) or 0.0, self.pace.pace.max_wait_s))
        else:
            self.pace.heard(started_s, now_s, is_too_fast=False)


@dataclass
class Hosts:
    """The hosts of a crawl, as far as they are remembered."""

    state: CrawlState
    transport: Transport
    policy: Policy
    pace: Pace
    _known: dict[str, Host] = field(init=False, default_factory=dict)

    async def get(self, origin: str) -> Host:
        """An origin with its rules, read from the state or from its robots.txt."""
        if origin not in self._known:
            robots = self.state.archive.robots(origin) or await self._learn(origin)
            self._forget()
            self._known[origin] = self._host(origin, Rules(robots, self.policy.robots_name))
        return self._known[origin]

    def _host(self, origin: str, rules: Rules) -> Host:
        place = origin.partition("://")[2]
        twin = self._known.get(f"http://{place}") or self._known.get(f"https://{place}")
        if twin is not None:
            twin.pace.asked_delay_s = max(twin.pace.asked_delay_s, rules.delay_s)
            return Host(origin, rules, twin.pace, twin.gate)
        pace = HostPace(self.pace, rules.delay_s)
        return Host(origin, rules, pace, asyncio.Semaphore(pace.n_at_once))

    async def _learn(self, origin: str) -> Robots:
        robots = await fetch_robots(self.transport, origin)
        for number in range(self.pace.n_retries):
            if robots.text is not None:
                break
            await asyncio.sleep(self.pace.backoff_s * 2**number)
            robots = await fetch_robots(self.transport, origin)
        with self.state.transaction():
            self.state.archive.keep_robots(origin, robots)
            self.state.frontier.add(self._sitemaps(origin, Rules(robots, self.policy.robots_name)))
        return robots

    def _sitemaps(self, origin: str, rules: Rules) -> list[Found]:
        """Those that the site names, or the place where one usually is; only if the crawl starts from them."""
        seeds = self.state.frontier.seed_urls() if AUTO in self.state.scope.sitemaps else []
        if origin not in {origin_of(seed).name for seed in seeds}:
            return []
        named = resolve_all(rules.sitemaps or ("/sitemap.xml",), origin)
        return [Found(url, -1, "sitemap", Kind.SITEMAP) for url in named]

    def _forget(self) -> None:
        if len(self._known) < MAX_REMEMBERED:
            return
        now_s = time.monotonic()
        for origin in [name for name, host in self._known.items() if host.pace.next_s <= now_s]:
            del self._known[origin]
