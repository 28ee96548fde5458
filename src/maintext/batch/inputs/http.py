"""The body of a WARC response -> status, content type and the decoded bytes of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from maintext.errors import InputError
from maintext.fetch.decompression import DecompressionLimits, Decompressor

MAX_PAGE_BYTES = 64 * 1024**2
"""The largest page after decompression."""
MAX_SIGNALS = 20
"""Headers with requests of the publisher that are read."""
_MAX_HEAD_BYTES = 1 << 16
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})(?:[ \t;][^\n\r]{0,200})?\r\n")
_STATUS_LINE = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})")
_HEAD_END = re.compile(rb"\r\n\r\n")
_BARE_HEAD_END = re.compile(rb"\n\n")


@dataclass(frozen=True)
class Response:
    """An HTTP response."""

    status: int
    content_type: str
    """The header's value; empty if there is none."""
    page: bytes
    signals: str | None = None
    """The headers in which the publisher asks something of machines, one per line; None if there are none."""


SIGNALS = ("x-robots-tag", "content-signal", "tdm-reservation")
_READ = ("content-type", "transfer-encoding", "content-encoding", *SIGNALS)
# A line of a header that is read. Other lines, which are most, are not even decoded. Space is that of `str.strip`.
_HEADER = re.compile(
    rb"\n[\t\r\f\v\x1c-\x1f \x85\xa0]*(%b)[\t\r\f\v\x1c-\x1f \x85\xa0]*(?::([^\n]*)|(?=\n|\Z))"
    % "|".join(_READ).encode(),
    re.IGNORECASE,
)


def read_response(body: bytes | memoryview) -> Response:
    """Splits a response. Raises InputError if it is not one, and a FetchError if it can't be decompressed."""
    head_end = _HEAD_END.search(body, 0, _MAX_HEAD_BYTES) or _BARE_HEAD_END.search(body, 0, _MAX_HEAD_BYTES)
    status = _STATUS_LINE.match(body)
    if status is None or head_end is None:
        raise InputError("the record holds no HTTP response")
    headers: dict[str, str] = {}
    signals = []
    for line in _HEADER.findall(bytes(body[: head_end.start()])):
        name, value = (part.decode("latin-1").strip() for part in line)
        name = name.lower()
        # The first of several headers with the same name counts, as in browsers; requests of publishers add up.
        headers.setdefault(name, value)
        if name in SIGNALS:
            signals.append(f"{name}: {value}")
    page = _decode(bytes(body[head_end.end() :]), headers)
    return Response(int(status[1]), headers.get("content-type", ""), page, "\n".join(signals[:MAX_SIGNALS]) or None)


def _decode(page: bytes, headers: dict[str, str]) -> bytes:
    """Undoes transfer and content encodings.

    Many crawlers undo them and keep the headers, so bytes that look like HTML are returned as they are.
    """
    if "chunked" in headers.get("transfer-encoding", "").lower():
        page = _join_chunks(page)
    encoding = headers.get("content-encoding", "")
    is_gzip = encoding.strip().lower() in {"gzip", "x-gzip"}
    is_html = page[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    if not encoding or (not page.startswith(b"\x1f\x8b") if is_gzip else is_html):
        return page
    decompressor = Decompressor(encoding, DecompressionLimits(max_bytes=MAX_PAGE_BYTES))
    decoded = b"".join(decompressor.feed(page))
    # Crawlers cut off long bodies; what was decoded before the cut is the page.
    if page and not decoded and not decompressor.is_finished:
        raise InputError("the compressed body ends before its first byte")
    return decoded


def _join_chunks(page: bytes) -> bytes:
    """The chunks joined; bytes that are not chunked stay as they are."""
    joined = bytearray()
    position = 0
    while True:
        size = _CHUNK_SIZE.match(page, position)
        if size is None:
            joined += page[position:]
            return bytes(joined)
        n_bytes = int(size[1], 16)
        if n_bytes == 0:
            return bytes(joined)
        joined += page[size.end() : size.end() + n_bytes]
        position = size.end() + n_bytes + len(b"\r\n")
