"""Batches, counts and settings -> files of a store, which exist whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from maintext.batch.stores.protocol import Store

GROUP_ROWS = 10_000
GROUP_BYTES = 32 * 1024**2
"""A row group is written when it has this many rows or bytes: few groups in a file, and little memory."""
_ZSTD_LEVEL = 3


class Writer(Protocol):
    """A file that takes batches."""

    def write(self, batch: pa.RecordBatch) -> None:
        """Adds rows."""
        ...


@contextmanager
def part_writer(store: Store, name: str, schema: pa.Schema) -> Iterator[Writer]:
    """A writer of Parquet or JSON lines, by the name of the file; the file exists once the writer is closed."""
    with (
        store.writing(name) as path,
        (batch_writer if name.endswith(".parquet") else _json_lines_writer)(path, schema) as file,
    ):
        yield file


@contextmanager
def batch_writer(path: Path, schema: pa.Schema) -> Iterator[Writer]:
    """A writer of Parquet to a local path."""
    with pq.ParquetWriter(path, schema, compression="zstd", compression_level=_ZSTD_LEVEL) as file:
        writer = _Parquet(file)
        yield writer
        writer.flush()


@contextmanager
def _json_lines_writer(path: Path, schema: pa.Schema) -> Iterator[Writer]:
    with pa.OSFile(str(path), "wb") as raw, pa.CompressedOutputStream(raw, "zstd") as stream:
        yield _JsonLines(stream)


def write_small(store: Store, name: str, content: bytes) -> None:
    """Writes a small file."""
    with store.writing(name) as path:
        path.write_bytes(content)


def write_json(store: Store, name: str, value: Any, indent: int | None = 1) -> None:
    """Writes a small file of JSON."""
    write_small(store, name, json.dumps(value, indent=indent).encode())


class _Parquet:
    def __init__(self, file: pq.ParquetWriter) -> None:
        self.file = file
        self.waiting: list[pa.RecordBatch] = []
        # Counted as they come: asking all waiting batches for their sizes takes longer with each of them.
        self.n_rows, self.n_bytes = 0, 0

    def write(self, batch: pa.RecordBatch) -> None:
        self.waiting.append(batch)
        self.n_rows += batch.num_rows
        self.n_bytes += batch.nbytes
        if self.n_rows >= GROUP_ROWS or self.n_bytes >= GROUP_BYTES:
            self.flush()

    def flush(self) -> None:
        if self.waiting:
            self.file.write_table(pa.Table.from_batches(self.waiting))
            self.waiting, self.n_rows, self.n_bytes = [], 0, 0


class _JsonLines:
    def __init__(self, stream: pa.NativeFile) -> None:
        self.stream = stream

    def write(self, batch: pa.RecordBatch) -> None:
        lines = [json.dumps(row, ensure_ascii=False, default=_to_json) + "\n" for row in batch.to_pylist()]
        self.stream.write("".join(lines).encode("utf-8", "replace"))


def _to_json(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
