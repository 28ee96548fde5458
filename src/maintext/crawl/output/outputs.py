"""Rows of a crawl -> JSON lines, Parquet, or a folder of Markdown files with a manifest, by the name of the output.

A file appears under its name when it is whole; until then it has the ending .part.
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

from maintext.crawl.output.folders import write_folder
from maintext.crawl.output.rows import SiteRow
from maintext.errors import CrawlError, MissingPackageError

ROWS_A_GROUP = 500
"""Rows of Parquet that are held in memory at once."""


def write_rows(rows: Iterable[SiteRow], output: str | None) -> int:
    """Writes rows where the name says: .jsonl, .parquet, a folder with a / at its end, or None for standard output.

    Gives the number of rows.
    """
    check_output(output)
    if output is None or output == "-":
        return write_json_lines(rows, sys.stdout)
    path = Path(output)
    if is_folder(output):
        return write_folder(rows, path)
    with whole_file(path) as part:
        if path.suffix == ".parquet":
            return write_parquet(rows, part)
        with part.open("w", encoding="utf-8", newline="\n") as file:
            return write_json_lines(rows, file)


def is_folder(output: str) -> bool:
    """Whether the name is that of a folder."""
    return output.endswith("/") or Path(output).is_dir()


def check_output(output: str | None) -> None:
    """An error if nothing can be written there, to be had before a crawl rather than after it."""
    if output is None or output == "-" or is_folder(output):
        return
    suffix = Path(output).suffix
    if suffix not in (".jsonl", ".parquet"):
        raise CrawlError(f"{output} ends neither in .jsonl nor in .parquet, and not in / as a folder would")
    if suffix == ".parquet":
        _arrow()


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A place to write to that becomes the file when all went well."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield part
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise CrawlError(f"{path} can't be written: {error}") from error


def write_json_lines(rows: Iterable[SiteRow], file: TextIO) -> int:
    """A JSON object a line, what is not known as null."""
    n_rows = 0
    for row in rows:
        file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
        n_rows += 1
    return n_rows


def write_parquet(rows: Iterable[SiteRow], path: Path) -> int:
    """A row an address, some hundred at a time."""
    pa, parquet = _arrow()
    schema = _schema(pa)
    n_rows = 0
    iterator = iter(rows)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while group := [asdict(row) for row in islice(iterator, ROWS_A_GROUP)]:
            writer.write_table(pa.Table.from_pylist(group, schema))
            n_rows += len(group)
    return n_rows


def _schema(pa: Any) -> Any:
    kinds = {"status": pa.int16(), "depth": pa.int16(), "dropped": pa.list_(pa.string())}
    return pa.schema([(name, kinds.get(name, pa.string())) for name in SiteRow.__dataclass_fields__])


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingPackageError("pyarrow", "crawl") from error
    return pa, parquet
