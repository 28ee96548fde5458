"""Inputs and settings -> a job: its named shards, and the layout of the output folder.

    OUT/part-NAME.parquet                 results; a shard is done when its file exists under this name
    OUT/_manifest.json  _summary.txt      what was read, what was written, what failed and why
    OUT/_work/job.json                    settings and shards, so that any engine can resume
    OUT/_work/STAGE/part-NAME.parquet     what one stage passes to the next, until the job is done
    OUT/_work/STAGE/part-NAME.json        the counts of a shard

Readers of Parquet folders ignore names that begin with `_`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any

from maintext.batch.inputs.input_files import InputFile
from maintext.batch.outputs.part_files import write_atomically
from maintext.batch.outputs.row_schemas import check_schema
from maintext.batch.stages.extraction import Extraction
from maintext.batch.stages.filters import Filters
from maintext.errors import BatchError
from maintext.extractors.registry import DEFAULT
from maintext.guard import GuardLimits

HTML_FILES_PER_SHARD = 1000
"""Every file of another kind is a shard of its own."""


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

    def __post_init__(self) -> None:
        check_schema(self.schema)
        if self.file_format not in {"parquet", "jsonl"}:
            raise BatchError(f"file_format must be parquet or jsonl, got {self.file_format!r}")
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
class Shard:
    """The unit of work, retry and resume."""

    name: str
    files: tuple[InputFile, ...]

    @property
    def n_bytes(self) -> int:
        """The size of its files, as far as it is known."""
        return sum(file.n_bytes or 0 for file in self.files)


@dataclass(frozen=True)
class Job:
    """Everything a worker needs. Paths are absolute: workers may have another working directory."""

    output: Path
    settings: Settings
    shards: tuple[Shard, ...] = field(repr=False)

    @property
    def stages(self) -> tuple[str, ...]:
        """The passes over the shards; the last one writes the results."""
        match = ("match",) if self.settings.matching is not None else ()
        deduplicate = ("deduplicate",) if self.settings.filters.finds_duplicates else ()
        return ("extract", *match, *deduplicate)

    @property
    def work(self) -> Path:
        """The folder for everything that is not a result."""
        return self.output / "_work"

    def part(self, stage: str, shard: Shard) -> Path:
        """The file that a stage writes for a shard."""
        if stage == self.stages[-1]:
            ending = "parquet" if self.settings.file_format == "parquet" else "jsonl.zst"
            return self.output / f"part-{shard.name}.{ending}"
        return self.work / stage / f"part-{shard.name}.parquet"

    def report(self, stage: str, shard: Shard) -> Path:
        """The file with the shard's counts, which is written before the part."""
        return self.work / stage / f"part-{shard.name}.json"

    def table(self, name: str) -> Path:
        """The file with the result of a query over all shards."""
        return self.work / f"{name}.parquet"

    def is_done(self, stage: str, shard: Shard) -> bool:
        """Whether a shard has been through a stage."""
        return self.part(stage, shard).exists()

    def shard(self, name: str) -> Shard:
        """The shard of that name."""
        return next(shard for shard in self.shards if shard.name == name)


def make_shards(all_files: Sequence[InputFile]) -> tuple[Shard, ...]:
    """Shards of a thousand HTML files or of one other file. A shard's name depends on its files only."""
    groups: list[tuple[InputFile, ...]] = []
    for is_html, group in groupby(all_files, key=lambda file: file.kind == "html"):
        files = tuple(group)
        n_files = HTML_FILES_PER_SHARD if is_html else 1
        groups += [files[start : start + n_files] for start in range(0, len(files), n_files)]
    return tuple(Shard(_name(group), group) for group in groups)


def _name(files: tuple[InputFile, ...]) -> str:
    paths = "\n".join(file.path for file in files).encode("utf-8", "surrogateescape")
    stem = Path(files[0].path).name.partition(".")[0]
    readable = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in stem)[:60]
    return f"{readable}-{blake2b(paths, digest_size=6).hexdigest()}"


def save_job(job: Job) -> None:
    """Writes the job into its folder; BatchError if the folder holds results of another job."""
    path = job.work / "job.json"
    plain = _to_plain(job)
    if path.exists():
        _check_same(json.loads(path.read_text()), plain, job)
    elif any(job.output.glob("part-*")):
        raise BatchError(f"{job.output} holds part files but no batch job; choose another output folder")
    try:
        write_atomically(path, json.dumps(plain, indent=1).encode())
    except OSError as error:
        raise BatchError(f"can't write to {job.output}: {error}") from error


def load_job(output: Path) -> Job:
    """The job of an output folder."""
    try:
        plain = json.loads((output / "_work" / "job.json").read_text())
    except FileNotFoundError:
        raise BatchError(f"{output} holds no batch job") from None
    shards = tuple(Shard(name, tuple(InputFile(*file) for file in files)) for name, files in plain["shards"])
    return Job(output, Settings.from_plain(plain["settings"]), shards)


def _to_plain(job: Job) -> dict[str, Any]:
    shards = [[shard.name, [[file.path, file.kind, file.n_bytes] for file in shard.files]] for shard in job.shards]
    return {"settings": job.settings.to_plain(), "shards": shards}


def _check_same(old: dict[str, Any], new: dict[str, Any], job: Job) -> None:
    differing = [name for name, value in new["settings"].items() if old["settings"].get(name) != value]
    if differing:
        names = ", ".join(differing)
        raise BatchError(f"{job.output} was written with other settings ({names}); choose another output folder")
    gone = {name for name, _ in old["shards"]} - {name for name, _ in new["shards"]}
    if gone:
        raise BatchError(f"{job.output} was written from other files: {len(gone)} of its shards are not in the inputs")
    if len(new["shards"]) > len(old["shards"]) and len(job.stages) > 1:
        raise BatchError(
            f"{job.output} was written from fewer files; shared blocks and duplicates depend on all files, so choose "
            "another output folder"
        )
