"""Results -> the rows that a batch writes, by the name of a schema: our own columns, or those of FineWeb.

maintext   `schema.RESULTS`, one row per page, also for pages that failed
fineweb    the nine columns of FineWeb; pages without text are left out and counted
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.schema import RESULTS
from maintext.errors import BatchError

FINEWEB_SOURCES = {
    "text": "text",
    "id": "id",
    "dump": "dump",
    "url": "url",
    "date": "fetched",
    "file_path": "source",
    "language": "language",
    "language_score": "language_score",
    "token_count": "token_count",
}
"""By FineWeb's name: our column. Its `date` is that of the crawl, as text; ours is the day of publication."""


def _described(name: str, source: str) -> pa.Field:
    ours = RESULTS.field(source)
    return pa.field(name, pa.string() if source == "fetched" else ours.type, metadata=ours.metadata)


FINEWEB = pa.schema([_described(name, source) for name, source in FINEWEB_SOURCES.items()])
SCHEMAS = {"maintext": RESULTS, "fineweb": FINEWEB}


def check_schema(name: str) -> None:
    """BatchError if there is no such schema."""
    if name not in SCHEMAS:
        raise BatchError(f"unknown schema {name!r}; known: {', '.join(SCHEMAS)}")


def writable_rows(results: pa.RecordBatch, name: str, dropped: dict[str, int]) -> pa.RecordBatch:
    """The results that a schema has rows for. Others are counted in `dropped` with the reason."""
    if name == "maintext":
        return results
    reasons = list(_reasons(results))
    for reason in filter(None, reasons):
        dropped[reason] = dropped.get(reason, 0) + 1
    return results.filter(pa.array([reason is None for reason in reasons], pa.bool_()))


def _reasons(results: pa.RecordBatch) -> Iterator[str | None]:
    """For each row: why it has no place in a table of texts."""
    lengths = pc.utf8_length(results.column("text")).to_pylist()
    for error, n_chars in zip(results.column("error").to_pylist(), lengths, strict=True):
        yield f"failed: {error.partition(':')[0]}" if error else None if n_chars else "no text"


def to_schema(results: pa.RecordBatch, name: str) -> pa.RecordBatch:
    """The columns of a schema."""
    if name == "maintext":
        return results
    columns = [
        _crawl_dates(results.column(source)) if source == "fetched" else results.column(source)
        for source in FINEWEB_SOURCES.values()
    ]
    return pa.RecordBatch.from_arrays(columns, schema=FINEWEB)


def _crawl_dates(column: pa.Array) -> pa.Array:
    times: list[datetime | None] = column.to_pylist()
    return pa.array([time and time.strftime("%Y-%m-%dT%H:%M:%SZ") for time in times], pa.string())
