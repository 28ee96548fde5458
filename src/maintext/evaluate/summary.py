"""Results -> figures a candidate: quality by metric, time, errors; of a corpus, or of each page type in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.evaluate.metrics import METRICS, Figures
from maintext.evaluate.runs import Result

ALL_TYPES = "all"


@dataclass(frozen=True)
class Summary:
    """What one candidate made of one corpus, or of one type of its pages."""

    corpus: str
    by: str
    kind: str
    """The type of the pages, or ALL_TYPES."""
    n_pages: int
    figures: dict[str, Figures]
    """By metric."""
    ms: Figures
    """A page: mean, median, p95."""
    errors: dict[str, int]
    """How often each exception was raised, by name."""


def summarise(results: Iterable[Result], by_type: bool = False) -> list[Summary]:
    """One summary per corpus, candidate and, if wanted, page type, in the order of the results."""
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        kind = result.kind if by_type else ALL_TYPES
        groups.setdefault((result.corpus, kind, result.by), []).append(result)
    return [_summary(corpus, by, kind, group) for (corpus, kind, by), group in groups.items()]


def _summary(corpus: str, by: str, kind: str, results: Sequence[Result]) -> Summary:
    ms = np.array([result.ms for result in results])
    return Summary(
        corpus,
        by,
        kind,
        len(results),
        figures={
            name: metric.of_corpus([result.figures[name] for result in results]) for name, metric in METRICS.items()
        },
        ms={"mean": float(ms.mean()), "median": float(np.median(ms)), "p95": float(np.quantile(ms, 0.95))},
        errors=dict(Counter(result.error for result in results if result.error is not None)),
    )
