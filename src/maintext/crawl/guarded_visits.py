"""(an address, the response) -> a visit, read in guarded processes while the event loop continues.

A server decides what is in a response. One that hangs the parser, crashes it or fills the memory costs its own address,
which is recorded as failed: the crawl continues, and does not request it again when it is resumed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import astuple
from typing import Any, Protocol

from maintext.crawl.frontier import DiscoveredUrl, Kind, Outcome, State, Task
from maintext.crawl.scope import Scope
from maintext.crawl.visits import Bounds, Visit, read_response
from maintext.errors import CrawlError
from maintext.fetch import FetchedPage, Policy
from maintext.guard import Guard, GuardLimits
from maintext.page.parsing import Limits

N_PROCESSES = 2
"""One page that takes all its time must not keep the others waiting."""
_RETRY_S = 0.05


class VisitReader(Protocol):
    """Reads responses."""

    async def read(self, task: Task, response: FetchedPage, sites: tuple[str, ...]) -> Visit:
        """The visit of an address of a crawl of these sites."""
        ...


class GuardedVisits:
    """Reads responses in guarded processes. Belongs to one event loop."""

    task = f"{__name__}:visit_task"

    def __init__(self, scope: Scope, policy: Policy, limits: GuardLimits) -> None:
        options = {
            "scope": scope.to_dict(),
            "max_redirects": policy.max_redirects,
            "max_bytes": policy.max_page_bytes,
        }
        self._guards = [Guard(self.task, options, limits) for _ in range(N_PROCESSES)]
        # Last in, first out: a slow site keeps one process busy and starts no second one.
        self._free: asyncio.LifoQueue[Guard] = asyncio.LifoQueue()
        for guard in self._guards:
            self._free.put_nowait(guard)

    async def read(self, task: Task, response: FetchedPage, sites: tuple[str, ...]) -> Visit:
        """The visit of an address; one that its process does not survive has failed."""
        item = {
            "task": _plain_task(task),
            "sites": sites,
            "response": (response.url, response.status, response.headers),
            # Nothing is read from the body of a redirect or an error.
            "body": response.body if 200 <= response.status < 300 else b"",
        }
        guard = await self._free.get()
        try:
            outcome = (await _run(guard, item))[0]
        finally:
            self._free.put_nowait(guard)
        if outcome.error is not None:
            return Visit(Outcome(State.FAILED, response.status, outcome.error_text))
        return _visit(outcome.value)

    def close(self) -> None:
        """Ends the processes."""
        for guard in self._guards:
            guard.close()


async def _run(guard: Guard, item: dict[str, Any]) -> list[Any]:
    """Runs one item in a thread; when the crawl is cancelled, ends the item instead of waiting for it."""
    running = asyncio.ensure_future(asyncio.to_thread(guard.run, [item]))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            # More than once: there is nothing to end while the process is being started.
            guard.abort_item(CrawlError("the crawl was cancelled"))
            await asyncio.wait([running], timeout=_RETRY_S)
        raise


def visit_task(
    scope: dict[str, Any], max_redirects: int, max_bytes: int
) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """The task of a guarded process: an item of `GuardedVisits.read` -> the plain values of a visit."""
    crawl_scope, limits = Scope.of(scope), Limits(max_bytes=max_bytes)

    def read(item: dict[str, Any]) -> tuple[Any, ...]:
        url, status, headers = item["response"]
        bounds = Bounds(crawl_scope, tuple(item["sites"]), max_redirects, limits)
        response = FetchedPage(url, status, tuple(map(tuple, headers)), item["body"])
        return _plain_visit(read_response(_task(item["task"]), response, bounds))

    return read


def _plain_task(task: Task) -> tuple[Any, ...]:
    number, url, origin, kind, *rest = astuple(task)
    return (number, url, origin, int(kind), *rest)


def _task(values: tuple[Any, ...]) -> Task:
    number, url, origin, kind, *rest = values
    return Task(number, url, origin, Kind(kind), *rest)


def _plain_visit(visit: Visit) -> tuple[Any, ...]:
    state, *outcome = astuple(visit.outcome)
    discovered = [(new.url, new.depth, new.via, int(new.kind), new.hops) for new in visit.discovered]
    return ((int(state), *outcome), discovered, visit.is_page, visit.title, visit.canonical)


def _visit(values: tuple[Any, ...]) -> Visit:
    (state, *outcome), discovered, *rest = values
    found = [DiscoveredUrl(url, depth, via, Kind(kind), hops) for url, depth, via, kind, hops in discovered]
    return Visit(Outcome(State(state), *outcome), found, *rest)
