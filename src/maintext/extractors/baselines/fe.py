"""`fe`, FeatureExtractor: the one block that is text and has the most of it.

S. Debnath, P. Mitra, C. L. Giles: Automatic extraction of informative blocks from webpages. SAC, 2005. The page is
cut into blocks, and for each the amounts of its kinds of content are counted: text, links, images, scripts, forms,
other objects. What is looked for is text, so that a block is a candidate if text is most of what it has,

    P(b) = text(b) / (text(b) + sum of the other kinds in b)  >=  1/2

each amount being a share of the page's largest, and the winner is the candidate with the most text. It is one block:
enough for a page whose article is in one cell of a table, and far too little where each paragraph is a block.
The CETR paper (WWW 2010) measured an F1 of 7.86 % on CleanEval. `kfe` is its successor that keeps more than one.

Departures from the paper: we do not have it. The kinds are those of HTML today; our blocks are the text
up to the nearest block-level element.

>>> import maintext
>>> page = maintext.parse("<p><a href=/>Home</a></p><p>Boil the water, and wait.</p><p>Pour it on the leaves.</p>")
>>> FeatureExtractor()(page).keep
array([False,  True, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from maintext.extractors.measures.block_features import text_probability
from maintext.extractors.parameters import Share
from maintext.extractors.protocol import Scores, empty_scores

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class FeatureExtractor:
    """Keeps one block; a block's score is the share of text in all that it has."""

    name: ClassVar[str] = "fe"
    min_probability: Share = 0.5
    """The share of text that makes a block a candidate."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        probability = text_probability(page)
        words = np.where(probability >= self.min_probability, page.blocks.words, 0)
        if not words.any():
            return empty_scores(page, f"text is the most of none of {len(words)} blocks")
        keep = np.zeros(len(words), dtype=np.bool_)
        keep[words.argmax()] = True
        return Scores(probability, keep)
