"""(Page, densities) -> Scores: how CETD and CTD choose, once the densities are known.

    DensitySum(n)  = sum of the densities of n's children, text directly in n being one of them
    threshold      = the lowest density on the way from the element with the largest DensitySum up to the body
    content        = for every element on whose way down from the body all densities reach the threshold:
                     the element of its subtree with the largest DensitySum

A paragraph's density says little of the article around it, and the body's is thinned out by the menus. The sum over
children is largest where dense elements are siblings, which is inside the article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.subtrees import blocks_in, in_subtrees, subtree_sums
from maintext.extractors.measures.tokens import UNSEEN
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

# Elements that carry no text for a reader; the paper takes them out of the page before it counts tags.
_NO_TAGS = ("head", "link", "meta", "noscript", "script", "style", "template", "title")
_COUNTS = np.array([name not in _NO_TAGS for name in TAGS])


def count_tags(page: Page) -> NDArray[np.int64]:
    """Tags in each element's subtree, itself not counted; 1 where there are none, as it is divided by."""
    elements = page.elements
    counts = (elements.flags & UNSEEN == 0) & _COUNTS[elements.tag]
    below: NDArray[np.int64] = subtree_sums(page, counts) - counts
    return np.maximum(below, 1)


def choose(page: Page, density: NDArray[np.float64], text_density: NDArray[np.float64]) -> Scores:
    """Keeps what dense elements hold; a block's score is the density of the element around it.

    The densities are those of every element, and of the text directly in it as if it were an element.
    """
    blocks = page.blocks
    is_shown = blocks.flags & UNSEEN == 0
    if not is_shown.any():
        return empty_scores(page, "the page shows no text")
    sums = text_density + np.bincount(page.elements.parent[1:], density[1:], len(density))
    threshold = _lowest_on_the_way(page, density, int(sums.argmax()))
    sparse = np.flatnonzero((density < threshold) & (page.elements.tag != TAGS["html"]))
    reached = np.flatnonzero(~in_subtrees(page, sparse))
    best = np.unique(best_in_subtree(page.elements.end, sums, reached))
    keep = is_shown & blocks_in(page, best[density[best] > 0])
    return Scores(density[blocks.element] * is_shown, keep, f"no element reaches the density {threshold:.1f}")


def best_in_subtree(end: NDArray[np.int32], values: NDArray[np.float64], rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The row with the largest value in the subtree of each of the rows; the first one of equals.

    The maximum of a slice is the maximum of two overlapping slices whose length is a power of two. The table of
    maxima is built for one power after the other; the rows that need a power are answered before it is doubled.
    """
    order = np.lexsort((-np.arange(len(values)), values))
    rank = np.empty(len(values), dtype=np.intp)
    rank[order] = np.arange(len(values))
    lengths = end[rows] - rows
    power = np.frexp(lengths)[1] - 1
    best = np.empty(len(rows), dtype=np.intp)
    for exponent in range(int(power.max(initial=-1)) + 1):
        is_asked = power == exponent
        first, last = rows[is_asked], end[rows[is_asked]] - (1 << exponent)
        best[is_asked] = np.maximum(rank[first], rank[last])
        rank = np.maximum(rank[: -(1 << exponent)], rank[1 << exponent :])
    result: NDArray[np.intp] = order[best]
    return result


def _lowest_on_the_way(page: Page, density: NDArray[np.float64], row: int) -> float:
    elements = page.elements
    above = np.flatnonzero((np.arange(len(elements)) <= row) & (elements.end > row))
    is_inside = above[elements.tag[above] != TAGS["html"]]
    return float(density[is_inside if len(is_inside) else above].min())
