"""`lqf`, Link Quota Filter: everything but the parts of the page that are mostly links.

C. Mantratzis, M. Orgun, S. Cassidy: Separating XHTML content from navigation clutter using DOM-structure
block analysis. Hypertext, 2005. As the CETR paper (WWW 2010) describes it, elements with a high share of their text
in anchors are navigation, and the content is the page without them:

    quota(e) = link characters in e / characters in e;   e goes if quota(e) > q

Departures from the paper: we do not have it; q = 1/2 is the middle one of the three (a quarter, a half,
three quarters) that later comparisons ran. Only block-level elements are judged, as a paragraph's link is all
link; and none that holds a quarter of the page's unlinked text or more. The body of a portal is mostly links, and so is
many a frame around it: they are not the lists, and all text would go with them.

>>> import maintext
>>> page = maintext.parse("<ul><li><a href=/>Home</a><li>Top</ul><p>See <a href=/>the leaves</a>, and wait.</p>")
>>> LinkQuota()(page).keep
array([False, False,  True])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.subtrees import blocks_in, linked, own_chars, subtree_sums
from maintext.extractors.measures.tokens import UNSEEN
from maintext.extractors.parameters import Share
from maintext.extractors.protocol import Scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class LinkQuota:
    """Drops what is mostly links; a block's score is the share of its characters outside links."""

    name: ClassVar[str] = "lqf"
    max_quota: Share = 0.5
    """The highest share of link characters that content may have."""
    max_text_share: Share = 0.25
    """An element with more of the page's unlinked characters is kept, whatever its quota."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        blocks = page.blocks
        is_shown = blocks.flags & UNSEEN == 0
        is_text = blocks.link_chars <= self.max_quota * blocks.chars
        keep = is_shown & is_text & ~blocks_in(page, self._link_lists(page))
        score = 1 - blocks.link_chars / np.maximum(blocks.chars, 1)
        return Scores(score * is_shown, keep, f"all text lies in elements with more than {self.max_quota:.0%} links")

    def _link_lists(self, page: Page) -> NDArray[np.intp]:
        """Rows of the elements that are mostly links."""
        elements, text = page.elements, own_chars(page)
        chars, unlinked = subtree_sums(page, text), subtree_sums(page, text * ~linked(page))
        holds_blocks = elements.stop_block - elements.first_block > 1
        is_list = holds_blocks & (chars - unlinked > self.max_quota * chars)
        return np.flatnonzero(is_list & (unlinked <= self.max_text_share * unlinked.max(initial=0)))
