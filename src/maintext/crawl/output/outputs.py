"""Rows of a crawl -> JSON lines, Parquet, or a folder of Markdown files, chosen by the name of the output.

A file appears under its name when it is complete; until then its name ends in .part.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from maintext.atomic_output import atomic_file
from maintext.crawl.output.folders import write_folder
from maintext.crawl.output.rows import SiteRow
from maintext.errors import CrawlError, MissingPackageError

ROWS_PER_GROUP = 500
"""Parquet rows that are held in memory at once."""


def write_rows(rows: Iterable[SiteRow], output: str | None) -> int:
    """Writes rows as the name requires: .jsonl, .parquet, a folder with a / at its end, or None for standard output.

    Returns the number of rows.
    """
    check_output(output)
    if output is None or output == "-":
        return write_json_lines(rows, sys.stdout)
    path = Path(output)
    if is_folder(output):
        return write_folder(rows, path)
    with output_file(path) as part:
        if path.suffix == ".parquet":
            return write_parquet(rows, part)
        with part.open("w", encoding="utf-8", newline="\n") as file:
            return write_json_lines(rows, file)


def is_folder(output: str) -> bool:
    """Whether the name is that of a folder."""
    return output.endswith("/") or Path(output).is_dir()


def check_output(output: str | None) -> None:
    """Raises an error if nothing can be written there, so that it shows before a crawl and not after it."""
    if output is None or output == "-" or is_folder(output):
        return
    suffix = Path(output).suffix
    if suffix not in (".jsonl", ".parquet"):
        raise CrawlError(f"{output} must end in .jsonl, .parquet, or / for a folder")
    if suffix == ".parquet":
        _arrow()


@contextmanager
def output_file(path: Path) -> Iterator[Path]:
    """`atomic_file` with a CrawlError for what the system refuses."""
    try:
        with atomic_file(path) as part:
            yield part
    except OSError as error:
        raise CrawlError(f"cannot write {path}: {error}") from error


def write_json_lines(rows: Iterable[SiteRow], file: TextIO) -> int:
    """One JSON object per line; unknown values are null."""
    n_rows = 0
    for row in rows:
        file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
        n_rows += 1
    return n_rows


def write_parquet(rows: Iterable[SiteRow], path: Path) -> int:
    """One row per address, written in groups."""
    pa, parquet = _arrow()
    schema = _schema(pa)
    n_rows = 0
    iterator = iter(rows)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while group := [asdict(row) for row in islice(iterator, ROWS_PER_GROUP)]:
            writer.write_table(pa.Table.from_pylist(group, schema))
            n_rows += len(group)
    return n_rows


def _schema(pa: Any) -> Any:
    kinds = {"status": pa.int16(), "depth": pa.int16(), "dropped": pa.list_(pa.string())}
    kinds["permissions"] = kinds["dropped"]
    return pa.schema([(name, kinds.get(name, pa.string())) for name in SiteRow.__dataclass_fields__])


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingPackageError("pyarrow", "crawl") from error
    return pa, parquet
