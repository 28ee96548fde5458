"""Page -> Scores by the learned model, `model`: the default.

Every block has a probability of being content (see `block_model`). Which blocks are kept is decided for the page: the
most probable ones, as many as promise the best F1. If p is a block's probability and w its words, keeping a set of
blocks promises

    2 sum_kept(p w) / (sum_kept(w) + sum_all(p w))

and the best set is found by adding blocks from the most probable one down. What it promises, put right by how such
promises turned out in cross-validation, is the document's confidence. A page on which no block is probable has no main
content, unless it is so long that many of its words are expected to be content all the same.

>>> import maintext
>>> text = "<p>The ferry was late again on Monday, and nobody on the pier was surprised by that.</p>" * 3
>>> menu = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>"
>>> document = maintext.extract(f"<nav>{menu}</nav><main><h1>Ferries</h1>{text}</main>", by="model")
>>> "The ferry was late" in document.text, "Home" in document.text, document.page_type
(True, False, 'article')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from maintext.extractors.baselines.econ import Econ
from maintext.extractors.protocol import Judgement, Scores, empty_scores
from maintext.model.headline import title_block
from maintext.model.predictor import BALANCED, N_KNOTS, PAGE_TYPES, Bounds, Model, Prediction, shipped_model
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page

Favor = Literal["precision", "balanced", "recall"]
Content = Literal["article", "all"]
BOUNDS: dict[str, Bounds] = {"precision": (0.5, 0.8, False), "balanced": BALANCED, "recall": (0.05, 0.2, True)}
"""Between these the threshold of a page lies; and whether something is kept of a page without a main text."""

MOST_BLOCKS = 30_000
"""A page with more, ten times as many as any page of the corpora has, would take gigabytes for its features. It is
predicted by `econ`, and has no confidence and no page type."""
LEAST_WITHIN = 0.03
MOST_LINKED_WITHIN = 0.3
"""Text within the content that is somewhat probable and not mostly links belongs to everything readable."""


@dataclass(frozen=True)
class ModelExtractor:
    """Keeps the blocks that together promise the best F1."""

    name: ClassVar[str] = "model"
    favor: Favor = "balanced"
    """Keep less, so that what is kept is content, or more, so that content is kept."""
    content: Content = "article"
    """`article`: the main content alone. `all`: with its headline, text within it, such as bylines and captions,
    and what readers wrote below it."""
    include_comments: bool = False
    include_title: bool = False
    model: Model = field(default_factory=shipped_model)

    @classmethod
    def load(cls, path: str | Path) -> ModelExtractor:
        """The extractor with a model that `maintext train model` has written."""
        return cls(model=Model.load(path))

    def __call__(self, page: Page) -> Scores:
        """Scores every block of a page."""
        if not len(page.blocks):
            return empty_scores(page, "the page has no text")
        if len(page.blocks) > MOST_BLOCKS:
            return Econ()(page)
        predicted = self.model.predict(page, BOUNDS[self.favor])
        self._add(page, predicted)
        types = dict(zip(PAGE_TYPES, predicted.page_types, strict=True))
        totals = predicted.totals
        judgement = Judgement(types, self._confidence(totals.expected_f1), totals.has_main_text)
        reason = (
            f"the likeliest of {len(predicted.keep)} blocks has a probability of {totals.best_probability:.2f}, "
            f"and {totals.expected_words:.0f} words are expected to be content"
        )
        return Scores(predicted.probability, predicted.keep, reason, predicted.is_comment, judgement)

    def explain(self, page: Page) -> list[list[tuple[str, float]]]:
        """For each block, reasons in words and how far they push its log odds up or down."""
        from maintext.model.explanations import reasons

        n_blocks = len(page.blocks)
        return reasons(self.model, page) if 0 < n_blocks <= MOST_BLOCKS else [[] for _ in range(n_blocks)]

    def _add(self, page: Page, predicted: Prediction) -> None:
        """Keeps what belongs to the content without being it, where it is asked for."""
        keep = predicted.keep
        is_plain = self.content == "article" and not (self.include_title or self.include_comments)
        if is_plain or not keep.any():
            return
        blocks = page.blocks
        shown = blocks.flags & flags.APART == 0
        if self.content == "all":
            first, last = int(keep.argmax()), len(keep) - 1 - int(keep[::-1].argmax())
            is_text = (
                (blocks.link_chars <= MOST_LINKED_WITHIN * blocks.chars)
                & (predicted.probability > LEAST_WITHIN)
                & shown
            )
            keep[first : last + 1] |= is_text[first : last + 1]
        if self.include_title or self.content == "all":
            title = title_block(page, int(keep.argmax()))
            if title is not None:
                keep[title] = True
        if self.include_comments or self.content == "all":
            keep |= predicted.is_comment & shown & (blocks.link_chars * 2 <= blocks.chars)

    def _confidence(self, expected_f1: float) -> float:
        place = expected_f1 * (N_KNOTS - 1)
        low = min(int(place), N_KNOTS - 2)
        before, after = float(self.model.curve[low]), float(self.model.curve[low + 1])
        return before + (place - low) * (after - before)
