"""Page -> Scores by groups of elements with one XPath: `xpath-blocks`.

W. Thanadechteemapat, C. C. Fung: Improving Webpage Content Extraction by extending a novel single page
extraction approach. ICMLC 2012. This is its single-page step; matching over many pages is `shared_blocks.match`.

What the paper says. Three steps: take the page's elements with text and their features, without scripts and
the like; group elements into blocks by comparing their XPaths as strings, which needs no walk over the tree,
and select the lowest blocks; keep blocks as content by statistics over their attributes. How elements are
grouped and which statistics decide is left to an earlier paper (its reference [8]), which is not at hand.

What is filled in here. Two texts are of one group if the XPaths of the elements that hold them are the same
up to the last step: they have the same parent, and are a column of paragraphs, the items of a list, the
cells of a row. Those are the lowest groups of more than one element. A group's attribute is its unlinked
text; content are the groups with a fair share of the largest group's and with less than half in links:

    unlinked(g) >= 0.2 max unlinked   and   link_chars(g) <= 0.5 chars(g)

Other statistics were tried on the 2,747 pages of CleanEval, GN1, dragnet and CleanPortalEval. Mean F1 over
the four: .865 for this one, .855 for a threshold of mean and one standard deviation, .824 for the mean alone;
.837 if groups are distinguished by tag names only, without positions.

The page table knows an element by its row, so that "the same XPath" is "the same parent", and no string is
made; `page.xpath(row)` is the string.

>>> import maintext
>>> page = maintext.parse("<ul><li>Home<li>News</ul><div><p>A paragraph.<p>And another.</div><p>Imprint")
>>> parents(page).tolist(), page.xpath(5)
([2, 2, 5, 5, 1], '/html[1]/body[1]/div[1]')
>>> page.texts(XPathBlocks()(page).keep)
['Home', 'News', 'A paragraph.', 'And another.', 'Imprint']
>>> page.texts(XPathBlocks(least_share=0.5)(page).keep)
['A paragraph.', 'And another.']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.parameters import Share
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class XPathBlocks:
    """`xpath-blocks`: keeps groups of sibling texts with much text outside links."""

    name: ClassVar[str] = "xpath-blocks"
    least_share: Share = 0.2
    """A group with less than this share of the largest group's unlinked text is not content."""
    most_linked: Share = 0.5
    """A group with a larger share of its text in links is not content."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        blocks = page.blocks
        is_shown = blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
        # The parent of a root is -1: one more place for the groups.
        group = parents(page) + 1
        chars = np.bincount(group, blocks.chars * is_shown)
        link_chars = np.bincount(group, blocks.link_chars * is_shown)
        unlinked = chars - link_chars
        most = unlinked.max(initial=0)
        if most <= 0:
            return empty_scores(page, f"none of {len(blocks)} blocks shows text outside links")
        is_content = (unlinked >= self.least_share * most) & (link_chars <= self.most_linked * chars)
        return Scores(unlinked[group] / most, is_content[group] & is_shown, "every group of texts is mostly links")


PAPER = XPathBlocks()
"""The method as far as the paper describes it; what it leaves open is filled in above."""


def parents(page: Page) -> NDArray[np.int32]:
    """The row of the parent of each block's element: the group that the block is in."""
    return page.elements.parent[page.blocks.element]
