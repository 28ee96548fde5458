"""Items <-> what goes through the pipe, and a file in memory for the long bytes in them: pages.

Through a pipe a page is copied five times, in pieces that make either process wait for the other. The parent writes
it into a file instead, and the child maps that. Only the parent writes, and never through a map: a child that does
something to the file harms nobody but itself.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Iterator, Sequence

from maintext.guard.frames import Plain

MIN_SHARED_BYTES = 4096
"""Shorter ones go through the pipe."""
MAX_KEPT_BYTES = 64 * 1024**2
"""What the file may keep of a batch until the next one is written over it."""
_EMPTY_BYTES = mmap.PAGESIZE
"""Nothing can be mapped of an empty file."""
_MOST_BUFFERS = 512
"""That the system takes at once; it must take 1,024."""


def open_page_file() -> int:
    """A file that has no name, in memory where the system has such."""
    try:
        file = os.memfd_create("maintext-guard")
    except (AttributeError, OSError):  # another system, or a sandbox that forbids it
        with tempfile.TemporaryFile() as temporary:
            file = os.dup(temporary.fileno())
    os.ftruncate(file, _EMPTY_BYTES)
    return file


def pack_items(items: Sequence[Plain], file: int) -> tuple[Plain, ...]:
    """What goes through the pipe: the items, and for the long bytes that are left out of them where they belong and
    where in the file they lie. Bytes are left out of tuples and dictionaries only."""
    packed, places, buffers = [], [], []
    for number, item in enumerate(items):
        long = [(key, value) for key, value in _parts(item) if _is_long(value)]
        if long:
            keys = [key for key, _ in long]
            places.append((number, keys, [len(value) for _, value in long]))
            buffers += [value for _, value in long]
            item = _replaced(item, dict.fromkeys(keys))
        packed.append(item)
    _write(file, buffers)
    return packed, places, sum(map(len, buffers))


def unpack_items(packed: tuple[Plain, ...], file: int) -> Iterator[Plain]:
    """The items, each with its long bytes, one after the other."""
    items, places, n_bytes = packed
    left_out = {number: (keys, lengths) for number, keys, lengths in places}
    # Mapped anew for every batch: the file may have grown.
    pages = mmap.mmap(file, n_bytes or 1, prot=mmap.PROT_READ)
    for number, item in enumerate(items):
        keys, lengths = left_out.get(number, ((), ()))
        yield _replaced(item, {key: pages.read(length) for key, length in zip(keys, lengths, strict=True)})


def shrink_page_file(file: int) -> None:
    """Gives the memory of an uncommonly large batch back."""
    if os.fstat(file).st_size > MAX_KEPT_BYTES:
        os.ftruncate(file, _EMPTY_BYTES)


def _parts(item: Plain) -> list[tuple[Plain, Plain]]:
    if isinstance(item, dict):
        return list(item.items())
    return list(enumerate(item)) if isinstance(item, tuple) else []


def _is_long(value: Plain) -> bool:
    return isinstance(value, (bytes, bytearray, memoryview)) and len(value) >= MIN_SHARED_BYTES


def _replaced(item: Plain, values: dict[Plain, Plain]) -> Plain:
    if not values:
        return item
    if isinstance(item, dict):
        return {**item, **values}
    return tuple(values.get(key, value) for key, value in enumerate(item))


def _write(file: int, buffers: list[Plain]) -> None:
    rest = [memoryview(buffer) for buffer in buffers]
    place = 0
    while rest:
        n_written = os.pwritev(file, rest[:_MOST_BUFFERS], place)
        place += n_written
        while rest and n_written >= len(rest[0]):
            n_written -= len(rest.pop(0))
        if n_written:
            rest[0] = rest[0][n_written:]
