"""Summaries -> do they reach their floors? floors.json has the floors and the hash of each corpus.

    {"gn1": {"sha256": "...", "n_pages": 621, "floors": {"all": {"bag-of-words.f1": 0.67}}}}

A figure may be above its floor, never below. A figure without a floor is not judged. The figures are the same on every
machine up to rounding of sums, so a floor is the measured figure, rounded down.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from math import floor
from typing import TypeAlias

from maintext.errors import EvaluationError
from maintext.evaluate.evaluation import Evaluation
from maintext.evaluate.summary import Summary

FLOOR_DIGITS = 3
FLOOR_FIGURES = (("bag-of-words", "f1"),)
"""Metric and figure that floors are made of."""


@dataclass(frozen=True)
class CorpusFloors:
    """The floors of one corpus."""

    sha256: str
    n_pages: int
    floors: dict[str, dict[str, float]]
    """By extractor and figure, as "metric.figure"."""


Floors: TypeAlias = dict[str, CorpusFloors]
"""By corpus."""


def read_floors() -> Floors:
    """The floors that are kept with the library."""
    text = files("maintext.evaluate").joinpath("floors.json").read_text(encoding="utf-8")
    return {corpus: CorpusFloors(**members) for corpus, members in json.loads(text).items()}


def present_floors(evaluation: Evaluation, summaries: Sequence[Summary]) -> str:
    """What was measured now, rounded down, in the form of floors.json."""
    floors: Floors = {}
    for summary in summaries:
        empty = CorpusFloors(evaluation.sha256[summary.corpus], summary.n_pages, {})
        floors.setdefault(summary.corpus, empty).floors[summary.by] = {
            f"{metric}.{name}": rounded_down(summary.figures[metric][name]) for metric, name in FLOOR_FIGURES
        }
    return json.dumps({corpus: asdict(known) for corpus, known in floors.items()}, indent=2)


def rounded_down(value: float) -> float:
    """The value with few digits, never more than it is.

    >>> rounded_down(0.67899)
    0.678
    """
    return float(floor(value * 10**FLOOR_DIGITS) / 10**FLOOR_DIGITS)


def check_floors(evaluation: Evaluation, summaries: Sequence[Summary], floors: Floors) -> int:
    """The number of figures that hold; an error that names them all if any does not, or none was judged."""
    failures: list[str] = []
    n_held = 0
    for corpus, digest in evaluation.sha256.items():
        if corpus in floors and floors[corpus].sha256 != digest:
            failures.append(f"{corpus} is not what its floors were measured on: sha256 {digest[:12]}")
    for summary in summaries:
        known = floors.get(summary.corpus)
        for figure, lowest in (known.floors.get(summary.by, {}) if known else {}).items():
            metric, name = figure.split(".")
            value = summary.figures[metric][name]
            if value < lowest:
                failures.append(f"{summary.by} on {summary.corpus}: {figure} is {value:.4f}, the floor {lowest}")
            else:
                n_held += 1
    if failures:
        raise EvaluationError("; ".join(failures))
    if not n_held:
        raise EvaluationError("none of what was measured has a floor")
    return n_held
