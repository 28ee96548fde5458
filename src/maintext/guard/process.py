"""A running child and the pipes to it: batches out, answers in, each within its limits."""

from __future__ import annotations

import os
import queue
import select
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf
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
from maintext.guard.answer_file import AnswerReader
from maintext.guard.child import MEMORY
from maintext.guard.frames import Plain, read_frame, write_frame
from maintext.guard.page_file import open_page_file, pack_items
from maintext.guard.system import cpu_state, lower_priority, this_system

START_SECONDS = 120.0
"""Enough to import everything on a busy machine from a cold disk."""
IDLE_FACTOR = 10
"""An item that sleeps uses no CPU time; it is stopped after this many times its limit by the clock."""
STDERR_CHARS = 300
NICENESS_STEPS = 10
"""A process with normal priority gets nine times the CPU share of one that is ten steps nicer."""
SYSTEM = this_system()


@dataclass(frozen=True)
class GuardLimits:
    """What one item may use before it is stopped."""

    max_seconds: float = 10.0
    """CPU time; an item that waits is stopped after ten times as long. Infinity for no limit."""
    max_bytes: int | None = 2 * 1024**3
    """Memory on top of what the process has when it is ready; None for no limit. Enforced on Linux only."""

    def __post_init__(self) -> None:
        if not self.max_seconds > 0:
            raise GuardError(f"max_seconds must be above 0, got {self.max_seconds:g}")
        if self.max_bytes is not None and self.max_bytes <= 0:
            raise GuardError(f"max_bytes must be above 0, got {self.max_bytes:,}")


@dataclass(frozen=True)
class Outcome:
    """The result of one item: a value, or the error that took its place."""

    value: Plain = None
    error: MaintextError | None = None

    def get(self) -> Plain:
        """The value; raises the error if there is one."""
        if self.error is not None:
            raise self.error
        return self.value

    @property
    def error_text(self) -> str | None:
        """Name and message of the error, the same in every run; None if there is none."""
        error = self.error
        if error is None:
            return None
        # What a crashed process wrote to standard error contains memory addresses, which change from run to run.
        message = f"the page's process ended: {error.ending}" if isinstance(error, PageCrashError) else str(error)
        name = error.kind if isinstance(error, PageFailedError) else type(error).__name__
        return f"{name}: {message}" if name != message.partition(":")[0] else message


