"""The body of a WARC response -> status, content type and the page's bytes, encodings of the transfer undone."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

from maintext.errors import InputError

MAX_PAGE_BYTES = 64 * 1024**2
"""What a page may expand to."""
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[^\n\r]{0,200}\r\n")
_STATUS_LINE = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})")


@dataclass(frozen=True)
class Response:
    """An HTTP response."""

    status: int
    content_type: str
    """As the header has it; empty if there is none."""
    page: bytes


def read_response(body: bytes) -> Response:
    """Splits a response; InputError if it is none, or can't be decoded."""
    head_stop = body.find(b"\r\n\r\n", 0, 1 << 16)
    n_gap = 4
    if head_stop < 0:
        head_stop, n_gap = body.find(b"\n\n", 0, 1 << 16), 2
    status = _STATUS_LINE.match(body)
    if status is None or head_stop < 0:
        raise InputError("the record holds no HTTP response")
    headers = _headers(body[:head_stop])
    page = _decoded(body[head_stop + n_gap :], headers)
    return Response(int(status[1]), headers.get("content-type", ""), page)


def _headers(head: bytes) -> dict[str, str]:
    pairs = (line.partition(":") for line in head.decode("latin-1").split("\n")[1:])
    # The first of a name counts, as in browsers that get two types.
    headers: dict[str, str] = {}
    for name, _, value in pairs:
        headers.setdefault(name.strip().lower(), value.strip())
    return headers


def _decoded(page: bytes, headers: dict[str, str]) -> bytes:
    """Many crawlers undo the encodings and keep the headers, so bytes are only decoded if they look encoded."""
    if "chunked" in headers.get("transfer-encoding", "").lower():
        page = _without_chunks(page)
    for encoding in reversed(headers.get("content-encoding", "").lower().split(",")):
        name = encoding.strip()
        if name in {"gzip", "x-gzip"} and page.startswith(b"\x1f\x8b"):
            page = _inflate(page, 31)
        elif name == "deflate" and not page.lstrip().startswith(b"<"):
            # Servers disagree on whether deflate has a header.
            page = _inflate(page, 15 if page[:1] == b"\x78" else -15)
        elif name not in {"", "identity", "gzip", "x-gzip", "deflate"} and not page.lstrip().startswith(b"<"):
            raise InputError(f"the content encoding {name} can't be decoded")
    return page


def _without_chunks(page: bytes) -> bytes:
    """The chunks joined; bytes that are not chunked stay as they are."""
    pieces: list[bytes] = []
    position = 0
    while True:
        size = _CHUNK_SIZE.match(page, position)
        if size is None:
            return b"".join([*pieces, page[position:]])
        n_bytes = int(size[1], 16)
        if n_bytes == 0:
            return b"".join(pieces)
        pieces.append(page[size.end() : size.end() + n_bytes])
        position = size.end() + n_bytes + len(b"\r\n")


def _inflate(page: bytes, window_bits: int) -> bytes:
    try:
        inflated = zlib.decompressobj(window_bits).decompress(page, MAX_PAGE_BYTES)
    except zlib.error as error:
        raise InputError(f"the page can't be decompressed: {error}") from error
    return inflated
