"""Page -> Scores by the learned model, `model`: the default.

Every block has a probability of being content (see `predictor`). The blocks to keep are chosen for the page as a whole:
the most probable ones, as many as have the best expected F1 (see crates/pagetable/src/model/threshold.rs). Then tables,
lists, code blocks and headings are kept or dropped as a whole (see crates/pagetable/src/structures). The expected
F1, corrected by how such expectations turned out in cross-validation, is the document's confidence. A page on which no
block is probable has no main content, unless it is so long that many of its words are expected to be content anyway.

>>> import maintext
>>> text = "<p>The ferry was late again on Monday, and nobody on the pier was surprised by that.</p>" * 3
>>> menu = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>"
>>> document = maintext.extract(f"<nav>{menu}</nav><main><h1>Ferries</h1>{text}</main>", by="model")
>>> "The ferry was late" in document.text, "Home" in document.text, document.page_type
(True, False, 'article')
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from maintext.extractors.protocol import Fallback, Judgement, Scores, empty_scores
from maintext.model.classes import MIN_COMMENT, find_comments, headline_block
from maintext.model.predictor import (
    BALANCED,
    MAX_BLOCKS,
    N_KNOTS,
    PAGE_TYPES,
    Bounds,
    Model,
    Prediction,
    shipped_model,
)
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page

Favor = Literal["precision", "balanced", "recall"]
Content = Literal["article", "all"]
BOUNDS: dict[str, Bounds] = {"precision": (0.5, 0.8, False), "balanced": BALANCED, "recall": (0.05, 0.2, True)}
"""The least and the greatest threshold, and whether blocks are kept even of a page without main content."""

MIN_FORUM = 0.5
"""The lowest probability of the type `forum` with which a page counts as one."""
MIN_PROBABILITY_WITHIN = 0.03
MAX_LINK_SHARE_WITHIN = 0.3
"""A block between kept blocks that is at least so probable, and has no larger share of links, belongs to everything
that can be read."""
MIN_FACT_WITHIN = 0.15
"""So does one that is a fact with this probability. Of the blocks that it adds between headline and end of labelled
pages, two thirds are facts or content."""


@dataclass(frozen=True)
class ModelExtractor:
    """Keeps the blocks with the best expected F1."""

    name: ClassVar[str] = "model"
    favor: Favor = "balanced"
    """Prefer precision, which keeps less, or recall, which keeps more."""
    content: Content = "article"
    """`article`: the main content alone. `all`: with its headline, bylines and captions within it, and readers'
    comments."""
    include_comments: bool = False
    include_title: bool = False
    model: Model = field(default_factory=shipped_model)

    @classmethod
    def load(cls, path: str | Path) -> ModelExtractor:
        """The extractor with a model that `maintext train model` has written."""
        return cls(model=Model.load(path))

    def __call__(self, page: Page) -> Scores:
        """Scores every block of a page."""
        if not 0 < page.n_blocks <= MAX_BLOCKS:
            return _fallback(page) if page.n_blocks else empty_scores(page, "the page has no text")
        predicted = self.model.predict(page, BOUNDS[self.favor])
        types = dict(zip(PAGE_TYPES, predicted.page_types, strict=True))
        is_forum = types["forum"] >= MIN_FORUM
        self._add(page, predicted, is_forum=is_forum)
        totals = predicted.totals
        judgement = Judgement(types, self._confidence(totals.expected_f1), totals.has_main_text)
        reason = (
            f"the best of {page.n_blocks} blocks has a probability of {totals.best_probability:.2f}, and "
            f"{totals.expected_words:.0f} words are expected to be content: too little for main content"
        )
        return Scores.of_values(
            {"score": predicted.probabilities, "keep": predicted.mask, "decided_with": predicted.structures},
            reason,
            partial(find_comments, self.model, page, is_forum=is_forum),
            judgement,
        )

    def explain(self, page: Page) -> list[list[tuple[str, float]]]:
        """For each block, reasons in words and how far they move its log odds up or down."""
        from maintext.model.explanations import reasons

        n_blocks = len(page.blocks)
        return reasons(self.model, page) if 0 < n_blocks <= MAX_BLOCKS else [[] for _ in range(n_blocks)]

    def _add(self, page: Page, predicted: Prediction, *, is_forum: bool) -> None:
        """Also keeps headline, facts and comments, if the mode includes them."""
        is_plain = self.content == "article" and not (self.include_title or self.include_comments)
        if is_plain or not predicted.mask.any():
            return
        keep = predicted.keep
        blocks = page.blocks
        shown = blocks.flags & flags.APART == 0
        classes = self.model.predict_classes(page)
        first, last = int(keep.argmax()), len(keep) - 1 - int(keep[::-1].argmax())
        if self.include_title or self.content == "all":
            headline = headline_block(page, classes["headline"], first)
            if headline is not None:
                keep[headline] = True
        if self.content == "all":
            is_text = (blocks.link_chars <= MAX_LINK_SHARE_WITHIN * blocks.chars) & shown
            within = slice(first, last + 1)
            keep[within] |= (is_text & (predicted.probability > MIN_PROBABILITY_WITHIN))[within]
            # A byline is often above the first block of the text, below the headline.
            within = slice(int(keep.argmax()), last + 1)
            keep[within] |= ((classes["facts"] >= MIN_FACT_WITHIN) & shown)[within]
        if (self.include_comments or self.content == "all") and not is_forum:
            keep |= (classes["comments"] >= MIN_COMMENT) & shown & (blocks.link_chars * 2 <= blocks.chars)

    def _confidence(self, expected_f1: float) -> float:
        place = expected_f1 * (N_KNOTS - 1)
        low = min(int(place), N_KNOTS - 2)
        before, after = self.model.curve[low : low + 2]
        return before + (place - low) * (after - before)


def _fallback(page: Page) -> Scores:
    # Not at the top: hardly any page is so large, and others need none of its modules.
    from maintext.extractors.baselines.econ import Econ

    reason = f"the page has {page.n_blocks:,} blocks; model predicts at most {MAX_BLOCKS:,}, so econ decided"
    scores = Econ()(page)
    return replace(scores, reason=scores.reason or reason, fallback=Fallback("econ", reason))
