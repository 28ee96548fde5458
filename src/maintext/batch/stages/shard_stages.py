"""One shard through one stage: files in, one file out, the same on every engine.

extract       input files -> filtered results; with matching: all pages with their kept blocks
match         pages with their kept blocks, and what sites share -> filtered results   (only with matching)
deduplicate   results, and which pages are duplicates -> results                       (only if duplicates are dropped)
arrange       results -> the same rows sorted and in partitions, see `arranging`       (only on request)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from maintext.batch.inputs.input_files import InputFile
from maintext.batch.inputs.page_rows import BATCH_ROWS, PageBatch, ReadCounts, to_batches
from maintext.batch.inputs.readers import read_pages
from maintext.batch.inputs.shards import Shard
from maintext.batch.job import WORK, Job, load_settings
from maintext.batch.outputs.counts import Counts, read_counts
from maintext.batch.outputs.part_files import part_writer
from maintext.batch.outputs.progress import progress_writer
from maintext.batch.outputs.row_schemas import SCHEMAS, to_schema, writable_rows
from maintext.batch.schema import MATCHABLE, RESULTS, SIGNATURES
from maintext.batch.stages.arranging import partitions, sort_by_site
from maintext.batch.stages.kernel import GuardedKernel
from maintext.batch.stages.matching import GuardedMatcher, Shared
from maintext.batch.stages.page_identity import page_hash
from maintext.batch.stages.signatures import bands, text_hash
from maintext.batch.stores.opening import open_store

ReportProgress = Callable[[int, int], None]
"""Called with the bytes read and pages done so far."""
Write = Callable[[pa.RecordBatch], None]


def run_stage(job: Job, stage: str, shard: Shard) -> None:
    """Runs a shard through a stage, unless it has been. The counts are written before the part."""
    if job.is_done(stage, shard):
        return
    with progress_writer(job.store.scratch, shard.name) as report:
        STAGES[stage](job, shard, report)


def shard_task(output: str, scratch: str) -> Callable[[Any], Any]:
    """The task of a worker process: a function of (stage, shard name, files) that writes the shard's files."""
    store = open_store(output, scratch)
    job = Job(store, load_settings(store), ())

    def work(item: tuple[str, str, list[tuple[str, str, int | None]]]) -> None:
        stage, name, files = item
        run_stage(job, stage, Shard(name, tuple(InputFile(*file) for file in files)))

    return work


def _extract(job: Job, shard: Shard, report: ReportProgress) -> None:
    batches = _Batches(job, shard, report)
    is_last = job.settings.matching is None
    extraction = replace(job.settings.extraction, for_matching=not is_last)
    with (
        GuardedKernel(extraction, job.settings.limits) as kernel,
        (_results_writer if is_last else _matchable_writer)(job, "extract", shard, batches.counts) as write,
    ):
        for batch in batches:
            with timed(batches.counts, "extracting"):
                results = kernel(batch)
            with timed(batches.counts, "writing"):
                write(results)


