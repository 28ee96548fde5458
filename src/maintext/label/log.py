"""Events <-> labels.jsonl, a file that only grows: an event that was confirmed as saved is never lost.

An event is on the disk before it counts. A line that is not an event (cut off by a power failure, or edited by hand) is
set aside with its number and the reason; the lines before and after it count. Several servers may write the same file:
each line is written whole, under a lock, and the lines of others are read before a request is answered.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from maintext.errors import LabelError
from maintext.label.events import Event

try:
    import fcntl
except ImportError:  # not on Windows, where only one server may write to a folder
    fcntl = None  # type: ignore[assignment]

MAX_REJECTED = 1000
"""Rejected lines that are remembered; the rest is only counted."""


@dataclass(frozen=True)
class RejectedLine:
    """A line of the log that does not count."""

    number: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.number:,}: {self.reason}"


class LabelLog:
    """The events of a folder, as far as they have been read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._forget()

    def _forget(self) -> None:
        self.events: list[Event] = []
        self.rejected: list[RejectedLine] = []
        self.n_rejected = 0
        self._ids: set[str] = set()
        self._offset = self._n_lines = 0

    def __contains__(self, event_id: str) -> bool:
        return event_id in self._ids

    def refresh(self) -> None:
        """Reads the lines that were written since the last time."""
        if not self.path.exists() and not self.path.is_symlink():
            return
        with self._opened(os.O_RDONLY) as file:
            if os.fstat(file).st_size < self._offset:
                # Somebody replaced the file by a shorter one.
                self._forget()
            os.lseek(file, self._offset, os.SEEK_SET)
            unread = b"".join(iter(lambda: os.read(file, 1 << 20), b""))
        # The bytes after the last line feed are still being written, or were cut off.
        whole = unread[: unread.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.split(b"\n")[:-1]:
            self._n_lines += 1
            self._take(line)

    def append(self, events: Sequence[Event]) -> None:
        """Writes events to the disk, and then reads them like those of other servers."""
        lines = "".join(event.to_line() + "\n" for event in events).encode()
        with self._opened(os.O_RDWR | os.O_APPEND | os.O_CREAT) as file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
            if _is_cut_off(file):
                lines = b"\n" + lines
            _write_all(file, lines)
            os.fsync(file)
        self.refresh()

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            event = Event.from_line(line)
        except LabelError as error:
            self.n_rejected += 1
            if len(self.rejected) < MAX_REJECTED:
                self.rejected.append(RejectedLine(self._n_lines, str(error)))
            return
        if event.id not in self._ids:
            self._ids.add(event.id)
            self.events.append(event)

    @contextmanager
    def _opened(self, mode: int) -> Iterator[int]:
        try:
            # A link could make the server write to any file of this machine. Windows has no such flag.
            file = os.open(self.path, mode | getattr(os, "O_NOFOLLOW", 0), 0o644)
        except OSError as error:
            why = "it is a symbolic link" if error.errno == errno.ELOOP else str(error)
            raise LabelError(f"{self.path} can't be opened: {why}") from error
        try:
            yield file
        except OSError as error:
            raise LabelError(f"{self.path} can't be read or written: {error}") from error
        finally:
            os.close(file)


def _is_cut_off(file: int) -> bool:
    """Whether the last line has no line feed."""
    n_bytes = os.lseek(file, 0, os.SEEK_END)
    return n_bytes > 0 and os.pread(file, 1, n_bytes - 1) != b"\n"


def _write_all(file: int, lines: bytes) -> None:
    while lines:
        lines = lines[os.write(file, lines) :]
