"""A file -> its decompressed bytes in chunks, and the members that can't be decompressed.

    Chunk         bytes, and where the compressed member or frame that they come from begins
    BrokenMember  a member that can't be decompressed; reading continues at the next member that begins a WARC record

The first bytes decide whether a file is plain, gzip or zstd. gzip and zstd may have one member for the whole file, one
per record, or blocks of any size. Memory stays within a few chunks, however large the file is and whatever a member
expands to. Time is linear in the file: see `_Members._n_skipped`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import IO, Any, NamedTuple

from maintext.errors import InputError, MissingPackageError

# Small, because a decompressor copies what it leaves of a chunk; a compressed web page has about this size.
CHUNK_BYTES = 1 << 16
_OUTPUT_BYTES = 64 * CHUNK_BYTES
"""The most that one call of zlib may return."""
_ZSTD_STEP_BYTES = 1024
"""Input of one call of zstd, which has no limit on its output: four bytes of input can stand for 128 KB."""
_ZSTD_WINDOW_BYTES = 1 << 27
"""Larger windows are refused, as the zstd command refuses them; a frame may declare 2 GB."""
_MAX_DICTIONARY_BYTES = 1 << 27
_RECORD_START = b"WARC/"
_HEAD_BYTES = 1000
"""Output of a broken member that is enough to find the URL of its record."""
_SALVAGE_FACTOR, _SALVAGE_BYTES = 4, 1 << 24
"""How much may be read again to find records inside damage: this many times the file, and this many bytes besides."""
# A zstd dictionary is in a frame of its own that readers of other formats skip.
_DICTIONARY_MAGIC = b"\x5d\x2a\x4d\x18"
# Reserved flags are zero; XFL and OS have few values. Fewer false starts inside compressed bytes.
_GZIP_START = re.compile(rb"\x1f\x8b\x08[\x00-\x1f].{4}[\x00\x02\x04][\x00-\x0d\xff]", re.DOTALL)
_ZSTD_START = re.compile(rb"\x28\xb5\x2f\xfd.{6}", re.DOTALL)
_START_BYTES = 10


class Chunk(NamedTuple):
    """Decompressed bytes."""

    data: bytes
    offset: int
    """Where the member begins in the file; in a plain file, where the bytes do."""
    is_first: bool
    """Whether they are the first of a member."""


class BrokenMember(NamedTuple):
    """A member that can't be decompressed."""

    offset: int
    reason: str
    head: bytes = b""
    """Its first bytes, as far as they can be decompressed."""


Event = Chunk | BrokenMember


@dataclass(frozen=True)
class _Codec:
    name: str
    start: re.Pattern[bytes]
    make: Callable[[], Any]
    """Makes a decompressor for one member: decompress(bytes), eof, unused_data."""
    errors: tuple[type[Exception], ...]
    """What a broken member raises, and EOFError for one that is cut off."""
    probe_bytes: int
    """Input that shows whether a member begins a WARC record. zstd has no output before the end of a block."""
    step_bytes: int
    """Input of one call while probing: a call that finds damage returns nothing."""


def read_chunks(file: IO[bytes]) -> Iterator[Event]:
    """The decompressed bytes of a file, whatever its compression."""
    start = file.read(CHUNK_BYTES)
    try:
        codec = _codec(file, start)
    except InputError as error:
        yield BrokenMember(0, str(error))
        return
    if codec is not None:
        yield from _Members(file, codec, start).events()
        return
    offset, data = 0, start
    while data:
        yield Chunk(data, offset, offset == 0)
        offset += len(data)
        data = file.read(CHUNK_BYTES)


