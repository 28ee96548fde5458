"""The process in which pages are worked on: a task and batches of items in, an answer an item out.

    in    (task, options, max_bytes), then batches of items, see `hand_over`
    out   ("ready", n_seconds) or an error, then for each item ("done", value, n_seconds) or an error

where n_seconds is the processor time used so far, and an error is (its name, its arguments, n_seconds). The
process ends when its input does; when its parent dies; and after a MemoryError, because nobody knows what is
left of it then.
"""

from __future__ import annotations

import faulthandler
import fcntl
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from maintext.errors import GuardError, MaintextError
from maintext.guard.frames import Plain, read_frame, write_frame
from maintext.guard.page_file import unpack_items

MEMORY = "MemoryError"
"""What an error of this name tells the parent: the limit was reached."""


def main(lifeline: int, pages: int) -> None:
    """Answers until the input ends. `lifeline` is a pipe that only the parent holds open, `pages` the file of long
    bytes."""
    die_with_parent(lifeline)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    requests, answers = os.dup(0), os.dup(1)
    # What the task prints must not get between the answers.
    os.dup2(2, 1)
    with suppress(EOFError, BrokenPipeError):
        serve(requests, answers, pages)
    # At once, without the interpreter's tidying up: nothing is open that must be closed well.
    os._exit(0)


def serve(requests: int, answers: int, pages: int) -> None:
    """Makes the task, then works on items."""
    task, options, max_bytes = read_frame(requests)
    try:
        work = find_task(task)(**options)
    except Exception as error:
        write_frame(answers, _told(error))
        return
    if max_bytes is not None:
        limit_memory(max_bytes)
    write_frame(answers, ("ready", time.process_time()))
    try:
        while True:
            for item in unpack_items(read_frame(requests), pages):
                _answer(work, item, answers)
    except MemoryError:
        write_frame(answers, (MEMORY, (), time.process_time()))


def _answer(work: Callable[[Plain], Plain], item: Plain, answers: int) -> None:
    try:
        # A value that is not plain raises before anything is written.
        write_frame(answers, ("done", work(item), time.process_time()))
    except (MemoryError, BrokenPipeError):
        raise
    except Exception as error:
        write_frame(answers, _told(error))


def _told(error: Exception) -> tuple[Plain, ...]:
    """An error by name and arguments, so that the parent can raise it again."""
    if isinstance(error, MaintextError) and type(error).__module__ == MaintextError.__module__:
        return (type(error).__name__, _plain_arguments(error), time.process_time())
    return ("PageFailedError", (type(error).__name__, str(error)), time.process_time())


def _plain_arguments(error: MaintextError) -> tuple[Plain, ...]:
    reduced = error.__reduce__()
    return tuple(reduced[1])


def find_task(name: str) -> Callable[..., Callable[[Plain], Plain]]:
    """The maker of a task, named module:function."""
    module, _, attribute = name.partition(":")
    try:
        task: Callable[..., Callable[[Plain], Plain]] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise GuardError(f"there is no task {name!r}: {error}") from error
    return task


def limit_memory(max_bytes: int) -> None:
    """No more than so many bytes on top of what the process has now. Only Linux tells that, and keeps to it."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        n_present = int(statm.read_text().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = n_present + max_bytes
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def die_with_parent(lifeline: int) -> None:
    """Asks the system for a SIGIO, which ends a process, when the lifeline closes.

    Not PR_SET_PDEATHSIG, which is sent when the thread that started the child ends, though its process lives. Not a
    thread that waits: it could not run while the task holds the interpreter.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
    # The parent may be gone already, and then no signal comes.
    if select.select([lifeline], [], [], 0)[0]:
        sys.exit(1)
