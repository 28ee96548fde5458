"""Pieces -> bytes to be looked at from the front, up to the next wall.

A wall is where what is being read can't go on: a compressed member that begins a record, one that is broken, the
end of the file. Damage before a wall doesn't reach beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from maintext.batch.inputs.decompression import BrokenMember, Chunk, Event

_OVERLAP_BYTES = 32
"""What is kept of bytes that are passed by: what is searched may lie across the border."""


class RecordStream:
    """The decompressed bytes of a file; `buffer` begins where reading is."""

    def __init__(self, events: Iterator[Event]) -> None:
        self.events = events
        self.buffer = bytearray()
        self.position = 0
        """Where the buffer begins in the decompressed bytes."""
        self.wall: str | None = None
        """What follows the buffer's last byte, if nothing can be added to it."""
        self.damage: BrokenMember | None = None
        """What that is, if it is damage."""
        self.is_unsure = False
        """Whether the last bytes before it are part of the damage."""
        self.is_over = False
        self._behind: Chunk | None = None
        self._member = (0, 0)

    @property
    def offset(self) -> int:
        """Where reading is: in the file, if a member begins there, or else in the decompressed bytes."""
        position, offset = self._member
        return offset if position == self.position else self.position

    def fill(self, n_bytes: int) -> int:
        """Reads until the buffer has so many bytes, or up to a wall; how many it has."""
        while len(self.buffer) < n_bytes and self.wall is None:
            self._pull()
        return len(self.buffer)

    def drop(self, n_bytes: int) -> None:
        """Goes forward."""
        del self.buffer[:n_bytes]
        self.position += n_bytes

    def drop_until(self, pattern: re.Pattern[bytes]) -> None:
        """Goes forward to the next match, or up to the wall and beyond."""
        while True:
            found = None if self.is_unsure else pattern.search(self.buffer)
            if found:
                self.drop(found.start())
                return
            if self.wall is not None:
                self.drop(len(self.buffer))
                return
            self.drop(max(len(self.buffer) - _OVERLAP_BYTES, 0))
            self.fill(len(self.buffer) + 1)

    def cross(self) -> None:
        """Goes behind the wall; what was before it is dropped."""
        self.drop(len(self.buffer))
        self.wall, self.damage, self.is_unsure = None, None, False
        if self._behind is not None:
            piece, self._behind = self._behind, None
            self._add(piece)

    def _pull(self) -> None:
        event = next(self.events, None)
        if event is None:
            self.wall, self.is_over = "the file ends", True
        elif isinstance(event, BrokenMember):
            self.wall, self.damage = event.why, event
            self.is_unsure = bool(self.buffer) and self._member[1] == event.offset
        elif event.is_first and event.data.startswith(b"WARC/") and self.buffer.strip(b"\r\n"):
            self.wall, self._behind = "the next record begins", event
        else:
            self._add(event)

    def _add(self, piece: Chunk) -> None:
        if piece.is_first:
            # Line ends of a record before would make it seem to begin inside the member.
            self.drop(len(self.buffer) if not self.buffer.strip(b"\r\n") else 0)
            self._member = (self.position + len(self.buffer), piece.offset)
        self.buffer += piece.data
