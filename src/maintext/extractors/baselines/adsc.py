"""`adsc`, Advanced Document Slope Curves: the windows in which words outnumber tags.

T. Gottron: Evaluating content extraction on HTML documents. ITA, 2007. The CETR paper (WWW 2010) describes
it: the slope curves of DSC are put to BTE's question, which tokens are more frequent, words or tags, and
a window is slid over the page to answer it in every place:

    content(x)  if  (D(x + w/2) - D(x - w/2)) / w  <  1/2

where D(x) counts the tags among the first x tokens. So the measure is the same on every page, and a page
that is all text is kept whole, where DSC drops the half of it that is steeper than the rest.

Departures from the paper: it is not among those we have, so that the window is ours, chosen on CleanEval's development
set and 150 pages each of newspaper_train and wcxb_train. A block is kept if at least half of its words are content, so
that the item of a menu next to a long text slips in, its window being mostly text:

>>> import maintext
>>> menu = "<ul>" + "<li><a href=/>Home</a></li>" * 20 + "</ul>"
>>> page = maintext.parse(menu + "<p>" + "Boil the water, and wait. " * 20 + menu)
>>> AdvancedSlope()(page).keep.nonzero()
(array([19, 20, 21]),)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from maintext.extractors.baselines.dsc import slopes
from maintext.extractors.measures.tokens import share_of_words, token_stream
from maintext.extractors.parameters import Count, Share
from maintext.extractors.protocol import Scores, empty_scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class AdvancedSlope:
    """Keeps the blocks where words outnumber tags; a block's score is the share of its words there."""

    name: ClassVar[str] = "adsc"
    window_tokens: Count = 50
    max_slope: Share = 0.5
    """The share of tags among a window's tokens that content stays below."""
    min_share: Share = 0.5
    """The share of a block's words that must be content."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        stream = token_stream(page)
        if not len(stream.run):
            return empty_scores(page, "the page shows no text")
        is_text = slopes(stream, self.window_tokens) < self.max_slope
        share = share_of_words(page, is_text.astype(float), stream.run)
        return Scores(share, share >= self.min_share, f"nowhere do words outnumber the {stream.n_tags:,} tags")
