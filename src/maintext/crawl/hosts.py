"""An origin -> its robots.txt and its pace, requested once per run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from maintext.crawl.frontier import DiscoveredUrl, Kind
from maintext.crawl.pace import HostPace, Pace, is_rate_limited, retry_after_s
from maintext.crawl.scope import AUTO
from maintext.crawl.state import CrawlState
from maintext.errors import FetchError
from maintext.fetch import FetchedPage, Transport
from maintext.fetch.addresses import origin_of, resolve_all
from maintext.fetch.robots import Robots, Rules, fetch_robots

MAX_REMEMBERED = 200
"""Hosts whose pace is remembered; past that, hosts that may be requested at once anyway are forgotten."""


@dataclass(frozen=True)
class Host:
    """One origin while it is being crawled."""

    origin: str
    rules: Rules
    pace: HostPace
    slots: asyncio.Semaphore
    """One for each request that may run at the same time; shared by http and https."""

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Waits until the host may be requested, and holds a slot for as long as it is."""
        async with self.slots:
            wait_s = self.pace.reserve(time.monotonic())
            if wait_s > 0:
                await asyncio.sleep(wait_s)
            yield

    def adapt(self, answer: FetchedPage | FetchError, started_s: float) -> None:
        """Adapts the pace to a response; when it asks for a pause, the whole host pauses."""
        now_s = time.monotonic()
        if isinstance(answer, FetchedPage) and is_rate_limited(answer):
            self.pace.adapt(started_s, now_s, was_refused=True)
            self.pace.rest(now_s + min(retry_after_s(answer) or 0.0, self.pace.pace.max_wait_s))
        else:
            self.pace.adapt(started_s, now_s, was_refused=False)


@dataclass
class Hosts:
    """The hosts of a crawl, and the network behind them."""

    state: CrawlState
    transport: Transport
    pace: Pace
    robots_name: str
    _known: dict[str, Host] = field(init=False, default_factory=dict)

    async def get(self, origin: str) -> Host:
        """An origin with its rules, read from the state or from its robots.txt."""
        if origin not in self._known:
            robots = self.state.archive.robots(origin) or await self._fetch_robots(origin)
            self._forget()
            self._known[origin] = self._host(origin, Rules(robots, self.robots_name))
        return self._known[origin]

    def _host(self, origin: str, rules: Rules) -> Host:
        place = origin.partition("://")[2]
        twin = self._known.get(f"http://{place}") or self._known.get(f"https://{place}")
        if twin is not None:
            twin.pace.requested_delay_s = max(twin.pace.requested_delay_s, rules.delay_s)
            return Host(origin, rules, twin.pace, twin.slots)
        pace = HostPace(self.pace, rules.delay_s)
        return Host(origin, rules, pace, asyncio.Semaphore(pace.n_at_once))

    async def _fetch_robots(self, origin: str) -> Robots:
        robots = await fetch_robots(self.transport, origin)
        for number in range(self.pace.n_retries):
            if robots.text is not None:
                break
            await asyncio.sleep(self.pace.backoff_s * 2**number)
            robots = await fetch_robots(self.transport, origin)
        with self.state.transaction():
            self.state.archive.keep_robots(origin, robots)
            self.state.frontier.add(self._sitemaps(origin, Rules(robots, self.robots_name)))
        return robots

    def _sitemaps(self, origin: str, rules: Rules) -> list[DiscoveredUrl]:
        """The sitemaps that robots.txt names, or the usual place; only if the crawl starts from them."""
        seeds = self.state.frontier.seed_urls() if AUTO in self.state.scope.sitemaps else []
        if origin not in {origin_of(seed).name for seed in seeds}:
            return []
        named = resolve_all(rules.sitemaps or ("/sitemap.xml",), origin)
        return [DiscoveredUrl(url, -1, "sitemap", Kind.SITEMAP) for url in named]

    def _forget(self) -> None:
        if len(self._known) < MAX_REMEMBERED:
            return
        now_s = time.monotonic()
        for origin in [name for name, host in self._known.items() if host.pace.next_s <= now_s]:
            del self._known[origin]
