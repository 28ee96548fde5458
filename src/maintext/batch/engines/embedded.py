"""The embedded engine: shards on worker processes of this machine, queries by DuckDB."""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from maintext.batch.engines.protocol import Query, ShardDone
from maintext.batch.engines.shard_process import run_shard, start_shard_process
from maintext.batch.inputs.shards import Shard
from maintext.batch.job import Job
from maintext.batch.stores.objects import ObjectStore
from maintext.batch.stores.protocol import Store
from maintext.errors import BatchError, MissingPackageError

WAIT_SECONDS = 1.0
"""How often progress is reported."""


@dataclass(frozen=True)
class EmbeddedEngine:
    """Every core of this machine."""

    n_jobs: int = 0
    """Worker processes; 0 for one per core."""
    memory_limit: str = "2GB"
    """Memory for queries; what does not fit is written to disk."""

    def run_shards(
        self, job: Job, stage: str, shards: Sequence[Shard], on_progress: Callable[[], None]
    ) -> Iterator[ShardDone]:
        """Yields shards as they are done. The largest start first, so that all cores finish at about the same time."""
        ordered = sorted(shards, key=lambda shard: -shard.n_bytes)
        todo: queue.SimpleQueue[Shard] = queue.SimpleQueue()
        for shard in ordered:
            todo.put(shard)
        done: queue.SimpleQueue[ShardDone | BaseException] = queue.SimpleQueue()
        n_workers = min(self.n_jobs or os.cpu_count() or 1, len(shards))
        pool = ThreadPoolExecutor(n_workers, thread_name_prefix="shards")
        try:
            for _ in range(n_workers):
                pool.submit(_work, job, stage, todo, done)
            for _ in shards:
                yield _next(done, on_progress)
        finally:
            # Without waiting: workers end with this process, and their unfinished files have temporary names.
            pool.shutdown(wait=False, cancel_futures=True)

    def run_query(self, job: Job, query: Query) -> None:
        """Writes the result of a query, spilling to disk rather than running out of memory."""
        try:
            import duckdb
        except ImportError:
            raise MissingPackageError("duckdb", "batch") from None
        config: dict[str, Any] = {
            "memory_limit": self.memory_limit,
            "temp_directory": str(job.store.scratch / "spill"),
            "threads": str(self.n_jobs or os.cpu_count() or 1),
        }
        try:
            with duckdb.connect(":memory:", config=config) as database, job.store.writing(query.output) as unfinished:
                database.execute("SET preserve_insertion_order = false")
                parts = _table_files(job.store, query.folder, database)
                database.execute(f"CREATE VIEW {query.table} AS SELECT * FROM read_parquet('{parts}')")  # noqa: S608 - our own name
                target = str(unfinished).replace("'", "''")
                database.execute(f"COPY ({query.sql('unnest')}) TO '{target}' (FORMAT parquet, COMPRESSION zstd)")
        except duckdb.Error as error:
            raise BatchError(f"the DuckDB query for {query.name} failed: {error}") from error


def _table_files(store: Store, folder: str, database: Any) -> str:
    """A pattern for the Parquet files of a table, for DuckDB to read in SQL."""
    if isinstance(store, ObjectStore):
        # DuckDB reads the columns it needs through the same package that wrote them.
        database.register_filesystem(store.files)
    # Square brackets take a wildcard in the folder's name literally.
    place = "".join(f"[{letter}]" if letter in "*?[" else letter for letter in f"{store.address}/{folder}")
    return f"{place}/*.parquet".replace("'", "''")


def _next(done: queue.SimpleQueue[ShardDone | BaseException], on_progress: Callable[[], None]) -> ShardDone:
    while True:
        try:
            outcome = done.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            on_progress()
            continue
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


def _work(
    job: Job, stage: str, todo: queue.SimpleQueue[Shard], done: queue.SimpleQueue[ShardDone | BaseException]
) -> None:
    """One worker: runs shards until none are left."""
    try:
        with start_shard_process(job.store.address, str(job.store.scratch)) as guard:
            while True:
                try:
                    shard = todo.get_nowait()
                except queue.Empty:
                    return
                done.put(ShardDone(shard, run_shard(guard, stage, shard)))
    except BaseException as error:
        # Raised again in the main thread.
        done.put(error)
