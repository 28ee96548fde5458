r"""Shingles: the metric of Scrapinghub's article-extraction-benchmark (2019).

Four words in a row (`\w+`, as they are written) are a shingle; a text of fewer words is one shingle. Shingles of
both texts are compared as multisets: true positives are in both, false positives only in the kept text, false
negatives only in the gold. The three are divided by their sum, so that long pages weigh no more than short ones.
Precision is averaged over the pages where anything was kept, recall over those that have gold, and F1 is made of
the two means. The error is 1.96 standard deviations of the same figure on pages drawn anew with replacement.

A page with neither kept text nor gold takes part in no mean; a corpus of such pages only has 0 for all.

Departures: in scripts without spaces a token is a character; the draws are the same in every run.

>>> from maintext.evaluate.metrics.pair import Pair
>>> page = Shingles().of_page(Pair.of(kept="one two three four five six", gold="one two three four five"))
>>> {name: round(value, 3) for name, value in page.items()}
{'tp': 0.667, 'fp': 0.333, 'fn': 0.0}
>>> {name: round(value, 3) for name, value in Shingles().of_corpus([page, page]).items()}
{'precision': 0.667, 'recall': 1.0, 'f1': 0.8, 'precision_error': 0.0, 'recall_error': 0.0, 'f1_error': 0.0}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.evaluate.metrics.figures import Figures
from maintext.evaluate.metrics.pair import Pair


@dataclass(frozen=True)
class Shingles:
    """Precision and recall of word n-grams, with a bootstrap error."""

    n_words: int = 4
    n_draws: int = 1000
    seed: int = 1

    def of_page(self, pair: Pair) -> Figures:
        """True positives, false positives and false negatives, as shares."""
        kept, gold = self._shingles(pair.kept.words), self._shingles(pair.gold.words)
        n_common = sum(min(count, kept[shingle]) for shingle, count in gold.items() if shingle in kept)
        n_extra, n_lost = kept.total() - n_common, gold.total() - n_common
        n_all = max(n_common + n_extra + n_lost, 1)
        return {"tp": n_common / n_all, "fp": n_extra / n_all, "fn": n_lost / n_all}

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """Means and their errors."""
        counts = np.array([[page["tp"], page["fp"], page["fn"]] for page in pages])
        draws = np.random.default_rng(self.seed).integers(0, len(counts), (self.n_draws, len(counts)))
        values, drawn = _averages(counts[None])[0], _averages(counts[draws])
        errors = 1.96 * drawn.std(axis=0, ddof=1)
        names = ("precision", "recall", "f1")
        return {
            **dict(zip(names, values.tolist(), strict=True)),
            **{f"{name}_error": error for name, error in zip(names, errors.tolist(), strict=True)},
        }

    def _shingles(self, words: list[str]) -> Counter[tuple[str, ...]]:
        if 0 < len(words) < self.n_words:
            return Counter([tuple(words)])
        return Counter(zip(*(words[start:] for start in range(self.n_words)), strict=False))


def _averages(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Precision, recall and F1 of each of several samples of pages."""
    tp, fp, fn = counts[..., 0], counts[..., 1], counts[..., 2]
    precision, recall = _mean_share(tp, tp + fp), _mean_share(tp, tp + fn)
    total = precision + recall
    f1 = np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)
    return np.stack([precision, recall, f1], axis=-1)


def _mean_share(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
    return np.asarray(shares.sum(axis=-1) / np.maximum((whole > 0).sum(axis=-1), 1))
