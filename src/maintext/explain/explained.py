"""(Page, name of an extractor) -> its document, and what contributed to its scores if the extractor can explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.document import Document
from maintext.extractors.by import find_extractor
from maintext.extractors.protocol import Explaining
from maintext.model.predictor import STRUCTURES

if TYPE_CHECKING:
    from maintext.page import Page

MAX_EXCEPTIONS = 0.1
"""Share of the blocks that may be on the wrong side of a threshold that is shown."""


@dataclass(frozen=True, eq=False)
class Explained:
    """The result of one extractor on a page."""

    document: Document
    contributions: list[list[tuple[str, float]]]
    """For each block, names of features and their contributions to its score; empty if the extractor can't explain."""

    @property
    def by(self) -> str:
        """The name of the extractor."""
        return self.document.by

    @property
    def decisions(self) -> list[str]:
        """Per block: what it was kept or dropped with, such as "kept with its table"; empty if its score decided."""
        scores = self.document.scores
        if scores.decided_with is None:
            return [""] * len(scores.keep)
        pairs = zip(scores.keep.tolist(), scores.decided_with.tolist(), strict=True)
        return [f"{'kept' if keep else 'dropped'} with {STRUCTURES[with_]}" if with_ else "" for keep, with_ in pairs]


def explained(page: Page, by: str) -> Explained:
    """Runs one extractor on a page, and has it explain its scores if it can."""
    found = find_extractor(by)
    contributions = found.extractor.explain(page) if isinstance(found.extractor, Explaining) else []
    return Explained(Document(page, found.name, found(page)), contributions)


class Separation(NamedTuple):
    """A score that separates kept from dropped blocks."""

    threshold: float
    """The lowest score of a block that is kept by it."""
    n_exceptions: int
    """Kept blocks below it and dropped ones from it on."""


def separating_score(score: NDArray[np.float64], keep: NDArray[np.bool_]) -> Separation | None:
    """The score that separates kept from dropped blocks with the fewest exceptions.

    None if all blocks have one fate, or if more than a tenth are exceptions: then the score alone decides too little.

    >>> separating_score(np.array([0.1, 0.6, 0.9, 0.2]), np.array([False, True, True, False]))
    Separation(threshold=0.6, n_exceptions=0)
    """
    if keep.all() or not keep.any():
        return None
    values = np.unique(score)
    kept_below = np.searchsorted(np.sort(score[keep]), values)
    dropped = np.sort(score[~keep])
    exceptions = kept_below + len(dropped) - np.searchsorted(dropped, values)
    best = int(exceptions.argmin())
    if exceptions[best] > MAX_EXCEPTIONS * len(score):
        return None
    return Separation(float(values[best]), int(exceptions[best]))


def differing(answers: Sequence[Explained]) -> NDArray[np.bool_]:
    """The blocks that some extractors keep and others don't."""
    keeps = np.stack([answer.document.keep for answer in answers])
    return np.asarray(keeps.any(axis=0) & ~keeps.all(axis=0))


def agreement(one: Explained, other: Explained) -> float:
    """Words that both keep over words that at least one keeps; 1 if neither keeps any."""
    words = one.document.page.blocks.words
    ours, theirs = one.document.keep, other.document.keep
    either = int(words[ours | theirs].sum())
    return int(words[ours & theirs].sum()) / either if either else 1.0
