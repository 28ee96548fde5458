"""`maintext evaluate --metadata`: title, author and date, side by side with a peer's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isnan
from typing import Any

import click

from maintext.corpus import BrokenPage, Corpus
from maintext.evaluate.metadata_runs import MetadataResult, measure, missing
from maintext.evaluate.metadata_summary import metadata_table, summarise_metadata


@dataclass(frozen=True)
class Reporting:
    """How results are shown."""

    as_json: bool = False
    by_half: bool = False
    limit: int | None = None


def evaluate_metadata(corpora: Sequence[Corpus], names: Sequence[str], reporting: Reporting) -> None:
    """Measures, and prints a table or JSON. A peer that is not installed is told and left out."""
    absent = missing(names)
    for reason in absent.values():
        click.echo(reason, err=True)
    broken: list[BrokenPage] = []
    present = [name for name in names if name not in absent]
    results: list[MetadataResult] = []
    for of_page in measure(corpora, present, broken, reporting.limit):
        results.extend(of_page)
    summaries = summarise_metadata(results, reporting.by_half)
    if reporting.as_json:
        click.echo(json.dumps([without_nan(asdict(summary)) for summary in summaries], indent=2))
    else:
        click.echo(metadata_table(summaries))
    for entry in broken:
        click.echo(f"broken page {entry}", err=True)


def without_nan(value: Any) -> Any:
    """The value with null for what is not known: NaN is no JSON."""
    if isinstance(value, dict):
        return {name: without_nan(member) for name, member in value.items()}
    return None if isinstance(value, float) and isnan(value) else value
