"""`bte`, Body Text Extraction: the one stretch of the source with the most words and the fewest tags.

A. Finn, N. Kushmerick, B. Smyth: Fact or fiction: content classification for digital libraries. DELOS
workshop, 2001. The page is a stream of tokens, each a word or a tag; the main text is taken to be one
unbroken stretch i..j of it. The best one has many words inside and leaves many tags outside:

    maximise   tags(0, i) + words(i, j) + tags(j, n)

which, as the number of all tags does not change, is the stretch with the largest words - tags.
That is the maximum-sum segment: one running minimum over prefix sums, where the paper tries all pairs.

The paper is not among those we have; this is what the papers that compare with it say. Departures: it ends
with a stretch of tokens, we with blocks, so that a block is kept if at least half of its words lie in the
stretch; hidden text is not counted.

>>> import maintext
>>> menu = "<ul><li><a href=/>Home</a><li><a href=/>News</a></ul>"
>>> page = maintext.parse(menu + "<p>Boil the water, and wait.</p><p>Pour it <b>slowly</b> on the leaves.</p>" + menu)
>>> BodyText()(page).keep
array([False, False,  True,  True, False, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from maintext.extractors.measures.tokens import TokenStream, share_of_words, token_stream
from maintext.extractors.parameters import Share, Weight
from maintext.extractors.protocol import Scores, empty_scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class BodyText:
    """Keeps the blocks of the densest stretch; a block's score is the share of its words inside."""

    name: ClassVar[str] = "bte"
    tag_weight: Weight = 1.0
    """How many words a tag outweighs."""
    min_share: Share = 0.5
    """The share of a block's words that must be inside."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        stream = token_stream(page)
        if not len(stream.run):
            return empty_scores(page, "the page shows no text")
        first, last = self._stretch(stream)
        rows = stream.run[first : last + 1]
        share = share_of_words(page, np.ones(len(rows)), rows)
        return Scores(share, share >= self.min_share, "no block lies in the stretch with the most words")

    def _stretch(self, stream: TokenStream) -> tuple[int, int]:
        """First and last run of the segment with the largest sum of words minus weighted tags."""
        up_to = stream.words.cumsum() - self.tag_weight * stream.tags_before
        before = up_to - stream.words
        gain = up_to - np.minimum.accumulate(before)
        last = int(gain.argmax())
        return int(before[: last + 1].argmin()), last
