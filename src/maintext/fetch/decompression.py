"""Pieces of a compressed body -> pieces of the body, each small whatever the input: gzip, deflate, br, zstd.

Bombs are refused by whoever counts the pieces, so no decoder may give one large piece: 64 KB of zstd can stand for
2 GB.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Protocol

from maintext.errors import BrokenResponseError, MissingPackageError

PIECE_BYTES = 262_144
"""The largest piece a decoder gives."""
MAX_CODINGS = 3
"""Servers use one, proxies may add one; more are made to hurt."""
ZSTD_WINDOW_LOG = 23
"""RFC 9659: no more than 8 MB of window for content that is sent over HTTP."""


class Decoder(Protocol):
    """Decompresses a stream piece by piece."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What the next piece of input gives."""
        ...

    @property
    def is_finished(self) -> bool:
        """Whether the stream is whole."""
        ...

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What it raises when the stream is broken."""
        ...


class Gzip:
    """RFC 1952; several members in a row are one stream, what follows the last one is ignored."""

    errors: tuple[type[Exception], ...] = (zlib.error,)

    def __init__(self) -> None:
        self._member = zlib.decompressobj(31)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What the next piece of input gives."""
        while data:
            if self._member.eof:
                if not data.startswith(b"\x1f"):
                    return
                self._member = zlib.decompressobj(31)
            yield from _inflated(self._member, data)
            data = self._member.unused_data

    @property
    def is_finished(self) -> bool:
        """Whether the last member is whole."""
        return self._member.eof


class Deflate:
    """RFC 1950 as the standard says, or RFC 1951 as some servers have it: the first two bytes tell."""

    errors: tuple[type[Exception], ...] = (zlib.error,)

    def __init__(self) -> None:
        self._head = b""
        self._stream: Any = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What the next piece of input gives."""
        if self._stream is None:
            data = self._head = self._head + data
            if len(data) < 2:
                return
            is_wrapped = data[0] & 15 == 8 and (data[0] << 8 | data[1]) % 31 == 0
            self._stream = zlib.decompressobj(15 if is_wrapped else -15)
        yield from _inflated(self._stream, data)

    @property
    def is_finished(self) -> bool:
        """Whether the stream is whole."""
        return self._stream is not None and self._stream.eof


class Brotli:
    """RFC 7932."""

    def __init__(self) -> None:
        package = _package("brotli", "brotli")
        self._stream = package.Decompressor()
        self.errors: tuple[type[Exception], ...] = (package.error,)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What the next piece of input gives."""
        piece = self._stream.process(data, output_buffer_limit=PIECE_BYTES)
        # Until nothing comes: the stream calls itself finished when its last piece is still inside.
        while piece:
            yield piece
            piece = self._stream.process(b"", output_buffer_limit=PIECE_BYTES)

    @property
    def is_finished(self) -> bool:
        """Whether the stream is whole."""
        return bool(self._stream.is_finished())


class Zstandard:
    """RFC 8878; several frames in a row are one stream."""

    def __init__(self) -> None:
        self._package = zstandard_package()
        self._frame = self._new_frame()
        self.errors: tuple[type[Exception], ...] = (self._package.ZstdError,)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What the next piece of input gives."""
        while data or not (self._frame.eof or self._frame.needs_input):
            if self._frame.eof:
                self._frame = self._new_frame()
            yield self._frame.decompress(data, PIECE_BYTES)
            data = self._frame.unused_data if self._frame.eof else b""

    @property
    def is_finished(self) -> bool:
        """Whether the last frame is whole."""
        return bool(self._frame.eof)

    def _new_frame(self) -> Any:
        parameter = self._package.DecompressionParameter.window_log_max
        return self._package.ZstdDecompressor(options={parameter: ZSTD_WINDOW_LOG})


def _inflated(stream: Any, data: bytes) -> Iterator[bytes]:
    """What zlib makes of the input, up to the stream's end."""
    piece = b""
    # A full piece may have more behind it even when no input is left.
    while not stream.eof and (data or len(piece) == PIECE_BYTES):
        piece = stream.decompress(data, PIECE_BYTES)
        data = stream.unconsumed_tail
        yield piece


DECODERS: dict[str, type[Decoder]] = {
    "br": Brotli,
    "deflate": Deflate,
    "gzip": Gzip,
    "x-gzip": Gzip,
    "zstd": Zstandard,
}
ACCEPTED = "gzip, deflate, br, zstd"


def decoders(content_encoding: str | None) -> list[Decoder]:
    """The decoders for a Content-Encoding, in the order in which they must run."""
    names = [name.strip().lower() for name in (content_encoding or "").split(",")]
    names = [name for name in names if name and name != "identity"]
    if len(names) > MAX_CODINGS:
        raise BrokenResponseError(f"compressed {len(names)} times over, the limit is {MAX_CODINGS}")
    if unknown := [name for name in names if name not in DECODERS]:
        raise BrokenResponseError(f"compressed by {unknown[0]!r}, which nobody asked for")
    return [DECODERS[name]() for name in reversed(names)]


def decompress(data: bytes, chain: list[Decoder]) -> Iterator[bytes]:
    """What a piece of input gives after all decoders."""
    try:
        yield from _through([data], chain)
    except tuple(kind for decoder in chain for kind in decoder.errors) as error:
        raise BrokenResponseError(f"the compression is broken: {error}") from error


def _through(pieces: Iterable[bytes], chain: list[Decoder]) -> Iterator[bytes]:
    if not chain:
        yield from pieces
        return
    for piece in pieces:
        yield from _through(chain[0].feed(piece), chain[1:])


def zstandard_package() -> Any:
    """Python's own module for zstd, or the same for Pythons that have none."""
    if sys.version_info >= (3, 14):
        return import_module("compression.zstd")
    return _package("backports.zstd", "backports.zstd")


def _package(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingPackageError(package, "crawl") from error
