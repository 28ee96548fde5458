"""What every extractor is: a frozen object called on a Page that gives a score and a decision a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Judgement:
    """What an extractor that judges pages as a whole says of one."""

    page_types: dict[str, float]
    """The probability of each page type; they sum to one."""
    confidence: float
    """The F1 this answer is expected to have, from 0 to 1."""
    has_main_text: bool
    """Whether the page has a main content at all."""


@dataclass(frozen=True, eq=False)
class Scores:
    """An extractor's answer for one page."""

    score: NDArray[np.float64]
    """One a block: the higher, the more it looks like content. What the number means is the method's."""
    keep: NDArray[np.bool_]
    """One a block: whether it belongs to the main content."""
    reason: str | None = None
    """Why nothing was kept, if the method knows."""
    is_comment: NDArray[np.bool_] | None = None
    """One a block: whether readers wrote it below the text; None if the method does not tell."""
    judgement: Judgement | None = None
    """What the method says of the page as a whole; None if it says nothing."""


class Extractor(Protocol):
    """A way to find a page's main content. Its parameters are its fields; it has no state."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        ...


@runtime_checkable
class Explaining(Protocol):
    """An extractor that can say what pushed the score of each block up or down."""

    def explain(self, page: Page) -> list[list[tuple[str, float]]]:
        """For each block, names of features and how far they push: up if above 0. In any order."""
        ...


def nothing(page: Page, reason: str) -> Scores:
    """The answer for a page without content."""
    n_blocks = len(page.blocks)
    return Scores(np.zeros(n_blocks), np.zeros(n_blocks, dtype=np.bool_), reason)
