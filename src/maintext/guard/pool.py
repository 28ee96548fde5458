"""Items from many threads, or from coroutines -> outcomes, on a fixed number of guarded processes."""

from __future__ import annotations

import queue
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from maintext.guard.frames import Plain
from maintext.guard.process import GuardLimits, Outcome
from maintext.guard.worker import Guard


class GuardPool:
    """Guarded processes that threads share; a caller that finds none free waits.

    >>> with GuardPool("maintext.guard.tasks:extraction", {"by": "all"}, n_processes=1) as pool:
    ...     pool.call({"html": "<p>Tea"})["text"]
    'Tea'
    """

    def __init__(
        self,
        task: str,
        options: dict[str, Plain] | None = None,
        limits: GuardLimits = GuardLimits(),
        n_processes: int = 2,
    ) -> None:
        self._guards = [Guard(task, options or {}, limits) for _ in range(n_processes)]
        # Last in, first out: few requests keep few processes warm.
        self._free: queue.LifoQueue[Guard] = queue.LifoQueue()
        for guard in self._guards:
            self._free.put(guard)
        self._threads = ThreadPoolExecutor(n_processes, thread_name_prefix="guard")

    def start(self) -> None:
        """Starts every process now; raises what prevents it."""
        for guard in self._guards:
            guard.start()

    def run(self, items: Sequence[Plain]) -> list[Outcome]:
        """The outcome of every item, in order, from one process."""
        with self._borrowed() as guard:
            return guard.run(items)

    def call(self, item: Plain) -> Plain:
        """The value of one item; raises the error that took its place."""
        return self.run([item])[0].get()

    async def call_soon(self, item: Plain) -> Plain:
        """`call` for coroutines."""
        # Not at the top: guarded processes do not need asyncio and start faster without it.
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(self._threads, self.call, item)

    async def run_soon(self, items: Sequence[Plain]) -> list[Outcome]:
        """`run` for coroutines."""
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(self._threads, self.run, items)

    def close(self) -> None:
        """Waits for running items, then ends the processes."""
        self._threads.shutdown()
        for _ in self._guards:
            self._free.get().close()
        for guard in self._guards:
            self._free.put(guard)

    @contextmanager
    def _borrowed(self) -> Iterator[Guard]:
        guard = self._free.get()
        try:
            yield guard
        finally:
            self._free.put(guard)

    def __enter__(self) -> GuardPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
