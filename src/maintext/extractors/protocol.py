"""What an extractor is: an object called on a Page that returns a score and a decision for each block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from maintext.errors import ExtractorError

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Judgement:
    """What an extractor that judges pages as a whole predicts for one."""

    page_types: dict[str, float]
    """The probability of each page type; they sum to one."""
    confidence: float
    """The F1 this answer is expected to have, from 0 to 1."""
    has_main_text: bool
    """Whether the page has a main content at all."""


@dataclass(frozen=True)
class Fallback:
    """Which extractor decided instead of the one that was called, and why."""

    by: str
    reason: str


@dataclass(frozen=True, eq=False)
class Scores:
    """An extractor's answer for one page."""

    score: NDArray[np.float64]
    """One value per block: the higher, the more it looks like content. Each method has its own scale."""
    keep: NDArray[np.bool_]
    """One value per block: whether it belongs to the main content."""
    reason: str | None = None
    """Why nothing was kept, if the method knows."""
    is_comment: NDArray[np.bool_] | Callable[[], NDArray[np.bool_]] | None = None
    """One value per block: whether readers wrote it below the text; or a function that returns them, for a method that
    needs time to find them; None if the method does not predict it."""
    judgement: Judgement | None = None
    """The prediction for the page as a whole; None if the method makes none."""
    fallback: Fallback | None = None
    """Set if the extractor left the page to another one."""
    decided_with: NDArray[np.uint8] | None = None
    """One value per block: the place in `model.predictor.STRUCTURES` of the structure that was kept or dropped as a
    whole, against the block's own score; 0 if its score decided. None if the method decides per block."""

    def find_comments(self) -> NDArray[np.bool_] | None:
        """One value per block: whether readers wrote it below the text; None if the method does not predict it."""
        return self.is_comment() if callable(self.is_comment) else self.is_comment


class Extractor(Protocol):
    """A way to find a page's main content. Its parameters are its fields; it has no state."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        ...


class RegisteredExtractor(Extractor, Protocol):
    """An extractor of the registry: a frozen dataclass that knows its name and has a default for every parameter."""

    name: ClassVar[str]

    def __init__(self) -> None: ...


@runtime_checkable
class Trained(Protocol):
    """A class whose extractors have a trained model: `leaf`, `mss`, `model`."""

    def load(self, path: str | Path) -> Extractor:
        """The extractor with the model of that file."""
        ...


@runtime_checkable
class Explaining(Protocol):
    """An extractor that explains the score of each block."""

    def explain(self, page: Page) -> list[list[tuple[str, float]]]:
        """For each block, features and their contributions to its score, in any order."""
        ...


def empty_scores(page: Page, reason: str) -> Scores:
    """The answer for a page without content."""
    n_blocks = len(page.blocks)
    return Scores(np.zeros(n_blocks), np.zeros(n_blocks, dtype=np.bool_), reason)


def name_of(extractor: Extractor) -> str:
    """The extractor's own name, or that of its function or class.

    >>> name_of(lambda page: empty_scores(page, "nothing looks like content"))
    '<lambda>'
    """
    for own in (getattr(extractor, "name", None), getattr(extractor, "__name__", None)):
        if isinstance(own, str) and own:
            return own
    return type(extractor).__name__


def check_scores(scores: object, page: Page, name: str) -> Scores:
    """The scores, if they are what the protocol expects; an ExtractorError that says so if not."""
    n_blocks = page.n_blocks
    if not isinstance(scores, Scores):
        raise ExtractorError(f"{name} returned {_described(scores)}; {_expected(n_blocks)}")
    for field, kinds in (("score", "fiu"), ("keep", "b"), ("is_comment", "b")):
        array = getattr(scores, field)
        if field == "is_comment" and (array is None or callable(array)):
            continue
        if not isinstance(array, np.ndarray) or array.shape != (n_blocks,) or array.dtype.kind not in kinds:
            raise ExtractorError(f"{name} returned Scores whose {field} is {_described(array)}; {_expected(n_blocks)}")
    return scores


def _expected(n_blocks: int) -> str:
    return (
        f"an extractor is called on a Page and returns maintext.Scores(score, keep), two NumPy arrays with one number "
        f"and one bool per block ({n_blocks} on this page)"
    )


def _described(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and type {value.dtype}"
    return "None" if value is None else f"a value of type {type(value).__name__}"
