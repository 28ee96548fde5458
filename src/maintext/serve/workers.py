"""Items from coroutines -> answers, on guarded processes, so that slow pages hold up no quick ones.

An item runs in one of a few quick places. One that takes longer than most moves to one of a few slow places: its
process lets others go first, and its quick place is free again. Where the slow places are taken it is given up, and
its sender told to come again. Those who find no quick place wait, up to so many; the next is told to come again.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from maintext.errors import BusyError, GuardError, MaintextError
from maintext.guard import Guard, GuardLimits, Outcome
from maintext.guard.frames import Plain

WAIT_FACTOR = 10
"""One that only waits is slow after so many times as long by the clock."""
TASK = "maintext.serve.task:answering"


@dataclass(frozen=True)
class Places:
    """How much goes on at once."""

    n_quick: int = 2
    """Items that run; as many as there are processors, or one more."""
    n_slow: int = 4
    """Items that take long, besides."""
    n_waiting: int = 64
    slow_seconds: float = 0.5
    """Of processor time, after which an item counts as slow. Nine pages of ten take a hundredth of it."""


@dataclass
class Workers:
    """Guarded processes, and who waits for one. Belongs to one event loop."""

    limits: GuardLimits = field(default_factory=GuardLimits)
    places: Places = Places()
    task: str = TASK
    outcomes: Counter[str] = field(default_factory=Counter)
    """By the name of the error, or `done`."""
    n_waiting: int = 0
    n_slow: int = 0
    n_running: int = 0

    def __post_init__(self) -> None:
        n_guards = self.places.n_quick + self.places.n_slow
        self._guards = [Guard(self.task, {}, self.limits) for _ in range(n_guards)]
        self._is_closing = False
        self._free: asyncio.LifoQueue[Guard] = asyncio.LifoQueue()
        self._quick = asyncio.Semaphore(self.places.n_quick)
        self._threads = ThreadPoolExecutor(n_guards, thread_name_prefix="worker")

    async def start(self) -> None:
        """Starts as many processes as there are quick places; raises what hinders it."""
        for number, guard in enumerate(reversed(self._guards)):
            if number >= self.places.n_slow:
                await self._in_thread(guard.start)
            self._free.put_nowait(guard)

    async def run(self, item: Plain, *, is_patient: bool = False) -> Plain:
        """The answer to an item; who is patient waits however many do."""
        if self.n_waiting >= self.places.n_waiting and not is_patient:
            self.outcomes["BusyError"] += 1
            raise BusyError(f"{self.n_waiting} requests are waiting already", self._patience())
        outcome = await self._outcome(item)
        self.outcomes[type(outcome.error).__name__ if outcome.error else "done"] += 1
        return outcome.get()

    async def _outcome(self, item: Plain) -> Outcome:
        self.n_waiting += 1
        try:
            await self._quick.acquire()
        finally:
            self.n_waiting -= 1
        try:
            guard = await self._free.get()
            running = self._begin(guard, item)
            await self._until_slow(guard, running)
            if not running.done():
                self._slow_down(guard, running)
                if self.n_slow > self.places.n_slow:
                    guard.give_up(BusyError(f"{self.places.n_slow} slow pages are being worked on already", 10))
                    await asyncio.wait([running])
        finally:
            self._quick.release()
        return await asyncio.shield(running)

    async def _until_slow(self, guard: Guard, running: asyncio.Future[Outcome]) -> None:
        """Waits until an item is done, or slow: by its processor time, so that a busy machine makes no page slow."""
        give_up = asyncio.get_running_loop().time() + WAIT_FACTOR * self.places.slow_seconds
        n_left = self.places.slow_seconds
        while n_left > 0 and not (await asyncio.wait([running], timeout=max(n_left, 0.05)))[0]:
            is_over = asyncio.get_running_loop().time() >= give_up
            n_left = 0.0 if is_over else self.places.slow_seconds - guard.used_seconds

    def _begin(self, guard: Guard, item: Plain) -> asyncio.Future[Outcome]:
        """Runs an item in a thread. Its process comes back whoever still waits for the answer."""
        running = asyncio.ensure_future(self._in_thread(_run, guard, item))
        self.n_running += 1
        running.add_done_callback(lambda _: self._renew(guard))
        return running

    def _slow_down(self, guard: Guard, running: asyncio.Future[Outcome]) -> None:
        self.n_slow += 1
        running.add_done_callback(lambda _: self._leave_slow())
        if self.n_slow <= self.places.n_slow:
            guard.step_back()

    def _leave_slow(self) -> None:
        self.n_slow -= 1

    def _renew(self, guard: Guard) -> None:
        """Starts the process again if it is gone, before somebody needs it."""
        self.n_running -= 1
        if guard.is_started or self._is_closing:
            self._free.put_nowait(guard)
        else:
            renewed = asyncio.ensure_future(self._in_thread(_start, guard))
            renewed.add_done_callback(lambda _: self._free.put_nowait(guard))

    def _in_thread(self, function: object, *arguments: object) -> asyncio.Future[Outcome]:
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)  # type: ignore[arg-type]

    def _patience(self) -> int:
        """Seconds after which there may be room: a slow page leaves a quick place after so many."""
        return max(1, math.ceil(self.places.slow_seconds))

    async def close(self) -> None:
        """Ends every process, and what runs in it."""
        self._is_closing = True
        for guard in self._guards:
            guard.give_up(BusyError("the service is being stopped"))
        # In another thread: the last items come to their ends through this one.
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)
        for guard in self._guards:
            guard.close()


def _run(guard: Guard, item: Plain) -> Outcome:
    try:
        return guard.run([item])[0]
    except MaintextError as error:
        return Outcome(error=error)


def _start(guard: Guard) -> None:
    try:
        guard.start()
    except GuardError:
        # Whoever needs it next is told.
        return
