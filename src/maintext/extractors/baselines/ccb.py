"""`ccb`, Content Code Blurring: the regions with much text and little code, after blurring.

T. Gottron: Content code blurring: a new approach to content extraction. DEXA workshops, 2008. The CETR
paper (WWW 2010) calls it the method most like its own: it looks for homogeneously formatted regions of
the source. The stream of tokens becomes a vector, 1 for content (a word) and 0 for code (a tag). The vector
is blurred like a picture, each value becoming the weighted mean of its neighbours,

    v'(x) = sum over |d| <= r of g(d) * v(x + d),   g a Gaussian that sums to 1

again and again, so that each value shows how much content and how little code surrounds it.
A place is content if its value is above a threshold.

Departures from the paper: it is not among those we have. We take its variant over tokens, not the one over
characters; the Gaussian is made of three passes of a moving mean, which is nearly the same and
which costs the same whatever the range; past the page's ends there is code; range and threshold were chosen
on CleanEval's development set and 150 pages each of newspaper_train and wcxb_train. The adapted form, ACCB,
counts no anchors as code, so that a text full of links remains in one piece: `counts_anchors=False`.

>>> import maintext
>>> menu = "<ul>" + "<li><a href=/>Home</a></li>" * 20 + "</ul>"
>>> page = maintext.parse(menu + "<p>" + "Boil the water, and wait. " * 20 + menu)
>>> ContentCodeBlurring()(page).keep.nonzero()
(array([20]),)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.tokens import TokenStream, share_of_words, token_stream
from maintext.extractors.parameters import Count, Share, SmallCount
from maintext.extractors.protocol import Scores, empty_scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class ContentCodeBlurring:
    """Keeps what is content when blurred; a block's score is the mean blurred value of its words."""

    name: ClassVar[str] = "ccb"
    range_tokens: Count = 10
    """How far a token reaches in one pass, to either side."""
    n_passes: SmallCount = 3
    min_content: Share = 0.6
    """The least blurred value of content."""
    counts_anchors: bool = True
    """Whether the tags of links are code; they are not in the adapted form."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        stream = token_stream(page, counts_anchors=self.counts_anchors)
        if not len(stream.run):
            return empty_scores(page, "the page shows no text")
        content = self._blurred(stream)
        score = share_of_words(page, content, stream.run)
        return Scores(score, score >= self.min_content, f"no region has enough text among the {stream.n_tags:,} tags")

    def _blurred(self, stream: TokenStream) -> NDArray[np.float64]:
        """The mean blurred value of each run."""
        first, n_tokens = stream.first_token, stream.n_tokens
        is_word = np.zeros(n_tokens + 1, dtype=np.int64)
        np.add.at(is_word, first, 1)
        np.add.at(is_word, first + stream.words, -1)
        values = is_word.cumsum()[:n_tokens].astype(float)
        for _ in range(self.n_passes):
            values = moving_mean(values, self.range_tokens)
        sums = np.concatenate(([0.0], values.cumsum()))
        mean: NDArray[np.float64] = (sums[first + stream.words] - sums[first]) / stream.words
        return mean


def moving_mean(values: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """The mean of each value and `reach` neighbours on either side; there are zeros past the ends.

    >>> moving_mean(np.array([0.0, 3.0, 0.0, 0.0, 6.0]), 1)
    array([1., 1., 1., 2., 2.])
    """
    sums = np.concatenate((np.zeros(reach + 1), values.cumsum()))
    sums = np.concatenate((sums, np.full(reach, sums[-1])))
    width = 2 * reach + 1
    mean: NDArray[np.float64] = (sums[width:] - sums[:-width]) / width
    return mean
