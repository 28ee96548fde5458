"""Standard input -> standard input whose lines have a greatest length, for the MCP server.

The MCP library drops lines that are not JSON-RPC, but it reads lines of any length into memory, and it does not answer
a line that it drops. So a longer line is cut off here, and followed by a request with the same id for a method that
does not exist: the client gets an error that says why.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

READ_BYTES = 65_536
ID_BYTES = 1000
"""Where the id of a message is looked for: at its beginning and at its end."""
_ID = re.compile(rb'"id"\s*:\s*("[^"\\]{1,100}"|\d{1,18})\s*[,}]')


def limit_lines(max_line_bytes: int) -> None:
    """Replaces sys.stdin."""
    sys.stdin = io.TextIOWrapper(io.BufferedReader(ShortLines(os.dup(0), max_line_bytes)), "utf-8", "replace")


class ShortLines(io.RawIOBase):
    """The bytes of a file; of a line that is too long only the beginning, and then an invalid request in its place."""

    def __init__(self, file: int, max_line_bytes: int) -> None:
        self._file = file
        self._max_line_bytes = max_line_bytes
        self._n_line_bytes = 0
        self._head = self._tail = b""
        self._ready = bytearray()

    def readable(self) -> bool:
        """Whether it can be read: always."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Fills the buffer with the next bytes; 0 at the end."""
        while not self._ready:
            data = os.read(self._file, READ_BYTES)
            if not data:
                return 0
            for part in data.splitlines(keepends=True) if b"\n" in data else [data]:
                self._take(part)
        view = memoryview(buffer).cast("B")
        n_bytes = min(len(view), len(self._ready))
        view[:n_bytes] = self._ready[:n_bytes]
        del self._ready[:n_bytes]
        return n_bytes

    def _take(self, part: bytes) -> None:
        if len(self._head) < ID_BYTES:
            self._head = (self._head + part)[:ID_BYTES]
        self._tail = (self._tail + part[-ID_BYTES:])[-ID_BYTES:]
        n_room = max(self._max_line_bytes - self._n_line_bytes, 0)
        self._n_line_bytes += len(part)
        self._ready += part[:n_room]
        if part.endswith(b"\n"):
            if self._n_line_bytes > self._max_line_bytes:
                self._ready += b"\n" + self._refusal()
            self._n_line_bytes, self._head, self._tail = 0, b"", b""

    def _refusal(self) -> bytes:
        found = _ID.search(self._head) or _ID.search(self._tail)
        if found is None:
            return b""
        method = f"none: the message has {self._n_line_bytes:,} bytes, the limit is {self._max_line_bytes:,}"
        # The id is JSON as it was found.
        return b'{"jsonrpc": "2.0", "id": %b, "method": %b}\n' % (found[1], json.dumps(method).encode())
