"""`coreex`, CoreEx: the element whose children hold much text and few links.

J. Prasad, A. Paepcke: CoreEx: content extraction from online news articles. CIKM, 2008. Every node of the tree
counts words and links, a link's text being a single word. A node is judged by those of its children alone that
are mostly words, so that a list of links inside an article is left out and does not count against it:

    ratio(c) = (words(c) - links(c)) / words(c);   S(n) = children c of n with ratio(c) > 0.9
    score(n) = 0.99 * (words(S) - links(S)) / words(S)  +  0.01 * words(S) / words(page)

The best node's S is the content. The second term, small as it is, decides among the many nodes that have text and
no links at all for the one with the most text.

Departures from the paper: we do not have it; the weights and the threshold are those that later papers cite.
Text directly in a node is a child without links. A block is kept if at least half of its words are in S.

>>> import maintext
>>> menu = "<ul><li><a href=/>Home</a><li><a href=/>News</a></ul>"
>>> text = "<p>Boil the water, and wait.</p><p>Pour it slowly on the leaves.</p>"
>>> CoreEx()(maintext.parse(f"{menu}<div>{text}{menu}</div><div>All rights reserved.</div>")).keep
array([False, False,  True,  True, False, False, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.subtrees import in_subtrees, linked, own_chars, subtree_sums
from maintext.extractors.measures.tokens import UNSEEN, run_words, share_of_words
from maintext.extractors.parameters import Share, Weight
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class CoreEx:
    """Keeps the wordy children of the best element; a block's score is the share of its words among them."""

    name: ClassVar[str] = "coreex"
    min_ratio: Share = 0.9
    """The ratio of words outside links above which a child is content."""
    ratio_weight: Weight = 0.99
    text_weight: Weight = 0.01
    min_share: Share = 0.5
    """The share of a block's words that must be content."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        own_words, own_links = _own_counts(page)
        words = subtree_sums(page, own_words + own_links)
        if not len(words) or not words[0]:
            return empty_scores(page, "the page shows no text")
        links = subtree_sums(page, own_links)
        is_wordy = words - links > self.min_ratio * words
        best = int(self._scores(page, is_wordy, own_words, words, links).argmax())
        is_kept = _in_wordy_children(page, best, is_wordy)[page.runs.element]
        is_kept &= page.runs.flags & UNSEEN == 0
        share = share_of_words(page, is_kept.astype(float))
        return Scores(share, share >= self.min_share, "no element has children with more words than links")

    def _scores(
        self,
        page: Page,
        is_wordy: NDArray[np.bool_],
        own_words: NDArray[np.int64],
        words: NDArray[np.int64],
        links: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The score of every element."""
        children = 1 + np.flatnonzero(is_wordy[1:])
        parents = page.elements.parent[children]
        n_rows = len(words)
        set_words = own_words + np.bincount(parents, words[children], n_rows)
        set_links = np.bincount(parents, links[children], n_rows)
        ratio = (set_words - set_links) / np.maximum(set_words, 1)
        scores: NDArray[np.float64] = self.ratio_weight * ratio + self.text_weight * set_words / words[0]
        return scores


def _own_counts(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Words outside links directly in every element; 1 where an element is a link with text, else 0."""
    elements, runs = page.elements, page.runs
    is_linked = linked(page)
    is_link = is_linked & (elements.tag == TAGS["a"]) & (subtree_sums(page, own_chars(page)) > 0)
    counts = (runs.flags & UNSEEN == 0) & ~is_linked[runs.element]
    words = np.bincount(runs.element[counts], run_words(page)[counts], len(elements))
    return words.astype(np.int64), is_link.astype(np.int64)


def _in_wordy_children(page: Page, row: int, is_wordy: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which elements lie in a wordy child of the row; the row itself does, for the text directly in it."""
    is_child = (page.elements.parent == row) & is_wordy
    is_in = in_subtrees(page, np.flatnonzero(is_child))
    is_in[row] = True
    return is_in
