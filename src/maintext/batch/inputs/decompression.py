"""A file -> its decompressed bytes in pieces, and what is damaged in it.

    Chunk   bytes, and where the compressed member or frame they come from begins
    BrokenMember  a member can't be decompressed; reading went on at the next one that begins a WARC record, if any

Files are plain, gzip or zstd, by their first bytes; gzip and zstd in one member, in one a record, or in
blocks of any size. Never holds more than a few pieces, however large the file or whatever a member expands to.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import IO, Any, NamedTuple

from maintext.errors import InputError, MissingPackageError

# Small, because what a decompressor leaves of a piece is copied; a web page is about this size, compressed.
CHUNK_BYTES = 1 << 16
_START = b"WARC/"
_STEP_BYTES = 64
# Of a record's beginning, to know its address.
_ENOUGH_BYTES = 1000
# A zstd dictionary, in a frame of its own that others skip.
_DICTIONARY_MAGIC = b"\x5d\x2a\x4d\x18"


class Chunk(NamedTuple):
    """Some bytes."""

    data: bytes
    offset: int
    """Where the member begins in the file; for a plain file, where the bytes do."""
    is_first: bool
    """Whether they begin a member."""


class BrokenMember(NamedTuple):
    """A member that can't be decompressed."""

    offset: int
    why: str
    beginning: bytes = b""
    """What can be read of its first bytes."""


Event = Chunk | BrokenMember


@dataclass(frozen=True)
class _Codec:
    name: str
    magic: bytes
    make: Callable[[], Any]
    """Makes a decompressor for one member: decompress(bytes), eof, unused_data."""
    errors: tuple[type[Exception], ...]


def read_chunks(file: IO[bytes]) -> Iterator[Event]:
    """The decompressed bytes of a file, whatever its compression."""
    start = file.read(CHUNK_BYTES)
    try:
        codec = _codec(file, start)
    except InputError as error:
        yield BrokenMember(0, str(error))
        return
    if codec is None:
        yield from _plain(file, start)
    else:
        yield from _Members(file, codec, start).events()


def _plain(file: IO[bytes], data: bytes) -> Iterator[Event]:
    offset = 0
    while data:
        yield Chunk(data, offset, offset == 0)
        offset += len(data)
        data = file.read(CHUNK_BYTES)


def _codec(file: IO[bytes], start: bytes) -> _Codec | None:
    if start.startswith(b"\x1f\x8b"):
        return _gzip()
    if start.startswith((b"\x28\xb5\x2f\xfd", _DICTIONARY_MAGIC)):
        return _zstd(_dictionary(file, start))
    return None


def _gzip() -> _Codec:
    reader: Any = zlib
    # The same answers in half the time, if it is there.
    if find_spec("isal"):
        reader = import_module("isal.isal_zlib")
    return _Codec("gzip", b"\x1f\x8b\x08", lambda: reader.decompressobj(31), (zlib.error, reader.error))


def _zstd(dictionary: bytes | None) -> _Codec:
    try:
        import zstandard
    except ImportError:
        raise MissingPackageError("zstandard", "batch") from None
    known = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
    try:
        make = zstandard.ZstdDecompressor(dict_data=known).decompressobj
        make()
    except zstandard.ZstdError as error:
        raise InputError(f"the file's dictionary is damaged: {error}") from error
    return _Codec("zstd", b"\x28\xb5\x2f\xfd", make, (zstandard.ZstdError,))


def _dictionary(file: IO[bytes], start: bytes) -> bytes | None:
    """The dictionary that opens the file, as the WARC zstd draft has it; itself it may be compressed."""
    if not start.startswith(_DICTIONARY_MAGIC):
        return None
    import zstandard

    n_bytes = int.from_bytes(start[4:8], "little")
    data = start[8 : 8 + n_bytes]
    if len(data) < n_bytes:
        data += file.read(n_bytes - len(data))
        file.seek(CHUNK_BYTES)
    if not data.startswith(b"\x28\xb5\x2f\xfd"):
        return data
    try:
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=1 << 27)
    except zstandard.ZstdError as error:
        raise InputError(f"the file's dictionary is damaged: {error}") from error


