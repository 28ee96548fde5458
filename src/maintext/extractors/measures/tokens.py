"""Page -> its source as a stream of words and tags, for methods that do not use the tree.

The stream is kept compressed: a run of text is one row with its number of words, and the tags are
only counted. With `words` and `tags_before` a run's place in the stream is known, so that a method
over tokens costs no more than one over runs, however long the text is.

>>> import maintext
>>> stream = token_stream(maintext.parse("<p>one two <b>three</b> four</p><p>five"))
>>> stream.words
array([2, 1, 1, 1])
>>> stream.tags_before  # <p> | <b> | </b> | </p> <p>
array([1, 2, 3, 5])
>>> stream.first_token, stream.n_tokens
(array([1, 4, 6, 9]), 10)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.page import flags
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

UNSEEN = flags.UNSHOWN | flags.SVG
"""Text with one of these bits is not read by anybody, and belongs to no stream."""


@dataclass(frozen=True, eq=False)
class TokenStream:
    """The shown runs of a page in source order, and the tags around them."""

    run: NDArray[np.intp]
    """Rows of the runs in `page.runs`."""
    block: NDArray[np.int32]
    """The block of each run."""
    words: NDArray[np.int64]
    """Words of each run, at least one."""
    tags_before: NDArray[np.int64]
    """Start and end tags before each run, from the page's beginning."""
    n_tags: int
    """All tags of the page."""

    @property
    def first_token(self) -> NDArray[np.int64]:
        """Where each run begins in the stream, counted in words and tags."""
        place: NDArray[np.int64] = self.words.cumsum() - self.words + self.tags_before
        return place

    @property
    def n_tokens(self) -> int:
        """Words and tags of the page."""
        return int(self.words.sum()) + self.n_tags


def token_stream(page: Page, *, counts_anchors: bool = True) -> TokenStream:
    """The stream of a page, with or without the tags of links. Implied tags are not counted."""
    runs = page.runs
    shown = np.flatnonzero(runs.flags & UNSEEN == 0)
    # The runs of a block are contiguous, so the text of a nested block can come after the text that follows it.
    shown = shown[np.argsort(runs.start[shown], kind="stable")]
    elements = page.elements
    counts = np.ones(len(elements), np.bool_) if counts_anchors else elements.tag != TAGS["a"]
    before, n_tags = _tags_before(page, counts, runs.start[shown])
    return TokenStream(shown, runs.block[shown], run_words(page)[shown], before, n_tags)


def run_words(page: Page) -> NDArray[np.int64]:
    """Words of every run: its block's, shared out by length, and at least one.

    Blocks count words also where a script writes none apart; runs do not count them at all.
    """
    blocks, runs = page.blocks, page.runs
    words_a_char = blocks.words / np.maximum(blocks.chars, 1)
    words: NDArray[np.int64] = np.rint(words_a_char[runs.block] * runs.chars).astype(np.int64)
    return np.maximum(words, 1)


def share_of_words(
    page: Page, weight: NDArray[np.float64], rows: NDArray[np.intp] | None = None
) -> NDArray[np.float64]:
    """The mean of a weight over the words of each block; the weight is given a run of `rows`, or every run.

    Runs that are not among the rows weigh nothing.
    """
    block, words = page.runs.block, run_words(page)
    n_blocks = len(page.blocks)
    total = np.bincount(block, words, n_blocks)
    if rows is not None:
        block, words = block[rows], words[rows]
    return np.bincount(block, words * weight, n_blocks) / np.maximum(total, 1)


def _tags_before(page: Page, counts: NDArray[np.bool_], offsets: NDArray[np.int32]) -> tuple[NDArray[np.int64], int]:
    elements = page.elements
    opened = np.sort(elements.start[counts & (elements.flags & flags.IMPLIED == 0)])
    closed = np.sort(elements.close_start[counts & (elements.stop > elements.close_start)])
    before = np.searchsorted(opened, offsets) + np.searchsorted(closed, offsets)
    return before, len(opened) + len(closed)
