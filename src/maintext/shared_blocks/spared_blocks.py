"""Blocks of a page that the site shares -> those that are content nevertheless, and stay.

Quotations. What a site adds to its pages is short, or is on many of them. A press release, or a post on its own page
and in three archives, is long prose on a few. So a stretch of shared blocks with no block of the page's own between
them is a quotation if it has much prose that is on less than a `prose` share of the pages; its prose stays.

Own paragraphs. What a site adds to its pages usually has a position of its own. A shared text stays where it has the
position of content: prose directly above or below a paragraph of the page's own, with the same parent, tag and
classes, such as the credit line of a news agency below its report; or a line between two blocks that only this page
has, such as "Memory: 8 GB" among the facts of a product. Links never stay. Neither does a text of some length that
nearly every page has: a site may put its notice into the column of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from maintext.page import Page

QUOTE_CHARS = 500
"""Characters of prose from which a stretch is a quotation: a paragraph or two. With fewer, teasers in a row count as
one; with more, short articles are lost. benches/quotations.py measures it."""
LEAST_PARAGRAPHS = 2
"""Paragraphs of the page's own in the same position; a single one may be a caption or a box."""


@dataclass(frozen=True, eq=False)
class BlockPositions:
    """The position of each kept block on its page."""

    row: NDArray[np.int32]
    """The row of the block in the page table."""
    place: NDArray[np.int64]
    """The same number for blocks with the same parent, tag and classes."""
    is_text: NDArray[np.bool_]
    """Whether it is mostly text rather than links."""


def block_positions(page: Page, keep: NDArray[np.bool_]) -> BlockPositions:
    """The positions of the kept blocks."""
    rows = np.flatnonzero(keep)
    element = page.blocks.element[rows]
    # Signatures are hashes; adding the row of the parent changes all children alike.
    place = page.elements.signature[element] + page.elements.parent[element].astype(np.uint64)
    is_text = 2 * page.blocks.link_chars[rows] <= page.blocks.chars[rows]
    return BlockPositions(rows.astype(np.int32), place.view(np.int64), np.asarray(is_text))


def is_quotation(is_shared: NDArray[np.bool_], prose_chars: NDArray[np.integer]) -> NDArray[np.bool_]:
    """For each kept block, whether it is part of a quotation. `prose_chars` is 0 for what can't be quoted prose.

    >>> is_quotation(np.array([True, False, True, True, True]), np.array([90, 300, 280, 0, 270])).tolist()
    [False, False, True, False, True]
    """
    chars = np.where(is_shared, prose_chars, 0)
    stretch = np.cumsum(~is_shared)
    return np.asarray((chars > 0) & (np.bincount(stretch, chars, minlength=1)[stretch] >= QUOTE_CHARS))


def is_own_paragraph(
    positions: BlockPositions, is_shared: NDArray[np.bool_], is_paragraph: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """For each kept block, whether it is shared but has the position of the page's own text.

    >>> import maintext
    >>> texts = ["The ferry was late again on Monday.", "Nobody on the pier was surprised.", "Copyright by the agency."]
    >>> page = maintext.parse("".join(f"<p>{text}" for text in texts))
    >>> prose = np.array([True] * 3)
    >>> is_own_paragraph(block_positions(page, prose), np.array([False, False, True]), prose).tolist()
    [False, False, True]
    """
    above, below = _neighbours(~is_shared & positions.is_text)
    is_beside_own = is_paragraph & _is_beside(positions, ~is_shared & is_paragraph)
    return np.asarray((is_beside_own | (above & below)) & positions.is_text & is_shared)


def _is_beside(positions: BlockPositions, is_own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the block above or below is one of several paragraphs of the page's own in the same place."""
    own_places, n_own = np.unique(positions.place[is_own], return_counts=True)
    has_own = np.isin(positions.place, own_places[n_own >= LEAST_PARAGRAPHS])
    # Directly above on the page: no block that was not kept lies between.
    is_same_as_above = np.zeros(len(is_own), dtype=np.bool_)
    is_same_as_above[1:] = (positions.place[1:] == positions.place[:-1]) & (np.diff(positions.row) == 1)
    above, below = _neighbours(is_own)
    return np.asarray(has_own & ((above & is_same_as_above) | (below & _neighbours(is_same_as_above)[1])))


def _neighbours(column: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The values one row above and one row below; False at the ends."""
    padded = np.concatenate([[False], column, [False]])
    return padded[:-2], padded[2:]
