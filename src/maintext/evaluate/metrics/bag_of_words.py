r"""Bag of words: the metric of WCXB, the Web Content Extraction Benchmark (Foley, 2026).

A text is a multiset of its words (`\w+`), without regard to case and order. Each word counts as shared as often as in
the text that has it less often. The figures of a corpus are means over its pages.

Departure: in scripts without spaces a token is a character (see `tokens`).

>>> from maintext.evaluate.metrics.pair import Pair
>>> BagOfWords().of_page(Pair.of(kept="the cat and the dog", gold="The cat. The mouse."))
{'precision': 0.6, 'recall': 0.75, 'f1': 0.6666666666666666}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maintext.evaluate.metrics.figures import Figures, means_with_both_f1, precision_recall
from maintext.evaluate.metrics.pair import Pair


@dataclass(frozen=True)
class BagOfWords:
    """Precision, recall and F1 of word multisets."""

    def of_page(self, pair: Pair) -> Figures:
        """The figures of one page."""
        return precision_recall(pair.n_common_words, len(pair.kept.lower_words), len(pair.gold.lower_words))

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """Means, with both kinds of F1."""
        return means_with_both_f1(pages)
