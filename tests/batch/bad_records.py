"""Records that a batch must report one by one: each kind is a function from a number to the bytes of one record."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

import pyarrow as pa

from tests.batch.archives import gzip_member, http, record

Kind = Callable[[int], bytes]


def address(number: int) -> str:
    return f"https://site{number % 3}.example/{number}"


def good_html(number: int) -> bytes:
    return f"<title>Page {number}</title><p>This is the text of page {number}.".encode()


def good_record(number: int) -> bytes:
    return gzip_member(record(address(number), http(good_html(number))))


def _record(number: int, body: bytes | None = None, **changes: str) -> bytes:
    """A compressed record with some of its headers changed."""
    plain = record(address(number), http(good_html(number)) if body is None else body)
    head, gap, rest = plain.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    for name, value in changes.items():
        header = name.replace("_", "-")
        lines = [f"{header}: {value}" if line.startswith(f"{header}:") else line for line in lines]
    return gzip_member("\r\n".join(lines).encode("utf-8", "surrogateescape") + gap + rest)


def _response(headers: str, content: bytes) -> bytes:
    return http(content, f"Content-Type: text/html\r\n{headers}")


def _killer(deed: str) -> Kind:
    return lambda number: _record(number, http(f"<title>{deed}</title><p>Page {number}.".encode()))


def _wounded(number: int) -> bytes:
    member = _record(number, http(good_html(number) + bytes(range(256)) * 8))
    return member[:-40] + b"\0\0\0" + member[-37:]


def _without_end(number: int) -> bytes:
    return good_record(number)[:-30]


WARC_KINDS: dict[str, Kind] = {
    "year 1 with an offset": lambda number: _record(number, WARC_Date="0001-01-01T00:00:00+14:00"),
    "year 9999 with an offset": lambda number: _record(number, WARC_Date="9999-12-31T23:59:59-14:00"),
    "no day": lambda number: _record(number, WARC_Date="2026-02-31T00:00:00Z"),
    "length of 5,000 digits": lambda number: _record(number, Content_Length="9" * 5000),
    "negative length": lambda number: _record(number, Content_Length="-5"),
    "length in other digits": lambda number: _record(number, Content_Length="٣"),
    "length too long": lambda number: _record(number, Content_Length="900"),
    "length too short": lambda number: _record(number, Content_Length="20"),
    "length of a gigabyte": lambda number: _record(number, Content_Length="1000000000"),
    "no target": lambda number: _record(number, WARC_Target_URI=""),
    "no response": lambda number: _record(number, b"nothing that a server says"),
    "no end of the head": lambda number: _record(number, b"HTTP/1.1 200 OK\r\nContent-Type: text/html"),
    "broken gzip body": lambda number: _record(number, _response("Content-Encoding: gzip", b"\x1f\x8b\x08\0broken!!")),
    "broken deflate body": lambda number: _record(number, _response("Content-Encoding: deflate", b"\x78\x9c\xff\xff")),
    "broken br body": lambda number: _record(number, _response("Content-Encoding: br", b"\xff\xff\xff\xff")),
    "unknown encoding": lambda number: _record(number, _response("Content-Encoding: magic", b"\xff\xff\xff")),
    "encoded nine times": lambda number: _record(number, _response("Content-Encoding: " + "zstd, " * 9, b"\xff")),
    "bomb in the body": lambda number: _record(
        number, _response("Content-Encoding: gzip", gzip.compress(zlib.compress(b"") + bytes(70_000_000), 1))
    ),
    "damaged member": _wounded,
    "member without end": _without_end,
    "junk": lambda number: gzip_member(b"these bytes are no record"),
    "half a head": lambda number: gzip_member(record(address(number), b"")[:60]),
    "hangs": _killer("hang"),
    "crashes": _killer("crash"),
    "leaves": _killer("leave"),
    "eats memory": _killer("eat"),
    "raises": _killer("raise"),
}
"""For `killers.Killer`, which does what a page's title asks for."""


def good_line(number: int) -> bytes:
    return _line(number)


def _line(number: int, **fields: Any) -> bytes:
    return json.dumps({"url": address(number), "html": good_html(number).decode(), **fields}).encode() + b"\n"


JSONL_KINDS: dict[str, Kind] = {
    "time of 1e300": lambda number: _line(number, fetched=1e300),
    "time that is an object": lambda number: _line(number, fetched={}),
    "time of year 1": lambda number: _line(number, fetched="0001-01-01T00:00:00+14:00"),
    "status that is true": lambda number: _line(number, http_status=True),
    "status that is too large": lambda number: _line(number, http_status=70_000),
    "half a surrogate pair": lambda number: _line(number, content_type="text/html; charset=\ud800"),
    "url that is a number": lambda number: _line(number, url=5),
    "url with half a surrogate pair": lambda number: _line(number, url="https://a.example/\udfff"),
    "html that is a list": lambda number: _line(number, html=["<p>Tea"]),
    "no html": lambda number: _line(number, html=None),
    "nested deeply": lambda number: b'{"html": ' + b"[" * 100_000 + b"\n",
    "a number of 5,000 digits": lambda number: b'{"html": "<p>", "n": ' + b"9" * 5000 + b"}\n",
    "not UTF-8": lambda number: b'{"html": "\xff\xfe"}\n',
    "not JSON": lambda number: b"{'html': '<p>'}\n",
    "not an object": lambda number: b'["<p>Tea"]\n',
    "cut off": lambda number: _line(number)[:30] + b"\n",
}

TIME = pa.timestamp("ms", tz="UTC")


def good_row(number: int) -> dict[str, Any]:
    fetched = int(datetime(2026, 1, 31, tzinfo=timezone.utc).timestamp()) * 1000
    return {"url": address(number), "html": good_html(number), "fetched": fetched, "http_status": 200}


PARQUET_KINDS: dict[str, dict[str, Any]] = {
    "time beyond every calendar": {"fetched": 10**15},
    "status out of range": {"http_status": 1_000_000},
    "null html": {"html": None},
}
