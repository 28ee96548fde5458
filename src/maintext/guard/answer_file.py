"""Answers of the child -> the parent, through a file in memory: one message on the pipe per batch, not one per item.

    header   number of answers, their bytes, and the CPU seconds that the child had used after the last of them
    answers  one after the other, each with its length before it, as `frames` writes them

The child writes an answer and then the header, so the header counts whole answers only, even if the process ends in
between: what was answered before a crash is not lost, and the item that caused it is known. Only the child writes
answers; the parent clears the header before each batch and reads with `pread`, because a map of a file that the child
shortens would crash the parent.
"""

from __future__ import annotations

import marshal
import os
import struct
import time

from maintext.guard.frames import Plain, write_frame

_HEADER = struct.Struct("<QQd")
_LENGTH = struct.Struct("<Q")
MAX_ANSWER_BYTES = 1 << 31
"""Of one batch. A child that claims more is broken."""


class AnswerWriter:
    """The child's end."""

    def __init__(self, file: int) -> None:
        self._file = file
        self.restart()

    def restart(self) -> None:
        """Begins a new batch. The parent has read all answers of the one before."""
        self._n_answers, self._n_bytes = 0, 0

    def write(self, answer: tuple[Plain, ...]) -> None:
        """Adds an answer; a value that can't be written raises before anything is."""
        body = marshal.dumps(answer)
        rest, position = memoryview(_LENGTH.pack(len(body)) + body), self._n_bytes
        while rest:
            n_written = os.pwrite(self._file, rest, _HEADER.size + position)
            position += n_written
            rest = rest[n_written:]
        self._n_answers, self._n_bytes = self._n_answers + 1, position
        os.pwrite(self._file, _HEADER.pack(self._n_answers, self._n_bytes, time.process_time()), 0)

    def end_batch(self, pipe: int, number: int) -> None:
        """Wakes the parent, which may have read all answers already: then it skips a message of an earlier batch."""
        write_frame(pipe, number)


class PipeWriter:
    """The child's end where there is no such file: each answer goes through the pipe."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def restart(self) -> None:
        """Nothing is kept from batch to batch."""

    def write(self, answer: tuple[Plain, ...]) -> None:
        """Sends an answer."""
        write_frame(self._pipe, answer)

    def end_batch(self, pipe: int, number: int) -> None:
        """The last answer ends the batch."""


class AnswerReader:
    """The parent's end."""

    def __init__(self, file: int) -> None:
        self._file = file
        self.clear()

    def clear(self) -> None:
        """Forgets the answers, before a batch is sent."""
        self._n_read, self._position = 0, 0
        os.pwrite(self._file, bytes(_HEADER.size), 0)

    def new_answers(self) -> list[tuple[Plain, ...]]:
        """The answers that were written since the last call."""
        n_answers, n_bytes, _ = self._header()
        n_new = n_answers - self._n_read
        if n_new <= 0:
            return []
        if not self._position < n_bytes <= MAX_ANSWER_BYTES:
            raise EOFError(f"the child claims {n_bytes:,} bytes of answers")
        data = memoryview(os.pread(self._file, n_bytes - self._position, _HEADER.size + self._position))
        answers, start = [], 0
        for _ in range(n_new):
            (length,) = _LENGTH.unpack_from(data, start)
            start += _LENGTH.size + length
            answers.append(marshal.loads(data[start - length : start]))  # noqa: S302 - runs no code
        self._n_read, self._position = n_answers, n_bytes
        return answers

    def n_seconds(self) -> float:
        """The CPU seconds that the child had used after its last answer; 0 before the first of a batch."""
        return self._header()[2]

    def _header(self) -> tuple[int, int, float]:
        n_answers, n_bytes, n_seconds = _HEADER.unpack(os.pread(self._file, _HEADER.size, 0))
        return n_answers, n_bytes, n_seconds
