"""HTTP request -> the bytes of its body, within limits of size, memory and decompression."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from maintext.errors import BusyError, PageTooLargeError, RequestError

if TYPE_CHECKING:
    from starlette.requests import Request

DRAIN_FACTOR = 4
"""A body that is too large is read up to this many times the limit: a client that is cut off never reads why."""
N_LARGEST_BODIES = 25
"""Bodies of the largest size that fit into memory together; a request that would need more gets 503."""
MAX_MEMBERS = 1000
"""A gzip body may have several members, as those of bgzip, which have 64 kB each. Empty ones cost time and bring
nothing."""
SLICE_BYTES = 65_536
_GZIP = ("gzip", "x-gzip")


class Bodies:
    """Reads bodies of requests, and knows how many bytes of them are in memory. Belongs to one event loop."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.n_held = 0

    @asynccontextmanager
    async def read(self, request: Request) -> AsyncIterator[bytes]:
        """The decoded body. It counts as held until the block ends, that is until the request is answered."""
        is_gzip = _is_gzip(request)
        n_before = 0
        try:
            body, n_read = bytearray(), 0
            async for piece in request.stream():
                n_read += len(piece)
                if n_read <= self.max_bytes:
                    self._hold(len(piece))
                    n_before += len(piece)
                    body += piece
                elif n_read > DRAIN_FACTOR * self.max_bytes:
                    break
            if n_read > self.max_bytes:
                raise PageTooLargeError(n_read, self.max_bytes)
            whole = bytes(body)
            if is_gzip:
                whole = await asyncio.to_thread(unzipped, whole, self.max_bytes)
                self._hold(len(whole))
                n_before += len(whole)
            yield whole
        finally:
            self.n_held -= n_before

    def _hold(self, n_bytes: int) -> None:
        if self.n_held + n_bytes > N_LARGEST_BODIES * self.max_bytes:
            raise BusyError(f"requests under way hold {self.n_held:,} bytes already", 5)
        self.n_held += n_bytes


def content_coding(request: Request) -> str:
    """The Content-Encoding of a body in small letters, empty if there is none."""
    names = ",".join(request.headers.getlist("content-encoding")).lower().split(",")
    return ", ".join(name for name in map(str.strip, names) if name not in ("", "identity"))


def _is_gzip(request: Request) -> bool:
    from starlette.exceptions import HTTPException

    coding = content_coding(request)
    if coding and coding not in _GZIP:
        # RFC 7694: the header lists what the server could have decoded.
        raise HTTPException(415, f"Content-Encoding {coding[:100]} is not supported", {"Accept-Encoding": "gzip"})
    return bool(coding)


def unzipped(body: bytes, max_bytes: int) -> bytes:
    """The content of a gzip body, of one member or several."""
    from starlette.exceptions import HTTPException

    pieces: list[bytes] = []
    n_left, n_members, position, member = max_bytes, 0, 0, None
    while position < len(body):
        if member is None or member.eof:
            n_members += 1
            if n_members > MAX_MEMBERS:
                raise RequestError(f"the body has more than {MAX_MEMBERS:,} gzip members")
            member = zlib.decompressobj(31)
        # In slices, because zlib copies what follows a member.
        part = body[position : position + SLICE_BYTES]
        try:
            # One byte more than the limit distinguishes a body that fits from one that does not.
            pieces.append(member.decompress(part, n_left + 1))
        except zlib.error as error:
            raise RequestError(f"the body is not valid gzip: {error}") from error
        position += len(part) - len(member.unused_data) - len(member.unconsumed_tail)
        n_left -= len(pieces[-1])
        if n_left < 0:
            raise HTTPException(413, f"the body has more than {max_bytes:,} bytes after decompression")
    if member is not None and not member.eof:
        raise RequestError("the gzip body is cut off")
    return b"".join(pieces)
