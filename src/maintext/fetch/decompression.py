"""The bytes of a compressed body -> the bytes of the body, in bounded steps: gzip, deflate, br, zstd.

A small body can be made to cost any amount of work. It can expand to gigabytes (64 KB of zstd hold 2 GB), or to
nothing at all: two layers of zstd around empty frames turn 100 bytes into 100,000 frames that each take longer to open
than a kilobyte of text takes to decode. So four things are counted over all layers: the bytes that each layer gives,
the frames that are opened, the processor time, and the layers themselves. No step takes more than a small piece of
input or gives more than a small piece of output, so that the caller can stop between any two steps.
"""

from __future__ import annotations

import sys
import time
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from maintext.errors import BrokenResponseError, MissingPackageError, ResponseTooLargeError

PIECE_BYTES = 262_144
"""The largest output of one step."""
INPUT_BYTES = 16_384
"""The largest input of one step."""
MAX_ENCODINGS = 2
"""Servers apply one, and a proxy may add another."""
MAX_FRAMES = 2_000
"""gzip members and zstd frames in one body. bgzip, which uses the most, puts 64 KB into each: 800 in 50 MB."""
ZSTD_WINDOW_LOG = 23
"""RFC 9659 limits the window to 8 MB for content that is sent over HTTP."""


class Decoder(Protocol):
    """Decodes one layer of compression."""

    n_frames: int
    """gzip members or zstd frames that were opened."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The output for the next input, in pieces that may be empty."""
        ...

    @property
    def is_finished(self) -> bool:
        """Whether the stream is complete."""
        ...

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """The exceptions that mean a broken stream."""
        ...


class Gzip:
    """RFC 1952. Several members are one stream; bytes after the last member are ignored."""

    errors: tuple[type[Exception], ...] = (zlib.error,)

    def __init__(self) -> None:
        self.n_frames = 1
        self._member = zlib.decompressobj(31)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The output for the next input."""
        while data:
            if self._member.eof:
                if not data.startswith(b"\x1f"):
                    return
                self._member = zlib.decompressobj(31)
                self.n_frames += 1
            yield from _inflate(self._member, data)
            data = self._member.unused_data

    @property
    def is_finished(self) -> bool:
        """Whether the last member is complete."""
        return self._member.eof


class Deflate:
    """RFC 1950 as the standard requires, or RFC 1951 as some servers send it; the first two bytes decide."""

    errors: tuple[type[Exception], ...] = (zlib.error,)

    def __init__(self) -> None:
        self.n_frames = 1
        self._head = b""
        self._stream: Any = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The output for the next input."""
        if self._stream is None:
            data = self._head = self._head + data
            if len(data) < 2:
                return
            is_wrapped = data[0] & 15 == 8 and (data[0] << 8 | data[1]) % 31 == 0
            self._stream = zlib.decompressobj(15 if is_wrapped else -15)
        yield from _inflate(self._stream, data)

    @property
    def is_finished(self) -> bool:
        """Whether the stream is complete."""
        return self._stream is not None and self._stream.eof


class Brotli:
    """RFC 7932."""

    def __init__(self) -> None:
        package = _package("brotli", "brotli")
        self.n_frames = 1
        self._stream = package.Decompressor()
        self.errors: tuple[type[Exception], ...] = (package.error,)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The output for the next input."""
        piece = self._stream.process(data, output_buffer_limit=PIECE_BYTES)
        # Until nothing comes: the stream reports that it is finished while its last piece is still inside.
        while piece:
            yield piece
            piece = self._stream.process(b"", output_buffer_limit=PIECE_BYTES)

    @property
    def is_finished(self) -> bool:
        """Whether the stream is complete."""
        return bool(self._stream.is_finished())


class Zstandard:
    """RFC 8878. Several frames are one stream."""

    def __init__(self) -> None:
        self._package = zstandard_package()
        self.n_frames = 1
        self._frame = self._new_frame()
        self.errors: tuple[type[Exception], ...] = (self._package.ZstdError,)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The output for the next input."""
        while data or not (self._frame.eof or self._frame.needs_input):
            if self._frame.eof:
                self._frame = self._new_frame()
                self.n_frames += 1
            yield self._frame.decompress(data, PIECE_BYTES)
            data = self._frame.unused_data if self._frame.eof else b""

    @property
    def is_finished(self) -> bool:
        """Whether the last frame is complete."""
        return bool(self._frame.eof)

    def _new_frame(self) -> Any:
        parameter = self._package.DecompressionParameter.window_log_max
        return self._package.ZstdDecompressor(options={parameter: ZSTD_WINDOW_LOG})


