"""The process that works on pages: a task and batches of items in, an answer per item out.

    in    (task, options, max_bytes), then batches of items, see `page_file`
    out   ("ready", n_seconds) or an error, then for each item ("done", value, n_seconds) or an error, see `answer_file`

n_seconds is the CPU time used so far; an error is (its name, its arguments, n_seconds). The process ends when its input
ends, when its parent ends, and after a MemoryError, because then any of its data may be incomplete.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count

from maintext.errors import GuardError, MaintextError
from maintext.guard.answer_file import AnswerWriter, PipeWriter
from maintext.guard.frames import Plain, read_frame, write_frame
from maintext.guard.page_file import unpack_items
from maintext.guard.system import Heap, end_with_parent, limit_memory, use_binary_pipes, write_no_core_dump

MEMORY = "MemoryError"
"""An error of this name reports to the parent that the memory limit was reached."""


def main(lifeline: int | None, pages: int | None, results: int | None) -> None:
    """Answers until the input ends. `lifeline` is a pipe that only the parent holds open, `pages` the page file,
    `results` the answer file."""
    end_with_parent(lifeline)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    write_no_core_dump()
    faulthandler.enable(all_threads=False)
    use_binary_pipes()
    requests, answers = os.dup(0), os.dup(1)
    # What the task prints must not get between the answers.
    os.dup2(2, 1)
    with suppress(EOFError, BrokenPipeError):
        serve(requests, answers, pages, PipeWriter(answers) if results is None else AnswerWriter(results))
    # Without the interpreter's clean-up: nothing is open that needs closing.
    os._exit(0)


def serve(requests: int, answers: int, pages: int | None, writer: AnswerWriter | PipeWriter) -> None:
    """Makes the task, then works on items."""
    task, options, max_bytes = read_frame(requests)
    try:
        work = find_task(task)(**options)
    except Exception as error:
        write_frame(answers, _error_answer(error))
        return
    if max_bytes is not None:
        # Some pages need NumPy. Its import ends a process that is near its memory limit, instead of raising an error.
        import_module("numpy")
        limit_memory(max_bytes)
    write_frame(answers, ("ready", time.process_time()))
    heap = Heap()
    try:
        for number in count(1):
            # Before the batch is read: that the memory does not hold it is an answer, too.
            writer.restart()
            _answer_batch(work, unpack_items(read_frame(requests), pages), writer)
            writer.end_batch(answers, number)
            heap.trim()
    except MemoryError:
        writer.write((MEMORY, (), time.process_time()))


def _answer_batch(work: Callable[[Plain], Plain], items: Iterator[Plain], writer: AnswerWriter | PipeWriter) -> None:
    """Answers every item. A function of its own, so that its last item is freed before the next batch comes."""
    for item in items:
        _answer(work, item, writer)


def _answer(work: Callable[[Plain], Plain], item: Plain, writer: AnswerWriter | PipeWriter) -> None:
    try:
        # A value that `marshal` can't write raises before anything is written.
        writer.write(("done", work(item), time.process_time()))
    except (MemoryError, BrokenPipeError):
        raise
    except Exception as error:
        writer.write(_error_answer(error))


def _error_answer(error: Exception) -> tuple[Plain, ...]:
    """An error by name and arguments, so that the parent can raise it again."""
    if isinstance(error, MaintextError) and type(error).__module__ == MaintextError.__module__:
        return (type(error).__name__, tuple(error.__reduce__()[1]), time.process_time())
    return ("PageFailedError", (type(error).__name__, str(error)), time.process_time())


def find_task(name: str) -> Callable[..., Callable[[Plain], Plain]]:
    """The function that makes a task, named module:function."""
    module, _, attribute = name.partition(":")
    try:
        task: Callable[..., Callable[[Plain], Plain]] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise GuardError(f"there is no task {name!r}: {error}") from error
    return task
