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

if TYPE_CHECKING:
    from maintext.page import Page


def subtree_sums(page: Page, values: NDArray[Any]) -> NDArray[Any]:
    """The sum over each element's subtree, the element itself included, of one value an element."""
    total = np.zeros(len(values) + 1, dtype=np.float64 if values.dtype.kind == "f" else np.int64)
    np.cumsum(values, out=total[1:])
    sums: NDArray[Any] = total[page.elements.end] - total[:-1]
    return sums


def covered(
    n_rows: int, starts: Sequence[int] | NDArray[Any], stops: Sequence[int] | NDArray[Any]
) -> NDArray[np.bool_]:
    """Which of so many rows lie in at least one of the slices."""
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
