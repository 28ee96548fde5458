"""Pages as they were read -> batches for the kernel, small enough for little memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.inputs.fields import parse_count, parse_html, parse_id, parse_status, parse_text, parse_time
from maintext.batch.schema import PAGES
from maintext.errors import BatchError, DamagedRecordError

BATCH_ROWS = 64
BATCH_BYTES = 2 * 1024**2
"""Small enough for a processor's cache, large enough that the overhead of a batch is negligible."""
_MAX_REASONS = 200
_MAX_ERROR_CHARS = 1000


class PageRow(NamedTuple):
    """A page as it was read; see `schema.PAGES`."""

    url: str | None = None
    html: bytes | None = None
    content_type: str | None = None
    fetched: datetime | None = None
    http_status: int | None = None
    source: str | None = None
    source_offset: int | None = None
    record: int | None = None
    error: str | None = None
    id: str | None = None
    warc_record_id: str | None = None
    payload_digest: str | None = None
    dump: str | None = None
    signals: str | None = None
    """Headers in which the publisher asks something of machines, one per line: `x-robots-tag: noai`."""


def page_of_entry(entry: dict[str, Any], row: PageRow) -> PageRow:
    """The page that a JSON object or a table row describes, or the row with an error."""
    try:
        row = row._replace(url=parse_text(entry.get("url"), "url"))
        return row._replace(
            html=parse_html(entry.get("html")),
            content_type=parse_text(entry.get("content_type"), "content_type"),
            fetched=parse_time(entry.get("fetched"), "fetched"),
            http_status=parse_status(entry.get("http_status")),
            id=parse_id(entry.get("id")),
            warc_record_id=parse_text(entry.get("warc_record_id"), "warc_record_id"),
            payload_digest=parse_text(entry.get("payload_digest"), "payload_digest"),
            dump=parse_text(entry.get("dump"), "dump"),
            signals=parse_text(entry.get("signals"), "signals"),
        )
    except DamagedRecordError as error:
        return row._replace(error=f"DamagedRecordError: {error}")


class Skipped(NamedTuple):
    """A record that is not a page."""

    reason: str


@dataclass
class ReadCounts:
    """How many records were read, and how many were skipped for each reason."""

    n_records: int = 0
    skipped: dict[str, int] = field(default_factory=dict)

    def skip(self, reason: str) -> None:
        """Counts a record that is not a page."""
        if reason not in self.skipped and len(self.skipped) >= _MAX_REASONS:
            reason = "other reasons"
        self.skipped[reason] = self.skipped.get(reason, 0) + 1


@dataclass(frozen=True)
class PageBatch:
    """Pages for the kernel.

    The HTML of pages that our own readers read stays as it is. A column of Arrow would copy it, which takes longer than
    to hand it over to another process.
    """

    html: Sequence[Any]
    """Bytes, a buffer or a text; None if the page has an error."""
    values: dict[str, Sequence[Any]]
    """By name of `schema.PAGES`: the other columns."""
    arrays: dict[str, pa.Array]
    """The same as Arrow has them."""

    @property
    def num_rows(self) -> int:
        """How many pages there are."""
        return len(self.html)

    def of_dump(self, dump: str) -> PageBatch:
        """The pages, as part of the crawl that the user names, if they name one."""
        if not dump:
            return self
        return replace(self, arrays={**self.arrays, "dump": pa.array([dump] * self.num_rows, pa.string())})


def to_batches(rows: Iterable[PageRow | Skipped], read: ReadCounts) -> Iterator[PageBatch]:
    """Pages in batches; skipped records are counted."""
    waiting: list[PageRow] = []
    n_bytes = 0
    for row in rows:
        read.n_records += 1
        if isinstance(row, Skipped):
            read.skip(row.reason)
            continue
        waiting.append(row)
        n_bytes += len(row.html or b"")
        if len(waiting) == BATCH_ROWS or n_bytes >= BATCH_BYTES:
            yield _batch(waiting)
            waiting, n_bytes = [], 0
    if waiting:
        yield _batch(waiting)


def _batch(rows: list[PageRow]) -> PageBatch:
    try:
        return _convert(rows)
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        # One value that Arrow can't hold must not cost the other rows.
        return _convert([_convertible(row) for row in rows])


def _convert(rows: list[PageRow]) -> PageBatch:
    values: dict[str, Sequence[Any]] = dict(zip(PageRow._fields, zip(*rows, strict=True), strict=True))
    html = values.pop("html")
    return PageBatch(html, values, {name: pa.array(values[name], kind) for name, kind in _KINDS.items()})


