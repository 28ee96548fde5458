"""`maintext evaluate`: extractors and peers, side by side, on labelled pages."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from typing import Any

import click

from maintext.atomic_output import write_whole
from maintext.cli.colour import has_colour, painted, terminal_width
from maintext.cli.progress import progress_bar
from maintext.cli.shared_options import FORMS, ExtractorListType
from maintext.corpus import BrokenPage, Corpus, LabelledPage, open_corpus
from maintext.corpus.block_labels import AlignedLabels
from maintext.corpus.label_files import read_labels
from maintext.corpus.relabelled import alignment_summary
from maintext.errors import EvaluationError
from maintext.evaluate.evaluation import Evaluation, Request
from maintext.evaluate.evaluation import evaluate as run_evaluation
from maintext.evaluate.floors import check_floors, present_floors, read_floors
from maintext.evaluate.metadata_runs import METADATA_READERS, measure, missing
from maintext.evaluate.metadata_summary import metadata_table, summarise_metadata
from maintext.evaluate.peers import PEERS
from maintext.evaluate.report import to_report
from maintext.evaluate.summary import Summary, summarise
from maintext.evaluate.table import to_table
from maintext.extractors.registry import WITHOUT_BROWSER

N_WORST = 5
"""Worst pages of each candidate and page type that a report shows."""


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    by: list[str] | None
    by_type: bool
    as_json: bool
    jobs: int
    limit: int | None
    report: Path | None
    floors: str | None
    metadata: bool
    halves: bool
    labels: Path | None


@click.command()
@click.argument("corpora", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CORPUS...")
@click.option(
    "--by",
    type=ExtractorListType({*PEERS, *METADATA_READERS}),
    metavar="NAMES",
    help=f"Extractors and peers, separated by commas; all extractors if not given. An extractor is {FORMS}.",
)
@click.option("--types", "by_type", is_flag=True, help="A table for each page type, too.")
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML report to this file.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of a table.")
@click.option(
    "--jobs",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Worker processes; 0: one per core. Times are most exact with 1.",
)
@click.option("--limit", type=click.IntRange(1), help="Only this many pages of each corpus, the first ones.")
@click.option(
    "--floors",
    type=click.Choice(["check", "print"]),
    help="check: fail if a figure is below its floor; print: the present figures in the form of floors.json.",
)
@click.option(
    "--labels",
    type=click.Path(path_type=Path, exists=True),
    help="Measure against label files (a folder or a file .jsonl.xz), on the pages that they have.",
)
@click.option("--metadata", is_flag=True, help="Measure title, author and date instead; --by maintext,trafilatura.")
@click.option("--halves", is_flag=True, help="With --metadata: a table for each half of the domains, too.")
def evaluate(corpora: tuple[Path, ...], **given: Any) -> None:
    """Measure extractors and peers on labelled pages.

    A CORPUS is a tar or folder with gold.jsonl and html/, or a data set in the layout of its authors.
    """
    options = Options(**given)
    if options.metadata:
        _evaluate_metadata([open_corpus(path) for path in corpora], options)
        return
    request = Request(
        _opened(corpora, options.labels),
        _names(options),
        n_jobs=options.jobs or os.cpu_count() or 1,
        limit=options.limit,
        n_worst=N_WORST if options.report else 0,
    )
    evaluation = _run(request)
    _show(evaluation, options)
    _report_missing(evaluation)
    if options.report:
        _write_report(options.report, evaluation)
    if options.floors == "check":
        n_held = check_floors(evaluation, summarise(evaluation.results), read_floors())
        click.echo(f"{n_held} figures at or above their floors", err=True)


def _opened(paths: tuple[Path, ...], labels: Path | None) -> list[Corpus]:
    corpora = [open_corpus(path) for path in paths]
    if labels is None:
        return corpora
    known = read_labels(labels)
    return [corpus.with_labels(known, only_labelled=True) for corpus in corpora]


def _names(options: Options) -> list[str]:
    if options.by is not None:
        return options.by
    # A name that has a floor is measured even if it is not an extractor any more, so that its error shows.
    floors = read_floors().values() if options.floors == "check" else ()
    return list(dict.fromkeys([*WITHOUT_BROWSER, *(name for known in floors for name in known.floors)]))


def _evaluate_metadata(corpora: Sequence[Corpus], options: Options) -> None:
    """Measures title, author and date, and prints a table or JSON. A peer that is not installed is left out."""
    if options.report or options.floors or options.by_type or options.labels or options.jobs != 1:
        raise click.UsageError("--metadata can be combined with --by, --limit, --json and --halves only")
    names = options.by if options.by is not None else list(METADATA_READERS)
    absent = missing(names)
    for reason in absent.values():
        click.echo(reason, err=True)
    broken: list[BrokenPage] = []
    present = [name for name in names if name not in absent]
    measured = measure(corpora, present, broken, options.limit)
    summaries = summarise_metadata([result for of_page in measured for result in of_page], options.halves)
    if options.as_json:
        click.echo(json.dumps([_without_nan(asdict(summary)) for summary in summaries], indent=2))
    else:
        click.echo(metadata_table(summaries))
    for entry in broken:
        click.echo(f"broken page {entry}", err=True)


def _show(evaluation: Evaluation, options: Options) -> None:
    summaries = summarise(evaluation.results)
    by_type = summarise(evaluation.results, by_type=True) if options.by_type else []
    if options.floors == "print":
        click.echo(present_floors(evaluation, summaries))
    elif options.as_json:
        click.echo(json.dumps(_to_json(evaluation, [*summaries, *by_type]), indent=2))
    else:
        everything, width = [*summaries, *by_type], terminal_width(sys.stdout)
        is_coloured = has_colour(sys.stdout)
        click.echo(to_table(everything, width, painted) if is_coloured else to_table(everything, width), color=True)


def _write_report(path: Path, evaluation: Evaluation) -> None:
    try:
        write_whole(path, to_report(evaluation))
    except OSError as error:
        raise EvaluationError(f"can't write the report: {error}") from error


def _run(request: Request) -> Evaluation:
    # Counting reads the whole of a tar, so it is done only where the bar shows.
    is_hidden = not sys.stderr.isatty()
    n_pages = 0 if is_hidden else sum(min(len(corpus), request.limit or len(corpus)) for corpus in request.corpora)
    found: list[AlignedLabels | None] = []
    with progress_bar("pages", n_pages) as step:

        def on_page(page: LabelledPage) -> None:
            found.append(page.labels)
            step()

        evaluation = run_evaluation(request, on_page)
    if any(corpus.labels for corpus in request.corpora):
        click.echo(alignment_summary(found), err=True)
    return evaluation


def _report_missing(evaluation: Evaluation) -> None:
    for name, reason in evaluation.missing.items():
        click.echo(f"{name} is missing: {reason}", err=True)
    for line in evaluation.gold_lines():
        click.echo(line, err=True)
    for broken in evaluation.broken:
        click.echo(f"broken page {broken}", err=True)
    if evaluation.broken:
        click.echo(f"{len(evaluation.broken)} broken pages were left out", err=True)


def _to_json(evaluation: Evaluation, summaries: list[Summary]) -> dict[str, Any]:
    return {
        "corpora": evaluation.sha256,
        "summaries": [_without_nan(asdict(summary)) for summary in summaries],
        "missing": evaluation.missing,
        "broken": [asdict(broken) for broken in evaluation.broken],
        "gold_changes": dict(evaluation.gold_changes),
    }


def _without_nan(value: Any) -> Any:
    """The value with null for unknown numbers: JSON has no NaN."""
    if isinstance(value, dict):
        return {name: _without_nan(member) for name, member in value.items()}
    return None if isinstance(value, float) and isnan(value) else value


@click.group()
def corpus() -> None:
    """List public data sets, and convert a download for `maintext evaluate`."""


@corpus.command("list")
def list_corpora() -> None:
    """List the public data sets: pages, licence and where they come from."""
    from maintext.corpus.public import PUBLIC

    width = max(map(len, PUBLIC))
    for name, public in PUBLIC.items():
        click.echo(f"{name:{width}}  {public.n_pages:>5,} pages  {public.licence}")
        click.echo(f"{'':{width}}  {public.about}")
        click.echo(f"{'':{width}}  {public.home}")


@corpus.command("get")
@click.argument("name")
@click.argument("download", required=False, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Folder to write.  [default: NAME]")
def get_corpus(name: str, download: Path | None, output: Path | None) -> None:
    """Convert a data set that you downloaded, a folder or an archive, to gold.jsonl and html/.

    Without a DOWNLOAD, print where the data set NAME can be had and under which licence: its publisher may ask you to
    accept it.
    """
    from maintext.corpus.public import convert, public_corpus

    public = public_corpus(name)
    if download is None:
        click.echo(f"{name}: {public.about}; licence: {public.licence}")
        click.echo(f"1. Download it from {public.home}")
        click.echo(f"2. maintext corpus get {name} DOWNLOAD")
        click.echo(f"3. maintext evaluate {name}")
        return
    folder = output or Path(name)
    n_pages, broken = convert(name, download, folder)
    click.echo(f"{folder}: {n_pages:,} pages; {len(broken):,} could not be read")
    for page in broken:
        click.echo(f"maintext: {page}", err=True)