def _codec(file: IO[bytes], start: bytes) -> _Codec | None:
    if start.startswith(b"\x1f\x8b"):
        reader: Any = zlib
        # The same results in half the time, if it is installed.
        if find_spec("isal"):
            reader = import_module("isal.isal_zlib")
        return _Codec(
            "gzip", _GZIP_START, lambda: reader.decompressobj(31), (zlib.error, reader.error, EOFError), 512, 64
        )
    if start.startswith((b"\x28\xb5\x2f\xfd", _DICTIONARY_MAGIC)):
        return _zstd(_dictionary(file, start))
    return None


def _zstd(dictionary: bytes | None) -> _Codec:
    try:
        import zstandard
    except ImportError:
        raise MissingPackageError("zstandard", "batch") from None
    known = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
    try:
        make = zstandard.ZstdDecompressor(dict_data=known, max_window_size=_ZSTD_WINDOW_BYTES).decompressobj
        make()
    except zstandard.ZstdError as error:
        raise InputError(f"the zstd dictionary is damaged: {error}") from error
    return _Codec("zstd", _ZSTD_START, make, (zstandard.ZstdError, EOFError), CHUNK_BYTES, _ZSTD_STEP_BYTES)


def _dictionary(file: IO[bytes], start: bytes) -> bytes | None:
    """The dictionary at the start of the file, as the WARC zstd draft defines it; it may itself be compressed."""
    if not start.startswith(_DICTIONARY_MAGIC):
        return None
    import zstandard

    n_bytes = int.from_bytes(start[4:8], "little")
    if n_bytes > _MAX_DICTIONARY_BYTES:
        raise InputError(
            f"the zstd dictionary of the file has {n_bytes:,} bytes, the limit is {_MAX_DICTIONARY_BYTES:,}"
        )
    data = start[8 : 8 + n_bytes]
    if len(data) < n_bytes:
        data += file.read(n_bytes - len(data))
        file.seek(CHUNK_BYTES)
    if not data.startswith(b"\x28\xb5\x2f\xfd"):
        return data
    try:
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=_MAX_DICTIONARY_BYTES)
    except zstandard.ZstdError as error:
        raise InputError(f"the zstd dictionary is damaged: {error}") from error