_KINDS = {field.name: field.type for field in PAGES if field.name != "html"}
"""The types of all columns but the pages themselves."""


def _convertible(row: PageRow) -> PageRow:
    """The row; without its values and with an error if Arrow can't hold them."""
    try:
        _convert([row])
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as error:
        reason = ascii(row.error or f"DamagedRecordError: a value is out of range: {error}")[1:-1][:_MAX_ERROR_CHARS]
        place = row.source_offset, row.record
        return PageRow(source=row.source, source_offset=place[0], record=place[1], error=reason)
    return row


_PARSERS: dict[str, Callable[[object], object]] = {
    "url": lambda value: parse_text(value, "url"),
    "content_type": lambda value: parse_text(value, "content_type"),
    "fetched": lambda value: parse_time(value, "fetched"),
    "http_status": parse_status,
    "source": lambda value: parse_text(value, "source"),
    "source_offset": lambda value: parse_count(value, "source_offset"),
    "record": lambda value: parse_count(value, "record"),
    "error": lambda value: parse_text(value, "error"),
    "id": parse_id,
    "warc_record_id": lambda value: parse_text(value, "warc_record_id"),
    "payload_digest": lambda value: parse_text(value, "payload_digest"),
    "dump": lambda value: parse_text(value, "dump"),
    "signals": lambda value: parse_text(value, "signals"),
}


def check_names(names: Sequence[str]) -> None:
    """Refuses a table that has a column of pages twice: readers differ in which of them counts."""
    if twice := [name for name in PAGES.names if names.count(name) > 1]:
        raise BatchError(f"several columns have the same name: {', '.join(twice)}; rename all but one of each")


def page_batch(batch: pa.RecordBatch) -> PageBatch:
    """The pages of a batch of Arrow that need not come from our readers, with the types of `schema.PAGES`.

    Missing columns are null. A value that its column can't hold is an error of its row.
    """
    names = batch.schema.names
    if "html" not in names:
        raise BatchError(f"the batch needs a column html, got {', '.join(names)}")
    check_names(names)
    wrong: dict[int, str] = {}
    arrays = {
        name: _typed(batch.column(name), name, wrong) if name in names else pa.nulls(batch.num_rows, kind)
        for name, kind in _KINDS.items()
    }
    values: dict[str, Sequence[Any]] = {
        name: array.to_pylist() for name, array in arrays.items() if name not in _NOT_VALUES
    }
    values["error"] = [wrong.get(row, error) for row, error in enumerate(values["error"])]
    return PageBatch(_buffers(batch.column("html")), values, arrays)


_NOT_VALUES = frozenset(["fetched", "http_status", "source_offset", "payload_digest", "dump"])
"""Columns that are written as they were read."""


def _buffers(column: pa.Array) -> list[Any]:
    """The pages, copied only if they are text."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type):
        return [memoryview(scalar.as_buffer()) if scalar.is_valid else None for scalar in column]
    kind = str(column.type)
    if kind not in {"string", "large_string", "string_view", "binary_view"}:
        raise BatchError(f"the column html must hold text or bytes, got {kind}")
    return list(column.to_pylist())


def _typed(column: pa.Array, name: str, wrong: dict[int, str]) -> pa.Array:
    kind = PAGES.field(name).type
    if column.type == kind:
        return column
    if pa.types.is_timestamp(column.type):
        column = whole_microseconds(column)
    values: list[object] = []
    for row, scalar in enumerate(column):
        value = python_value(scalar)
        try:
            values.append(_PARSERS[name](value))
        except DamagedRecordError as error:
            wrong[row] = f"DamagedRecordError: {error}"
            values.append(None)
    return pa.array(values, kind)


def whole_microseconds(column: pa.Array) -> pa.Array:
    """A column of times without nanoseconds, which pandas writes and Python does not have."""
    try:
        return pc.cast(column, pa.timestamp("us", tz=column.type.tz), safe=False)
    except pa.ArrowInvalid:  # seconds or milliseconds beyond what microseconds can hold
        return column


def python_value(scalar: Any) -> Any:
    """The value of an Arrow scalar; one that Python can't represent becomes a tuple, which no field accepts."""
    try:
        return scalar.as_py()
    except (ValueError, OverflowError):
        return (str(scalar.type), "out of range, or not UTF-8")
