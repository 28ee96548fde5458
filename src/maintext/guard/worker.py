"""Items -> outcomes, in a process that may hang, crash or eat memory: that item is lost, the next goes on.

The verdict on an item that ended its process is that of a fresh process: what items before it left behind can't
condemn it. Time is processor time, as far as the system tells it, so that a busy machine doesn't condemn it either.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from math import isinf
from pathlib import Path
from typing import IO

from maintext import errors
from maintext.errors import (
    GuardError,
    MaintextError,
    PageCrashError,
    PageFailedError,
    PageLostError,
    PageMemoryError,
    PageTimeoutError,
)
from maintext.guard.child import MEMORY
from maintext.guard.frames import Plain, read_frame, write_frame
from maintext.guard.page_file import open_page_file, pack_items, shrink_page_file

START_SECONDS = 120.0
"""Long enough to import everything on a busy machine from a cold disk."""
WAIT_FACTOR = 10
"""An item that sleeps uses no processor time; it is stopped after so many times its limit by the clock."""
STDERR_CHARS = 300
BACK_STEPS = 10
"""Of niceness, by which a process steps back: one that did not gets nine times as much of a processor."""


@dataclass(frozen=True)
class GuardLimits:
    """What one item may take before it is stopped."""

    max_seconds: float = 10.0
    """Of processor time; of doing nothing ten times as long. Infinity for no limit."""
    max_bytes: int | None = 2 * 1024**3
    """Of memory, on top of what the process has when it is ready; None for no limit. Kept on Linux only."""

    def __post_init__(self) -> None:
        if not self.max_seconds > 0:
            raise GuardError(f"a page needs more than {self.max_seconds:g} seconds")
        if self.max_bytes is not None and self.max_bytes <= 0:
            raise GuardError(f"a page needs more than {self.max_bytes:,} bytes of memory")


@dataclass(frozen=True)
class Outcome:
    """What became of one item: a value, or the error that took its place."""

    value: Plain = None
    error: MaintextError | None = None

    def get(self) -> Plain:
        """The value; raises the error if there is one."""
        if self.error is not None:
            raise self.error
        return self.value

    @property
    def error_text(self) -> str | None:
        """The error by name, in words that are the same every time; None if there is none."""
        error = self.error
        if error is None:
            return None
        # Its last words have addresses in them.
        words = f"the page's process ended: {error.ending}" if isinstance(error, PageCrashError) else str(error)
        name = error.kind if isinstance(error, PageFailedError) else type(error).__name__
        return f"{name}: {words}" if name != words.partition(":")[0] else words


@dataclass
class Guard:
    """One guarded process, started when it is first needed and again after each end. Not for several threads at once.

    `task` names a function as module:function. It is called once in the process with the options, and gives a
    function that is called with each item. Options, items and values are plain: see `frames`.

    >>> with Guard("maintext.guard.tasks:extraction", {"by": "all"}) as guard:
    ...     [outcome.get()["text"] for outcome in guard.run([{"html": "<p>Tea"}, {"html": b"<p>Milk"}])]
    ['Tea', 'Milk']
    """

    task: str
    options: dict[str, Plain] = field(default_factory=dict)
    limits: GuardLimits = GuardLimits()
    start_gate: AbstractContextManager[object] = field(default_factory=nullcontext, repr=False)
    """Entered while a process starts, which costs as much as dozens of pages; guards may share one."""
    _process: _Process | None = field(default=None, repr=False)
    _is_running: bool = field(default=False, repr=False)
    _aborted: MaintextError | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def run(self, items: Sequence[Plain]) -> list[Outcome]:
        """The outcome of every item, in order."""
        outcomes: list[Outcome] = []
        self._set_running(True)
        try:
            while len(outcomes) < len(items):
                outcomes += self._run_until_lost(items[len(outcomes) :])
        except BaseException:
            # Answers still to come would be taken for those of the next batch.
            self.close()
            raise
        finally:
            self._set_running(False)
            if self._process is not None:
                shrink_page_file(self._process.pages)
                if self._process.has_low_priority:
                    self.close()
        return outcomes

    def lower_priority(self) -> None:
        """Lets other processes go first until this batch ends, and its process with it. For any thread."""
        with self._lock:
            if self._is_running and self._process is not None:
                self._process.lower_priority()

    def abort_item(self, error: MaintextError) -> None:
        """Ends the item that is running; the error is its outcome. For any thread."""
        with self._lock:
            if self._is_running and self._process is not None:
                self._aborted = error
                self._process.popen.kill()

    def _set_running(self, is_running: bool) -> None:
        with self._lock:
            self._is_running, self._aborted = is_running, None

    def start(self) -> None:
        """Starts the process now rather than with the first item; raises what hinders it."""
        if self._process is None:
            with self.start_gate:
                self._process = _Process(self)

    @property
    def is_started(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    @property
    def activity(self) -> tuple[bool, float]:
        """Whether the item that is running waits for something, and the processor time that it took so far."""
        with self._lock:
            process = self._process if self._is_running else None
            if process is None:
                return True, 0.0
            state, n_seconds = process.activity()
            return state != "R", n_seconds - process.n_seconds

    def close(self) -> None:
        """Ends the process, if there is one. The guard can be used again."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    @property
    def process_id(self) -> int | None:
        """The number of the process, if it is running."""
        return self._process.popen.pid if self._process else None

    def cpu_seconds(self) -> float:
        """Processor time that the process has used, in steps of the system's clock; 0 if it is not running."""
        return self._process.activity()[1] if self._process else 0.0

    def _run_until_lost(self, items: Sequence[Plain]) -> list[Outcome]:
        """Outcomes up to the first item that ended the process; without that one if it must be tried again."""
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
            if self._aborted is not None:
                given_up, self._aborted = self._aborted, None
                return [*outcomes, Outcome(error=given_up)]
            is_verdict = isinstance(error, PageTimeoutError) or (was_fresh and not outcomes)
            return [*outcomes, Outcome(error=error)] if is_verdict else outcomes
        return outcomes

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Process:
    """A running child and the pipes to it."""

    def __init__(self, guard: Guard) -> None:
        self.limits = guard.limits
        self.is_fresh = True
        self.has_low_priority = False
        self.stderr: IO[bytes] = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - closed by kill
        self._start()
        self.n_seconds = 0.0
        try:
            write_frame(self.stdin, (guard.task, guard.options, guard.limits.max_bytes))
            answer = self._read(START_SECONDS)
        except (PageLostError, BrokenPipeError) as error:
            self.kill()
            raise GuardError(f"the process for {guard.task} was not ready: {error}") from error
        if answer[0] != "ready":
            self.kill()
            raise _error(answer)
        self.n_seconds = answer[-1]

    def _start(self) -> None:
        lifeline, self.lifeline = os.pipe()
        self.pages = open_page_file()
        # The path first: the child must find what the parent finds. The child is not started by `multiprocessing`,
        # which would run the caller's script again.
        start = f"from maintext.guard.child import main; main({lifeline}, {self.pages})"
        code = f"import sys; sys.path[:] = {sys.path!r}; {start}"
        # Threads of a linear algebra nobody calls would reserve memory, and each its own heap.
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
        self.popen = subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            bufsize=0,
            pass_fds=[lifeline, self.pages],
            env=environment,
        )
        os.close(lifeline)
        assert self.popen.stdin is not None  # noqa: S101 - for the type checker
        assert self.popen.stdout is not None  # noqa: S101 - for the type checker
        self.stdin, self.stdout = self.popen.stdin.fileno(), self.popen.stdout.fileno()

    def send(self, items: Sequence[Plain]) -> None:
        """Hands a batch over. The child takes all of it before it begins."""
        self.stderr.truncate(0)
        try:
            write_frame(self.stdin, pack_items(items, self.pages))
        except BrokenPipeError:
            # It may have said why before it left.
            self.receive()
            raise self._ending() from None

    def receive(self) -> Outcome:
        """The answer for the next item of the batch."""
        answer = self._read(self.limits.max_seconds)
        if answer[0] == MEMORY:
            raise PageMemoryError(self.limits.max_bytes or 0)
        self.is_fresh = False
        self.n_seconds = answer[-1]
        return Outcome(answer[1]) if answer[0] == "done" else Outcome(error=_error(answer))

    def _read(self, max_seconds: float) -> tuple[Plain, ...]:
        start = time.monotonic()
        wait_seconds = None if isinf(max_seconds) else max_seconds
        while not select.select([self.stdout], [], [], wait_seconds)[0]:
            n_waited = time.monotonic() - start
            state, n_seconds = self.activity()
            n_used = n_seconds - self.n_seconds
            # One that could run and is not let has done nothing wrong.
            is_idle = state != "R" and n_waited >= WAIT_FACTOR * max_seconds
            if n_used >= max_seconds or is_idle:
                raise PageTimeoutError(max_seconds)
            wait_seconds = max(max_seconds - n_used, 0.05)
        try:
            answer: tuple[Plain, ...] = read_frame(self.stdout)
        except EOFError:
            raise self._ending() from None
        return answer

    def lower_priority(self) -> None:
        """Makes the child wait for others. There is no way back but a new one."""
        self.has_low_priority = True
        # It may be gone already.
        with suppress(OSError):
            present = os.getpriority(os.PRIO_PROCESS, self.popen.pid)
            os.setpriority(os.PRIO_PROCESS, self.popen.pid, min(present + BACK_STEPS, 19))

    def activity(self) -> tuple[str, float]:
        """The child's state and CPU seconds; infinite if the system does not report them: then the clock decides."""
        try:
            fields = Path(f"/proc/{self.popen.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return "", float("inf")
        return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _ending(self) -> PageLostError:
        """How the child came to its end."""
        code = self.popen.wait()
        self.stderr.seek(0)
        words = " ".join(self.stderr.read().decode(errors="replace").split())
        # A native allocation that fails aborts the process.
        if code == -signal.SIGABRT and "memory allocation of" in words:
            return PageMemoryError(self.limits.max_bytes or 0)
        ending = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return PageCrashError(ending, _last_words(words))

    def kill(self) -> None:
        """Ends the child and closes what was open to it."""
        self.popen.kill()
        self.popen.wait()
        os.close(self.lifeline)
        os.close(self.pages)
        for file in (self.popen.stdin, self.popen.stdout, self.stderr):
            if file is not None:
                file.close()


def _last_words(words: str) -> str:
    """What an interpreter that dies says first, or else what was said last."""
    fatal = words.rfind("Fatal Python error")
    return words[fatal:][:STDERR_CHARS] if fatal >= 0 else words[-STDERR_CHARS:]


def _error(answer: tuple[Plain, ...]) -> MaintextError:
    error: MaintextError = getattr(errors, answer[0])(*answer[1])
    return error
