"""The bytes of a WARC file -> its records, and what is damaged in it.

A record is given only if it is whole: it ends where its Content-Length says, with what must follow there. One that
is cut off, lies about its length or can't be decompressed is named as damaged, and reading goes on at the next one:
at the next compressed member, or where the bytes show the beginning of a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from maintext.batch.inputs.decompression import read_chunks
from maintext.batch.inputs.record_stream import RecordStream

MAX_RECORD_BYTES = 64 * 1024**2
"""Larger records are passed by: no page is that long, and memory stays small whatever a file declares."""
MAX_HEAD_BYTES = 1 << 16
# Inside other bytes a record begins behind an empty line; at a border, wherever there is a first header line.
_NEXT_RECORD = re.compile(rb"(?:(?<=\n\r\n)|(?<=\n\n))WARC/[01]\.\d{1,2}\r?\n")
_ANY_RECORD = re.compile(rb"WARC/[01]\.\d{1,2}\r?\n(?=[A-Za-z][\w-]*:)")
_START = re.compile(rb"WARC/[01]\.")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LOOK_AHEAD = len(b"\r\n\r\nWARC/")


@dataclass(frozen=True)
class Record:
    """A whole record."""

    headers: dict[str, str]
    """Names in lower case."""
    body: bytes | None
    """None if it is too large to be looked at."""
    n_bytes: int
    offset: int
    """Where it begins in the file; in the decompressed bytes, where compression does not begin anew with it."""

    @property
    def url(self) -> str:
        """The address; empty if there is none. Some writers put it into angle brackets."""
        return _url(self.headers)


@dataclass(frozen=True)
class Damage:
    """A place where a record should be, and no whole one is."""

    offset: int
    why: str
    url: str | None = None


def read_records(file: IO[bytes]) -> Iterator[Record | Damage]:
    """The records of a WARC file, plain, gzip or zstd, and the places of damage, in order."""
    stream = RecordStream(read_chunks(file))
    while not stream.is_over or stream.buffer:
        stream.drop(len(stream.buffer) - len(stream.buffer.lstrip(b"\r\n")))
        n_present = stream.fill(_LOOK_AHEAD)
        if stream.buffer.startswith((b"\r", b"\n")):
            continue
        if _START.match(stream.buffer):
            yield _read_record(stream)
        elif n_present:
            damage = Damage(stream.offset, "what stands here is no record")
            stream.drop_until(_ANY_RECORD)
            yield damage
        elif stream.damage:
            head = stream.damage.beginning.rpartition(b"\n")[0]
            yield Damage(stream.damage.offset, stream.damage.why, _url(_parse_headers(head)) or None)
        if stream.wall is not None and not stream.buffer:
            stream.cross()


def _read_record(stream: RecordStream) -> Record | Damage:
    """The record at the front of the stream, which then moves behind it."""
    offset = stream.offset
    n_present = stream.fill(MAX_HEAD_BYTES)
    head_end = _HEAD_END.search(stream.buffer, 0, MAX_HEAD_BYTES)
    if head_end is None:
        why = f"{stream.wall} inside its headers" if n_present < MAX_HEAD_BYTES else "its headers don't end"
        return _lose(stream, Damage(offset, why), len(b"WARC/"))
    headers = _parse_headers(bytes(stream.buffer[: head_end.start()]))
    n_declared = _content_length(headers)
    if n_declared is None:
        why = "it has no Content-Length that is a number"
        return _lose(stream, Damage(offset, why, _url(headers) or None), head_end.start())
    if n_declared > MAX_RECORD_BYTES:
        return _pass_by(stream, headers, n_declared, head_end.span())
    stop = head_end.end() + n_declared
    n_present = stream.fill(stop + _LOOK_AHEAD)
    after = bytes(stream.buffer[stop : stop + _LOOK_AHEAD])
    is_unsure = stream.is_unsure and n_present < stop + _LOOK_AHEAD
    if n_present < stop or is_unsure or not _ends_well(after):
        why = _why(stream, n_declared, n_present - head_end.end())
        return _lose(stream, Damage(offset, why, _url(headers) or None), head_end.start())
    body = bytes(memoryview(stream.buffer)[head_end.end() : stop])
    stream.drop(stop)
    return Record(headers, body, n_declared, offset)


def _why(stream: RecordStream, n_declared: int, n_present: int) -> str:
    if stream.is_unsure:
        return stream.wall or ""
    if n_present < n_declared:
        return f"it declares {n_declared:,} bytes; {stream.wall} after {n_present:,}"
    return f"it does not end after the {n_declared:,} bytes it declares"


def _lose(stream: RecordStream, damage: Damage, n_sure: int) -> Damage:
    """Goes on behind the first `n_sure` bytes, at the next record."""
    stream.drop(n_sure)
    stream.drop_until(_NEXT_RECORD)
    return damage


def _pass_by(
    stream: RecordStream, headers: dict[str, str], n_declared: int, head_end: tuple[int, int]
) -> Record | Damage:
    """A record too large to be held: its length is only believed if another one begins where it ends."""
    offset, start = stream.offset, stream.position + head_end[1]
    stream.drop(head_end[0])
    stream.drop_until(_NEXT_RECORD)
    n_present = stream.position - start
    if not stream.is_unsure and n_declared <= n_present <= n_declared + len(b"\r\n\r\n"):
        return Record(headers, None, n_declared, offset)
    why = stream.wall if stream.is_unsure else f"it declares {n_declared:,} bytes, and {n_present:,} are there"
    return Damage(offset, why or "", _url(headers) or None)


def _ends_well(after: bytes) -> bool:
    """Whether these bytes may follow a record: two line ends; one before the next record; less at the end."""
    return after.startswith((b"\r\n\r\n", b"\n\n", b"\r\nWARC/")) or (
        len(after) < len(b"\r\n\r\n") and b"\r\n\r\n".startswith(after)
    )


def _parse_headers(head: bytes) -> dict[str, str]:
    lines = head.decode("utf-8", "replace").split("\n")[1:]
    pairs = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}


def _content_length(headers: dict[str, str]) -> int | None:
    value = headers.get("content-length", "")
    return int(value) if value.isascii() and value.isdigit() else None


def _url(headers: dict[str, str]) -> str:
    return headers.get("warc-target-uri", "").strip("<> ")
