"""Bytes and batches -> files that exist whole or not at all: written as `_NAME.tmp`, then renamed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

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
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path that is renamed to `path` at the end, if nothing is raised."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Unique, because an engine may run a shard twice at the same time.
    unfinished = path.with_name(f"_{path.name}.{uuid4().hex[:8]}.tmp")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a small file."""
    with replacing(path) as unfinished:
        unfinished.write_bytes(content)


@contextmanager
def batch_writer(path: Path, schema: pa.Schema) -> Iterator[Writer]:
    """A writer of Parquet or JSON lines, by the name of the file; the file exists once the writer is closed."""
    with replacing(path) as unfinished:
        if path.name.endswith(".parquet"):
            with pq.ParquetWriter(unfinished, schema, compression="zstd", compression_level=_ZSTD_LEVEL) as file:
                writer = _Parquet(file)
                yield writer
                writer.flush()
        else:
            with pa.OSFile(str(unfinished), "wb") as raw, pa.CompressedOutputStream(raw, "zstd") as stream:
                yield _JsonLines(stream)


class _Parquet:
    def __init__(self, file: pq.ParquetWriter) -> None:
        self.file = file
        self.waiting: list[pa.RecordBatch] = []

    def write(self, batch: pa.RecordBatch) -> None:
        self.waiting.append(batch)
        n_rows = sum(batch.num_rows for batch in self.waiting)
        if n_rows >= GROUP_ROWS or sum(batch.nbytes for batch in self.waiting) >= GROUP_BYTES:
            self.flush()

    def flush(self) -> None:
        if self.waiting:
            self.file.write_table(pa.Table.from_batches(self.waiting))
            self.waiting = []


class _JsonLines:
    def __init__(self, stream: pa.NativeFile) -> None:
        self.stream = stream

    def write(self, batch: pa.RecordBatch) -> None:
        lines = [json.dumps(row, ensure_ascii=False, default=_to_json) + "\n" for row in batch.to_pylist()]
        self.stream.write("".join(lines).encode("utf-8", "replace"))


def _to_json(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def remove_unfinished(folder: Path) -> None:
    """Removes what a killed run left behind. Only safe while nobody else writes there."""
    for path in folder.rglob("_*.tmp"):
        path.unlink(missing_ok=True)