def _match(job: Job, shard: Shard, report: ReportProgress) -> None:
    counts = _counts_before(job, "match", shard)
    with (
        GuardedMatcher(job.settings.extraction, job.settings.limits) as drop,
        job.store.reading(job.part("extract", shard)) as path,
        pq.ParquetFile(path) as part,
        _results_writer(job, "match", shard, counts) as write,
        timed(counts, "matching"),
    ):
        shared = _shared(job, part)
        n_done = 0
        for batch in part.iter_batches(batch_size=BATCH_ROWS):
            write(drop(batch, shared))
            n_done += batch.num_rows
            report(shard.n_bytes * n_done // counts.n_pages, n_done)


def _deduplicate(job: Job, shard: Shard, report: ReportProgress) -> None:
    before = job.stages[job.stages.index("deduplicate") - 1]
    counts = _counts_before(job, "deduplicate", shard)
    n_rows_before = read_counts(job.store, job.report(before, shard)).n_rows
    schema = _schema(job, "deduplicate")
    with (
        job.store.reading(job.part(before, shard)) as path,
        pq.ParquetFile(path) as part,
        part_writer(job.store, job.part("deduplicate", shard), SCHEMAS[schema]) as file,
    ):
        duplicates = _duplicates(job, part)
        for batch in part.iter_batches(batch_size=1000):
            results = batch.cast(RESULTS).filter(pc.invert(pc.is_in(_page_hashes(batch), duplicates)))
            counts.add_rows(results)
            file.write(to_schema(results, schema))
        counts.n_duplicates = n_rows_before - counts.n_rows
        counts.check()
        counts.write(job.store, job.report("deduplicate", shard))
    report(shard.n_bytes, counts.n_pages)


def _arrange(job: Job, shard: Shard, report: ReportProgress) -> None:
    before = job.stages[-2]
    counts = read_counts(job.store, job.report(before, shard))
    schema = job.settings.schema
    ending = job.part("arrange", shard)
    with job.store.reading(job.part(before, shard)) as path, pq.ParquetFile(path) as part:
        batches = [to_schema(batch.cast(RESULTS), schema) for batch in part.iter_batches(batch_size=1000)]
    rows = pa.Table.from_batches(batches, SCHEMAS[schema])
    if job.settings.sort_by_site:
        rows = sort_by_site(rows)
    for folder, own in partitions(rows, job.settings.partition_by):
        with part_writer(job.store, f"{folder}/{ending}" if folder else ending, SCHEMAS[schema]) as file:
            for batch in own.to_batches(max_chunksize=1000):
                file.write(batch)
    # Last, because it is the mark of a shard that is done.
    counts.write(job.store, job.report("arrange", shard))
    report(shard.n_bytes, counts.n_pages)


def _schema(job: Job, stage: str) -> str:
    """The schema that a stage writes: a later stage needs our own columns."""
    return job.settings.schema if stage == job.stages[-1] else "maintext"


def _counts_before(job: Job, stage: str, shard: Shard) -> Counts:
    """The counts of the stage before, without those that this stage makes anew."""
    old = read_counts(job.store, job.report(job.stages[job.stages.index(stage) - 1], shard))
    return Counts(old.n_records, old.n_pages, skipped=old.skipped, filtered=old.filtered, seconds=old.seconds)


@contextmanager
def _results_writer(job: Job, stage: str, shard: Shard, counts: Counts) -> Iterator[Write]:
    """Writes the rows that pass the filters, and their signatures. The counts are written before the part."""
    schema = _schema(job, stage)
    with (
        part_writer(job.store, job.part(stage, shard), SCHEMAS[schema]) as file,
        _signature_writer(job, shard) as sign,
    ):

        def write(results: pa.RecordBatch) -> None:
            kept = job.settings.filters(results, counts.filtered)
            kept = writable_rows(kept, job.settings.schema, counts.filtered)
            counts.add_rows(kept)
            sign(kept)
            file.write(to_schema(kept, schema))

        yield write
        counts.check()
        counts.write(job.store, job.report(stage, shard))


@contextmanager
def _matchable_writer(job: Job, stage: str, shard: Shard, counts: Counts) -> Iterator[Write]:
    """Writes all rows: which blocks are shared is known once all pages have been counted."""
    with part_writer(job.store, job.part(stage, shard), MATCHABLE) as file:
        yield file.write
        counts.write(job.store, job.report(stage, shard))


STAGES: dict[str, Callable[[Job, Shard, ReportProgress], None]] = {
    "extract": _extract,
    "match": _match,
    "deduplicate": _deduplicate,
    "arrange": _arrange,
}


class _Batches:
    """The batches of a shard; counts records and times reading."""

    def __init__(self, job: Job, shard: Shard, report: ReportProgress) -> None:
        self.counts = Counts()
        self.job, self.shard, self.report = job, shard, report
        self.n_bytes_done = 0

    def __iter__(self) -> Iterator[PageBatch]:
        read = ReadCounts()
        rows = read_pages(self.shard.files, self.job.settings.any_status, self._on_bytes_read)
        batches = to_batches(rows, read)
        while True:
            with timed(self.counts, "reading"):
                batch = next(batches, None)
            if batch is None:
                break
            self.counts.n_pages += batch.num_rows
            yield batch.of_dump(self.job.settings.dump)
            self.report(self.n_bytes_done, self.counts.n_pages)
        self.counts.n_records, self.counts.skipped = read.n_records, read.skipped

    def _on_bytes_read(self, n_bytes: int) -> None:
        self.n_bytes_done = n_bytes


@contextmanager
def timed(counts: Counts, name: str) -> Iterator[None]:
    """Adds the time it takes to the seconds of an activity."""
    start = perf_counter()
    yield
    counts.seconds[name] = counts.seconds.get(name, 0.0) + perf_counter() - start


def _shared(job: Job, part: pq.ParquetFile) -> Shared:
    """The keys that the sites of a part's pages share."""
    sites = pc.unique(part.read(columns=["site"]).column("site"))
    found: dict[str, list[int]] = {}
    with job.store.reading(job.table("shared")) as path, pq.ParquetFile(path) as shared:
        # In batches, because the table holds the blocks of all sites.
        for batch in shared.iter_batches(columns=["site", "key"]):
            own = batch.filter(pc.is_in(batch.column("site"), sites))
            for site, key in zip(own.column("site").to_pylist(), own.column("key").to_pylist(), strict=True):
                found.setdefault(site, []).append(key)
    return {site: np.array(keys, dtype=np.int64).tobytes() for site, keys in found.items()}


def _duplicates(job: Job, part: pq.ParquetFile) -> pa.Array:
    """The hashes of those pages of a part that are duplicates."""
    own = pa.concat_arrays(
        [_page_hashes(batch) for batch in part.iter_batches(columns=["source", "record"])] or [pa.array([], pa.int64())]
    )
    with job.store.reading(job.table("duplicates")) as path, pq.ParquetFile(path) as duplicates:
        found = [
            batch.column("page").filter(pc.is_in(batch.column("page"), own))
            for batch in duplicates.iter_batches(columns=["page"])
        ]
    return pa.concat_arrays([*found, pa.array([], pa.int64())])


def _page_hashes(batch: pa.RecordBatch) -> pa.Array:
    numbers = map(page_hash, batch.column("source").to_pylist(), batch.column("record").to_pylist())
    return pa.array(numbers, pa.int64())


@contextmanager
def _signature_writer(job: Job, shard: Shard) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """Writes the signatures of rows, if duplicates are to be dropped."""
    filters = job.settings.filters
    if not filters.finds_duplicates:
        yield lambda results: None
        return

    def sign(results: pa.RecordBatch) -> None:
        # A page that failed has no text, not even an empty one, and is never a duplicate.
        texts = results.column("text").to_pylist()
        columns = {
            "page": _page_hashes(results),
            "text_hash": [None if text is None else text_hash(text) for text in texts],
            "bands": [[] if text is None or not filters.near_duplicates else bands(text) for text in texts],
        }
        file.write(pa.RecordBatch.from_pydict(columns, SIGNATURES))

    with part_writer(job.store, f"{WORK}/signatures/part-{shard.name}.parquet", SIGNATURES) as file:
        yield sign
