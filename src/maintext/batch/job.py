"""Inputs and settings -> a job: its shards with their names, and where everything of it stands in the output folder.

    OUT/part-NAME.parquet                 results; a shard is done when its file stands under its final name
    OUT/_manifest.json  _summary.txt      what went in, what came out, what failed and why
    OUT/_work/job.json                    the settings and shards, so that any engine can go on
    OUT/_work/STAGE/part-NAME.parquet     what stages hand on, until all is done
    OUT/_work/STAGE/part-NAME.json        their counts

Names begin with `_` where readers of the folder should not look.
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
from maintext.batch.stages.extraction import Extraction
from maintext.batch.stages.filters import Filters
from maintext.errors import BatchError
from maintext.extractors.registry import DEFAULT
from maintext.guard import GuardLimits

HTML_FILES_PER_SHARD = 1000
"""Of HTML files; every other file is a shard of its own."""


@dataclass(frozen=True)
class Settings:
    """What is made of the pages. The same settings and inputs give the same results, whatever the engine."""

    extraction: Extraction = field(default_factory=Extraction)
    filters: Filters = field(default_factory=Filters)
    matching: dict[str, float] | None = None
    """Fields of `site.Rule`, if blocks that a site's pages share are to be dropped."""
    any_status: bool = False
    """Whether pages with an HTTP status other than 2xx are taken too."""
    file_format: str = "parquet"
    """parquet, or jsonl compressed with zstd."""
    limits: GuardLimits = field(default_factory=GuardLimits)

    def __post_init__(self) -> None:
        if self.file_format not in {"parquet", "jsonl"}:
            raise BatchError(f"files are parquet or jsonl, not {self.file_format!r}")
        if self.filters.languages and not self.extraction.with_metadata:
            raise BatchError("without metadata no page has a language, so none would pass the filter")
        if self.extraction.by == DEFAULT and self.filters.page_types:
            _check_page_types(self.filters.page_types)
        if (self.filters.page_types or self.filters.min_confidence is not None) and not self.extraction.judges_pages:
            by = self.extraction.by
            raise BatchError(f"{by} tells neither type nor confidence of a page, so none would pass the filter")

    def to_plain(self) -> dict[str, Any]:
        """As plain values, for files and other processes."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    @staticmethod
    def from_plain(plain: dict[str, Any]) -> Settings:
        """The settings that `to_plain` gave."""
        inner = {"extraction": Extraction, "filters": Filters, "limits": GuardLimits}
        return Settings(**{name: inner[name](**value) if name in inner else value for name, value in plain.items()})


def _check_page_types(names: Sequence[str]) -> None:
    from maintext.model.predictor import PAGE_TYPES

    unknown = sorted(set(names) - set(PAGE_TYPES))
    if unknown:
        raise BatchError(f"there is no page type {unknown[0]!r}; there are: {', '.join(PAGE_TYPES)}")


@dataclass(frozen=True)
class Shard:
    """The unit of work, retry and resume."""

    name: str
    sources: tuple[InputFile, ...]

    @property
    def n_bytes(self) -> int:
        """Of its files, as far as they are known."""
        return sum(source.n_bytes or 0 for source in self.sources)


@dataclass(frozen=True)
class Job:
    """All that a worker has to know. Paths are absolute: workers may have another working directory."""

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
        """The folder of what is not a result."""
        return self.output / "_work"

    def part(self, stage: str, shard: Shard) -> Path:
        """Where the outcome of a stage stands when it is done."""
        if stage == self.stages[-1]:
            ending = "parquet" if self.settings.file_format == "parquet" else "jsonl.zst"
            return self.output / f"part-{shard.name}.{ending}"
        return self.work / stage / f"part-{shard.name}.parquet"

    def report(self, stage: str, shard: Shard) -> Path:
        """Where its counts stand; they are written before the part."""
        return self.work / stage / f"part-{shard.name}.json"

    def table(self, name: str) -> Path:
        """Where the outcome of a query over all shards stands."""
        return self.work / f"{name}.parquet"

    def is_done(self, stage: str, shard: Shard) -> bool:
        """Whether a stage of a shard is done."""
        return self.part(stage, shard).exists()

    def shard(self, name: str) -> Shard:
        """The shard of that name."""
        return next(shard for shard in self.shards if shard.name == name)


def make_shards(sources: Sequence[InputFile]) -> tuple[Shard, ...]:
    """HTML files a thousand a shard, other files one; a shard's name says which files it has."""
    groups: list[tuple[InputFile, ...]] = []
    for is_html, group in groupby(sources, key=lambda source: source.kind == "html"):
        files = tuple(group)
        n_files = HTML_FILES_PER_SHARD if is_html else 1
        groups += [files[start : start + n_files] for start in range(0, len(files), n_files)]
    return tuple(Shard(_name(group), group) for group in groups)


def _name(sources: tuple[InputFile, ...]) -> str:
    paths = "\n".join(source.path for source in sources).encode("utf-8", "surrogateescape")
    stem = Path(sources[0].path).name.partition(".")[0]
    readable = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in stem)[:60]
    return f"{readable}-{blake2b(paths, digest_size=6).hexdigest()}"


def save_job(job: Job) -> None:
    """Writes the job into its folder; BatchError if the folder holds results of another one."""
    path = job.work / "job.json"
    plain = _to_plain(job)
    if path.exists():
        _check_same(json.loads(path.read_text()), plain, job)
    elif any(job.output.glob("part-*")):
        raise BatchError(f"{job.output} holds parts of something else; choose another folder")
    try:
        write_atomically(path, json.dumps(plain, indent=1).encode())
    except OSError as error:
        raise BatchError(f"{job.output} can't be written to: {error}") from error


def load_job(output: Path) -> Job:
    """The job of an output folder."""
    try:
        plain = json.loads((output / "_work" / "job.json").read_text())
    except FileNotFoundError:
        raise BatchError(f"{output} is no folder of a batch") from None
    shards = tuple(Shard(name, tuple(InputFile(*source) for source in sources)) for name, sources in plain["shards"])
    return Job(output, Settings.from_plain(plain["settings"]), shards)


def _to_plain(job: Job) -> dict[str, Any]:
    shards = [
        [shard.name, [[source.path, source.kind, source.n_bytes] for source in shard.sources]] for shard in job.shards
    ]
    return {"settings": job.settings.to_plain(), "shards": shards}


def _check_same(old: dict[str, Any], new: dict[str, Any], job: Job) -> None:
    differing = [name for name, value in new["settings"].items() if old["settings"].get(name) != value]
    if differing:
        raise BatchError(f"{job.output} was made with other settings ({', '.join(differing)}); choose another folder")
    gone = {name for name, _ in old["shards"]} - {name for name, _ in new["shards"]}
    if gone:
        raise BatchError(f"{job.output} was made from other files: {len(gone)} of its shards are not among the inputs")
    if len(new["shards"]) > len(old["shards"]) and len(job.stages) > 1:
        raise BatchError(f"{job.output} has fewer files: what all shards decide together can't be added to")
