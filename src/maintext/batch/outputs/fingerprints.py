"""Results -> a fingerprint of its rows, independent of their order and of the files that hold them."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from maintext.batch.stores.opening import open_store


def fingerprint(output: Path | str) -> str:
    """The number of rows, and the sum of their hashes; of a folder or an address."""
    total = n_rows = 0
    store = open_store(output)
    for name in store.parts():
        with store.reading(name) as path, pq.ParquetFile(path) as part:
            for row in (row for batch in part.iter_batches(batch_size=1000) for row in _rows(batch)):
                total += int.from_bytes(blake2b(row, digest_size=16).digest(), "little")
                n_rows += 1
    return f"{n_rows}-{total % 2**128:032x}"


def _rows(batch: pa.RecordBatch) -> list[bytes]:
    return [json.dumps(row, sort_keys=True, default=str).encode("utf-8", "surrogatepass") for row in batch.to_pylist()]
