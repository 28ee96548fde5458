"""A state file -> the same with everything fetched, over the real network, until it is complete or interrupted."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from maintext.coroutines import run_to_end
from maintext.crawl.crawler import Crawler, OnProgress
from maintext.crawl.guarded_visits import GuardedVisits
from maintext.crawl.hosts import Hosts
from maintext.crawl.pace import Pace
from maintext.crawl.progress import Progress
from maintext.crawl.state import CrawlState
from maintext.fetch import Policy
from maintext.fetch.fetching import open_transport
from maintext.guard import GuardLimits


def run_crawl(
    state: CrawlState,
    policy: Policy = Policy(),
    pace: Pace = Pace(),
    on_progress: OnProgress = lambda progress: None,
    limits: GuardLimits = GuardLimits(),
) -> Progress:
    """Requests everything that is left of a crawl; Ctrl-C and SIGTERM end it with a KeyboardInterrupt.

    However it ends, the next call resumes it. `limits` are those for reading one response.
    """

    async def run() -> Progress:
        _cancel_on_signals()
        transport = open_transport(policy)
        reader = GuardedVisits(state.scope, policy, limits)
        try:
            hosts = Hosts(state, transport, pace, policy.robots_name)
            return await Crawler(state, hosts, reader, on_progress).run()
        finally:
            reader.close()
            await transport.close()

    with _kept_handlers():
        try:
            return run_to_end(run())
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


@contextmanager
def _kept_handlers() -> Iterator[None]:
    """Restores the handlers of signals: a loop that ends leaves those of the system, not those that it replaced."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _cancel_on_signals() -> None:
    """Lets signals cancel the crawl between two steps, rather than wherever Python happens to be."""
    task = asyncio.current_task()
    if threading.current_thread() is not threading.main_thread() or task is None:
        return
    loop = asyncio.get_running_loop()
    # Windows has no such handlers; there the interrupt arrives as an exception.
    with suppress(NotImplementedError):
        loop.add_signal_handler(signal.SIGINT, task.cancel)
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