class ChildProcess:
    """A child that has its task and waits for items. Raises GuardError, or the task's own error, if it can't start."""

    def __init__(self, task: str, options: dict[str, Plain], limits: GuardLimits) -> None:
        self.limits = limits
        self.is_fresh = True
        """Whether no item has been worked on yet."""
        self.has_low_priority = False
        self.n_seconds = 0.0
        """CPU time that the child had used when it last answered."""
        self.stderr: IO[bytes] = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - closed by kill
        self._start()
        try:
            write_frame(self.stdin, (task, options, limits.max_bytes))
            answer = self._read_answer(START_SECONDS)
        except (PageLostError, BrokenPipeError) as error:
            self.kill()
            raise GuardError(f"the process for {task} did not start: {error}") from error
        if answer[0] != "ready":
            self.kill()
            raise _error(answer)
        self.n_seconds = answer[-1]

    def _start(self) -> None:
        lifeline: int | None = None
        self.lifeline: int | None = None
        if SYSTEM.is_linux:
            lifeline, self.lifeline = os.pipe()
        self.pages = open_page_file() if SYSTEM.is_posix else None
        self.results = open_page_file() if SYSTEM.is_posix else None
        self._reader = None if self.results is None else AnswerReader(self.results)
        self._received: deque[tuple[Plain, ...]] = deque()
        """Answers that were read and not yet taken."""
        self._n_batches = 0
        # The path first: the child must find what the parent finds. `multiprocessing` would run the caller's script
        # again in the child, so it is not used.
        start = f"from maintext.guard.child import main; main({lifeline}, {self.pages}, {self.results})"
        code = f"import sys; sys.path[:] = {sys.path!r}; {start}"
        # Threads of linear algebra libraries would reserve memory that the limit counts, and a heap each.
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
        self.popen = subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            bufsize=0,
            pass_fds=[file for file in (lifeline, self.pages, self.results) if file is not None],
            env=environment,
        )
        if lifeline is not None:
            os.close(lifeline)
        assert self.popen.stdin is not None  # noqa: S101 - for the type checker
        assert self.popen.stdout is not None  # noqa: S101 - for the type checker
        self.stdin, self.stdout = self.popen.stdin.fileno(), self.popen.stdout.fileno()
        self._answers = None if SYSTEM.is_posix else _AnswerThread(self.stdout)

    def send(self, items: Sequence[Plain]) -> None:
        """Hands a batch over. The child reads all of it before it starts to work."""
        self.stderr.truncate(0)
        self._n_batches += 1
        if self._reader:
            self._reader.clear()
        try:
            write_frame(self.stdin, pack_items(items, self.pages))
        except BrokenPipeError:
            # It may have answered that its memory is used up before it ended.
            self.receive()
            raise self._ending() from None

    def receive(self) -> Outcome:
        """The answer for the next item of the batch."""
        answer = self._next_answer()
        if answer[0] == MEMORY:
            raise PageMemoryError(self.limits.max_bytes or 0)
        self.is_fresh = False
        self.n_seconds = answer[-1]
        return Outcome(answer[1]) if answer[0] == "done" else Outcome(error=_error(answer))

    def _next_answer(self) -> tuple[Plain, ...]:
        if self._reader is None:
            return self._read_answer(self.limits.max_seconds)
        while not self._received:
            lost: PageLostError | None = None
            message: Plain = None
            try:
                message = self._read_answer(self.limits.max_seconds)
            except PageLostError as error:
                lost = error
            # Items before the one that hangs or has ended the process were answered, and the time limit is that of one
            # item: it has reached the limit only if nothing was answered since.
            self._received += self._new_answers(self._reader)
            if lost is not None and not self._received:
                raise lost
            if message == self._n_batches and not self._received:
                # It claims to be done and has not answered: what it writes can't be trusted any more.
                self.popen.kill()
        return self._received.popleft()

    def _new_answers(self, reader: AnswerReader) -> list[tuple[Plain, ...]]:
        try:
            return reader.new_answers()
        except (EOFError, ValueError, TypeError, struct.error):
            # A process that a page has broken may write anything.
            self.popen.kill()
            return []

    def n_seconds_answered(self) -> float:
        """CPU time that the child had used when it last answered, also within a batch. For any thread."""
        try:
            return max(self.n_seconds, self._reader.n_seconds() if self._reader else 0.0)
        except (OSError, struct.error):  # closed by the thread that works with it
            return self.n_seconds

    def _read_answer(self, max_seconds: float) -> tuple[Plain, ...]:
        start = time.monotonic()
        wait_seconds = None if isinf(max_seconds) else max_seconds
        while not self._has_answer(wait_seconds):
            n_waited = time.monotonic() - start
            state, n_seconds = self.cpu_state()
            n_used = n_seconds - self.n_seconds
            # A process that could run but gets no CPU on a busy machine is not idle.
            is_idle = state != "R" and n_waited >= IDLE_FACTOR * max_seconds
            if n_used >= max_seconds or is_idle:
                raise PageTimeoutError(max_seconds)
            wait_seconds = max(max_seconds - n_used, 0.05)
        try:
            answer: tuple[Plain, ...] = self._answers.get() if self._answers else read_frame(self.stdout)
        except EOFError:
            raise self._ending() from None
        return answer

    def _has_answer(self, wait_seconds: float | None) -> bool:
        if self._answers:
            return self._answers.wait(wait_seconds)
        return bool(select.select([self.stdout], [], [], wait_seconds)[0])

    def lower_priority(self) -> None:
        """Lets other processes go first. An ordinary user can't undo that, so the process ends with its batch."""
        self.has_low_priority = True
        lower_priority(self.popen.pid, NICENESS_STEPS)

    def cpu_state(self) -> tuple[str, float]:
        """The child's state letter and CPU seconds."""
        return cpu_state(self.popen.pid, SYSTEM)

    def _ending(self) -> PageLostError:
        """The error that describes how the child ended."""
        code = self.popen.wait()
        self.stderr.seek(0)
        output = " ".join(self.stderr.read().decode(errors="replace").split())
        # A native allocation that fails aborts the process.
        if code == -signal.SIGABRT and "memory allocation of" in output:
            return PageMemoryError(self.limits.max_bytes or 0)
        ending = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        # An interpreter that dies begins with the reason; otherwise the last lines matter most.
        fatal = output.rfind("Fatal Python error")
        return PageCrashError(ending, output[fatal:][:STDERR_CHARS] if fatal >= 0 else output[-STDERR_CHARS:])

    def kill(self) -> None:
        """Ends the child and closes every file that was open to it."""
        self.popen.kill()
        self.popen.wait()
        for descriptor in (self.lifeline, self.pages, self.results):
            if descriptor is not None:
                os.close(descriptor)
        for file in (self.popen.stdin, self.popen.stdout, self.stderr):
            if file is not None:
                file.close()


class _AnswerThread:
    """Reads answers in a thread, where the system can't wait for a pipe with a time limit."""

    def __init__(self, file: int) -> None:
        self._frames: queue.SimpleQueue[tuple[Plain, ...] | None] = queue.SimpleQueue()
        self._next: list[tuple[Plain, ...] | None] = []
        # A descriptor of its own: once the other is closed, the next process may get the same number.
        threading.Thread(target=self._read, args=(os.dup(file),), daemon=True).start()

    def _read(self, file: int) -> None:
        try:
            while True:
                self._frames.put(read_frame(file))
        except (EOFError, OSError):
            self._frames.put(None)
        finally:
            os.close(file)

    def wait(self, wait_seconds: float | None) -> bool:
        if not self._next:
            try:
                self._next.append(self._frames.get(timeout=wait_seconds))
            except queue.Empty:
                return False
        return True

    def get(self) -> tuple[Plain, ...]:
        answer = self._next.pop()
        if answer is None:
            raise EOFError
        return answer


def _error(answer: tuple[Plain, ...]) -> MaintextError:
    error: MaintextError = getattr(errors, answer[0])(*answer[1])
    return error
