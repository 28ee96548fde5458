"""All above 95 %: the metric of the P-value paper (2017, Table 2): the share of pages extracted accurately,
which are those whose precision, recall and F1 are all larger than 95 %.

>>> from maintext.evaluate.metrics.pair import Pair
>>> AllAbove().of_page(Pair.of(kept="word " * 96 + "menu " * 4, gold="word " * 96))
{'share': 1.0}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.figures import Figures, means
from maintext.evaluate.metrics.pair import Pair


@dataclass(frozen=True)
class AllAbove:
    """The share of pages with all three figures above a line."""

    line: float = 0.95

    def of_page(self, pair: Pair) -> Figures:
        """1 for an accurate page, 0 for another."""
        return {"share": float(min(BagOfWords().of_page(pair).values()) > self.line)}

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """The share."""
        return means(pages)
