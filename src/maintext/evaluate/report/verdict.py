"""Results -> one sentence: who is best, by how much, and whether that may be chance.

Candidates are compared page by page: what both find hard or easy cancels out, so that small differences show with
fewer pages than their separate intervals would need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.evaluate.runs import Result

Z_95 = 1.96
"""Standard errors on each side of a mean that contain it in 95 of 100 samples."""


class Mean(NamedTuple):
    """A mean and what it may be by chance."""

    value: float
    margin: float
    """Half the width of its 95 % interval."""

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the interval, within 0 and 1."""
        return max(0.0, self.value - self.margin), min(1.0, self.value + self.margin)


def mean_of(values: Sequence[float] | NDArray[np.float64]) -> Mean:
    """The mean of values of pages, with its margin; a single page has none.

    >>> mean = mean_of([0.8, 0.9, 1.0, 0.9])
    >>> round(mean.value, 3), round(mean.margin, 3)
    (0.9, 0.08)
    """
    column = np.asarray(values, dtype=np.float64)
    error = float(column.std(ddof=1) / np.sqrt(len(column))) if len(column) > 1 else 0.0
    return Mean(float(column.mean()), Z_95 * error)


def verdict(results: Sequence[Result]) -> str:
    """The sentence that a report begins with."""
    f1: dict[str, dict[tuple[str, str], float]] = {}
    for result in results:
        f1.setdefault(result.by, {})[result.corpus, result.id] = result.figures["bag-of-words"]["f1"]
    means = {by: mean_of(list(pages.values())) for by, pages in f1.items()}
    best, *others = sorted(means, key=lambda by: -means[by].value)
    low, high = means[best].interval
    n_pages = f"{len(f1[best]):,} page{'' if len(f1[best]) == 1 else 's'}"
    figures = f"mean F1 {_short(means[best].value)} on {n_pages} (95 % interval {_short(low)} to {_short(high)})"
    if not others:
        return f"{best} has a {figures}."
    second = others[0]
    common = f1[best].keys() & f1[second].keys()
    apart = mean_of([f1[best][page] - f1[second][page] for page in common])
    difference = f"{_short(apart.value)} ± {_short(apart.margin)}"
    if apart.value - apart.margin > 0:
        return f"{best} is best: {figures}, {difference} above {second} on the same pages."
    return (
        f"{best} and {second} do not differ clearly: {best} has a {figures}, and the difference on the same pages, "
        f"{difference}, may be chance."
    )


def _short(number: float) -> str:
    """Three decimals without the zero in front.

    >>> _short(0.9123), _short(1)
    ('.912', '1.000')
    """
    return f"{number:.3f}".removeprefix("0")
