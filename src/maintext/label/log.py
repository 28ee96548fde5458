"""Events <-> labels.jsonl, a file that only grows: nothing that was answered as saved is ever lost.

An event is on the disk before it counts. A line that a dying machine tore is skipped and told; what was written before
and after it stays. Several servers may write the same file: each line is written whole, under a lock, and what others
have written is read before anything is answered.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from maintext.errors import LabelError
from maintext.label.events import Event

try:
    import fcntl
except ImportError:  # Windows has none; there one server a folder must do
    fcntl = None  # type: ignore[assignment]


class LabelLog:
    """The events of a folder, as far as they have been read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.events: list[Event] = []
        self.n_torn = 0
        """Lines that are no events."""
        self._ids: set[str] = set()
        self._offset = 0

    def __contains__(self, event_id: str) -> bool:
        return event_id in self._ids

    def refresh(self) -> None:
        """Reads what was written since the last time."""
        if not self.path.exists():
            return
        with self._opened(os.O_RDONLY) as file:
            os.lseek(file, self._offset, os.SEEK_SET)
            unread = b"".join(iter(lambda: os.read(file, 1 << 20), b""))
        # What follows the last line feed is still being written, or torn.
        whole = unread[: unread.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.split(b"\n"):
            self._take(line)

    def append(self, events: Sequence[Event]) -> None:
        """Writes events to the disk, and then reads them as anybody's."""
        lines = "".join(event.to_line() + "\n" for event in events).encode()
        with self._opened(os.O_RDWR | os.O_APPEND | os.O_CREAT) as file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
            if _is_torn(file):
                lines = b"\n" + lines
            _write_all(file, lines)
            os.fsync(file)
        self.refresh()

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            event = Event.from_line(line)
        except LabelError:
            self.n_torn += 1
            return
        if event.id not in self._ids:
            self._ids.add(event.id)
            self.events.append(event)

    @contextmanager
    def _opened(self, mode: int) -> Iterator[int]:
        try:
            file = os.open(self.path, mode, 0o644)
        except OSError as error:
            raise LabelError(f"the labels can't be opened: {error}") from error
        try:
            yield file
        except OSError as error:
            raise LabelError(f"the labels can't be read or written: {error}") from error
        finally:
            os.close(file)


def _is_torn(file: int) -> bool:
    """Whether the last line has no end."""
    n_bytes = os.lseek(file, 0, os.SEEK_END)
    return n_bytes > 0 and os.pread(file, 1, n_bytes - 1) != b"\n"


def _write_all(file: int, lines: bytes) -> None:
    while lines:
        lines = lines[os.write(file, lines) :]
