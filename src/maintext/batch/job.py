"""Inputs and settings -> a job: its named shards, and the layout of the output.

    OUT/part-NAME.parquet                 results; a shard is done when its file exists under this name
    OUT/COLUMN=VALUE/part-NAME.parquet    the same in partitions; a shard is done when the counts of `arrange` exist
    OUT/_manifest.json  _summary.txt      what was read, what was written, what failed and why
    OUT/_work/job.json  shards.json       settings and shards, so that any engine can resume
    OUT/_work/STAGE/part-NAME.parquet     what one stage passes to the next, until the job is done
    OUT/_work/STAGE/part-NAME.json        the counts of a shard

OUT is a folder or a prefix in an object store (`stores`). Readers of Parquet folders ignore names that begin with `_`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from maintext.batch.inputs.input_files import InputFile
from maintext.batch.inputs.shards import Shard
from maintext.batch.outputs.part_files import write_json
from maintext.batch.outputs.row_schemas import check_schema
from maintext.batch.stages.arranging import check_partition_columns
from maintext.batch.stages.extraction import Extraction
from maintext.batch.stages.filters import Filters
from maintext.batch.stores.protocol import Store
from maintext.errors import BatchError
from maintext.extractors.registry import DEFAULT
from maintext.guard import GuardLimits

WORK = "_work"
"""The folder for everything that is not a result."""
_JOB, _SHARDS = f"{WORK}/job.json", f"{WORK}/shards.json"


@dataclass(frozen=True)
class Settings:
    """What a batch does with the pages. The same settings and inputs give the same results on every engine."""

    extraction: Extraction = field(default_factory=Extraction)
    filters: Filters = field(default_factory=Filters)
    matching: dict[str, float] | None = None
    """Fields of `shared_blocks.Rule`, if blocks that the pages of a site share are to be dropped."""
    any_status: bool = False
    """Whether pages with an HTTP status other than 2xx are extracted too."""
    file_format: str = "parquet"
    """parquet, or jsonl compressed with zstd."""
    limits: GuardLimits = field(default_factory=GuardLimits)
    schema: str = "maintext"
    """The columns of the results: maintext or fineweb, see `outputs.row_schemas`."""
    dump: str = ""
    """The name of the crawl; empty for the one that the archives name."""
    partition_by: tuple[str, ...] = ()
    """Columns by whose values the results are spread over folders, such as language=en."""
    sort_by_site: bool = False
    """Whether the rows of each part are sorted by site and URL."""

    def __post_init__(self) -> None:
        check_schema(self.schema)
        # JSON has lists only.
        object.__setattr__(self, "partition_by", tuple(self.partition_by))
        check_partition_columns(self.partition_by, self.schema)
        if self.file_format not in {"parquet", "jsonl"}:
            raise BatchError(f"file_format must be parquet or jsonl, got {self.file_format!r}")
        if self.extraction.prune and self.matching is not None and self.extraction.output_format == "markdown":
            # Markdown is written from the page again after matching, when its blocks have other numbers.
            raise BatchError("prune can't be combined with matching and Markdown: take text")
        if self.extraction.chunk_tokens and self.matching is not None:
            # Chunks are made before the blocks that a site shares are known.
            raise BatchError("chunks can't be combined with matching: their text would have the shared blocks")
        if self.filters.languages and not self.extraction.with_metadata:
            raise BatchError("the language filter needs metadata: without it no page has a language")
        for shape, is_used in (("verdict", self.filters.verdicts), ("permissions", self.filters.allows_training)):
            if is_used and shape not in self.extraction.shapes:
                raise BatchError(f"the filter on {shape} needs the shape {shape!r}: add it to the extraction's shapes")
        if self.extraction.by == DEFAULT and self.filters.page_types:
            _check_page_types(self.filters.page_types)
        if (self.filters.page_types or self.filters.min_confidence is not None) and not self.extraction.judges_pages:
            by = self.extraction.by
            raise BatchError(f"{by} predicts neither page type nor confidence, so no page would pass the filter")

    def to_plain(self) -> dict[str, Any]:
        """The settings as values that JSON can hold."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    @staticmethod
    def from_plain(plain: dict[str, Any]) -> Settings:
        """The settings that `to_plain` returned."""
        inner = {"extraction": Extraction, "filters": Filters, "limits": GuardLimits}
        return Settings(**{name: inner[name](**value) if name in inner else value for name, value in plain.items()})


