"""A state file -> the same with everything fetched, over the real network, until it is done or interrupted."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

from maintext.crawl.crawler import Crawler
from maintext.crawl.pace import Pace
from maintext.crawl.progress import Progress
from maintext.crawl.state import CrawlState
from maintext.fetch import Policy
from maintext.fetch.fetching import open_transport, run_to_end


def run_crawl(
    state: CrawlState,
    policy: Policy = Policy(),
    pace: Pace = Pace(),
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Asks for everything that is left of a crawl; Ctrl-C ends it cleanly with a KeyboardInterrupt.

    However it ends, it goes on from there when it is run again.
    """
    try:
        return run_to_end(_run(state, policy, pace, on_progress))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _run(state: CrawlState, policy: Policy, pace: Pace, on_progress: Callable[[Progress], None]) -> Progress:
    _cancel_on_interrupt()
    transport = open_transport(policy)
    try:
        return await Crawler(state, transport, policy, pace, on_progress).run()
    finally:
        await transport.close()


def _cancel_on_interrupt() -> None:
    """Ctrl-C cancels the crawl between two steps, rather than wherever Python happens to be."""
    task = asyncio.current_task()
    if threading.current_thread() is not threading.main_thread() or task is None:
        return
    loop = asyncio.get_running_loop()
    # Windows has no such handlers; there the interrupt arrives as an exception.
    with suppress(NotImplementedError):
        loop.add_signal_handler(signal.SIGINT, task.cancel)
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