def _inflate(stream: Any, data: bytes) -> Iterator[bytes]:
    """The output of zlib, up to the end of the stream."""
    piece = b""
    # After a full piece zlib may hold more output, even when it has read all input.
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


def accepted_encodings() -> str:
    """The value of Accept-Encoding: the encodings whose packages are installed."""
    has_zstd = sys.version_info >= (3, 14) or _is_installed("backports.zstd")
    optional = [name for name, is_there in (("br", _is_installed("brotli")), ("zstd", has_zstd)) if is_there]
    return ", ".join(["gzip", "deflate", *optional])


@dataclass(frozen=True)
class DecompressionLimits:
    """What decompressing one body may cost."""

    max_bytes: int = 50_000_000
    """Output of each layer."""
    max_frames: int = MAX_FRAMES
    max_seconds: float = 10.0
    """Processor time. Ordinary bodies take 5 ms per megabyte."""


class Decompressor:
    """Decodes the body of one response, layer by layer, within the limits.

    >>> import gzip
    >>> decompressor = Decompressor("gzip")
    >>> b"".join(decompressor.feed(gzip.compress(b"some text"))), decompressor.is_finished
    (b'some text', True)
    """

    def __init__(self, content_encoding: str | None, limits: DecompressionLimits = DecompressionLimits()) -> None:
        self._limits = limits
        self._layers = [_decoder(name) for name in reversed(_encodings(content_encoding))]
        self._n_bytes = [0] * max(1, len(self._layers))
        self._used_s = 0.0

    @property
    def is_finished(self) -> bool:
        """Whether every layer is complete."""
        return all(layer.is_finished for layer in self._layers)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The body for the next input, in pieces that may be empty: one for each step, so that the caller can stop."""
        slices = (data[start : start + INPUT_BYTES] for start in range(0, len(data), INPUT_BYTES))
        steps = self._decode(slices, 0) if self._layers else self._checked(iter([data]), 0)
        while (piece := self._next_piece(steps)) is not None:
            yield piece

    def _next_piece(self, steps: Iterator[bytes]) -> bytes | None:
        started_s = time.thread_time()
        try:
            return next(steps, None)
        except tuple(kind for layer in self._layers for kind in layer.errors) as error:
            raise BrokenResponseError(f"the compressed body is broken: {error}") from error
        finally:
            # Only the time of this step: between two steps the thread may work on something else.
            self._used_s += time.thread_time() - started_s

    def _decode(self, pieces: Iterable[bytes], number: int) -> Iterator[bytes]:
        """The output of the last layer for input of the layer of that number."""
        if number == len(self._layers):
            yield from pieces
            return
        for piece in pieces:
            # A layer that gives nothing is a step, too.
            yield b""
            yield from self._decode(self._checked(self._layers[number].feed(piece), number), number + 1)

    def _checked(self, pieces: Iterator[bytes], number: int) -> Iterator[bytes]:
        limits = self._limits
        for piece in pieces:
            self._n_bytes[number] += len(piece)
            if self._n_bytes[number] > limits.max_bytes:
                raise ResponseTooLargeError(f"the body has more than {limits.max_bytes:,} bytes after decompression")
            if sum(layer.n_frames for layer in self._layers) > limits.max_frames:
                raise ResponseTooLargeError(f"the compressed body has more than {limits.max_frames:,} frames")
            if self._used_s > limits.max_seconds:
                raise ResponseTooLargeError(f"decompressing the body took longer than {limits.max_seconds:g} s")
            yield piece


def _decoder(name: str) -> Decoder:
    try:
        return DECODERS[name]()
    except MissingPackageError as error:
        # The server sent what Accept-Encoding did not offer.
        raise BrokenResponseError(f"the body has the encoding {name!r}, and {error}") from error


def _encodings(content_encoding: str | None) -> list[str]:
    """The encodings that a header names, in the order in which the server applied them."""
    names = [name.strip().lower() for name in (content_encoding or "").split(",")]
    names = [name for name in names if name and name != "identity"]
    if len(names) > MAX_ENCODINGS:
        raise BrokenResponseError(f"the body was compressed {len(names)} times, the limit is {MAX_ENCODINGS}")
    if unknown := [name for name in names if name not in DECODERS]:
        raise BrokenResponseError(f"the body has the unknown encoding {unknown[0][:100]!r}")
    return names


def zstandard_package() -> Any:
    """The standard library's zstd module, or its backport for Python before 3.14."""
    if sys.version_info >= (3, 14):
        return import_module("compression.zstd")
    return _package("backports.zstd", "backports.zstd")


def _package(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingPackageError(package, "crawl") from error


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
