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
from maintext.train.coverage import block_shares, letter_shares
from maintext.train.sites import site_of

N_FOLDS = 5


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
    """The examples of all pages that have text. `progress` is called once a page."""
    examples = []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for labelled, found in zip(pages, pool.map(_label, pages, chunksize=8), strict=True):
            (shares, n_words, n_gold), bags, published = found
            page = parse(labelled.html)
            site = site_of(labelled, page.head.canonical)
            if len(page.blocks):
                examples.append(Example(labelled, page, shares, n_words, n_gold, site, _fold(site), bags, published))
            progress()
    if not any(example.shares.any() for example in examples):
        raise CorpusError(f"none of the blocks of {len(pages)} pages is in their gold text")
    return examples


def _label(
    labelled: LabelledPage,
) -> tuple[tuple[NDArray[np.float32], NDArray[np.int32], int], Bags, Bags | None]:
    texts = parse(labelled.html).texts()
    own = labelled.labels
    labels = block_shares(texts, labelled.gold) if own is None else letter_shares(texts, own.letters)
    published = labelled.published_gold
    return (
        (labels.shares, labels.n_words, labels.n_gold),
        _bags(texts, labelled.gold),
        None if published is None else _bags(texts, published),
    )


def _bags(texts: list[str], gold: str) -> Bags:
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
