"""Counts -> precision, recall and F1 of a page, and their means over pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from maintext.evaluate.metrics.pair import Pair

Figures: TypeAlias = dict[str, float]
"""Named numbers, of a page or of a corpus."""


class Metric(Protocol):
    """A way to say how good an extraction is."""

    def of_page(self, pair: Pair) -> Figures:
        """The figures of one page."""
        ...

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """The figures of all pages, made of those of each; there is at least one."""
        ...


def precision_recall(n_common: float, n_kept: float, n_gold: float) -> Figures:
    """Precision, recall and F1. Nothing kept where nothing should be is right: all are 1.

    >>> precision_recall(n_common=3, n_kept=4, n_gold=6)
    {'precision': 0.75, 'recall': 0.5, 'f1': 0.6}
    >>> precision_recall(0, 0, 0)
    {'precision': 1.0, 'recall': 1.0, 'f1': 1.0}
    >>> precision_recall(0, 0, 6)
    {'precision': 0.0, 'recall': 0.0, 'f1': 0.0}
    """
    if not n_kept and not n_gold:
        return {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    precision = n_common / n_kept if n_kept else 0.0
    recall = n_common / n_gold if n_gold else 0.0
    return {"precision": precision, "recall": recall, "f1": 2 * n_common / (n_kept + n_gold)}


def harmonic_mean(precision: float, recall: float) -> float:
    """F1 of a precision and a recall."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def means(pages: Sequence[Figures]) -> Figures:
    """The mean of each figure over the pages."""
    return {name: sum(page[name] for page in pages) / len(pages) for name in pages[0]}


def means_with_both_f1(pages: Sequence[Figures]) -> Figures:
    """The means; `f1` is the mean of the pages' F1, `f1_of_means` that of the mean precision and mean recall.

    Papers report either, often without a word about which. They differ: a page that is all wrong pulls the
    mean of F1 down, but may leave one of the two other means high.

    >>> pages = [precision_recall(1, 1, 10), precision_recall(1, 10, 1)]
    >>> {name: round(value, 2) for name, value in means_with_both_f1(pages).items()}
    {'precision': 0.55, 'recall': 0.55, 'f1': 0.18, 'f1_of_means': 0.55}
    """
    figures = means(pages)
    return {**figures, "f1_of_means": harmonic_mean(figures["precision"], figures["recall"])}