def _check_page_types(names: Sequence[str]) -> None:
    from maintext.model.predictor import PAGE_TYPES

    unknown = sorted(set(names) - set(PAGE_TYPES))
    if unknown:
        raise BatchError(f"unknown page type {unknown[0]!r}; known: {', '.join(PAGE_TYPES)}")


@dataclass(frozen=True)
class Job:
    """Everything a run needs. Paths are absolute: workers may have another working directory."""

    store: Store
    settings: Settings
    shards: tuple[Shard, ...] = field(repr=False)

    @property
    def stages(self) -> tuple[str, ...]:
        """The passes over the shards; the last one writes the results."""
        match = ("match",) if self.settings.matching is not None else ()
        deduplicate = ("deduplicate",) if self.settings.filters.finds_duplicates else ()
        arrange = ("arrange",) if self.settings.partition_by or self.settings.sort_by_site else ()
        return ("extract", *match, *deduplicate, *arrange)

    def part(self, stage: str, shard: Shard) -> str:
        """The name of the file that a stage writes for a shard."""
        if stage == self.stages[-1]:
            ending = "parquet" if self.settings.file_format == "parquet" else "jsonl.zst"
            return f"part-{shard.name}.{ending}"
        return f"{WORK}/{stage}/part-{shard.name}.parquet"

    def mark(self, stage: str, shard: Shard) -> str:
        """The name of the file that exists when a shard has been through a stage.

        A shard that is arranged may have no part or several, so its counts, which are written last, are the mark.
        """
        return self.report(stage, shard) if stage == "arrange" else self.part(stage, shard)

    def report(self, stage: str, shard: Shard) -> str:
        """The name of the file with the shard's counts, which is written before the part."""
        return f"{WORK}/{stage}/part-{shard.name}.json"

    def table(self, name: str) -> str:
        """The name of the file with the result of a query over all shards."""
        return f"{WORK}/{name}.parquet"

    def is_done(self, stage: str, shard: Shard) -> bool:
        """Whether a shard has been through a stage. To ask about all shards, use `done`: it takes one listing."""
        return self.store.exists(self.mark(stage, shard))

    def done(self, stage: str) -> set[str]:
        """The names of the shards that have been through a stage."""
        is_result = stage == self.stages[-1] and stage != "arrange"
        there = set(self.store.names("" if is_result else f"{WORK}/{stage}"))
        return {shard.name for shard in self.shards if self.mark(stage, shard) in there}


def save_job(job: Job) -> None:
    """Writes the job into its output; BatchError if that holds results of another job."""
    old = _read_json(job.store, _JOB)
    if old is not None:
        _check_same(old["settings"], saved_shards(job.store), job)
    elif any(name.startswith("part-") for name in job.store.names("")):
        raise BatchError(f"{job.store.address} holds part files but no batch job; choose another output folder")
    shards = [[shard.name, [[file.path, file.kind, file.n_bytes] for file in shard.files]] for shard in job.shards]
    try:
        write_json(job.store, _SHARDS, shards, indent=None)
        write_json(job.store, _JOB, {"settings": job.settings.to_plain()})
    except OSError as error:
        raise BatchError(f"can't write to {job.store.address}: {error}") from error


def load_settings(store: Store) -> Settings:
    """The settings of the job of an output."""
    plain = _read_json(store, _JOB)
    if plain is None:
        raise BatchError(f"{store.address} holds no batch job")
    return Settings.from_plain(plain["settings"])


def saved_shards(store: Store) -> tuple[Shard, ...]:
    """The shards of the job of an output; none if it holds no job."""
    plain = _read_json(store, _SHARDS) or []
    return tuple(Shard(name, tuple(InputFile(*file) for file in files)) for name, files in plain)


def _read_json(store: Store, name: str) -> Any:
    try:
        return json.loads(store.read(name))
    except (FileNotFoundError, NotADirectoryError):
        return None


def _check_same(old: dict[str, Any], old_shards: tuple[Shard, ...], job: Job) -> None:
    address = job.store.address
    differing = [name for name, value in job.settings.to_plain().items() if old.get(name) != value]
    if differing:
        names = ", ".join(differing)
        raise BatchError(f"{address} was written with other settings ({names}); choose another output folder")
    gone = {shard.name for shard in old_shards} - {shard.name for shard in job.shards}
    if gone:
        raise BatchError(f"{address} was written from other files: {len(gone)} of its shards are not in the inputs")
    if len(job.shards) > len(old_shards) and len(job.stages) > 1:
        raise BatchError(
            f"{address} was written from fewer files; shared blocks and duplicates depend on all files, so choose "
            "another output folder"
        )
