"""Chunks -> bytes to read from the front, up to the next boundary.

A boundary is a place that a record can't cross: a compressed member that begins a record, a broken member, the end of
the file. So damage before a boundary does not affect what comes after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from maintext.batch.inputs.decompression import BrokenMember, Chunk, Event

_OVERLAP_BYTES = 32
"""Kept of bytes that were searched: a match may lie across the border."""
_LINE_ENDS = re.compile(rb"[\r\n]*")


class RecordStream:
    """The decompressed bytes of a file. `buffer` begins at the current position."""

    def __init__(self, events: Iterator[Event]) -> None:
        self.events = events
        self.buffer: bytes | bytearray = b""
        """The bytes of one chunk as they are, as long as it is the only one: most records are one chunk."""
        self.position = 0
        """Where the buffer begins in the decompressed bytes."""
        self.boundary: str | None = None
        """What follows the last byte of the buffer, in words, if nothing can be added to it."""
        self.damage: BrokenMember | None = None
        """The broken member at the boundary, if there is one."""
        self.tail_is_damaged = False
        """Whether the last bytes of the buffer come from that broken member."""
        self.is_over = False
        self._next_chunk: Chunk | None = None
        self._member = (0, 0)

    @property
    def offset(self) -> int:
        """The current position in the file, if a member begins here; otherwise in the decompressed bytes."""
        position, offset = self._member
        return offset if position == self.position else self.position

    def fill(self, n_bytes: int) -> int:
        """Reads until the buffer has this many bytes or ends at a boundary; returns how many it has."""
        while len(self.buffer) < n_bytes and self.boundary is None:
            self._pull()
        return len(self.buffer)

    def drop(self, n_bytes: int) -> None:
        """Moves forward."""
        if not n_bytes:
            return
        if isinstance(self.buffer, bytes):
            # Of a chunk with many records each would copy the rest; a bytearray drops its front without copying.
            rest = memoryview(self.buffer)[n_bytes:]
            self.buffer = bytes(rest) if len(rest) <= _OVERLAP_BYTES else bytearray(rest)
        else:
            del self.buffer[:n_bytes]
        self.position += n_bytes

    def drop_line_ends(self) -> None:
        """Moves past line ends, without copying the buffer."""
        self.drop(self._n_line_ends())

    def drop_until(self, pattern: re.Pattern[bytes]) -> None:
        """Moves to the next match, or to the boundary."""
        while True:
            found = None if self.tail_is_damaged else pattern.search(self.buffer)
            if found:
                self.drop(found.start())
                return
            if self.boundary is not None:
                self.drop(len(self.buffer))
                return
            self.drop(max(len(self.buffer) - _OVERLAP_BYTES, 0))
            self.fill(len(self.buffer) + 1)

    def cross_boundary(self) -> None:
        """Moves past the boundary; the rest of the buffer is dropped."""
        self.drop(len(self.buffer))
        self.boundary, self.damage, self.tail_is_damaged = None, None, False
        if self._next_chunk is not None:
            chunk, self._next_chunk = self._next_chunk, None
            self._add(chunk)

    def _pull(self) -> None:
        event = next(self.events, None)
        if event is None:
            self.boundary, self.is_over = "the file ends", True
        elif isinstance(event, BrokenMember):
            self.boundary, self.damage = event.reason, event
            self.tail_is_damaged = bool(self.buffer) and self._member[1] == event.offset
        elif event.is_first and event.data.startswith(b"WARC/") and self._n_line_ends() < len(self.buffer):
            self.boundary, self._next_chunk = "the next record begins", event
        else:
            self._add(event)

    def _add(self, chunk: Chunk) -> None:
        if chunk.is_first:
            # Line ends after the last record would make this one seem to begin inside the member before.
            if self._n_line_ends() == len(self.buffer):
                self.drop(len(self.buffer))
            self._member = (self.position + len(self.buffer), chunk.offset)
        if not self.buffer:
            self.buffer = chunk.data
        elif isinstance(self.buffer, bytes):
            self.buffer = bytearray().join((self.buffer, chunk.data))
        else:
            self.buffer += chunk.data

    def _n_line_ends(self) -> int:
        """Line ends at the front of the buffer."""
        if not self.buffer.startswith((b"\r", b"\n")):
            return 0
        found = _LINE_ENDS.match(self.buffer)
        return found.end() if found else 0
