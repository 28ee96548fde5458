"""Labelled pages -> what training sees of them: the page table, a share of content a block, the site, the fold."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from maintext.corpus import LabelledPage
from maintext.errors import CorpusError
from maintext.evaluate.tokens import words
from maintext.model.predictor import PAGE_TYPES
from maintext.page import Page
from maintext.page.parsing import parse
from maintext.train.coverage import BlockShares, block_shares, letter_shares
from maintext.train.sites import site_of

N_FOLDS = 5
_CONSISTENT = 0.94
"""Mean F1 of labels against the gold texts of a data set from which on these are taken as consistent."""


@dataclass(frozen=True, eq=False)
class Example:
    """A page to learn from that has blocks."""

    labelled: LabelledPage
    page: Page
    shares: NDArray[np.float32]
    """The share of each block that is content."""
    n_words: NDArray[np.int32]
    n_gold: int
    site: str
    fold: int
    """By site: pages of one site are never on both sides of a split."""
    bags: Bags
    published: Bags | None = None
    """The same for the gold text that the data set has, where labels replaced it."""
    is_by_labels: bool = False
    """Whether `shares` come from labels of blocks rather than from a gold text."""
    is_disputed: NDArray[np.bool_] | None = None
    """Whether labels and that gold text disagree about a block of an article; None if there are not both."""

    @property
    def page_type(self) -> int | None:
        """Its number in PAGE_TYPES; None for a type that is not among them."""
        kind = self.labelled.kind
        return PAGE_TYPES.index(kind) if kind in PAGE_TYPES else None


@dataclass(frozen=True, eq=False)
class Bags:
    """The words of a page's blocks and of its gold text, for scoring many choices of blocks quickly."""

    words: NDArray[np.int32]
    """Numbers of the words of all blocks; the greatest number is for words that the gold lacks."""
    n_words: NDArray[np.int32]
    gold_counts: NDArray[np.int32]

    def f1(self, keep: NDArray[np.bool_]) -> float:
        """Bag-of-words F1 of the kept blocks."""
        n_kept, n_gold = int(self.n_words[keep].sum()), int(self.gold_counts.sum())
        if not n_kept or not n_gold:
            return float(n_kept == n_gold)
        counts = np.bincount(self.words[np.repeat(keep, self.n_words)], minlength=len(self.gold_counts))
        return 2 * float(np.minimum(counts, self.gold_counts).sum()) / (n_kept + n_gold)


def collect(
    pages: Sequence[LabelledPage], jobs: int = 1, progress: Callable[[], object] = lambda: None
) -> list[Example]:
    """The examples of all pages that have text. `progress` is called once per page."""
    found: list[tuple[LabelledPage, _Labels]] = []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for labelled, labels in zip(pages, pool.map(_label, pages, chunksize=8), strict=True):
            found.append((labelled, labels))
            progress()
    consistent = _consistent_corpora(found)
    every = [_example(labelled, labels, is_consistent=labelled.corpus in consistent) for labelled, labels in found]
    examples = [example for example in every if len(example.page.blocks)]
    if not any(example.shares.any() for example in examples):
        raise CorpusError(f"none of the blocks of {len(pages)} pages is in their gold text")
    return examples


@dataclass(frozen=True, eq=False)
class _Labels:
    """What is known of a page's blocks: by labels or, without them, by the gold text; and by the published gold text
    that labels replace."""

    own: BlockShares
    bags: Bags
    published: BlockShares | None = None
    published_bags: Bags | None = None
    agreement: float | None = None
    """F1 of what the labels call content against the published gold text."""


def _example(labelled: LabelledPage, labels: _Labels, *, is_consistent: bool) -> Example:
    page = parse(labelled.html)
    site = site_of(labelled, page.head.canonical)
    published, is_disputed = labels.published, None
    if published is not None and labelled.kind == "article" and not is_consistent:
        is_disputed = (labels.own.shares >= 0.5) != (published.shares >= 0.5)
    is_by_gold = labelled.labels is None or (published is not None and is_consistent)
    own = published if published is not None and is_consistent else labels.own
    return Example(
        labelled,
        page,
        *(own.shares, own.n_words, own.n_gold),
        site,
        _fold(site),
        labels.bags,
        published=labels.published_bags,
        is_by_labels=not is_by_gold,
        is_disputed=is_disputed,
    )


def _label(labelled: LabelledPage) -> _Labels:
    texts = parse(labelled.html).texts()
    labels, published = labelled.labels, labelled.published_gold
    if labels is None:
        return _Labels(block_shares(texts, labelled.gold), bags_of(texts, labelled.gold))
    own, bags = letter_shares(texts, labels.letters), bags_of(texts, labelled.gold)
    if published is None:
        return _Labels(own, bags)
    published_bags = bags_of(texts, published)
    return _Labels(own, bags, block_shares(texts, published), published_bags, published_bags.f1(own.shares >= 0.5))


def _consistent_corpora(pages: Sequence[tuple[LabelledPage, _Labels]]) -> set[str]:
    """The data sets whose gold texts agree with the labels. Where they still differ they follow a convention of their
    own, such as leaving out captions, so these gold texts are learned from as they are."""
    agreement: dict[str, list[float]] = {}
    for labelled, labels in pages:
        if labels.agreement is not None:
            agreement.setdefault(labelled.corpus, []).append(labels.agreement)
    return {corpus for corpus, values in agreement.items() if np.mean(values) >= _CONSISTENT}


def bags_of(texts: Sequence[str], gold: str) -> Bags:
    """The words of blocks and of their gold text."""
    counts = Counter(words(gold.lower()))
    numbers = {word: number for number, word in enumerate(counts)}
    blocks = [[numbers.get(word, len(numbers)) for word in words(text.lower())] for text in texts]
    return Bags(
        np.array([number for block in blocks for number in block], dtype=np.int32),
        np.array([len(block) for block in blocks], dtype=np.int32),
        np.array([*counts.values(), 0], dtype=np.int32),
    )


def _fold(site: str) -> int:
    # A digest, not Python's own hash, which is another one in every process.
    return int.from_bytes(hashlib.md5(site.encode(), usedforsecurity=False).digest(), "big") % N_FOLDS
