"""Plain values <-> frames on a pipe: eight bytes of length, then the value.

Values are None, bool, int, float, str, bytes, and lists, tuples and dictionaries of these. `marshal` writes them: it is
fast and, unlike `pickle`, runs no code when it reads, so a process that a hostile page has broken can send nonsense but
no commands. Parent and child run the same Python, so the format is the same on both ends.
"""

from __future__ import annotations

import marshal
import os
import struct
from typing import Any, TypeAlias

Plain: TypeAlias = Any
"""None, bool, int, float, str, bytes, and lists, tuples and dictionaries of these."""

_LENGTH = struct.Struct("<Q")
_JOINED_BYTES = 1 << 16


def write_frame(file: int, value: Plain) -> None:
    """Writes a value; blocks until the other end has read it."""
    body = marshal.dumps(value)
    length = _LENGTH.pack(len(body))
    # Small frames go out in one call; joining a large one would copy it.
    for part in (length + body,) if len(body) < _JOINED_BYTES else (length, body):
        rest = memoryview(part)
        while rest:
            rest = rest[os.write(file, rest) :]


def read_frame(file: int) -> Plain:
    """Reads a value; EOFError if the other end has closed the pipe."""
    (n_bytes,) = _LENGTH.unpack(_read(file, _LENGTH.size))
    return marshal.loads(_read(file, n_bytes))  # noqa: S302 - runs no code, and the other end is ours


def _read(file: int, n_bytes: int) -> bytearray:
    buffer = bytearray(n_bytes)
    rest = memoryview(buffer)
    while rest:
        # readv fills the buffer in place; Windows has only read.
        n_read = os.readv(file, [rest]) if hasattr(os, "readv") else _copy(os.read(file, len(rest)), rest)
        if not n_read:
            raise EOFError(f"the pipe closed {len(rest):,} bytes before the end of a frame")
        rest = rest[n_read:]
    return buffer


def _copy(data: bytes, target: memoryview) -> int:
    target[: len(data)] = data
    return len(data)
