"""A state file and hosts -> the crawl: level by level, several hosts at once, each at its own pace.

Everything learned from a response goes into the state at once, so nothing is lost when the crawl ends at any moment.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import TypeAlias

from maintext.crawl.archive import StoredPage
from maintext.crawl.frontier import DiscoveredUrl, Kind, Task
from maintext.crawl.guarded_visits import VisitReader
from maintext.crawl.hosts import Host, Hosts
from maintext.crawl.pace import wait_before_retry_s
from maintext.crawl.progress import Progress
from maintext.crawl.scope import AUTO
from maintext.crawl.state import CrawlState
from maintext.crawl.visits import Visit, failed_visit, without_links
from maintext.errors import FetchError
from maintext.fetch import FetchedPage
from maintext.fetch.addresses import site_of

MAX_KNOWN = 2_000_000
"""Addresses that a crawl keeps; a site that generates more is not worth the disk."""
MAX_SLEEP_S = 1.0
"""While retries are due later; the queue is looked at in between."""

OnProgress: TypeAlias = Callable[[Progress], None]


@dataclass
class Crawler:
    """Runs one crawl to its end."""

    state: CrawlState
    hosts: Hosts
    reader: VisitReader
    on_progress: OnProgress = lambda progress: None
    progress: Progress = field(init=False)
    _sites: tuple[str, ...] = field(init=False)

    async def run(self) -> Progress:
        """Requests every address that is left, up to the largest number of pages."""
        frontier = self.state.frontier
        with self.state.transaction():
            frontier.requeue_active()
            frontier.add(self._starts())
        self._sites = self._current_sites()
        self.progress = Progress.of(frontier)
        while (level := frontier.level()) is not None and self._has_pages_left():
            await self._run_level(level)
        return self.progress

    def _starts(self) -> list[DiscoveredUrl]:
        scope = self.state.scope
        sitemaps = [DiscoveredUrl(url, -1, "sitemap", Kind.SITEMAP) for url in scope.sitemaps if url != AUTO]
        feeds = [DiscoveredUrl(url, -1, "feed", Kind.FEED) for url in scope.feeds if url != AUTO]
        return [*sitemaps, *feeds, *(DiscoveredUrl(seed, 0, "seed") for seed in scope.seeds)]

    def _has_pages_left(self) -> bool:
        return self.progress.has_pages_left(self.state.scope.max_pages)

    def _current_sites(self) -> tuple[str, ...]:
        return tuple(sorted({site_of(url) for url in self.state.frontier.seed_urls()}))

    async def _run_level(self, level: int) -> None:
        """Requests everything at one depth. Hosts run side by side; one that is done makes room for the next."""
        running: dict[str, asyncio.Task[None]] = {}
        try:
            while self._start_hosts(running, level):
                await asyncio.wait(running.values(), return_when=asyncio.FIRST_COMPLETED)
                for origin in [origin for origin, task in running.items() if task.done()]:
                    running.pop(origin).result()
        finally:
            await _cancel(running.values())

    def _start_hosts(self, running: dict[str, asyncio.Task[None]], level: int) -> bool:
        """Starts as many hosts as may run; returns whether any host runs."""
        origins = self.state.frontier.origins(level) if self._has_pages_left() else ()
        for origin in origins:
            if len(running) >= self.hosts.pace.n_hosts:
                break
            if origin not in running:
                running[origin] = asyncio.create_task(self._crawl_host(origin, level))
        return bool(running)

    async def _crawl_host(self, origin: str, level: int) -> None:
        """Requests everything of one origin at one depth."""
        host = await self.hosts.get(origin)
        workers = [asyncio.create_task(self._work(host, level)) for _ in range(host.pace.n_at_once)]
        try:
            await asyncio.gather(*workers)
        finally:
            await _cancel(workers)

    async def _work(self, host: Host, level: int) -> None:
        frontier = self.state.frontier
        while self._has_pages_left():
            task = frontier.take(host.origin, level)
            if task is not None:
                await self._visit(host, task)
                continue
            next_s = frontier.wake(host.origin, level, time.time())
            if next_s is None:
                return
            await asyncio.sleep(max(0.0, min(next_s - time.time(), MAX_SLEEP_S)))

    async def _visit(self, host: Host, task: Task) -> None:
        self.progress.n_active += 1
        try:
            try:
                host.rules.check(task.url)
            except FetchError as error:
                self._record(task, failed_visit(error))
            else:
                await self._request(host, task)
        finally:
            self.progress.n_active -= 1
        self.on_progress(self.progress)

    async def _request(self, host: Host, task: Task) -> None:
        """Requests an address and records its visit, or schedules another request."""
        conditions = self.state.archive.conditions(task.url) if task.kind is Kind.PAGE else {}
        async with host.slot():
            started_s = time.monotonic()
            answer = await self._answer(task.url, conditions)
            host.adapt(answer, started_s)
        wait_s = wait_before_retry_s(answer, task.n_tries + 1, self.hosts.pace)
        if wait_s is not None:
            with self.state.transaction():
                self.state.frontier.postpone(task, time.time() + wait_s)
        elif isinstance(answer, FetchError):
            self._record(task, failed_visit(answer))
        elif answer.status == 304 and conditions:
            self._record(task, await self._unchanged(task))
        else:
            self._record(task, await self.reader.read(task, answer, self._sites), answer)

    async def _answer(self, url: str, conditions: dict[str, str]) -> FetchedPage | FetchError:
        try:
            return await self.hosts.transport.get(url, conditions)
        except FetchError as error:
            return error

    async def _unchanged(self, task: Task) -> Visit:
        """A page that has not changed since an earlier run: it is kept, and its links are followed again."""
        stored = self.state.archive.page(task.url)
        if stored is None:
            return failed_visit(FetchError("the server reports it as unchanged, but it was never kept"), 304)
        visit = await self.reader.read(task, stored.response, self._sites)
        return replace(visit, is_page=False, outcome=replace(visit.outcome, note=visit.outcome.note or "unchanged"))

    def _record(self, task: Task, visit: Visit, response: FetchedPage | None = None) -> None:
        """Stores everything that a visit gave in one transaction."""
        state = self.state
        if self.progress.n_known > MAX_KNOWN:
            visit = without_links(visit, MAX_KNOWN)
        with state.transaction():
            state.frontier.add(visit.discovered)
            state.frontier.settle(task, visit.outcome)
            if visit.is_page and response is not None:
                now = datetime.now(timezone.utc).isoformat(timespec="seconds")
                state.archive.keep(StoredPage(response, now), visit.title, visit.canonical)
        self.progress.settled(task.kind, visit.outcome.state)
        self.progress.n_known = state.frontier.n_known()
        if task.via == "seed":
            self._sites = self._current_sites()


async def _cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancels what still runs, and waits for its end."""
    running = [task for task in tasks if not task.done()]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
