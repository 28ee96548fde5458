"""Page, groups of dates -> the best records: the elements that are repeated, once per post.

The native core cuts a page into the records of a group of dates (`crates/pagetable/src/query/posts/records.rs`). Here
the groups are compared: the records of posts have the most of the text that somebody wrote for the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

SAME_TAG = 0.97
"""How alike records are that share only their tag."""


class Record(NamedTuple):
    """A part of the page with one date."""

    anchor: int
    """Row of the element that shows the date."""
    rows: tuple[int, ...]
    """The elements it is made of: one, or siblings in a row."""
    stop_row: int
    """The row after its last element."""
    first_block: int
    stop_block: int


class Written:
    """How much text is in each part of a page that somebody wrote for it: blocks outside of
    links that the page has once or twice. Labels, ranks and controls are repeated."""

    def __init__(self, page: Page) -> None:
        self.sums: NDArray[np.int64] = page.written_sums()
        """Characters before each block, and those of the page."""
        self._elements = page.elements

    @property
    def total(self) -> int:
        """Characters of the page."""
        return int(self.sums[-1])

    def of_blocks(self, first: int, stop: int) -> int:
        """Characters of a range of blocks."""
        return self.sums.item(stop) - self.sums.item(first)

    def of_element(self, row: int) -> int:
        """Characters of an element."""
        return self.of_blocks(self._elements.first_block.item(row), self._elements.stop_block.item(row))

    def of_elements(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Characters of each of some elements."""
        return self.sums[self._elements.stop_block[rows]] - self.sums[self._elements.first_block[rows]]


def best_records(page: Page, groups: list[NDArray[np.intp]], written: Written) -> tuple[list[Record], float]:
    """The records that have the most of the page's text, and the share of it that they have.

    A page can always be cut into two halves, so many records are better than few.
    """
    best_score, best_share, best = 0.0, 0.0, list[tuple[int, tuple[int, ...], int, int, int]]()
    for anchors in groups:
        records, chars, n_alike, are_parts = page.dated_records(anchors, written.sums)
        n_full = sum(n > 0 for n in chars)
        if n_full < 2 or are_parts:
            continue
        n_same_place, n_same_classes, n_same_tag = n_alike
        likeness = max(n_same_place, n_same_classes, SAME_TAG * n_same_tag) / len(records)
        share = min(1.0, sum(chars) / written.total)
        score = share * n_full / (n_full + 2) * (n_full / len(records)) ** 0.5 * likeness
        if score > best_score:
            best_score, best_share, best = score, share, records
    return [Record(*parts) for parts in best], best_share
