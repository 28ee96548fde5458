"""`maintext batch IN... -o OUT`: WARC, HTML, JSONL and Parquet files -> the main content of their pages."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.extract import NEARLY_ALL, NEARLY_ALL_FAILED, SOME_FAILED
from maintext.errors import MissingPackageError
from maintext.extractors.registry import DEFAULT

if TYPE_CHECKING:
    from maintext.batch.inputs.input_files import InputFiles
    from maintext.batch.job import Job, Settings
    from maintext.batch.outputs.progress import StageProgress
    from maintext.batch.outputs.summary import Summary

INTERRUPTED = 130


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="IN...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder.")
@click.option("--by", default=DEFAULT, show_default=True, help="The extractor; of your own as module:class.")
@click.option("--format", "output_format", default="text", show_default=True, help="text or markdown.")
@click.option("--blocks", is_flag=True, help="Every block with its score, too.")
@click.option("--no-metadata", is_flag=True, help="No author, date and language; faster.")
@click.option("--jsonl", is_flag=True, help="JSON lines instead of Parquet.")
@click.option("--any-status", is_flag=True, help="Also pages with an HTTP status other than 2xx.")
@click.option("--match", is_flag=True, help="Drop blocks that the pages of a site share.")
@click.option(
    "--language", "languages", multiple=True, help="Only pages in this language, such as en. May be repeated."
)
@click.option("--page-type", "page_types", multiple=True, help="Only pages of this type. May be repeated.")
@click.option("--min-confidence", type=float, help="Only pages with at least this confidence.")
@click.option("--min-chars", type=int, default=0, help="Only texts with at least so many characters.")
@click.option(
    "--drop-duplicates", type=click.Choice(["exact", "near"]), help="Of equal, or nearly equal, texts keep one."
)
@click.option("--page-seconds", type=float, default=10.0, show_default=True, help="Processor time for a page.")
@click.option("--page-megabytes", type=int, default=2048, show_default=True, help="Memory for a page.")
@click.option("--prefix", default="", help="What to put before each path of a list of paths.")
@click.option("--engine", default="embedded", show_default=True, help="Who does the work: embedded or spark.")
@click.option("--master", help="The Spark cluster, such as spark://host:7077; Spark on this machine if not given.")
@click.option("--conf", multiple=True, metavar="NAME=VALUE", help="A setting of Spark's. May be repeated.")
@click.option("--jobs", type=int, default=0, help="Worker processes or cores; all cores if not given.")
@click.option(
    "--memory", help="For counting over all pages; the rest goes to disk. 2GB if not given, or as Spark is set."
)
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
def batch(**options: Any) -> None:
    """Take the main content out of many pages: WARC, HTML, JSONL or Parquet in, Parquet out. Needs maintext[batch].

    IN is a file, a folder, a glob, a list of paths (.paths, .txt), or an fsspec address of one. The same command again
    does only what is missing. The exit code is 0 if all is done, 1 if some files could not be read, 126 if nearly all
    pages failed.
    """
    job, found = _plan(options)
    if options["dry_run"]:
        click.echo(_what_would_be_done(job, found))
        return
    from maintext.batch.engines.registry import make_engine
    from maintext.batch.flow import run_job

    engine = make_engine(options["engine"], **_engine_options(options))
    try:
        summary = run_job(job, engine, _Line(job))
    except KeyboardInterrupt:
        click.echo("\nmaintext: stopped; the same command goes on from here", err=True)
        # At once: worker processes end with this one, and nothing unfinished has a final name.
        os._exit(INTERRUPTED)
    click.echo(summary.to_text(), nl=False)
    if found.ignored:
        click.echo(f"{len(found.ignored):,} files ignored, such as {found.ignored[0]}")
    sys.exit(_exit_code(summary))


def _plan(options: dict[str, Any]) -> tuple[Job, InputFiles]:
    try:
        from maintext.batch.inputs.input_files import find_input_files
        from maintext.batch.run import plan
    except ModuleNotFoundError as error:
        raise MissingPackageError(error.name or "pyarrow", "batch") from error
    found = find_input_files(options["inputs"], options["prefix"])
    return plan(found, options["output"], _settings(options)), found


def _settings(options: dict[str, Any]) -> Settings:
    from maintext.batch import Extraction, Filters, Settings
    from maintext.guard import GuardLimits

    duplicates = options["drop_duplicates"]
    return Settings(
        Extraction(options["by"], options["output_format"], options["blocks"], not options["no_metadata"]),
        Filters(
            options["languages"],
            options["page_types"],
            options["min_confidence"],
            options["min_chars"],
            exact_duplicates=duplicates is not None,
            near_duplicates=duplicates == "near",
        ),
        matching={} if options["match"] else None,
        any_status=options["any_status"],
        file_format="jsonl" if options["jsonl"] else "parquet",
        limits=GuardLimits(options["page_seconds"], options["page_megabytes"] * 1024**2),
    )


def _engine_options(options: dict[str, Any]) -> dict[str, Any]:
    """Those that were given: engines have defaults of their own."""
    settings = tuple(_setting(text) for text in options["conf"])
    given = {
        "n_jobs": options["jobs"],
        "memory_limit": options["memory"],
        "master": options["master"],
        "settings": settings,
    }
    return {name: value for name, value in given.items() if value}


def _setting(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--conf")
    return name, value


def _what_would_be_done(job: Job, found: InputFiles) -> str:
    last = job.stages[-1]
    todo = [shard for shard in job.shards if not job.is_done(last, shard)]
    n_bytes = sum(shard.n_bytes for shard in todo)
    lines = [
        f"{len(found.sources):,} files in {len(job.shards):,} shards; {len(todo):,} shards, {n_bytes:,} bytes, to do",
        f"stages: {', '.join(job.stages)}",
        *(f"{shard.n_bytes:>15,} bytes  {shard.name}  {shard.sources[0].path}" for shard in todo),
    ]
    lines += [f"ignored: {path}" for path in found.ignored]
    return "\n".join(lines)


class _Line:
    """Progress on standard error: one line that changes on a terminal, one every half minute elsewhere."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.is_terminal = sys.stderr.isatty()
        self.last = 0.0 if self.is_terminal else monotonic()

    def __call__(self, progress: StageProgress) -> None:
        if monotonic() - self.last < (0.5 if self.is_terminal else 30):
            return
        self.last = monotonic()
        line = progress.line(self.job.work)
        click.echo(f"\r{line:<79}" if self.is_terminal else line, err=True, nl=not self.is_terminal)


def _exit_code(summary: Summary) -> int:
    n_failed = sum(summary.total.failed.values())
    if not summary.by_shard or (n_failed and n_failed >= NEARLY_ALL * summary.total.n_pages):
        return NEARLY_ALL_FAILED
    return SOME_FAILED if summary.failed else 0
