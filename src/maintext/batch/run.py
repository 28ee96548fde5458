"""Inputs, an output and settings -> results and a summary: the stages in order, on any engine.

    extract  -> SHARED ->  match  -> DUPLICATES ->  deduplicate

Stages (lower case) run shard by shard, queries (upper case) over all shards together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic

from maintext.batch.engines.embedded import EmbeddedEngine
from maintext.batch.engines.protocol import Engine, Query
from maintext.batch.inputs.input_files import InputFiles, absolute_path, find_input_files
from maintext.batch.inputs.shards import make_shards
from maintext.batch.job import WORK, Job, Settings, save_job, saved_shards
from maintext.batch.outputs.counts import read_counts
from maintext.batch.outputs.progress import StageProgress
from maintext.batch.outputs.summary import Summary, summarise, write_summary
from maintext.batch.schema import KEYS, SIGNATURES
from maintext.batch.stages.queries import duplicates_sql, shared_sql
from maintext.batch.stores.opening import open_store
from maintext.errors import BatchError
from maintext.extractors.by import find_extractor
from maintext.shared_blocks.rule import Rule

OnProgress = Callable[[StageProgress], None]
"""Called about once a second with the progress of the running stage."""


def run_batch(
    inputs: Iterable[str],
    output: Path | str,
    settings: Settings = Settings(),
    engine: Engine = EmbeddedEngine(),
    on_progress: OnProgress = lambda progress: None,
) -> Summary:
    """Reads WARC, HTML, JSONL and Parquet files and writes the main content of their pages.

    `output` is a folder, or an address in an object store such as s3://bucket/corpus. A rerun with the same settings
    does only what is missing, on any engine.
    """
    return run_job(plan(find_input_files([str(name) for name in inputs]), output, settings), engine, on_progress)


def plan(found: InputFiles, output: Path | str, settings: Settings = Settings()) -> Job:
    """The job that `run_job` would run. Files inside the output are results, not inputs."""
    find_extractor(settings.extraction.by)
    store = open_store(output)
    all_files = [replace(file, path=absolute_path(file.path)) for file in found.files]
    files = [file for file in all_files if not store.holds(file.path)]
    if not files:
        raise BatchError(
            f"found no input files: {len(found.ignored):,} have unknown file name endings, and {len(all_files):,} "
            f"are in the output folder {output}"
        )
    return Job(store, settings, make_shards(files, saved_shards(store)))


def run_job(job: Job, engine: Engine, on_progress: OnProgress = lambda progress: None) -> Summary:
    """Does what is missing of a job and summarises all of it; JobLockedError if another run is at it."""
    with job.store.lock() as check_lock:

        def report(progress: StageProgress) -> None:
            check_lock()
            on_progress(progress)

        save_job(job)
        start, n_pages_before = monotonic(), summarise(job, {}).total.n_pages
        failed = _run_stages(job, engine, report)
        summary = summarise(job, failed)
        n_new_pages = summary.total.n_pages - n_pages_before
        summary = replace(summary, n_seconds=monotonic() - start, n_new_pages=n_new_pages)
        write_summary(summary)
        job.store.remove_unfinished()
        if not failed:
            _remove_between_stages(job)
        return summary


def _run_stages(job: Job, engine: Engine, on_progress: OnProgress) -> dict[str, str]:
    """Runs all stages; the errors of shards that failed in the last one, by name."""
    failed: dict[str, str] = {}
    for stage in job.stages:
        query = _query_before(job, stage)
        if query is not None and not job.store.exists(query.output):
            _check_complete(job, query)
            engine.run_query(job, query)
        failed = _run_stage(job, stage, engine, on_progress)
        if failed and stage != job.stages[-1]:
            name, error = next(iter(failed.items()))
            raise BatchError(
                f"{len(failed)} of {len(job.shards)} shards failed in stage {stage}, so the next stage can't start; "
                f"{name}: {error}"
            )
    return failed


def _remove_between_stages(job: Job) -> None:
    """Removes what stages pass to each other, which may be larger than the results."""
    for folder in (*job.stages[:-1], "signatures"):
        names = job.store.names(f"{WORK}/{folder}")
        job.store.remove(name for name in names if name.endswith(".parquet"))


def _query_before(job: Job, stage: str) -> Query | None:
    settings = job.settings
    if stage == "match":
        rule = Rule(**(settings.matching or {}))  # type: ignore[arg-type]
        return Query("keys", KEYS, f"{WORK}/extract", partial(shared_sql, rule), job.table("shared"))
    if stage == "deduplicate":
        sql = partial(duplicates_sql, settings.filters)
        return Query("signatures", SIGNATURES, f"{WORK}/signatures", sql, job.table("duplicates"))
    return None


def _check_complete(job: Job, query: Query) -> None:
    """BatchError if files that the query reads are gone: they are removed when a job is done."""
    there = set(job.store.names(query.folder))
    n_missing = sum(f"{query.folder}/part-{shard.name}.parquet" not in there for shard in job.shards)
    if n_missing:
        raise BatchError(
            f"{query.output} is missing, and so are {n_missing} of the {len(job.shards)} files it is made from; "
            "choose another output folder"
        )


def _run_stage(job: Job, stage: str, engine: Engine, on_progress: OnProgress) -> dict[str, str]:
    """Runs the missing shards through a stage; the errors of those that failed, by name."""
    later = job.stages[job.stages.index(stage) :]
    is_done = set().union(*(job.done(name) for name in later))
    missing = [shard for shard in job.shards if shard.name not in is_done]
    progress = StageProgress(stage, len(missing), sum(shard.n_bytes for shard in missing))
    failed: dict[str, str] = {}
    if not missing:
        return failed
    for done in engine.run_shards(job, stage, missing, lambda: on_progress(progress)):
        progress.n_shards_done += 1
        progress.n_bytes_done += done.shard.n_bytes
        if done.error is None:
            progress.n_pages_done += read_counts(job.store, job.report(stage, done.shard)).n_pages
        else:
            failed[done.shard.name] = done.error
        on_progress(progress)
    return failed
