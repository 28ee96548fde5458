"""`ctd`, Composite Text Density: CETD with links counted against an element.

F. Sun, D. Song, L. Liao: DOM based content extraction via text density. SIGIR, 2011. The density of `cetd`,
C/T, is multiplied by a logarithm that grows with the characters and tags outside links, and whose base grows
with the share of links:

    CTD(e) = C/T * log_b(C/LC * T/LT),   b = ln(C/(C - LC) * LC + LCbody/Cbody * C + e)

C and T are an element's characters and tags, LC and LT those of its links, a divisor of zero counts as one. The first
term of the base punishes an element with many link characters, the second makes short texts on a page of links and
long ones on a page of text weigh less. What is dense is chosen as in `cetd`: see `text_density`.

Departures from the paper: we do not have it; the formula is the one that later papers cite. White space does not
count as characters.

>>> import maintext
>>> menu = "<ul><li><a href=/>Home and garden</a><li><a href=/>News and views</a></ul>"
>>> text = "<p>Boil the water, and wait.</p><p>Pour it slowly on the leaves.</p>"
>>> CompositeTextDensity()(maintext.parse(f"{menu}<div>{text}</div>{menu}")).keep
array([False, False,  True,  True, False, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.subtrees import linked, own_chars, subtree_sums
from maintext.extractors.measures.text_density import choose, count_tags
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class CompositeTextDensity:
    """Keeps what is dense; a block's score is the composite density of the element around it."""

    name: ClassVar[str] = "ctd"

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        text = own_chars(page)
        if not text.any():
            return empty_scores(page, "the page shows no text")
        link_text = text * linked(page)
        chars, link_chars = subtree_sums(page, text), subtree_sums(page, link_text)
        is_link = page.elements.tag == TAGS["a"]
        tags, links = count_tags(page), np.maximum(subtree_sums(page, is_link) - is_link, 1)
        page_links = float(link_chars[0] / chars[0])
        density = _composite(chars, link_chars, tags / links, page_links) / tags
        return choose(page, density, _composite(text, link_text, np.ones(len(text)), page_links))


def _composite(
    chars: NDArray[np.float64], link_chars: NDArray[np.float64], tags_a_link: NDArray[np.float64], page_links: float
) -> NDArray[np.float64]:
    """The composite density times the number of tags."""
    base = np.log(chars / np.maximum(chars - link_chars, 1) * link_chars + page_links * chars + np.e)
    inner = chars / np.maximum(link_chars, 1) * tags_a_link
    # A page without links has a base of ln e = 1, which has no logarithm.
    density: NDArray[np.float64] = chars * np.log(np.maximum(inner, 1)) / np.log(np.maximum(base, 1.01))
    return density
