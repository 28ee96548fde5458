"""`kfe`, K-FeatureExtractor: the blocks that are clearly more text than anything else, however many.

S. Debnath, P. Mitra, C. L. Giles: Identifying content blocks from web documents. ISMIS, 2005. As in `fe`, each block
has the probability P(b) that what it has is text. Where `fe` keeps one winner, this clusters the probabilities by
k-means, the first centres evenly spaced in the sorted list, and keeps the cluster with the highest.
So the page says itself how much text is much. The CETR paper (WWW 2010) measured an F1 of 89.19 % on CleanEval.

Departures from the paper: we do not have it. Descriptions give k as 2 or 3; 2 was better on
CleanEval's development set and 150 pages each of newspaper_train and wcxb_train. Values on a line are clustered
sorted, so that a cluster is a slice and a centre is a difference of prefix sums.

>>> import maintext
>>> page = maintext.parse("<p><a href=/>Home</a></p><p>Boil the water, and wait.</p><p>Pour it on the leaves.</p>")
>>> KFeatureExtractor()(page).keep
array([False,  True,  True])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.block_features import text_probability
from maintext.extractors.parameters import SmallCount
from maintext.extractors.protocol import Scores, empty_scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class KFeatureExtractor:
    """Keeps the blocks with most text; a block's score is the share of text in all that it has."""

    name: ClassVar[str] = "kfe"
    n_clusters: SmallCount = 2
    max_rounds: SmallCount = 100
    """k-means on a line settles within a few rounds; this only bounds it."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        probability = text_probability(page)
        if not probability.any():
            return empty_scores(page, "the page shows no text")
        least = lowest_of_the_top(probability, self.n_clusters, self.max_rounds)
        return Scores(probability, (probability >= least) & (probability > 0))


def lowest_of_the_top(values: NDArray[np.float64], n_clusters: int, max_rounds: int) -> float:
    """The lowest value of the highest cluster that k-means finds.

    >>> lowest_of_the_top(np.array([0.0, 0.1, 0.9, 0.5, 0.6, 1.0]), 3, 10)
    0.9
    """
    values = np.sort(values)
    sums = np.concatenate(([0.0], values.cumsum()))
    centres = values[np.linspace(0, len(values) - 1, n_clusters).astype(np.intp)]
    for _ in range(max_rounds):
        borders = np.searchsorted(values, (centres[1:] + centres[:-1]) / 2)
        edges = np.concatenate(([0], borders, [len(values)]))
        sizes = np.diff(edges)
        # A cluster that lost all its values stays where it is.
        moved = np.where(sizes > 0, np.diff(sums[edges]) / np.maximum(sizes, 1), centres)
        if (moved == centres).all():
            break
        centres = moved
    return float(values[min(int(edges[-2]), len(values) - 1)])
