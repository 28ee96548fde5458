"""Items <-> what goes through the pipe, with long bytes (pages) in a file beside it.

A pipe copies a page five times, in pieces that make each process wait for the other. So the parent writes pages into a
file in memory and the child maps that file. Only the parent writes, and never through a map: a child that damages the
file harms itself only.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Iterator, Sequence

from maintext.guard.frames import Plain

MIN_SHARED_BYTES = 4096
"""Shorter values go through the pipe."""
MAX_KEPT_BYTES = 4 * 1024**2
"""A file that a batch made larger than this is emptied afterwards. Batches have half of it, unless a page is larger."""
_EMPTY_BYTES = mmap.PAGESIZE
"""An empty file can't be mapped."""
_MAX_BUFFERS = 512
"""Buffers per system call; POSIX guarantees 16, Linux takes 1,024."""


def open_page_file() -> int:
    """An unnamed file, in memory where the system has such files."""
    try:
        file = os.memfd_create("maintext-guard")
    except (AttributeError, OSError):  # another system, or a sandbox that forbids it
        with tempfile.TemporaryFile() as temporary:
            file = os.dup(temporary.fileno())
    os.ftruncate(file, _EMPTY_BYTES)
    return file


def pack_items(items: Sequence[Plain], file: int | None) -> tuple[Plain, ...]:
    """What goes through the pipe: the items without their long bytes, and where those bytes are in the file.

    Only bytes directly inside a tuple or dictionary are taken out. Without a file nothing is.
    """
    packed, locations, buffers = [], [], []
    for number, item in enumerate(items):
        long = [(key, value) for key, value in _parts(item) if _is_long(value)] if file is not None else []
        if long:
            keys = [key for key, _ in long]
            locations.append((number, keys, [len(value) for _, value in long]))
            buffers += [value for _, value in long]
            item = _replaced(item, dict.fromkeys(keys))
        packed.append(item)
    if file is not None:
        _write(file, buffers)
    return packed, locations, sum(map(len, buffers))


def unpack_items(packed: tuple[Plain, ...], file: int | None) -> Iterator[Plain]:
    """The items one after the other, each with its long bytes."""
    items, locations, n_bytes = packed
    if file is None or not locations:
        yield from items
        return
    taken_out = {number: (keys, lengths) for number, keys, lengths in locations}
    # Mapped again for every batch, because the file may have grown.
    with mmap.mmap(file, n_bytes, access=mmap.ACCESS_READ) as pages:
        for number, item in enumerate(items):
            keys, lengths = taken_out.get(number, ((), ()))
            yield _replaced(item, {key: pages.read(length) for key, length in zip(keys, lengths, strict=True)})


def shrink_page_file(file: int) -> None:
    """Returns the memory of an unusually large batch to the system."""
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
    position = 0
    while rest:
        if hasattr(os, "pwritev"):
            n_written = os.pwritev(file, rest[:_MAX_BUFFERS], position)
        else:  # macOS before version 11
            n_written = os.pwrite(file, rest[0], position)
        position += n_written
        while rest and n_written >= len(rest[0]):
            n_written -= len(rest.pop(0))
        if n_written:
            rest[0] = rest[0][n_written:]
