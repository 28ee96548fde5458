"""The results of a shard -> files for queries: sorted by site, in hive-style partitions (`language=en/part-a.parquet`).

A file has the partition's columns too, so that each can be read alone. The folder of a null ends in
`__HIVE_DEFAULT_PARTITION__`, which DuckDB and Spark read as null. The folder of a value that is too long for a name has
the beginning of the value and a hash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.outputs.row_schemas import SCHEMAS
from maintext.errors import BatchError

NULL = "__HIVE_DEFAULT_PARTITION__"
MAX_PARTITIONS = 500
"""Of one shard: more would be files of a few rows each, which take longer to open than to read."""

MAX_NAME_BYTES = 200
"""Of a folder: file systems have 255 bytes for a name, object stores 1,024 for all folders of a file together."""
_HASH_BYTES = 10


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
    # Different values may have one folder: null and the empty text.
    masks: dict[str, pa.ChunkedArray] = {}
    for value in values:
        is_here = pa.chunked_array([pa.array([True] * rows.num_rows, pa.bool_())])
        for name in columns:
            column = rows.column(name)
            is_equal = pc.is_null(column) if value[name] is None else pc.equal(column, value[name])
            is_here = pc.and_(is_here, pc.fill_null(is_equal, False))
        folder = "/".join(_folder(name, value[name]) for name in columns)
        masks[folder] = pc.or_(masks[folder], is_here) if folder in masks else is_here
    for folder, is_here in masks.items():
        yield folder, rows.filter(is_here)


def _folder(column: str, value: object) -> str:
    """The name of the folder of a value.

    >>> _folder("language", "en"), _folder("n", None), _folder("site", "a/b=c"), _folder("ok", True)
    ('language=en', 'n=__HIVE_DEFAULT_PARTITION__', 'site=a%2Fb%3Dc', 'ok=true')
    """
    if value is None or value == "":
        return f"{column}={NULL}"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    name = f"{column}={quote(text, safe=' ')}"
    if len(name) <= MAX_NAME_BYTES:
        return name
    # A percent sign at the end would be half of an encoded byte.
    beginning = re.sub(r"%.?\Z", "", name[: MAX_NAME_BYTES - 2 * _HASH_BYTES - 1])
    return f"{beginning}-{blake2b(text.encode(), digest_size=_HASH_BYTES).hexdigest()}"
