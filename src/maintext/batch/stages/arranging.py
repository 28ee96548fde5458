"""The results of a shard -> files for queries: sorted by site, in hive-style partitions (`language=en/part-a.parquet`).

A file has the partition's columns too, so that each can be read alone. The folder of a null ends in
`__HIVE_DEFAULT_PARTITION__`, which DuckDB and Spark read as null.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.outputs.row_schemas import SCHEMAS
from maintext.errors import BatchError

NULL = "__HIVE_DEFAULT_PARTITION__"
MAX_PARTITIONS = 500
"""Of one shard: more would be files of a few rows each, which take longer to open than to read."""


def check_partition_columns(columns: Sequence[str], schema: str) -> None:
    """BatchError if rows can't be partitioned by these columns."""
    kinds = {field.name: field.type for field in SCHEMAS[schema]}
    for column in columns:
        if column not in kinds:
            raise BatchError(f"can't partition by {column!r}: the columns are {', '.join(kinds)}")
        if not (pa.types.is_string(kinds[column]) or pa.types.is_integer(kinds[column]) or kinds[column] == pa.bool_()):
            raise BatchError(f"can't partition by {column}, whose values are {kinds[column]}")
    if len(set(columns)) < len(columns):
        raise BatchError(f"can't partition by the same column twice: {', '.join(columns)}")


def sort_by_site(rows: pa.Table) -> pa.Table:
    """The rows by site and URL. Row groups have the smallest and largest value, so a query for a site reads few."""
    keys = [name for name in ("site", "url", "id") if name in rows.column_names]
    return rows.sort_by([(name, "ascending") for name in keys])


def partitions(rows: pa.Table, columns: Sequence[str]) -> Iterator[tuple[str, pa.Table]]:
    """The folder and the rows of each partition; `""` and all rows if there is no column."""
    if not columns:
        yield "", rows
        return
    values = rows.select(list(columns)).group_by(list(columns), use_threads=False).aggregate([]).to_pylist()
    if len(values) > MAX_PARTITIONS:
        raise BatchError(
            f"{' and '.join(columns)} have {len(values):,} values in one shard; partition by columns with at most "
            f"{MAX_PARTITIONS}"
        )
    for value in values:
        is_here = pa.chunked_array([pa.array([True] * rows.num_rows, pa.bool_())])
        for name in columns:
            column = rows.column(name)
            is_equal = pc.is_null(column) if value[name] is None else pc.equal(column, value[name])
            is_here = pc.and_(is_here, pc.fill_null(is_equal, False))
        yield "/".join(f"{name}={_encoded(value[name])}" for name in columns), rows.filter(is_here)


def _encoded(value: object) -> str:
    """A value as the name of a folder.

    >>> _encoded("en"), _encoded(None), _encoded("a/b=c"), _encoded(True)
    ('en', '__HIVE_DEFAULT_PARTITION__', 'a%2Fb%3Dc', 'true')
    """
    if value is None or value == "":
        return NULL
    return quote(str(value).lower() if isinstance(value, bool) else str(value), safe=" ")
