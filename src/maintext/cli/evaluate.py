"""`maintext evaluate`: extractors and peers, side by side, on labelled pages."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from maintext.cli.evaluate_metadata import Reporting, evaluate_metadata, without_nan
from maintext.corpus import Corpus, LabelledPage, open_corpus
from maintext.corpus.block_labels import AlignedLabels
from maintext.corpus.label_files import read_labels
from maintext.corpus.relabelled import alignment_summary
from maintext.errors import EvaluationError
from maintext.evaluate.evaluation import Evaluation, Request
from maintext.evaluate.evaluation import evaluate as run_evaluation
from maintext.evaluate.floors import check_floors, present_floors, read_floors
from maintext.evaluate.metadata_runs import METADATA_READERS
from maintext.evaluate.report import to_report
from maintext.evaluate.summary import Summary, summarise
from maintext.evaluate.table import to_table
from maintext.extractors.registry import EXTRACTORS

N_WORST = 5
"""Pages of each candidate and page type whose texts a report shows."""


@dataclass(frozen=True)
class Options:
    """The options of the command line, as click gives them."""

    by: str | None
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
@click.option("--by", help="Extractors and peers, parted by commas. Without it, all extractors.")
@click.option("--types", "by_type", is_flag=True, help="A table for each type of page, too.")
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML report there.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of a table.")
@click.option(
    "--jobs",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Processes; 0 for one a core. Times are best with 1.",
)
@click.option("--limit", type=click.IntRange(1), help="Only the first so many pages of each corpus.")
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
    """Measure extractors and peers on labelled pages, page by page in turn.

    A CORPUS is a tar or folder with gold.jsonl and html/, or a data set as its authors publish it.
    """
    options = Options(**given)
    if options.metadata:
        names = _parted(options.by) if options.by is not None else list(METADATA_READERS)
        evaluate_metadata([open_corpus(path) for path in corpora], names, Reporting(**_of_metadata(options)))
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
    _tell_what_is_missing(evaluation)
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
        return _parted(options.by)
    # What has a floor is measured even if it is no extractor any more: then the error says so.
    floors = read_floors().values() if options.floors == "check" else ()
    return list(dict.fromkeys([*EXTRACTORS, *(name for known in floors for name in known.floors)]))


def _parted(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _of_metadata(options: Options) -> dict[str, Any]:
    """The options that mean something for metadata; the others are refused, not ignored."""
    if options.report or options.floors or options.by_type or options.labels or options.jobs != 1:
        raise click.UsageError("--metadata goes with --by, --limit, --json and --halves only")
    return {"as_json": options.as_json, "by_half": options.halves, "limit": options.limit}


def _show(evaluation: Evaluation, options: Options) -> None:
    summaries = summarise(evaluation.results)
    by_type = summarise(evaluation.results, by_type=True) if options.by_type else []
    if options.floors == "print":
        click.echo(present_floors(evaluation, summaries))
    elif options.as_json:
        click.echo(json.dumps(_to_json(evaluation, [*summaries, *by_type]), indent=2))
    else:
        click.echo(to_table([*summaries, *by_type]))


def _write_report(path: Path, evaluation: Evaluation) -> None:
    try:
        path.write_text(to_report(evaluation), encoding="utf-8")
    except OSError as error:
        raise EvaluationError(f"the report can't be written: {error}") from error


def _run(request: Request) -> Evaluation:
    is_hidden = not sys.stderr.isatty()
    n_pages = 0 if is_hidden else sum(min(len(corpus), request.limit or len(corpus)) for corpus in request.corpora)
    with click.progressbar(length=n_pages, label="pages", file=sys.stderr, show_pos=True, hidden=is_hidden) as bar:
        found: list[AlignedLabels | None] = []

        def on_page(page: LabelledPage) -> None:
            found.append(page.labels)
            bar.update(1)

        evaluation = run_evaluation(request, on_page)
    if any(corpus.labels for corpus in request.corpora):
        click.echo(alignment_summary(found), err=True)
    return evaluation


def _tell_what_is_missing(evaluation: Evaluation) -> None:
    for name, reason in evaluation.missing.items():
        click.echo(f"{name} is missing: {reason}", err=True)
    for broken in evaluation.broken:
        click.echo(f"broken page {broken}", err=True)
    if evaluation.broken:
        click.echo(f"{len(evaluation.broken)} broken pages were left out", err=True)


def _to_json(evaluation: Evaluation, summaries: list[Summary]) -> dict[str, Any]:
    return {
        "corpora": evaluation.sha256,
        "summaries": [without_nan(asdict(summary)) for summary in summaries],
        "missing": evaluation.missing,
        "broken": [asdict(broken) for broken in evaluation.broken],
    }
