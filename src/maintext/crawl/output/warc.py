"""A crawl -> a WARC 1.1 file with one gzip member per record, which other tools read.

Bodies are stored after decompression, as in Common Crawl's files: the headers that describe the transfer are renamed,
and Content-Length is that of the body.
"""

from __future__ import annotations

import gzip
from base64 import b32encode
from collections.abc import Iterator
from datetime import datetime, timezone
from hashlib import sha1
from http import HTTPStatus
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import maintext
from maintext.crawl.archive import StoredPage
from maintext.crawl.frontier import Kind, State
from maintext.crawl.output.outputs import output_file
from maintext.crawl.state import CrawlState

_TRANSFER = frozenset(["content-encoding", "content-length", "transfer-encoding"])


def write_warc(state: CrawlState, path: Path) -> int:
    """Writes every page of a crawl; returns their number."""
    n_pages = 0
    with output_file(path) as part, part.open("wb") as file:
        file.write(_info(path.name))
        for page in _pages(state):
            file.write(_response(page))
            n_pages += 1
    return n_pages


def _pages(state: CrawlState) -> Iterator[StoredPage]:
    for line in state.archive.addresses():
        page = state.archive.page(line.url) if line.state == State.DONE and line.kind == Kind.PAGE else None
        if page is not None:
            yield page


def _info(name: str) -> bytes:
    block = f"software: maintext/{maintext.__version__}\r\nformat: WARC File Format 1.1\r\n".encode()
    date = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    fields = {"WARC-Filename": name, "Content-Type": "application/warc-fields"}
    return _record("warcinfo", date, fields, block)


def _response(page: StoredPage) -> bytes:
    response = page.response
    block = _head(page) + response.body
    fields = {
        "WARC-Target-URI": response.url,
        "WARC-Payload-Digest": _digest(response.body),
        "Content-Type": "application/http; msgtype=response",
    }
    date = datetime.fromisoformat(page.fetched_at).astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return _record("response", date, fields, block)


def _head(page: StoredPage) -> bytes:
    status = page.response.status
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = "Unknown"
    named = [(f"x-crawler-{name}" if name in _TRANSFER else name, value) for name, value in page.response.headers]
    lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in named)]
    lines.append(f"content-length: {len(page.response.body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _record(kind: str, date: str, fields: dict[str, str], block: bytes) -> bytes:
    about = f"{kind} {date} {fields.get('WARC-Target-URI', fields.get('WARC-Filename'))}"
    head = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{uuid5(NAMESPACE_URL, about)}>",
        "WARC-Date": date,
        **fields,
        "WARC-Block-Digest": _digest(block),
        "Content-Length": str(len(block)),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return gzip.compress(f"WARC/1.1\r\n{lines}\r\n".encode() + block + b"\r\n\r\n", compresslevel=6, mtime=0)


def _digest(data: bytes) -> str:
    return "sha1:" + b32encode(sha1(data, usedforsecurity=False).digest()).decode()
