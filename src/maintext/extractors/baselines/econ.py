"""`econ`, ECON: from the paragraph with the most punctuation up to what holds the news around it.

Y. Guo, H. Tang, L. Song, Y. Wang, G. Ding: ECON: an approach to extract content from web news page. APWeb, 2010. Text
has punctuation, menus have none. A snippet node is found that surely wraps a part of the news; from it the tree is
climbed until a summary node wraps all of it, and noise met on the way is taken out:

    snippet  = the block with the most punctuation, links aside
    summary  = the lowest element around the snippet with at least s of the page's punctuation
    content  = the summary's blocks, less those that are mostly links

Punctuation is counted in all scripts, so that it works for Chinese as for English, as its authors say.

Departures from the paper: we do not have it, and descriptions of it leave open when the climb is
over and what is noise. Both are filled in by us: of ten rules tried, climbing as long as the count grows or
doubles among them, s = 0.6 was the best on two of three sets of pages; see docs/algorithms/econ.md.

>>> import maintext
>>> text = "<p>Boil the water, and wait.</p><p>Pour it slowly, on the leaves.</p><p><a href=/>More on tea</a></p>"
>>> page = maintext.parse(f"<ul><li>Home<li>News</ul><div>{text}</div><div>All rights reserved.</div>")
>>> Econ()(page).keep
array([False, False,  True,  True, False, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.tokens import UNSEEN
from maintext.extractors.parameters import Share
from maintext.extractors.protocol import Scores, empty_scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Econ:
    """Keeps the summary node without its noise; a block's score is its punctuation."""

    name: ClassVar[str] = "econ"
    min_share: Share = 0.6
    """The share of the page's punctuation at which the climb ends."""
    max_link_share: Share = 0.5
    """The share of link characters above which a block is noise."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        blocks = page.blocks
        is_text = (blocks.flags & UNSEEN == 0) & (blocks.link_chars <= self.max_link_share * blocks.chars)
        marks = np.where(is_text, blocks.punctuation, 0)
        if not marks.any():
            return empty_scores(page, f"none of {len(blocks)} blocks has punctuation outside links")
        summary = self._summary(page, marks)
        keep = np.zeros(len(blocks), dtype=np.bool_)
        keep[page.elements.first_block[summary] : page.elements.stop_block[summary]] = True
        return Scores(marks.astype(float), keep & is_text)

    def _summary(self, page: Page, marks: NDArray[np.int32]) -> int:
        """The lowest element around the snippet with enough of the punctuation."""
        elements = page.elements
        snippet = int(page.blocks.element[marks.argmax()])
        up_to = np.concatenate(([0], marks.cumsum()))
        around = np.flatnonzero(elements.end[: snippet + 1] > snippet)
        n_marks = up_to[elements.stop_block[around]] - up_to[elements.first_block[around]]
        is_enough = n_marks >= self.min_share * up_to[-1]
        # Outermost first, and the root has all there is: the last one that has enough is the lowest.
        return int(around[is_enough][-1])
