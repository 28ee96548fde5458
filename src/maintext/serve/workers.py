"""Items from coroutines -> answers, on guarded processes, so that slow pages hold up no quick ones.

An item runs in one of a few quick places. One that takes longer than most moves to one of a few slow places, so that
its quick place is free again, and after a while its process lets others go first. Where the slow places are taken it is
given up, and its sender told to come again. Those who find no quick place wait, up to so many; the next is told to come
again.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from maintext.errors import BusyError, GuardError, MaintextError
from maintext.guard import Guard, GuardLimits, Outcome
from maintext.guard.frames import Plain

WAIT_FACTOR = 10
"""One that only waits is slow after so many times as long by the clock."""
BACK_SECONDS = 1.0
"""Of processor time, after which a slow item lets others go first. That costs its process, which has no way back."""
LOOK_SECONDS = 0.05
"""How often is looked whether an item is slow."""
MAX_REST_SECONDS = 2.0
N_TRIES = 30
"""How often a page of a batch is begun that finds its slow place taken by another."""
TASK = "maintext.serve.task:answering"


@dataclass(frozen=True)
class Places:
    """How much goes on at once."""

    n_quick: int = field(default_factory=lambda: (os.cpu_count() or 1) + 1)
    """Items that run: one more than there are processors, for while one is handed over another can run."""
    n_slow: int = 6
    """Items that take long, besides."""
    n_waiting: int = 64
    slow_seconds: float = 0.2
    """Of processor time, after which an item counts as slow. Nine pages of ten take a twentieth of it."""


@dataclass
class Workers:
    """Guarded processes, and who waits for one. Belongs to one event loop."""

    limits: GuardLimits = field(default_factory=GuardLimits)
    places: Places = field(default_factory=Places)
    task: str = TASK
    outcomes: Counter[str] = field(default_factory=Counter)
    """By the name of the error, or `done`."""
    n_waiting: int = 0
    n_slow: int = 0
    n_running: int = 0

    def __post_init__(self) -> None:
        n_guards = self.places.n_quick + self.places.n_slow
        self._gate = StartGate()
        self._guards = [Guard(self.task, {}, self.limits, self._gate) for _ in range(n_guards)]
        self._free: asyncio.LifoQueue[Guard] = asyncio.LifoQueue()
        self._spares: asyncio.Future[None] | None = None
        self._quick = asyncio.Semaphore(self.places.n_quick)
        self._threads = ThreadPoolExecutor(n_guards, thread_name_prefix="worker")

    async def start(self) -> None:
        """Starts the processes of the quick places, raising what hinders it; the others follow."""
        for guard in self._guards[: self.places.n_quick]:
            await self._in_thread(guard.start)
            self._free.put_nowait(guard)
        self._spares = asyncio.ensure_future(self._start_spares())

    async def _start_spares(self) -> None:
        for guard in self._guards[self.places.n_quick :]:
            await self._in_thread(_start, guard)
            self._free.put_nowait(guard)
        self._gate.rests = True

    async def run(self, item: Plain, *, is_patient: bool = False) -> Plain:
        """The answer to an item; who is patient waits however many do, and comes again himself."""
        if self.n_waiting >= self.places.n_waiting and not is_patient:
            self.outcomes["BusyError"] += 1
            raise BusyError(f"{self.n_waiting} requests are waiting already", self._patience())
        outcome = await self._outcome(item)
        for _ in range(N_TRIES - 1 if is_patient else 0):
            if isinstance(outcome.error, BusyError):
                await self._slow_place()
                outcome = await self._outcome(item)
        self.outcomes[type(outcome.error).__name__ if outcome.error else "done"] += 1
        return outcome.get()

    async def _slow_place(self) -> None:
        """Waits until one is free; however slow, those who have them come to their limits."""
        await asyncio.sleep(self._patience())
        while self.n_slow >= self.places.n_slow:
            await asyncio.sleep(LOOK_SECONDS)

    async def _outcome(self, item: Plain) -> Outcome:
        self.n_waiting += 1
        try:
            await self._quick.acquire()
        finally:
            self.n_waiting -= 1
        try:
            guard = await self._free.get()
            running = self._begin(guard, item)
            await self._until_slow(guard, running, self.places.slow_seconds)
            if not running.done():
                self._move_aside(running)
                if self.n_slow > self.places.n_slow:
                    guard.abort_item(BusyError(f"{self.places.n_slow} slow pages are being worked on already", 10))
                    await asyncio.wait([running])
        finally:
            self._quick.release()
        if not running.done():
            await self._until_slow(guard, running, BACK_SECONDS)
        if not running.done():
            guard.lower_priority()
        return await asyncio.shield(running)

    async def _until_slow(self, guard: Guard, running: asyncio.Future[Outcome], n_seconds: float) -> None:
        """Waits until an item is done, or slow: by its processor time, so that a busy machine makes no page slow."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + WAIT_FACTOR * n_seconds
        while not (await asyncio.wait([running], timeout=LOOK_SECONDS))[0]:
            is_waiting, n_used = guard.activity
            is_idle = is_waiting and loop.time() >= give_up
            # An item that ended its process waits for a new one.
            if not guard.is_started or n_used >= n_seconds or is_idle:
                return

    def _begin(self, guard: Guard, item: Plain) -> asyncio.Future[Outcome]:
        """Runs an item in a thread. Its process comes back whoever still waits for the answer."""
        running = asyncio.ensure_future(self._in_thread(_run, guard, item))
        self.n_running += 1
        running.add_done_callback(lambda _: self._give_back(guard))
        return running

    def _move_aside(self, running: asyncio.Future[Outcome]) -> None:
        self.n_slow += 1
        running.add_done_callback(lambda _: self._leave_slow())

    def _leave_slow(self) -> None:
        self.n_slow -= 1

    def _give_back(self, guard: Guard) -> None:
        self.n_running -= 1
        self._free.put_nowait(guard)

    def _in_thread(self, function: object, *arguments: object) -> asyncio.Future[Outcome]:
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)  # type: ignore[arg-type]

    def _patience(self) -> int:
        """Seconds after which there may be room: a slow page leaves a quick place after so many."""
        return max(1, math.ceil(self.places.slow_seconds))

    async def close(self) -> None:
        """Ends every process, and what runs in it."""
        if self._spares is not None:
            self._spares.cancel()
        self._gate.rests = False
        for guard in self._guards:
            guard.abort_item(BusyError("the service is being stopped"))
        # In another thread: the last items come to their ends through this one.
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)
        for guard in self._guards:
            guard.close()


class StartGate:
    """Lets one process start at a time, and rests as long: pages that kill take half a processor at most.

    A page that ended its process is answered when there is a new one. So whoever sends killers waits at the gate.
    """

    def __init__(self) -> None:
        self.rests = False
        self._lock = threading.Lock()
        self._began = 0.0

    def __enter__(self) -> None:
        self._lock.acquire()
        self._began = time.monotonic()

    def __exit__(self, *_: object) -> None:
        if self.rests:
            time.sleep(min(time.monotonic() - self._began, MAX_REST_SECONDS))
        self._lock.release()


def _run(guard: Guard, item: Plain) -> Outcome:
    try:
        outcome = guard.run([item])[0]
    except MaintextError as error:
        outcome = Outcome(error=error)
    _start(guard)
    return outcome


def _start(guard: Guard) -> None:
    # Whoever needs the process next is told if it can't be started.
    with suppress(GuardError):
        guard.start()
