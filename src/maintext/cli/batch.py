"""`maintext batch IN... -o OUT`: WARC, HTML, JSONL and Parquet files -> the main content of their pages."""

from __future__ import annotations

import json
import os
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.shared_options import by_option, page_limit_options, split_shapes
from maintext.errors import BatchError, MissingPackageError, OptionError

if TYPE_CHECKING:
    from maintext.batch.inputs.input_files import InputFiles
    from maintext.batch.job import Job, Settings
    from maintext.batch.outputs.progress import StageProgress

INTERRUPTED = 130
_SECONDS_BETWEEN = {"auto": 30.0, "line": 5.0, "json": 1.0}
"""Between progress reports that are not to a terminal."""


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="IN...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False),
    help="Output folder, or an address such as s3://bucket/corpus.",
)
@by_option()
@click.option(
    "--format", "output_format", default="text", show_default=True, help="Format of the texts: text or markdown."
)
@click.option("--keep", multiple=True, metavar="SELECTOR", help="Take the text of these elements (CSS or XPath).")
@click.option("--prune", multiple=True, metavar="SELECTOR", help="Ignore these elements (CSS or XPath).")
@click.option("--blocks", is_flag=True, help="Also write every block with its score.")
@click.option(
    "--chunk-tokens", type=click.IntRange(16), help="Also write the text in chunks of at most so many tokens."
)
@click.option("--chunk-overlap", type=click.IntRange(0), help="Tokens that a chunk repeats of the one before.")
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="NAMES",
    help="Also write these: verdict, permissions, product, posts, items, structured; several with commas.",
)
@click.option("--no-metadata", is_flag=True, help="Leave out author, date and language; faster.")
@click.option("--jsonl", is_flag=True, help="Write JSON lines instead of Parquet.")
@click.option(
    "--schema", default="maintext", show_default=True, help="Columns of the output: maintext, or fineweb's nine."
)
@click.option("--dump", default="", help="Name of the crawl, for the column dump; by default the archives name it.")
@click.option(
    "--partition-by", multiple=True, metavar="COLUMN", help="Folders by value, such as language=en. May be repeated."
)
@click.option("--sort-by-site", is_flag=True, help="Sort the rows of each part by site and URL.")
@click.option("--any-status", is_flag=True, help="Also extract pages with an HTTP status other than 2xx.")
@click.option("--match", is_flag=True, help="Drop blocks that the pages of a site share.")
@click.option(
    "--language", "languages", multiple=True, help="Keep only pages in this language, such as en. May be repeated."
)
@click.option("--page-type", "page_types", multiple=True, help="Only pages of this type. May be repeated.")
@click.option("--min-confidence", type=float, help="Only pages with at least this confidence.")
@click.option(
    "--verdict", "verdicts", multiple=True, help="Only pages that are this: content, login ... May be repeated."
)
@click.option(
    "--allows-training", is_flag=True, help="Only pages whose publisher does not reserve them against training."
)
@click.option("--min-chars", type=int, default=0, help="Only texts with at least this many characters.")
@click.option(
    "--drop-duplicates", type=click.Choice(["exact", "near"]), help="Keep one of several equal, or nearly equal, texts."
)
@page_limit_options
@click.option("--prefix", default="", help="Prefix for each path in a list of paths.")
@click.option("--engine", default="embedded", show_default=True, help="embedded (this machine) or spark.")
@click.option("--master", help="Spark cluster, such as spark://host:7077; by default Spark on this machine.")
@click.option("--conf", multiple=True, metavar="NAME=VALUE", help="Spark setting. May be repeated.")
@click.option("--jobs", type=int, default=0, help="Worker processes or cores; by default all cores.")
@click.option(
    "--memory", help="Memory for queries over all pages; the rest spills to disk. Default: 2GB, or Spark's own."
)
@click.option(
    "--progress",
    type=click.Choice(["auto", "line", "json", "none"]),
    default="auto",
    show_default=True,
    help="On standard error. line: a line every 5 s, or one that changes on a terminal; json: one JSON object per "
    "second; auto: as line, but every 30 s if it is not a terminal.",
)
@click.option("--dry-run", is_flag=True, help="Print what would be done and exit.")
def batch(**options: Any) -> None:
    """Extract the main content of many pages: WARC, HTML, JSONL or Parquet in, Parquet out. Needs maintext[batch].

    IN is a file, a folder, a glob, a list of paths (.paths, .txt), or an fsspec address of one. Run the same command
    again to do only what is missing. A page that fails gets a row with its error. The exit code is 0 if all files were
    read, 1 if some could not be read or no page succeeded, 2 if the command was wrong.
    """
    try:
        exit_code = _run(options)
    except KeyboardInterrupt:
        click.echo("maintext: stopped; run the same command again to resume", err=True)
        # Without clean-up: worker processes end with this one, and unfinished files are not visible.
        os._exit(INTERRUPTED)
    sys.exit(exit_code)


