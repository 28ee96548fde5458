"""(Page, a group for each block) -> how alike the words of each group and of the page's title are.

The cosine of the angle between two vectors of word counts. What a word is, the native core says
(`_core.text_words`); words are told apart by their hashes.

>>> import maintext
>>> page = maintext.parse("<title>Red fox</title><p>The red fox, the fox.</p><p>Something else</p>")
>>> title_similarities(page, np.array([0, 1])).round(3).tolist()
[0.707, 0.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.head import read_title

if TYPE_CHECKING:
    from maintext.page import Page

Hashes = NDArray[np.uint64]
Floats = NDArray[np.float64]
Unsigned = TypeVar("Unsigned", bound=np.unsignedinteger)

GROUP_BITS = 24
"""Bits of a group's number in a sort key; the upper bits of a word's hash fill the rest."""


def title_similarities(page: Page, groups: NDArray[np.integer]) -> Floats:
    """The similarity of each group's text with the title, 0 without a title; group -1 is left out."""
    n_groups = int(groups.max(initial=-1)) + 1
    title, counts = _runs(np.sort(_core.text_words((read_title(page) or "").encode())[0]))
    if not len(title) or not n_groups:
        return np.zeros(n_groups)
    words, starts = _core.text_words(page.text)
    edges = np.append(starts.searchsorted(page.blocks.text_start), len(starts))
    group = np.repeat(groups, edges[1:] - edges[:-1])
    rows = _in_title(words, title)
    # One more place, for the words of blocks that are left out.
    products = np.bincount(group[rows] + 1, counts[title.searchsorted(words[rows])], n_groups + 1)
    # The others' similarity is 0 whatever their length.
    is_asked = (products > 0)[group + 1] & (group >= 0)
    lengths = np.sqrt(_square_sums(words[is_asked], group[is_asked], n_groups) * float(counts @ counts))
    return np.asarray(products[1:] / np.maximum(lengths, 1))


def _in_title(words: Hashes, title: Hashes) -> NDArray[np.intp]:
    """Which words are in the title: first by twelve bits of their hashes, which rules out nearly all."""
    is_possible = np.zeros(1 << 12, dtype=np.bool_)
    is_possible[title >> np.uint64(52)] = True
    rows = np.flatnonzero(is_possible[words >> np.uint64(52)])
    place = np.minimum(title.searchsorted(words[rows]), len(title) - 1)
    return np.asarray(rows[title[place] == words[rows]], dtype=np.intp)


def _square_sums(words: Hashes, group: NDArray[np.integer], n_groups: int) -> Floats:
    """For each group, the sum of the squares of its word counts."""
    # The group in the upper bits, so that one sort puts the same words of a group together.
    shift = np.uint64(64 - GROUP_BITS)
    keys, counts = _runs(np.sort(group.astype(np.uint64) << shift | words >> np.uint64(GROUP_BITS)))
    squares = (counts * counts).astype(np.float64)
    return np.asarray(np.bincount((keys >> shift).astype(np.intp), squares, n_groups), dtype=np.float64)


def _runs(ordered: NDArray[Unsigned]) -> tuple[NDArray[Unsigned], NDArray[np.intp]]:
    """The different values of a sorted array, and how often each is there."""
    is_first = np.ones(len(ordered) + 1, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:-1])
    edges = np.flatnonzero(is_first)
    return ordered[edges[:-1]], edges[1:] - edges[:-1]
