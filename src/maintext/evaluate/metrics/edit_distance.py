"""Edit distance by words: the measure of the CleanEval shared task (Baroni, Chantree, Kilgarriff, Sharoff, 2008).

The words to insert, delete or replace to turn the kept text into the gold text, case aside, as a similarity:
1 - edits / words of the longer text.

Departures: the task's own script also scored the markup of blocks; here is the text alone. How the task divided the
number of edits we could not find; the words of the longer text make 1 of equal texts, 0 of texts with no common word.

>>> from maintext.evaluate.metrics.pair import Pair
>>> EditDistance().of_page(Pair.of(kept="Menu The cat sat", gold="The cat sat."))
{'similarity': 0.75}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maintext.evaluate.metrics.figures import Figures, means
from maintext.evaluate.metrics.pair import Pair
from maintext.evaluate.metrics.sequences import n_edits


@dataclass(frozen=True)
class EditDistance:
    """How few words must change."""

    def of_page(self, pair: Pair) -> Figures:
        """The similarity on one page."""
        kept, gold = pair.numbered
        n_longest = max(len(kept), len(gold))
        return {"similarity": 1 - n_edits(kept, gold) / n_longest if n_longest else 1.0}

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """The mean."""
        return means(pages)
