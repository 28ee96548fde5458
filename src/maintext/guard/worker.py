"""Items -> outcomes, in a process that may hang, crash or eat memory: that item is lost, the next one is worked on.

An item that ended its process is judged by a fresh process, so that it is not blamed for what earlier items left
behind. Limits count CPU time where the system reports it, so that a page is not blamed for a busy machine.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from maintext.errors import GuardError, MaintextError, PageCrashError, PageLostError, PageTimeoutError
from maintext.guard.frames import Plain
from maintext.guard.page_file import shrink_page_file
from maintext.guard.process import ChildProcess, GuardLimits, Outcome

MAX_KILLS = 3
"""Fresh processes that may be killed on the same item, or while they start, before that counts as an error."""
_OUTSIDE_SIGNALS = {"SIGHUP", "SIGINT", "SIGKILL", "SIGTERM"}
"""Sent by people, schedulers and the kernel's out-of-memory killer; a page does not end its own process this way."""


@dataclass
class Guard:
    """One guarded process, started when it is first needed and again after each end. One thread at a time runs items.

    `task` names a function as module:function. The process calls it once with the options and gets a function, which
    it calls with each item. Options, items and values are plain: see `frames`.

    >>> with Guard("maintext.guard.tasks:extraction", {"by": "all"}) as guard:
    ...     [outcome.get()["text"] for outcome in guard.run([{"html": "<p>Tea"}, {"html": b"<p>Milk"}])]
    ['Tea', 'Milk']
    """

    task: str
    options: dict[str, Plain] = field(default_factory=dict)
    limits: GuardLimits = field(default_factory=GuardLimits)
    start_gate: AbstractContextManager[object] = field(default_factory=nullcontext, repr=False)
    """Entered while a process starts, which costs as much as dozens of pages; guards may share one."""
    _process: ChildProcess | None = field(default=None, repr=False)
    _runner: int | None = field(default=None, repr=False)
    """The thread that runs items now."""
    _is_closing: bool = field(default=False, repr=False)
    """Whether another thread has closed the guard while items run."""
    _aborted: MaintextError | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def run(self, items: Sequence[Plain]) -> list[Outcome]:
        """The outcome of every item, in order; a GuardError for those that a `close` in another thread prevented."""
        outcomes: list[Outcome] = []
        n_kills = 0
        self._set_runner(threading.get_ident())
        try:
            while len(outcomes) < len(items) and not self._is_closing:
                done, error, is_fresh = self._run_until_lost(items[len(outcomes) :])
                outcomes += done
                if error is None:
                    continue
                n_kills = n_kills + 1 if is_fresh and _is_killed(error) else 0
                if isinstance(error, PageTimeoutError) or (is_fresh and n_kills in {0, MAX_KILLS}):
                    outcomes.append(Outcome(error=error))
                    n_kills = 0
        except BaseException:
            # Answers still to come would be taken for those of the next batch.
            self.close()
            raise
        finally:
            has_low_priority = False
            if self._process is not None:
                for file in (self._process.pages, self._process.results):
                    if file is not None:
                        shrink_page_file(file)
                has_low_priority = self._process.has_low_priority
            if self._set_runner(None) or has_low_priority:
                self.close()
        n_missing = len(items) - len(outcomes)
        return outcomes + [Outcome(error=GuardError("the guard was closed while it worked")) for _ in range(n_missing)]

    def _run_until_lost(self, items: Sequence[Plain]) -> tuple[list[Outcome], PageLostError | None, bool]:
        """Outcomes up to the first item that ended the process; that error; whether the process had no items before."""
        self.start()
        process = self._process
        assert process is not None  # noqa: S101 - for the type checker
        was_fresh = process.is_fresh
        outcomes: list[Outcome] = []
        try:
            process.send(items)
            outcomes.extend(process.receive() for _ in items)
        except PageLostError as error:
            self.close()
            if self._is_closing:
                return outcomes, None, False
            if self._aborted is not None:
                aborted, self._aborted = self._aborted, None
                return [*outcomes, Outcome(error=aborted)], None, False
            return outcomes, error, was_fresh and not outcomes
        return outcomes, None, False

    def lower_priority(self) -> None:
        """Lets other processes go first until this batch ends, and its process with it. For any thread."""
        with self._lock:
            if self._runner is not None and self._process is not None:
                self._process.lower_priority()

    def abort_item(self, error: MaintextError) -> None:
        """Ends the item that is running; `error` is its outcome. For any thread."""
        with self._lock:
            if self._runner is not None and self._process is not None:
                self._aborted = error
                self._process.popen.kill()

    def _set_runner(self, thread: int | None) -> bool:
        """Sets which thread runs items; returns whether the guard was closed meanwhile."""
        with self._lock:
            is_closing = self._is_closing
            self._runner, self._is_closing, self._aborted = thread, False, None
            return is_closing

    def start(self) -> None:
        """Starts the process now rather than with the first item; raises what prevents it."""
        n_tries = 0
        while self._process is None:
            n_tries += 1
            self._try_start(is_last=n_tries == MAX_KILLS)

    def _try_start(self, is_last: bool) -> None:
        try:
            with self.start_gate:
                self._process = ChildProcess(self.task, self.options, self.limits)
        except GuardError as error:
            if is_last or not _is_killed(error.__cause__):
                raise

    @property
    def is_started(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    @property
    def activity(self) -> tuple[bool, float]:
        """Whether the running item waits for something, and the CPU seconds it has used so far."""
        with self._lock:
            process = self._process if self._runner is not None else None
            if process is None:
                return True, 0.0
            state, n_seconds = process.cpu_state()
            return state != "R", n_seconds - process.n_seconds_answered()

    def close(self) -> None:
        """Ends the process, if there is one. The guard can be used again. For any thread."""
        with self._lock:
            if self._runner not in {None, threading.get_ident()}:
                # That thread reads from the process: it closes the files once the process has ended.
                self._is_closing = True
                if self._process is not None:
                    self._process.popen.kill()
                return
            process, self._process = self._process, None
        if process is not None:
            process.kill()

    @property
    def process_id(self) -> int | None:
        """The id of the process, if there is one."""
        return self._process.popen.pid if self._process else None

    def cpu_seconds(self) -> float:
        """CPU time that the process has used, in ticks of the system's clock; 0 if there is none."""
        return self._process.cpu_state()[1] if self._process else 0.0

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _is_killed(error: BaseException | None) -> bool:
    return isinstance(error, PageCrashError) and error.ending in _OUTSIDE_SIGNALS
