"""Page, keep mask -> the repeated elements that hold the main content: one per item.

Elements are of a group if they are at the same place in the tree and have the same tag and classes; and, because
the first or every second item often has a class more, also if they only are at the same place. Each has a link. The
best group has the most of the kept words in the most elements; its elements never contain each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_ITEMS = 3
LEAST_SHARE = 0.25
"""Share of the kept words that items must have."""
MAX_GROUPS = 400
"""Groups that are compared, those with the most kept words first."""


def item_rows(page: Page, keep: NDArray[np.bool_]) -> list[int]:
    """The elements that are the items of a page, in order; empty if it has none."""
    elements = page.elements
    words = np.where(keep, page.blocks.words, 0)
    sums = np.concatenate([[0], np.cumsum(words, dtype=np.int64)])
    own = sums[elements.stop_block] - sums[elements.first_block]
    total = int(sums[-1])
    rows = np.flatnonzero((own > 0) & _has_link(page))
    if total == 0 or len(rows) < LEAST_ITEMS:
        return []
    best: tuple[float, NDArray[np.intp]] = (0.0, rows[:0])
    for members in _groups(page, rows, own):
        # Links within one line are not items.
        if (elements.first_block[members][1:] < elements.stop_block[members][:-1]).any():
            continue
        share = min(1.0, float(own[members].sum()) / total)
        # The root, because half of a page may be advice below the items, and three sections of a page are no items.
        score = share**0.5 * len(members) / (len(members) + 2) * _evenness(own[members])
        # Of elements inside each other with the same text the outer ones come first, and have the image and the price.
        if share >= LEAST_SHARE and score > best[0] * 1.001:
            best = (score, members)
    return [int(row) for row in best[1]]


def _has_link(page: Page) -> NDArray[np.bool_]:
    """Per element: whether it is a link, has one inside, or fills one."""
    elements = page.elements
    is_link = elements.tag == TAGS["a"]
    counts = np.concatenate([[0], np.cumsum(is_link)])
    fills_link = is_link[np.maximum(elements.parent, 0)]
    has: NDArray[np.bool_] = (counts[elements.end] > counts[:-1]) | fills_link
    return has


def _groups(page: Page, rows: NDArray[np.intp], own: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    elements = page.elements
    found: list[NDArray[np.intp]] = []
    paths = elements.path[rows]
    for keys in (paths, paths ^ (elements.signature[rows] * np.uint64(0x9E3779B97F4A7C15))):
        order = np.argsort(keys, kind="stable")
        starts = np.flatnonzero(np.diff(keys[order], prepend=~keys[order][:1]))
        found += [group for group in np.split(rows[order], starts[1:]) if len(group) >= LEAST_ITEMS]
    found.sort(key=lambda group: (-int(own[group].sum()), int(elements.depth[group[0]])))
    return [np.sort(group) for group in found[:MAX_GROUPS]]


def _evenness(words: NDArray[np.int64]) -> float:
    """1 if all elements have the same number of words, near 0 if one has nearly all: the entropy of their shares."""
    shares = words / words.sum()
    return float(-(shares * np.log(shares)).sum() / np.log(len(shares)))