def _finish(decompressor: Any) -> bool:
    """Whether zlib was only waiting to be asked once more; it then had nothing left to give."""
    return decompressor.decompress(b"", 1) == b"" and bool(decompressor.eof)


class _Members:
    """The members of a compressed file, one after the other."""

    def __init__(self, file: IO[bytes], codec: _Codec, start: bytes) -> None:
        self.file, self.codec = file, codec
        self.buffer, self.offset = start, 0
        """What was read and not yet used, and where it begins in the file."""

    def events(self) -> Iterator[Event]:
        while self.buffer or self._fill():
            if self._skips_frame():
                continue
            start = self.offset
            try:
                yield from self._member(start)
            except self.codec.errors as error:
                yield BrokenMember(start, f"{self.codec.name} can't be decompressed: {error}", self._beginning(start))
                self._resync(start + 1)
            except EOFError as error:
                yield BrokenMember(start, str(error), self._beginning(start))
                # Damage may have made a record out of all that follows.
                self._resync(start + 1)

    def _beginning(self, start: int) -> bytes:
        """The first bytes of a member, read in small steps up to where it breaks."""
        self._seek(start)
        content = self.file.read(CHUNK_BYTES)
        decompressor, found = self.codec.make(), b""
        with suppress(*self.codec.errors):
            for place in range(0, len(content), _STEP_BYTES):
                if len(found) >= _ENOUGH_BYTES:
                    break
                found += decompressor.decompress(content[place : place + _STEP_BYTES])
        return found

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
        """What the buffer gives; zlib in bounded steps, because little can expand to much."""
        taken, self.buffer = self.buffer, b""
        n_taken = len(taken)
        if self.codec.name != "gzip":
            data = decompressor.decompress(taken)
            self._give_back(decompressor, n_taken)
            if data:
                yield data
            return
        while taken and not decompressor.eof:
            data = decompressor.decompress(taken, 64 * CHUNK_BYTES)
            taken = decompressor.unconsumed_tail
            if decompressor.eof:
                self._give_back(decompressor, n_taken)
                n_taken = 0
            if data:
                yield data
        self.offset += n_taken

    def _give_back(self, decompressor: Any, n_taken: int) -> None:
        self.buffer = decompressor.unused_data
        self.offset += n_taken - len(self.buffer)

    def _skips_frame(self) -> bool:
        """Goes past a zstd frame that carries no data, such as the dictionary."""
        if self.codec.name != "zstd" or self.buffer[1:4] != b"\x2a\x4d\x18":
            return False
        self._seek(self.offset + 8 + int.from_bytes(self.buffer[4:8], "little"))
        return True

    def _resync(self, offset: int) -> None:
        """Goes to the next member from there on that begins a WARC record, or to the end of the file."""
        self._seek(offset)
        while self.buffer or self._fill():
            found = self.buffer.find(self.codec.magic)
            if found < 0:
                # The magic may lie across the border of what was read.
                keep = self.buffer[-len(self.codec.magic) + 1 :]
                self.offset += len(self.buffer) - len(keep)
                self.buffer = keep
                if not self._fill():
                    self.offset, self.buffer = self.offset + len(self.buffer), b""
                continue
            self.offset, self.buffer = self.offset + found, self.buffer[found:]
            if self._begins_record():
                return
            self._seek(self.offset + 1)

    def _begins_record(self) -> bool:
        """Whether a member here begins a record. It may itself be damaged further on; that is for later."""
        offset = self.offset
        begins = self._beginning(offset).startswith(_START)
        self._seek(offset)
        return begins

    def _seek(self, offset: int) -> None:
        self.file.seek(offset)
        self.offset, self.buffer = offset, b""

    def _fill(self) -> bool:
        data = self.file.read(CHUNK_BYTES)
        self.buffer += data
        return bool(data)
