"""`maintext evaluate`: extractors and peers, side by side, on labelled pages."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from maintext.corpus import LabelledPage, open_corpus
from maintext.evaluate.evaluation import Evaluation, Request
from maintext.evaluate.evaluation import evaluate as run_evaluation
from maintext.evaluate.summary import Summary, summarise
from maintext.evaluate.table import to_table
from maintext.extractors import EXTRACTORS


@dataclass(frozen=True)
class Options:
    """The options of the command line, as click gives them."""

    by: str
    by_type: bool
    as_json: bool
    jobs: int
    limit: int | None


@click.command()
@click.argument("corpora", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CORPUS...")
@click.option("--by", default=",".join(EXTRACTORS), help="Extractors and peers, parted by commas; all extractors.")
@click.option("--types", "by_type", is_flag=True, help="A table for each type of page, too.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of a table.")
@click.option("--jobs", default=1, show_default=True, help="Processes; 0 for one a core. Times are best with 1.")
@click.option("--limit", type=click.IntRange(1), help="Only the first so many pages of each corpus.")
def evaluate(corpora: tuple[Path, ...], **given: Any) -> None:
    """Measure extractors and peers on labelled pages, page by page in turn.

    A CORPUS is a tar or folder with gold.jsonl and html/, or a data set as its authors publish it.
    """
    options = Options(**given)
    request = Request(
        [open_corpus(path) for path in corpora],
        [name.strip() for name in options.by.split(",") if name.strip()],
        n_jobs=options.jobs or os.cpu_count() or 1,
        limit=options.limit,
    )
    evaluation = _run(request)
    summaries = summarise(evaluation.results)
    by_type = summarise(evaluation.results, by_type=True) if options.by_type else []
    if options.as_json:
        click.echo(json.dumps(_to_json(evaluation, [*summaries, *by_type]), indent=2))
    else:
        click.echo(to_table([*summaries, *by_type]))
    _tell_what_is_missing(evaluation)


def _run(request: Request) -> Evaluation:
    with click.progressbar(
        length=0, label="pages", file=sys.stderr, show_pos=True, hidden=not sys.stderr.isatty()
    ) as bar:

        def show(page: LabelledPage) -> None:
            bar.update(1)

        return run_evaluation(request, show)


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
        "summaries": [asdict(summary) for summary in summaries],
        "missing": evaluation.missing,
        "broken": [asdict(broken) for broken in evaluation.broken],
    }
