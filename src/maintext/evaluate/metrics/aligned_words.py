"""Aligned words: the metric of CETR (Weninger, Hsu, Han, 2010, section 6.2).

Precision and recall of words, every word of the page being distinct from all others, even from the same word at
another place: what counts is whether this very word was kept. The paper aligns both texts with the page. Peers
give a text without places, so we align the kept text with the gold directly: the words they share are their
longest common subsequence. F1 is the harmonic mean of mean precision and mean recall there (`f1_of_means`).

Departure: a common word that was kept from another place may still be aligned if the order of words allows it,
so the figures can be a little too high; they are never higher than the bag's.

>>> from maintext.evaluate.metrics.pair import Pair
>>> AlignedWords().of_page(Pair.of(kept="two one", gold="one two"))
{'precision': 0.5, 'recall': 0.5, 'f1': 0.5}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maintext.evaluate.metrics.figures import Figures, means_with_both_f1, precision_recall
from maintext.evaluate.metrics.pair import Pair
from maintext.evaluate.metrics.sequences import n_in_common


@dataclass(frozen=True)
class AlignedWords:
    """Precision, recall and F1 of words at their places."""

    def of_page(self, pair: Pair) -> Figures:
        """The figures of one page."""
        kept, gold = pair.numbered
        return precision_recall(n_in_common(kept, gold), len(kept), len(gold))

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """Means, with both kinds of F1."""
        return means_with_both_f1(pages)
