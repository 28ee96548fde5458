"""A row of a table, or a WARC record -> what the kernel is given, in batches that fit into little memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import NamedTuple

import pyarrow as pa

from maintext.batch.schema import PAGES

BATCH_ROWS = 64
BATCH_BYTES = 2 * 1024**2
"""Small enough for a processor's cache, large enough that a batch costs nothing."""


class PageRow(NamedTuple):
    """A page as it was found; see `schema.PAGES`."""

    url: str | None = None
    html: bytes | str | None = None
    content_type: str | None = None
    fetched: datetime | None = None
    http_status: int | None = None
    source: str | None = None
    source_offset: int | None = None
    record: int | None = None
    error: str | None = None


class Skipped(NamedTuple):
    """A record that is not a page, and why."""

    why: str


@dataclass
class ReadCounts:
    """What was counted on the way."""

    n_records: int = 0
    n_bytes_read: int = 0
    skipped: dict[str, int] = field(default_factory=dict)

    def skip(self, why: str) -> None:
        """One record that is not a page."""
        self.skipped[why] = self.skipped.get(why, 0) + 1


def to_batches(rows: Iterable[PageRow | Skipped], tally: ReadCounts) -> Iterator[pa.RecordBatch]:
    """Pages in batches; what is skipped is counted."""
    waiting: list[PageRow] = []
    n_bytes = 0
    for row in rows:
        tally.n_records += 1
        if isinstance(row, Skipped):
            tally.skip(row.why)
            continue
        waiting.append(row)
        n_bytes += len(row.html or b"")
        if len(waiting) == BATCH_ROWS or n_bytes >= BATCH_BYTES:
            yield _batch(waiting)
            waiting, n_bytes = [], 0
    if waiting:
        yield _batch(waiting)


def _batch(rows: list[PageRow]) -> pa.RecordBatch:
    columns = dict(zip(PageRow._fields, zip(*rows, strict=True), strict=True))
    columns["html"] = tuple(_bytes(html) for html in columns["html"])
    return pa.RecordBatch.from_arrays(
        [pa.array(columns[name], PAGES.field(name).type) for name in PAGES.names], schema=PAGES
    )


def _bytes(html: bytes | str | None) -> bytes | None:
    return html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html


def parse_time(text: str | None) -> datetime | None:
    """A time as WARC and JSON write it; None if it is none.

    >>> parse_time("2026-01-31T12:00:00Z"), parse_time("yesterday")
    (datetime.datetime(2026, 1, 31, 12, 0, tzinfo=datetime.timezone.utc), None)
    """
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text.strip().replace("Z", "+00:00")[:32])
    except ValueError:
        return None
    return time.replace(tzinfo=time.tzinfo or timezone.utc)
