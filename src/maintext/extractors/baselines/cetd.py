"""`cetd`, Content Extraction via Text Density: characters per tag, summed over siblings.

F. Sun, D. Song, L. Liao: DOM based content extraction via text density. SIGIR, 2011. An element's density is

    TD(e) = characters in e / tags in e

high for text, low for menus. What is dense is chosen by DensitySum and a threshold the page itself gives:
see `text_density`. This is the paper's simpler density; `ctd` is the one that counts links.

Departures from the paper: we do not have it; the method follows the P value paper and others that describe it.
Text directly in an element counts in its DensitySum like a child, so that text separated by <br> has one.
White space does not count as characters.

>>> import maintext
>>> menu = "<ul><li><a href=/>Home</a><li><a href=/>News</a></ul>"
>>> text = "<p>Boil the water, and wait.</p><p>Pour it slowly on the leaves.</p>"
>>> page = maintext.parse(f"{menu}<div>{text}</div>{menu}")
>>> TextDensity()(page).keep
array([False, False,  True,  True, False, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from maintext.extractors.measures.subtrees import own_chars, subtree_sums
from maintext.extractors.measures.text_density import choose, count_tags
from maintext.extractors.protocol import Scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class TextDensity:
    """Keeps what is dense; a block's score is the characters per tag of the element around it."""

    name: ClassVar[str] = "cetd"

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        text = own_chars(page)
        return choose(page, subtree_sums(page, text) / count_tags(page), text)
