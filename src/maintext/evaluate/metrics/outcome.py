"""Outcomes: the metric of qRead (2015, section 5.2): every extraction is one of three.

    accurate   the whole article and nothing else
    extra      the whole article, and other text with it
    missed     a part of the article, or none of it

Departure: the paper's people judged by eye, and an eye overlooks a date or a caption. `slack` says how much may be
missing of the whole or be too much: 5 % of the words, the line that the P-value paper draws for the same question.

>>> from maintext.evaluate.metrics.pair import Pair
>>> Outcome().of_page(Pair.of(kept="menu one two three", gold="one two three"))
{'accurate': 0.0, 'extra': 1.0, 'missed': 0.0}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.figures import Figures, means
from maintext.evaluate.metrics.pair import Pair


@dataclass(frozen=True)
class Outcome:
    """Accurate, extra or missed."""

    slack: float = 0.05

    def of_page(self, pair: Pair) -> Figures:
        """1 for the outcome of the page, 0 for the others."""
        words = BagOfWords().of_page(pair)
        is_missed = words["recall"] < 1 - self.slack
        is_extra = not is_missed and words["precision"] < 1 - self.slack
        return {
            "accurate": float(not is_missed and not is_extra),
            "extra": float(is_extra),
            "missed": float(is_missed),
        }

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """The share of each outcome."""
        return means(pages)
