"""A state file and a transport -> the crawl: level by level, some hosts at once, each at its own pace.

What is learnt goes into the state at once; what is held here can be lost at any moment.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone

from maintext.crawl.archive import StoredPage
from maintext.crawl.frontier import Found, Kind, Task
from maintext.crawl.hosts import Host, Hosts
from maintext.crawl.pace import Pace, wait_before_retry_s
from maintext.crawl.progress import Progress
from maintext.crawl.scope import AUTO
from maintext.crawl.state import CrawlState
from maintext.crawl.visits import Bounds, Visit, failed, judge, without_links
from maintext.errors import FetchError
from maintext.fetch import FetchedPage, Policy, Transport
from maintext.fetch.addresses import site_of
from maintext.page.parsing import Limits

MAX_KNOWN = 2_000_000
"""Addresses that a crawl may know; a site that makes up more of them is not worth the disk."""
LONGEST_NAP_S = 1.0
"""While retries are waited for; the queue is looked at in between."""


@dataclass
class Crawler:
    """Runs one crawl to its end."""

    state: CrawlState
    transport: Transport
    policy: Policy
    pace: Pace
    on_progress: Callable[[Progress], None] = lambda progress: None
    progress: Progress = field(init=False)
    _hosts: Hosts = field(init=False)
    _bounds: Bounds = field(init=False)

    async def run(self) -> Progress:
        """Asks every address of the crawl that is left, up to its largest number of pages."""
        frontier = self.state.frontier
        with self.state.transaction():
            frontier.take_back()
            frontier.add(self._starts())
        self._hosts = Hosts(self.state, self.transport, self.policy, self.pace)
        self._bounds = self._present_bounds()
        self.progress = Progress.of(frontier)
        while (level := frontier.level()) is not None and self._has_pages_left():
            await self._run_level(level)
        return self.progress

    def _starts(self) -> list[Found]:
        scope = self.state.scope
        sitemaps = [Found(url, -1, "sitemap", Kind.SITEMAP) for url in scope.sitemaps if url != AUTO]
        feeds = [Found(url, -1, "feed", Kind.FEED) for url in scope.feeds if url != AUTO]
        return [*sitemaps, *feeds, *(Found(seed, 0, "seed") for seed in scope.seeds)]

    def _has_pages_left(self) -> bool:
        return self.progress.n_spent < self.state.scope.max_pages

    def _present_bounds(self) -> Bounds:
        sites = {site_of(url) for url in self.state.frontier.seed_urls()}
        limits = Limits(max_bytes=self.policy.max_page_bytes)
        return Bounds(self.state.scope, tuple(sorted(sites)), self.policy.max_redirects, limits)

    async def _run_level(self, level: int) -> None:
        """Asks everything at one depth. Hosts run side by side; one that is done makes room for the next."""
        running: dict[str, asyncio.Task[None]] = {}
        try:
            while self._start_hosts(running, level):
                await asyncio.wait(running.values(), return_when=asyncio.FIRST_COMPLETED)
                for origin in [origin for origin, task in running.items() if task.done()]:
                    running.pop(origin).result()
        finally:
            await _cancel(running.values())

    def _start_hosts(self, running: dict[str, asyncio.Task[None]], level: int) -> bool:
        """Fills the free places; whether any host runs."""
        origins = self.state.frontier.origins(level) if self._has_pages_left() else ()
        for origin in origins:
            if len(running) >= self.pace.n_hosts:
                break
            if origin not in running:
                running[origin] = asyncio.create_task(self._serve(origin, level))
        return bool(running)

    async def _serve(self, origin: str, level: int) -> None:
        """Asks everything of one origin at one depth."""
        host = await self._hosts.get(origin)
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
            await asyncio.sleep(max(0.0, min(next_s - time.time(), LONGEST_NAP_S)))

    async def _visit(self, host: Host, task: Task) -> None:
        self.progress.n_active += 1
        try:
            visit = _refused(host, task) or await self._ask(host, task)
            self._record(task, visit)
        finally:
            self.progress.n_active -= 1
        self.on_progress(self.progress)

    async def _ask(self, host: Host, task: Task) -> Visit | float:
        """What came of it, or the seconds after which to ask again."""
        conditions = self.state.archive.conditions(task.url) if task.kind is Kind.PAGE else {}
        async with host.turn():
            started_s = time.monotonic()
            answer = await self._answer(task.url, conditions)
            host.heard(answer, started_s)
        wait_s = wait_before_retry_s(answer, task.n_tries + 1, self.pace)
        if wait_s is not None:
            return wait_s
        if isinstance(answer, FetchedPage) and answer.status == 304 and conditions:
            return self._unchanged(task)
        return judge(task, answer, self._bounds)

    async def _answer(self, url: str, conditions: dict[str, str]) -> FetchedPage | FetchError:
        try:
            return await self.transport.get(url, conditions)
        except FetchError as error:
            return error

    def _unchanged(self, task: Task) -> Visit:
        """A page that is as it was in an earlier run: it stays, and leads where it led."""
        stored = self.state.archive.page(task.url)
        if stored is None:
            return failed(FetchError("it is said to be unchanged, but was never kept"), 304)
        visit = judge(task, stored.response, self._bounds)
        return replace(visit, page=None, fate=replace(visit.fate, note=visit.fate.note or "unchanged"))

    def _record(self, task: Task, visit: Visit | float) -> None:
        """Everything that was learnt, or nothing of it."""
        state = self.state
        if isinstance(visit, Visit) and self.progress.n_known > MAX_KNOWN:
            visit = without_links(visit, MAX_KNOWN)
        with state.transaction():
            if not isinstance(visit, Visit):
                state.frontier.put_off(task, time.time() + visit)
                return
            state.frontier.add(visit.found)
            state.frontier.settle(task, visit.fate)
            if visit.page is not None:
                now = datetime.now(timezone.utc).isoformat(timespec="seconds")
                state.archive.keep(StoredPage(visit.page, now), visit.title, visit.canonical)
        self.progress.settled(task.kind, visit.fate.state)
        self.progress.n_known = state.frontier.n_known()
        if task.via == "seed":
            self._bounds = self._present_bounds()


def _refused(host: Host, task: Task) -> Visit | None:
    try:
        host.rules.check(task.url)
    except FetchError as error:
        return failed(error)
    return None


async def _cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Ends what still runs, and waits until it has."""
    running = [task for task in tasks if not task.done()]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
