"""A job -> its results: the stages in order, by whatever engine.

    extract  -> SHARED ->  match  -> DUPLICATES ->  deduplicate

Stages in lower case are done shard by shard, queries in upper case over all shards together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from maintext.batch.job import Job, Shard, save_job
from maintext.batch.outputs.counts import read_counts
from maintext.batch.outputs.part_files import remove_unfinished
from maintext.batch.outputs.progress import StageProgress
from maintext.batch.outputs.summary import Summary, summarise, write_summary
from maintext.batch.stages.queries import duplicates_sql, shared_sql
from maintext.errors import BatchError
from maintext.shared_blocks.rule import Rule

OnProgress = Callable[[StageProgress], None]
"""Is called now and then, to show how far a stage is."""


@dataclass(frozen=True)
class ShardDone:
    """A shard has been through a stage, or could not be brought through it."""

    shard: Shard
    error: str | None = None


@dataclass(frozen=True)
class Query:
    """A question to all shards at once."""

    table: str
    """The name of the table in the SQL."""
    parts: Path
    """The folder of its Parquet files."""
    sql: Callable[[str], str]
    """The SQL, given the engine's word for making rows of a list."""
    output: Path
    """A Parquet file that is to stand there when the query is done, and not before."""


class Engine(Protocol):
    """Who does the work: processes of this machine, or a cluster."""

    def run_shards(
        self, job: Job, stage: str, shards: Sequence[Shard], on_progress: Callable[[], None]
    ) -> Iterator[ShardDone]:
        """Calls `stages.run_stage` for each shard, in any order; `tell` about every second."""
        ...

    def run_query(self, job: Job, query: Query) -> None:
        """Writes the outcome of a query."""
        ...


def run_job(job: Job, engine: Engine, on_progress: OnProgress = lambda progress: None) -> Summary:
    """Does what is missing of a job, and says what became of everything."""
    save_job(job)
    failed: dict[str, str] = {}
    for stage in job.stages:
        query = _query_before(job, stage)
        if query is not None and not query.output.exists():
            _check_complete(job, query)
            engine.run_query(job, query)
        failed = _run_stage(job, stage, engine, on_progress)
        if failed and stage != job.stages[-1]:
            name, error = next(iter(failed.items()))
            raise BatchError(
                f"{len(failed)} of {len(job.shards)} shards failed in stage {stage}, so the next one can't begin; "
                f"{name}: {error}"
            )
    summary = summarise(job, failed)
    write_summary(summary)
    remove_unfinished(job.output)
    if not failed:
        # Results stand; what was handed from stage to stage may be larger than they are.
        for path in job.work.glob("*/part-*.parquet"):
            path.unlink()
    return summary


def _check_complete(job: Job, query: Query) -> None:
    """BatchError if not all shards can be asked: their parts are removed when a job is done."""
    n_missing = sum(not (query.parts / f"part-{shard.name}.parquet").exists() for shard in job.shards)
    if n_missing:
        raise BatchError(
            f"{query.output} is gone, and so are {n_missing} of {len(job.shards)} files that it is made from; "
            "choose another folder"
        )


def _run_stage(job: Job, stage: str, engine: Engine, on_progress: OnProgress) -> dict[str, str]:
    """Does the shards that are missing; what failed, by name."""
    later = job.stages[job.stages.index(stage) :]
    missing = [shard for shard in job.shards if not any(job.is_done(name, shard) for name in later)]
    progress = StageProgress(stage, len(missing), sum(shard.n_bytes for shard in missing))
    failed: dict[str, str] = {}
    if not missing:
        return failed
    for done in engine.run_shards(job, stage, missing, lambda: on_progress(progress)):
        progress.n_shards_done += 1
        progress.n_bytes_done += done.shard.n_bytes
        if done.error is None:
            progress.n_pages_done += read_counts(job.report(stage, done.shard)).n_pages
        else:
            failed[done.shard.name] = done.error
        on_progress(progress)
    return failed


def _query_before(job: Job, stage: str) -> Query | None:
    settings = job.settings
    if stage == "match":
        rule = Rule(**(settings.matching or {}))  # type: ignore[arg-type]
        return Query("keys", job.work / "extract", lambda explode: shared_sql(rule, explode), job.table("shared"))
    if stage == "deduplicate":
        sql = lambda explode: duplicates_sql(settings.filters, explode)  # noqa: E731
        return Query("signatures", job.work / "signatures", sql, job.table("duplicates"))
    return None