class _Members:
    """The members of a compressed file, one after the other."""

    def __init__(self, file: IO[bytes], codec: _Codec, start: bytes) -> None:
        self.file, self.codec = file, codec
        self.buffer, self.offset = start, 0
        """What was read and not yet used, and where it begins in the file."""
        self.furthest = 0
        """The highest offset that was decompressed."""
        self.n_reread = 0
        """Bytes that were read again to find members inside damage."""

    def events(self) -> Iterator[Event]:
        while self.buffer or self._fill():
            if self._skips_frame():
                continue
            start = self.offset
            try:
                yield from self._member(start)
            except self.codec.errors as error:
                is_cut = isinstance(error, EOFError)
                reason = str(error) if is_cut else f"{self.codec.name} can't be decompressed: {error}"
                self.furthest = max(self.furthest, self.offset + len(self.buffer))
                head = self._head(start)
                n_skipped = self._n_skipped(start + 1)
                if n_skipped:
                    reason += f"; {n_skipped:,} bytes after it were not searched for records"
                yield BrokenMember(start, reason, head)
                self._resync(start + 1 + n_skipped)

    def _head(self, start: int) -> bytes:
        """The first bytes of a member, decompressed in small steps up to where it breaks."""
        self._seek(start)
        content = self.file.read(CHUNK_BYTES)
        self.n_reread += len(content)
        decompressor, found = self.codec.make(), b""
        with suppress(*self.codec.errors):
            for place in range(0, len(content), self.codec.step_bytes):
                if len(found) >= _HEAD_BYTES:
                    break
                found += self._output(decompressor, content[place : place + self.codec.step_bytes])
        return found[:CHUNK_BYTES]

    def _member(self, start: int) -> Iterator[Event]:
        decompressor = self.codec.make()
        is_first = True
        while not decompressor.eof:
            is_over = not self.buffer and not self._fill()
            if is_over and not (self.codec.name == "gzip" and _finish(decompressor)):
                raise EOFError("the file ends inside a compressed record")
            for data in self._decompress(decompressor):
                yield Chunk(data, start, is_first)
                is_first = False

    def _decompress(self, decompressor: Any) -> Iterator[bytes]:
        """The output for the buffer, in bounded steps, because little input can expand to gigabytes."""
        is_gzip = self.codec.name == "gzip"
        position = 0
        while position < len(self.buffer) and not decompressor.eof:
            step = self.buffer[position : None if is_gzip else position + _ZSTD_STEP_BYTES]
            data = self._output(decompressor, step)
            position += len(step)
            if decompressor.eof:
                position -= len(decompressor.unused_data)
            elif is_gzip:
                position -= len(decompressor.unconsumed_tail)
            if data:
                yield data
        self._drop(position)

    def _output(self, decompressor: Any, data: bytes) -> bytes:
        limits = (_OUTPUT_BYTES,) if self.codec.name == "gzip" else ()
        output: bytes = decompressor.decompress(data, *limits)
        return output

    def _skips_frame(self) -> bool:
        """Goes past a zstd frame that carries no data, such as the dictionary."""
        if self.codec.name != "zstd" or self.buffer[1:4] != b"\x2a\x4d\x18":
            return False
        self._seek(self.offset + 8 + int.from_bytes(self.buffer[4:8], "little"))
        return True

    def _n_skipped(self, offset: int) -> int:
        """How many bytes from an offset on are not worth reading again to find members inside damage.

        Damage may have swallowed whole members, so the search for the next one begins right after the start of the
        broken one. In a file made to hurt, every member swallows all that follow it, and the time would grow with the
        square of its size. So no more than a multiple of the file is read again.
        """
        self.n_reread += max(self.furthest - offset, 0)
        return max(self.furthest - offset, 0) if self._is_spent() else 0

    def _is_spent(self) -> bool:
        return self.n_reread > _SALVAGE_FACTOR * max(self.furthest, self.offset) + _SALVAGE_BYTES

    def _resync(self, offset: int) -> None:
        """Goes to the next member, from an offset on, that begins a WARC record, or to the end of the file."""
        self._seek(offset)
        position = 0
        while True:
            found = self.codec.start.search(self.buffer, position)
            if found and (len(self.buffer) - found.start() >= self.codec.probe_bytes):
                position = found.start()
            else:
                # A start may lie across the border of what was read.
                self._drop(found.start() if found else max(len(self.buffer) - _START_BYTES + 1, position))
                position, is_filled = 0, self._fill()
                if not found and not is_filled:
                    self._drop(len(self.buffer))
                    return
                if is_filled or not found:
                    continue
            if self._begins_record(position):
                self._drop(position)
                return
            position = len(self.buffer) if self._is_spent() else position + 1

    def _begins_record(self, position: int) -> bool:
        """Whether a member at a position of the buffer begins a record. It may be damaged further on."""
        decompressor, found = self.codec.make(), b""
        with suppress(*self.codec.errors):
            for start in range(position, position + self.codec.probe_bytes, self.codec.step_bytes):
                self.n_reread += self.codec.step_bytes
                found += self._output(decompressor, self.buffer[start : start + self.codec.step_bytes])
                if len(found) >= len(_RECORD_START) or decompressor.eof:
                    break
        return found.startswith(_RECORD_START)

    def _seek(self, offset: int) -> None:
        self.file.seek(offset)
        self.offset, self.buffer = offset, b""

    def _drop(self, n_bytes: int) -> None:
        self.offset += n_bytes
        self.buffer = self.buffer[n_bytes:]

    def _fill(self) -> bool:
        data = self.file.read(CHUNK_BYTES)
        self.buffer += data
        return bool(data)


def _finish(decompressor: Any) -> bool:
    """Whether zlib had read all input and only had to be called once more to notice the end."""
    return decompressor.decompress(b"", 1) == b"" and bool(decompressor.eof)
