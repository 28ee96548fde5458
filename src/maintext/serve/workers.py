"""Items from coroutines -> answers, from guarded processes, so that slow pages don't delay quick ones.

An item starts in one of a few quick slots. An item that takes longer than most moves to one of a few slow slots, which
frees its quick slot, and after a while its process gets a lower priority. If all slow slots are taken the item is given
up, and its sender is asked to try again later. Items that find no quick slot wait, up to a limit; past the limit the
sender is asked to try again later.
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

IDLE_FACTOR = 10
"""An item that uses no processor time counts as slow after this many times as long by the clock."""
LOW_PRIORITY_SECONDS = 1.0
"""Processor time after which a slow item gets a lower priority. A process can't get its priority back: it ends with the
item."""
POLL_SECONDS = 0.05
"""How often an item is checked for being slow."""
MAX_REST_SECONDS = 2.0
N_TRIES = 30
"""How often a line of a batch is started that finds all slow slots taken."""
TASK = "maintext.serve.task:answering"


@dataclass(frozen=True)
class ConcurrencyLimits:
    """How much the service does at the same time."""

    n_quick: int = field(default_factory=lambda: (os.cpu_count() or 1) + 1)
    """Items that run. One more than there are processors: while one is handed over another can run."""
    n_slow: int = 6
    """Slow items that run besides."""
    n_waiting: int = 64
    slow_seconds: float = 0.2
    """Processor time after which an item counts as slow. Nine of ten pages take a twentieth of it."""
    n_batches: int = 16


@dataclass
class Workers:
    """Guarded processes, and the items that wait for one. Belongs to one event loop."""

    limits: GuardLimits = field(default_factory=GuardLimits)
    concurrency: ConcurrencyLimits = field(default_factory=ConcurrencyLimits)
    task: str = TASK
    outcomes: Counter[str] = field(default_factory=Counter)
    """By the name of the error, or `done`."""
    n_waiting: int = 0
    n_slow: int = 0
    n_running: int = 0

    def __post_init__(self) -> None:
        n_guards = self.concurrency.n_quick + self.concurrency.n_slow
        self._gate = StartGate()
        self._guards = [Guard(self.task, {}, self.limits, self._gate) for _ in range(n_guards)]
        self._free: asyncio.LifoQueue[Guard] = asyncio.LifoQueue()
        self._spares: asyncio.Future[None] | None = None
        self._quick = asyncio.Semaphore(self.concurrency.n_quick)
        self._threads = ThreadPoolExecutor(n_guards, thread_name_prefix="worker")

    async def start(self) -> None:
        """Starts the processes of the quick slots, raising what prevents it; the others follow in the background."""
        for guard in self._guards[: self.concurrency.n_quick]:
            await self._in_thread(guard.start)
            self._free.put_nowait(guard)
        self._spares = asyncio.ensure_future(self._start_spares())

    async def _start_spares(self) -> None:
        for guard in self._guards[self.concurrency.n_quick :]:
            await self._in_thread(_start, guard)
            self._free.put_nowait(guard)
        self._gate.rests = True

    async def run(self, item: Plain, *, is_patient: bool = False) -> Plain:
        """The answer to an item. A patient caller waits however long the queue is, and never gets BusyError."""
        if self.n_waiting >= self.concurrency.n_waiting and not is_patient:
            self.outcomes["BusyError"] += 1
            raise BusyError(f"{self.n_waiting} requests are waiting already", self._retry_seconds())
        outcome = await self._outcome(item)
        for _ in range(N_TRIES - 1 if is_patient else 0):
            if isinstance(outcome.error, BusyError):
                await self._free_slow_slot()
                outcome = await self._outcome(item)
        self.outcomes[type(outcome.error).__name__ if outcome.error else "done"] += 1
        return outcome.get()

    async def _free_slow_slot(self) -> None:
        """Waits until a slow slot is free; the items in them reach their limits sooner or later."""
        await asyncio.sleep(self._retry_seconds())
        while self.n_slow >= self.concurrency.n_slow:
            await asyncio.sleep(POLL_SECONDS)

    async def _outcome(self, item: Plain) -> Outcome:
        self.n_waiting += 1
        try:
            await self._quick.acquire()
        finally:
            self.n_waiting -= 1
        try:
            guard = await self._free.get()
            running = self._begin(guard, item)
            await self._until_slow(guard, running, self.concurrency.slow_seconds)
            if not running.done():
                self._move_to_slow_slot(running)
                if self.n_slow > self.concurrency.n_slow:
                    guard.abort_item(BusyError(f"{self.concurrency.n_slow} slow pages are being worked on already", 10))
                    await asyncio.wait([running])
        finally:
            self._quick.release()
        if not running.done():
            await self._until_slow(guard, running, LOW_PRIORITY_SECONDS)
        if not running.done():
            guard.lower_priority()
        return await asyncio.shield(running)

    async def _until_slow(self, guard: Guard, running: asyncio.Future[Outcome], n_seconds: float) -> None:
        """Waits until an item is done or slow. Processor time decides, so that no page is slow on a busy machine."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + IDLE_FACTOR * n_seconds
        while not (await asyncio.wait([running], timeout=POLL_SECONDS))[0]:
            is_waiting, n_used = guard.activity
            is_idle = is_waiting and loop.time() >= give_up
            # An item that ended its process waits for a new one.
            if not guard.is_started or n_used >= n_seconds or is_idle:
                return

    def _begin(self, guard: Guard, item: Plain) -> asyncio.Future[Outcome]:
        """Runs an item in a thread. Its process becomes free again even if nobody waits for the answer any more."""
        running = asyncio.ensure_future(self._in_thread(_run, guard, item))
        self.n_running += 1
        running.add_done_callback(lambda _: self._give_back(guard))
        return running

    def _move_to_slow_slot(self, running: asyncio.Future[Outcome]) -> None:
        self.n_slow += 1
        running.add_done_callback(lambda _: self._leave_slow_slot())

    def _leave_slow_slot(self) -> None:
        self.n_slow -= 1

    def _give_back(self, guard: Guard) -> None:
        self.n_running -= 1
        self._free.put_nowait(guard)

    def _in_thread(self, function: object, *arguments: object) -> asyncio.Future[Outcome]:
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)  # type: ignore[arg-type]

    def _retry_seconds(self) -> int:
        """After how long there may be room: a slow page leaves its quick slot after this many seconds."""
        return max(1, math.ceil(self.concurrency.slow_seconds))

    async def close(self) -> None:
        """Ends every process, and what runs in it."""
        if self._spares is not None:
            self._spares.cancel()
        self._gate.rests = False
        for guard in self._guards:
            guard.abort_item(BusyError("the service is stopping"))
        # In another thread: the last items finish through the event loop.
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)
        for guard in self._guards:
            guard.close()


class StartGate:
    """Lets one process start at a time, and then rests as long as the start took.

    A page that ended its process is answered when there is a new one. So clients that send such pages wait at the
    gate, and starting processes takes at most half a processor.
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
    except GuardError:
        # Not the page's fault, and it may pass: the machine is out of memory, or somebody kills processes.
        outcome = Outcome(error=BusyError("no worker process could be started", 5))
    except MaintextError as error:
        outcome = Outcome(error=error)
    _start(guard)
    return outcome


def _start(guard: Guard) -> None:
    # The item that needs the process next gets the error if it can't be started.
    with suppress(GuardError):
        guard.start()
