"""Sums and covers over subtrees, as columns: a subtree is a slice, so that a prefix sum is all it takes.

>>> import maintext
>>> page = maintext.parse("<div><p>one</p><p>two</p></div><p>three</p>")
>>> [page.tag_name(row) for row in range(len(page.elements))]
['html', 'body', 'div', 'p', 'p', 'p']
>>> subtree_sums(page, page.elements.tag == page.elements.tag[3])  # how many <p>
array([3, 3, 2, 1, 1, 1])
>>> covered(3, [0, 1], [1, 1])  # the second slice is empty
array([ True, False, False])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.tokens import UNSEEN
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page


def subtree_sums(page: Page, values: NDArray[Any]) -> NDArray[Any]:
    """The sum over each element's subtree, the element itself included, of one value per element."""
    total = np.zeros(len(values) + 1, dtype=np.float64 if values.dtype.kind == "f" else np.int64)
    np.cumsum(values, out=total[1:])
    sums: NDArray[Any] = total[page.elements.end] - total[:-1]
    return sums


def own_chars(page: Page) -> NDArray[np.float64]:
    """Characters of shown text directly in each element; `elements.chars` counts hidden text too."""
    runs = page.runs
    shown = np.where(runs.flags & UNSEEN == 0, runs.chars, 0).astype(float)
    chars: NDArray[np.float64] = np.bincount(runs.element, shown, len(page.elements)).astype(float)
    return chars


def linked(page: Page) -> NDArray[np.bool_]:
    """Which elements are links with text or inside one."""
    elements = page.elements
    # An anchor that is only a name is often left open around half a page; not all its characters are link characters.
    is_link = (elements.tag == TAGS["a"]) & (elements.chars > 0) & (elements.link_chars == elements.chars)
    return in_subtrees(page, np.flatnonzero(is_link))


def covered(
    n_rows: int, starts: Sequence[int] | NDArray[Any], stops: Sequence[int] | NDArray[Any]
) -> NDArray[np.bool_]:
    """Which of `n_rows` rows lie in at least one of the slices."""
    depth = np.bincount(starts, minlength=n_rows + 1) - np.bincount(stops, minlength=n_rows + 1)
    is_covered: NDArray[np.bool_] = depth.cumsum()[:n_rows] > 0
    return is_covered


def in_subtrees(page: Page, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which elements are one of these or inside one."""
    return covered(len(page.elements), rows, page.elements.end[rows])


def blocks_in(page: Page, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which blocks have their text in the subtree of one of these elements."""
    elements = page.elements
    return covered(
        len(page.blocks), elements.first_block[rows], np.maximum(elements.stop_block, elements.first_block)[rows]
    )
