"""What engines rely on: the kernel knows none of them, counting spills rather than dies, progress is told."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from benches.group_by import SHARED_BLOCKS, SITES_A_FILE, write_keys
from maintext.batch import EmbeddedEngine, Settings
from maintext.batch.engines.protocol import Query
from maintext.batch.job import Job
from maintext.batch.outputs.progress import StageProgress, progress_writer
from maintext.batch.schema import KEYS
from maintext.batch.stages.queries import shared_sql
from maintext.batch.stores.folder import FolderStore
from maintext.shared_blocks.rule import Rule

LITTLE_MEMORY = "50MB"


def test_the_kernel_imports_no_engine() -> None:
    code = """
import sys
import pyarrow as pa
from maintext.batch import extract_batch, drop_shared_blocks
extract_batch(pa.RecordBatch.from_pydict({"html": ["<p>Tea."]}))
print(sorted({"duckdb", "pyspark", "ray", "fsspec"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_counting_that_does_not_fit_into_memory_goes_to_disk(tmp_path: Path) -> None:
    job = Job(FolderStore(tmp_path), Settings(matching={}), ())
    write_keys(job.store.scratch / "extract" / "part-0.parquet", 0)
    sql = shared_sql(Rule(), "unnest")
    EmbeddedEngine(1, LITTLE_MEMORY).run_query(
        job, Query("keys", KEYS, "_work/extract", partial(shared_sql, Rule()), job.table("shared"))
    )
    assert pq.read_metadata(tmp_path / job.table("shared")).num_rows == SITES_A_FILE * SHARED_BLOCKS
    assert not list(job.store.scratch.glob("spill/*"))
    # Where it may not go to disk it dies: so that was needed.
    config: dict[str, Any] = {"memory_limit": LITTLE_MEMORY, "threads": "1", "temp_directory": ""}
    with duckdb.connect(":memory:", config=config) as database:
        database.execute("SET preserve_insertion_order = false")
        database.execute(f"CREATE VIEW keys AS SELECT * FROM read_parquet('{job.store.scratch}/extract/*.parquet')")  # noqa: S608
        with pytest.raises(duckdb.OutOfMemoryException):
            database.execute(f"COPY ({sql}) TO '{tmp_path}/out.parquet' (FORMAT parquet)")


def test_how_far_it_is_has_rate_and_what_is_left(tmp_path: Path) -> None:
    progress = StageProgress("extract", n_shards=4, n_bytes=4000, n_shards_done=1, n_bytes_done=1000, n_pages_done=400)
    progress.start = monotonic() - 100
    with progress_writer(tmp_path, "one") as watch:
        watch(600, 80)
        with progress_writer(tmp_path, "two") as watch_other:
            watch_other(400, 20)
            assert progress.line(tmp_path) == "extract: 1 of 4 shards, 500 pages, 5 pages/s, 1:40 left"
    assert progress.line(tmp_path).startswith("extract: 1 of 4 shards, 400 pages, 4 pages/s, ")


def test_starting_up_is_not_part_of_the_rate(tmp_path: Path) -> None:
    progress = StageProgress("extract", n_shards=1, n_bytes=2000)
    with progress_writer(tmp_path, "one") as watch:
        assert progress.line(tmp_path) == "extract: 0 of 1 shards, 0 pages"
        assert progress.start is None, "however long that takes"
        watch(500, 50)
        assert progress.line(tmp_path) == "extract: 0 of 1 shards, 50 pages"
        assert progress.start is not None
        progress.start -= 10
        watch(1000, 150)
        assert progress.line(tmp_path) == "extract: 0 of 1 shards, 150 pages, 10 pages/s, 0:20 left"
