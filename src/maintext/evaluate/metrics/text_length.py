"""Length: the metric of extracted content matching (2012), expressions (1) to (3).

    precision = (LEC - (LEC - LEP + LM)) / LEC      recall = (LEC - (LEC - LEP + LM)) / LEP

LEC is the length of the extracted text, LEP that of the expected one, LM that of what is missing, in characters
without spaces. Both numerators are LEP - LM, the length that was rightly kept.

Departures: the paper finds LM by eye; here what is missing are the words and the single marks between them that the
gold has and the kept text has not (or not as often). Not strings between spaces: a reader misses nothing
of "tea&#39;s" or "tea ," where the page has "tea's" and "tea,", but for the marks. The paper's Table 1 does not follow
from its expressions: for LEC = 1,700, LEP = 1,500, LM = 0 it prints 90.91 %, they give 88.24 %. We follow the
expressions.

>>> from maintext.evaluate.metrics.pair import Pair
>>> page = TextLength().of_page(Pair.of(kept="n" * 200 + " " + "i" * 1500, gold="i" * 1500))
>>> {name: round(value, 4) for name, value in page.items()}
{'precision': 0.8824, 'recall': 1.0, 'f1': 0.9375}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from maintext.evaluate.metrics.figures import Figures, means_with_both_f1, precision_recall
from maintext.evaluate.metrics.pair import Pair


@dataclass(frozen=True)
class TextLength:
    """Precision, recall and F1 of characters."""

    def of_page(self, pair: Pair) -> Figures:
        """The figures of one page."""
        kept, gold = pair.kept.marked, pair.gold.marked
        common = {token: min(count, kept[token]) for token, count in gold.items() if token in kept}
        return precision_recall(n_chars(common), n_chars(kept), n_chars(gold))

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """Means, with both kinds of F1."""
        return means_with_both_f1(pages)


def n_chars(tokens: Mapping[str, int]) -> int:
    """Characters of all tokens."""
    return sum(len(token) * count for token, count in tokens.items())
