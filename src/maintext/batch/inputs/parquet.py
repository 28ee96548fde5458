"""A Parquet file with a column html -> pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from maintext.batch.inputs.page_rows import (
    BATCH_BYTES,
    BATCH_ROWS,
    PageRow,
    check_names,
    page_of_entry,
    python_value,
    whole_microseconds,
)
from maintext.errors import BatchError

_COLUMNS = (
    *("url", "html", "content_type", "fetched", "http_status"),
    *("id", "warc_record_id", "payload_digest", "dump", "signals"),
)
_MESSAGE_CHARS = 200
_DAMAGE = (pa.ArrowException, OSError)


def read_parquet(file: IO[bytes], source: str) -> Iterator[PageRow]:
    """The pages of a file. A row group that can't be read is one row with an error."""
    try:
        table = pq.ParquetFile(file)
    except _DAMAGE as error:
        if _is_from_storage(error):
            raise
        raise BatchError(f"damaged, or not a Parquet file: {_message(error)}") from error
    names = table.schema_arrow.names
    if "html" not in names:
        raise BatchError(f"there is no column html, only {', '.join(names)[:_MESSAGE_CHARS]}")
    check_names(names)
    columns = [name for name in _COLUMNS if name in names]
    n_before = 0
    for group in range(table.num_row_groups):
        yield from _read_group(table, group, columns, PageRow(source=source, record=n_before))
        n_before += table.metadata.row_group(group).num_rows


def _read_group(table: pq.ParquetFile, group: int, columns: list[str], first: PageRow) -> Iterator[PageRow]:
    about = table.metadata.row_group(group)
    # Pages of a megabyte each must not be read 64 at a time.
    n_rows = max(1, min(BATCH_ROWS, BATCH_BYTES * about.num_rows // max(about.total_byte_size, 1)))
    number = first.record or 0
    stop = number + about.num_rows
    try:
        for batch in table.iter_batches(batch_size=n_rows, row_groups=[group], columns=columns):
            for entry in _entries(batch):
                yield page_of_entry(entry, first._replace(source_offset=number, record=number))
                number += 1
    except _DAMAGE as error:
        if _is_from_storage(error):
            raise
        reason = f"rows {number:,} to {stop - 1:,} can't be read: {_message(error)}"
        yield first._replace(source_offset=number, record=number, error=f"DamagedRecordError: {reason}")


def _entries(batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
    """Rows as dictionaries."""
    columns = [whole_microseconds(column) if pa.types.is_timestamp(column.type) else column for column in batch.columns]
    for row in range(batch.num_rows):
        yield {name: python_value(column[row]) for name, column in zip(batch.schema.names, columns, strict=True)}


def _is_from_storage(error: Exception) -> bool:
    """Arrow reports damage as OSError too, but without the number that errors of the system have."""
    return isinstance(error, OSError) and error.errno is not None


def _message(error: Exception) -> str:
    return " ".join(str(error).split())[:_MESSAGE_CHARS]
