"""Plain values <-> frames on a pipe: eight bytes of length, then the value.

The values are None, bool, int, float, str, bytes, and lists, tuples and dictionaries of them. They are written by
`marshal`, which is fast and, unlike `pickle`, runs no code when it reads: a process that a hostile page has broken
can send nonsense, not commands. Both ends are the same Python, so its format is the same.
"""

from __future__ import annotations

import marshal
import os
import struct
from typing import Any, TypeAlias

Plain: TypeAlias = Any
"""None, bool, int, float, str, bytes, and lists, tuples and dictionaries of them."""

_LENGTH = struct.Struct("<Q")


def write_frame(file: int, value: Plain) -> None:
    """Writes a value; blocks until the other end has taken it."""
    body = marshal.dumps(value)
    parts = [memoryview(_LENGTH.pack(len(body))), memoryview(body)]
    while parts:
        n_written = os.writev(file, parts)
        while parts and n_written >= len(parts[0]):
            n_written -= len(parts.pop(0))
        if parts:
            parts[0] = parts[0][n_written:]


def read_frame(file: int) -> Plain:
    """Reads a value; EOFError if the other end has gone."""
    (n_bytes,) = _LENGTH.unpack(_read(file, _LENGTH.size))
    return marshal.loads(_read(file, n_bytes))  # noqa: S302 - runs no code, and the other end is ours


def _read(file: int, n_bytes: int) -> bytearray:
    buffer = bytearray(n_bytes)
    rest = memoryview(buffer)
    while rest:
        n_read = os.readv(file, [rest])
        if not n_read:
            raise EOFError(f"the pipe closed {len(rest):,} bytes before the end of a frame")
        rest = rest[n_read:]
    return buffer
