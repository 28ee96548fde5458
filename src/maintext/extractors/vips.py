"""Page -> Scores by VIPS: visual segments, each kept or dropped as a whole. `vips`. Needs maintext[render].

VIPS divides a page as a browser lays it out (`visual.segmentation`); it does not label what it finds. Here the scores
of the default model do: a segment is kept if its words are content on average. A browser opens the page offline,
without its scripts, and with no style sheets but those inside the page; `VisualSegments().scores(page, layout)` takes a
layout from elsewhere.

`best_combination` is what the CETR paper measured: the segments with the best F1 against a gold text. It is an upper
bound and no extractor, for it has to know the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.parameters import Range, Share
from maintext.extractors.protocol import Scores, empty_scores
from maintext.extractors.visual.segmentation import segment_of_blocks, segment_tree
from maintext.model.extractor import ModelExtractor
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.browser import Layout
    from maintext.page import Page

Coherence = Annotated[int, Range(1, 10)]
"""A degree of coherence."""


@dataclass(frozen=True)
class VisualSegments:
    """`vips`: keeps the visual segments whose words the model takes for content on average."""

    name: ClassVar[str] = "vips"
    permitted: Coherence = 6
    """PDoC: segments less coherent than this are divided. Higher makes smaller segments."""
    least_score: Share = 0.5
    """The least mean score of a segment that is kept."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page, which a browser opens for that."""
        # Here, because other extractors must work without a browser.
        from maintext.browser import lay_out

        return self.scores(page, lay_out(page))

    def scores(self, page: Page, layout: Layout) -> Scores:
        """Judges every block of a page by a layout that is known."""
        number = self.segments(page, layout)
        if number.max(initial=-1) < 0:
            return empty_scores(page, "the browser shows no text")
        words = np.maximum(page.blocks.words, 1).astype(np.float64)
        score = ModelExtractor()(page).score
        # One more place in front, for blocks outside all segments.
        means = np.bincount(number + 1, words * score) / np.maximum(np.bincount(number + 1, words), 1)
        is_shown = page.blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
        own = np.where(number >= 0, means[number + 1], 0.0)
        best = f"the best of {number.max() + 1} segments scores {own.max(initial=0):.2f}"
        return Scores(own, (own >= self.least_score) & is_shown & (number >= 0), best)

    def segments(self, page: Page, layout: Layout) -> NDArray[np.int64]:
        """The number of the segment of each block; -1 for blocks that the browser does not show."""
        return segment_of_blocks(page, list(segment_tree(page, layout, self.permitted).leaves()))


def best_combination(
    segment: NDArray[np.int64], n_words: NDArray[np.int64], n_gold: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """The blocks of the segments with the best F1 together.

    `n_words` are the words of each block, `n_gold` those of them that are in the gold text. F1 is a ratio of sums, so
    the best set is made of the segments with the largest shares of gold words: one set for each number of segments.

    >>> best_combination(np.array([0, 0, 1, 2]), np.array([5, 5, 9, 9]), np.array([5, 5, 8, 1])).tolist()
    [True, True, True, False]
    """
    words, gold = (np.bincount(segment + 1, each, minlength=1)[1:] for each in (n_words, n_gold))
    order = np.argsort(-gold / np.maximum(words, 1), kind="stable")
    kept, right = np.cumsum(words[order]), np.cumsum(gold[order])
    f1 = 2 * right / np.maximum(kept + float(n_gold.sum()), 1)
    chosen = order[: int(f1.argmax()) + 1] if len(f1) and f1.max() > 0 else order[:0]
    return np.isin(segment, chosen) & (segment >= 0)
