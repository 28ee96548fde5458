"""Blocks of a page that the site shares -> those that stand among the page's own, and stay.

What a site adds to its pages has a place of its own. A text that other pages have, too, is content where it stands
like content: prose next to a paragraph of the page's own, with the same parent, tag and classes, as the credit line of
a news agency below its report; a line between two blocks that only this page has, as "Memory: 8 GB" among the facts
of a product. Links are neither.

>>> import maintext
>>> texts = ["The ferry was late again on Monday.", "Nobody on the pier was surprised.", "Copyright by the agency."]
>>> page = maintext.parse("".join(f"<p>{text}" for text in texts))
>>> prose = np.array([True] * 3)
>>> among_own(page, prose, np.array([False, False, True]), prose).tolist()
[False, False, True]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from maintext.page import Page

LEAST_PARAGRAPHS = 2
"""Of the page's own, that a shared paragraph must be like: one may be a caption, or a box."""


def among_own(
    page: Page, keep: NDArray[np.bool_], is_shared: NDArray[np.bool_], is_paragraph: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """One a block: whether it is shared and yet stands among the page's own."""
    is_text = 2 * page.blocks.link_chars <= page.blocks.chars
    is_own = keep & ~is_shared
    found = is_paragraph & _is_next_to(page, is_own & is_paragraph)
    rows = np.flatnonzero(keep)
    before, after = _neighbours((is_own & is_text)[rows])
    found[rows] |= before & after
    return np.asarray(found & is_text & is_shared)


def _is_next_to(page: Page, is_own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the block above or below is one of several paragraphs of the page's own in the same place."""
    element = page.blocks.element
    # Signatures are hashes; a parent's number shifts them all alike.
    place = page.elements.signature[element] + page.elements.parent[element].astype(np.uint64)
    own_places, n_own = np.unique(place[is_own], return_counts=True)
    is_like = np.isin(place, own_places[n_own >= LEAST_PARAGRAPHS])
    is_as_above = np.concatenate([[False], place[1:] == place[:-1]])
    before, after = _neighbours(is_own)
    return np.asarray(is_like & ((before & is_as_above) | (after & _neighbours(is_as_above)[1])))


def _neighbours(column: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The values one row above and one row below; False at the ends."""
    padded = np.concatenate([[False], column, [False]])
    return padded[:-2], padded[2:]
