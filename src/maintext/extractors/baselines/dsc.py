"""`dsc`, Document Slope Curves: the places where the count of tags climbs slowly.

D. Pinto, M. Branstein, R. Coleman, W. B. Croft, M. King, W. Li, X. Wei: QuASM: a system for question
answering using semi-structured data. JCDL, 2002; as a content extractor: T. Gottron: Evaluating content
extraction on HTML documents. ITA, 2007. The page is a stream of tokens, each a word or a tag, and the
curve D(x) counts the tags among the first x tokens. In text the curve is flat, in a menu it is steep.
Unlike BTE this finds a text in several pieces. A place x is content if around it, in a window of w
tokens, the curve is flatter than a part of the curve as a whole:

    (D(x + w/2) - D(x - w/2)) / w  <=  share * D(n) / n

Departures from the paper: we have neither paper. The share, half of the mean slope, is what is described
of them; the window is ours, chosen on CleanEval's development set and 150 pages each of newspaper_train and wcxb_train.
The curve is straight between two runs of text, so that it is kept as its corners, and the window is laid around the
middle of each run instead of each token. A block is kept if at least half of its words are content.

>>> import maintext
>>> menu = "<ul>" + "<li><a href=/>Home</a></li>" * 20 + "</ul>"
>>> page = maintext.parse(menu + "<p>" + "Boil the water, and wait. " * 20 + menu)
>>> DocumentSlope()(page).keep.nonzero()
(array([20]),)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.tokens import TokenStream, share_of_words, token_stream
from maintext.extractors.parameters import Count, Share, Weight
from maintext.extractors.protocol import Scores, empty_scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class DocumentSlope:
    """Keeps the blocks where the curve is flat; a block's score is the share of its words there."""

    name: ClassVar[str] = "dsc"
    window_tokens: Count = 20
    max_slope_share: Weight = 0.5
    """The steepest slope that is content, as a share of the page's mean slope."""
    min_share: Share = 0.5
    """The share of a block's words that must be content."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        stream = token_stream(page)
        if not len(stream.run):
            return empty_scores(page, "the page shows no text")
        mean_slope = stream.n_tags / stream.n_tokens
        is_flat = slopes(stream, self.window_tokens) <= self.max_slope_share * mean_slope
        share = share_of_words(page, is_flat.astype(float), stream.run)
        return Scores(share, share >= self.min_share, "nowhere do the tags grow fewer than on the page as a whole")


def slopes(stream: TokenStream, window_tokens: int) -> NDArray[np.float64]:
    """The share of tags among the tokens of a window around the middle of each run, cut at the page's ends."""
    first, n_tokens = stream.first_token, stream.n_tokens
    corners_x = np.concatenate(([0], np.stack((first, first + stream.words), axis=1).ravel(), [n_tokens]))
    corners_y = np.concatenate(([0], np.repeat(stream.tags_before, 2), [stream.n_tags]))
    middle = first + stream.words / 2
    left = np.maximum(middle - window_tokens / 2, 0)
    right = np.minimum(middle + window_tokens / 2, n_tokens)
    n_tags = np.interp(right, corners_x, corners_y) - np.interp(left, corners_x, corners_y)
    slope: NDArray[np.float64] = n_tags / (right - left)
    return slope