def _run(options: dict[str, Any]) -> int:
    job, found = _plan(options)
    if options["dry_run"]:
        click.echo(_describe_plan(job, found))
        return 0
    from maintext.batch.engines.registry import make_engine
    from maintext.batch.inputs.input_files import printable_path
    from maintext.batch.run import run_job

    engine = make_engine(options["engine"], **_engine_options(options))
    line = _ProgressLine(job, options["progress"])
    try:
        summary = run_job(job, engine, line)
    finally:
        line.end()
    click.echo(summary.to_text(), nl=False)
    if found.ignored:
        click.echo(f"{len(found.ignored):,} files ignored, such as {printable_path(found.ignored[0])}")
    n_failed = summary.total.n_failed
    has_no_page = not summary.by_shard or (n_failed > 0 and n_failed == summary.total.n_pages)
    return 1 if summary.failed or has_no_page else 0


def _plan(options: dict[str, Any]) -> tuple[Job, InputFiles]:
    try:
        from maintext.batch.inputs.input_files import find_input_files
        from maintext.batch.run import plan
    except ModuleNotFoundError as error:
        raise MissingPackageError(error.name or "pyarrow", "batch") from error
    found = find_input_files(options["inputs"], options["prefix"])
    try:
        settings = _settings(options)
    except (BatchError, OptionError) as error:
        raise click.UsageError(str(error)) from error
    return plan(found, options["output"], settings), found


def _settings(options: dict[str, Any]) -> Settings:
    from maintext.batch import Extraction, Filters, Settings
    from maintext.guard import GuardLimits

    duplicates = options["drop_duplicates"]
    shapes = dict.fromkeys(split_shapes(options["shapes"]))
    # A filter needs what it filters by.
    shapes.update({"verdict": None} if options["verdicts"] else {})
    shapes.update({"permissions": None} if options["allows_training"] else {})
    return Settings(
        Extraction(
            options["by"],
            options["output_format"],
            options["blocks"],
            not options["no_metadata"],
            shapes=tuple(shapes),
            keep=options["keep"],
            prune=options["prune"],
            chunk_tokens=options["chunk_tokens"] or 0,
            chunk_overlap=options["chunk_overlap"] or 0,
        ),
        Filters(
            options["languages"],
            options["page_types"],
            options["min_confidence"],
            options["min_chars"],
            exact_duplicates=duplicates is not None,
            near_duplicates=duplicates == "near",
            verdicts=options["verdicts"],
            allows_training=options["allows_training"],
        ),
        matching={} if options["match"] else None,
        any_status=options["any_status"],
        file_format="jsonl" if options["jsonl"] else "parquet",
        limits=GuardLimits(options["page_seconds"], options["page_megabytes"] * 1024**2),
        schema=options["schema"],
        partition_by=options["partition_by"],
        sort_by_site=options["sort_by_site"],
        dump=options["dump"],
    )


def _engine_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given: engines have their own defaults."""
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


def _describe_plan(job: Job, found: InputFiles) -> str:
    from maintext.batch.inputs.input_files import printable_path

    last = job.stages[-1]
    is_done = job.done(last)
    todo = [shard for shard in job.shards if shard.name not in is_done]
    n_bytes = sum(shard.n_bytes for shard in todo)
    lines = [
        f"{len(found.files):,} files in {len(job.shards):,} shards; {len(todo):,} shards, {n_bytes:,} bytes, to do",
        f"stages: {', '.join(job.stages)}",
        *(f"{shard.n_bytes:>15,} bytes  {shard.name}  {shard.files[0].label}" for shard in todo),
    ]
    lines += [f"ignored: {printable_path(path)}" for path in found.ignored]
    return "\n".join(lines)


class _ProgressLine:
    """Progress on standard error: one line that changes on a terminal, a line now and then elsewhere, or JSON."""

    def __init__(self, job: Job, form: str) -> None:
        self.job, self.form = job, form
        self.changes = sys.stderr.isatty() and form != "json"
        self.seconds_between = 0.5 if self.changes else _SECONDS_BETWEEN.get(form, 0.0)
        self.looked = 0.0
        # A short run that nobody watches writes nothing.
        self.last = monotonic() if form == "auto" and not self.changes else 0.0
        self.is_open = False

    def __call__(self, progress: StageProgress) -> None:
        now = monotonic()
        if self.form == "none" or now - self.looked < 0.5:
            return
        # Also when nothing is written: the rate counts from the first pages that are seen.
        self.looked, numbers = now, progress.numbers(self.job.store.scratch)
        if now - self.last < self.seconds_between:
            return
        self.last = now
        line = json.dumps(numbers.to_dict()) if self.form == "json" else numbers.to_line()
        click.echo(f"\r{line:<79}" if self.changes else line, err=True, nl=not self.changes)
        self.is_open = self.changes

    def end(self) -> None:
        """Ends the line, so that what follows begins on its own."""
        if self.is_open:
            click.echo(err=True)
            self.is_open = False
