"""Blocks of a page that the site shares -> those that stand among the page's own, and stay.

What a site adds to its pages has a place of its own. A text that other pages have, too, is content where it stands
like content: prose next to a paragraph of the page's own, with the same parent, tag and classes, as the credit line of
a news agency below its report; a line between two blocks that only this page has, as "Memory: 8 GB" among the facts
of a product. Links are neither.

>>> import maintext
>>> texts = ["The ferry was late again on Monday.", "Nobody on the pier was surprised.", "Copyright by the agency."]
>>> page = maintext.parse("".join(f"<p>{text}" for text in texts))
>>> prose = np.array([True] * 3)
>>> among_own(standing(page, prose), np.array([False, False, True]), prose).tolist()
[False, False, True]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from maintext.page import Page

LEAST_PARAGRAPHS = 2
"""Of the page's own, that a shared paragraph must be like: one may be a caption, or a box."""


@dataclass(frozen=True, eq=False)
class Standing:
    """How each block that was kept stands on its page."""

    row: NDArray[np.int32]
    """Of the block in the page table."""
    place: NDArray[np.int64]
    """The same number for blocks with the same parent, tag and classes."""
    is_text: NDArray[np.bool_]
    """Rather than links."""


def standing(page: Page, keep: NDArray[np.bool_]) -> Standing:
    """How the blocks that were kept stand."""
    rows = np.flatnonzero(keep)
    element = page.blocks.element[rows]
    # Signatures are hashes; a parent's number shifts them all alike.
    place = page.elements.signature[element] + page.elements.parent[element].astype(np.uint64)
    is_text = 2 * page.blocks.link_chars[rows] <= page.blocks.chars[rows]
    return Standing(rows.astype(np.int32), place.view(np.int64), np.asarray(is_text))


def among_own(stands: Standing, is_shared: NDArray[np.bool_], is_paragraph: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """One a block that was kept: whether it is shared and yet stands among the page's own."""
    before, after = _neighbours(~is_shared & stands.is_text)
    found = (is_paragraph & _is_next_to(stands, ~is_shared & is_paragraph)) | (before & after)
    return np.asarray(found & stands.is_text & is_shared)


def _is_next_to(stands: Standing, is_own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the block above or below is one of several paragraphs of the page's own in the same place."""
    own_places, n_own = np.unique(stands.place[is_own], return_counts=True)
    is_like = np.isin(stands.place, own_places[n_own >= LEAST_PARAGRAPHS])
    # Above on the page: nothing that was not kept lies between.
    is_as_above = np.zeros(len(is_own), dtype=np.bool_)
    is_as_above[1:] = (stands.place[1:] == stands.place[:-1]) & (np.diff(stands.row) == 1)
    before, after = _neighbours(is_own)
    return np.asarray(is_like & ((before & is_as_above) | (after & _neighbours(is_as_above)[1])))


def _neighbours(column: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The values one row above and one row below; False at the ends."""
    padded = np.concatenate([[False], column, [False]])
    return padded[:-2], padded[2:]
