"""The bytes of a WARC file -> its records, and the places where it is damaged.

A record is returned only if it is whole: it must end where its Content-Length says, followed by line ends. A record
that is cut off, has a wrong length or can't be decompressed is reported as damage, and reading continues at the next
record: at the next compressed member, or where the bytes look like the start of a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, NamedTuple

from maintext.batch.inputs.decompression import read_chunks
from maintext.batch.inputs.record_stream import RecordStream

MAX_RECORD_BYTES = 64 * 1024**2
"""Larger records are skipped: no page is that long, and memory stays small whatever a file declares."""
MAX_HEAD_BYTES = 1 << 16
_MAX_LENGTH_DIGITS = 18
# Inside other bytes a record begins after an empty line; at a boundary, at any first header line.
_NEXT_RECORD = re.compile(rb"(?:(?<=\n\r\n)|(?<=\n\n))WARC/[01]\.\d{1,2}\r?\n")
_ANY_RECORD = re.compile(rb"WARC/[01]\.\d{1,2}\r?\n(?=[A-Za-z][\w-]*:)")
_START = re.compile(rb"WARC/[01]\.")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LOOK_AHEAD = len(b"\r\n\r\nWARC/")


# What crawlers write, in lower case: a look-up takes a third of the time of stripping and lowering a name.
_USUAL_NAMES = {
    name: name.lower()
    for name in (
        "WARC-Type",
        "WARC-Record-ID",
        "WARC-Date",
        "WARC-Warcinfo-ID",
        "WARC-Concurrent-To",
        "WARC-IP-Address",
        "WARC-Target-URI",
        "WARC-Protocol",
        "WARC-Cipher-Suite",
        "WARC-Truncated",
        "WARC-Payload-Digest",
        "WARC-Block-Digest",
        "WARC-Identified-Payload-Type",
        "Content-Length",
        "Content-Type",
    )
}


class Record(NamedTuple):
    """A whole record."""

    headers: dict[str, str]
    """By name in lower case."""
    body: bytes | memoryview | None
    """A view where that saves a copy. None if it is too large."""
    n_bytes: int
    offset: int
    """Where it begins in the file; in the decompressed bytes if no compressed member begins there."""

    @property
    def url(self) -> str:
        """The target URL; empty if there is none. Some writers put it into angle brackets."""
        return _url(self.headers)


class Damage(NamedTuple):
    """A place where a whole record should be and is not."""

    offset: int
    reason: str
    url: str | None = None


def read_records(file: IO[bytes]) -> Iterator[Record | Damage]:
    """The records of a WARC file, plain, gzip or zstd, and its damage, in order."""
    stream = RecordStream(read_chunks(file))
    while not stream.is_over or stream.buffer:
        stream.drop_line_ends()
        n_present = stream.fill(_LOOK_AHEAD)
        if stream.buffer.startswith((b"\r", b"\n")):
            continue
        if _START.match(stream.buffer):
            yield _read_record(stream)
        elif n_present:
            damage = Damage(stream.offset, "these bytes are not a WARC record")
            stream.drop_until(_ANY_RECORD)
            yield damage
        if stream.boundary is not None and not stream.buffer:
            if stream.damage and not stream.tail_is_damaged:
                # A member that broke before it gave any bytes; otherwise they were reported above.
                head = stream.damage.head.rpartition(b"\n")[0]
                yield Damage(stream.damage.offset, stream.damage.reason, _url(_parse_headers(head)) or None)
            stream.cross_boundary()


def _read_record(stream: RecordStream) -> Record | Damage:
    """The record at the front of the stream, which moves past it."""
    offset = stream.offset
    n_present = stream.fill(MAX_HEAD_BYTES)
    head_end = _HEAD_END.search(stream.buffer, 0, MAX_HEAD_BYTES)
    if head_end is None:
        is_cut = n_present < MAX_HEAD_BYTES
        reason = f"{stream.boundary} inside the headers" if is_cut else f"the headers exceed {MAX_HEAD_BYTES:,} bytes"
        return _skip_damaged(stream, Damage(offset, reason), len(b"WARC/"))
    headers = _parse_headers(bytes(stream.buffer[: head_end.start()]))
    n_declared = _content_length(headers)
    if n_declared is None:
        reason = f"Content-Length is {headers.get('content-length', '')[:40]!r}, expected a number"
        return _skip_damaged(stream, Damage(offset, reason, _url(headers) or None), head_end.start())
    if n_declared > MAX_RECORD_BYTES:
        return _skip_large(stream, headers, n_declared, head_end.span())
    stop = head_end.end() + n_declared
    n_present = stream.fill(stop + _LOOK_AHEAD)
    after = bytes(stream.buffer[stop : stop + _LOOK_AHEAD])
    is_damaged = stream.tail_is_damaged and n_present < stop + _LOOK_AHEAD
    if n_present < stop or is_damaged or not _may_follow_a_record(after):
        reason = f"it does not end after the {n_declared:,} bytes it declares"
        if stream.tail_is_damaged:
            reason = stream.boundary or ""
        elif n_present < stop:
            reason = f"it declares {n_declared:,} bytes; {stream.boundary} after {n_present - head_end.end():,}"
        return _skip_damaged(stream, Damage(offset, reason, _url(headers) or None), head_end.start())
    body = memoryview(stream.buffer)[head_end.end() : stop]
    # Bytes never change; a bytearray is written to again.
    record = Record(headers, body if isinstance(stream.buffer, bytes) else bytes(body), n_declared, offset)
    del body
    stream.drop(stop)
    return record


def _skip_damaged(stream: RecordStream, damage: Damage, n_sure: int) -> Damage:
    """Moves past the first `n_sure` bytes to the next record."""
    stream.drop(n_sure)
    stream.drop_until(_NEXT_RECORD)
    return damage


def _skip_large(
    stream: RecordStream, headers: dict[str, str], n_declared: int, head_end: tuple[int, int]
) -> Record | Damage:
    """Skips a record that is too large to hold. Its length is believed only if another record begins where it ends."""
    offset, start = stream.offset, stream.position + head_end[1]
    stream.drop(head_end[0])
    stream.drop_until(_NEXT_RECORD)
    n_present = stream.position - start
    if not stream.tail_is_damaged and n_declared <= n_present <= n_declared + len(b"\r\n\r\n"):
        return Record(headers, None, n_declared, offset)
    reason = f"it declares {n_declared:,} bytes but has {n_present:,}"
    return Damage(offset, (stream.boundary or "") if stream.tail_is_damaged else reason, _url(headers) or None)


def _may_follow_a_record(after: bytes) -> bool:
    """Two line ends; one before the next record; fewer at the end of the file."""
    return after.startswith((b"\r\n\r\n", b"\n\n", b"\r\nWARC/")) or (
        len(after) < len(b"\r\n\r\n") and b"\r\n\r\n".startswith(after)
    )


def _parse_headers(head: bytes) -> dict[str, str]:
    headers = {}
    for line in head.decode("utf-8", "replace").split("\n")[1:]:
        name, colon, value = line.partition(":")
        if colon:
            headers[_USUAL_NAMES.get(name) or name.strip().lower()] = value.strip()
    return headers


def _content_length(headers: dict[str, str]) -> int | None:
    value = headers.get("content-length", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= _MAX_LENGTH_DIGITS else None


def _url(headers: dict[str, str]) -> str:
    return headers.get("warc-target-uri", "").strip("<> ")
