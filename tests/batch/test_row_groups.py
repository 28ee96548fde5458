"""Batches become row groups of Parquet, each by the number of its rows and bytes."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from maintext.batch.outputs import part_files


class _Sized:
    """A batch that counts how often it is asked for its size."""

    num_rows = 2

    def __init__(self) -> None:
        self.n_asked = 0

    @property
    def nbytes(self) -> int:
        self.n_asked += 1
        return 100


def test_each_batch_of_a_row_group_is_asked_for_its_size_once() -> None:
    batches = [_Sized() for _ in range(200)]
    no_file: Any = None
    writer = part_files._Parquet(no_file)
    for batch in batches:
        writer.write(batch)
    assert [batch.n_asked for batch in batches] == [1] * 200
    assert (writer.n_rows, writer.n_bytes) == (400, 20_000)


def test_a_row_group_is_written_when_it_has_enough_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_files, "GROUP_ROWS", 5)
    schema = pa.schema([("text", pa.string())])
    with part_files.batch_writer(tmp_path / "part.parquet", schema) as file:
        for _ in range(6):
            file.write(pa.RecordBatch.from_pydict({"text": ["Tea", "milk"]}, schema))
    with pq.ParquetFile(tmp_path / "part.parquet") as written:
        assert [written.metadata.row_group(number).num_rows for number in range(written.num_row_groups)] == [6, 6]
