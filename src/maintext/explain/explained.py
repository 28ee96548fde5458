"""(Page, name of an extractor) -> its document, and what contributed to its scores if the extractor can explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.document import Document
from maintext.extractors.by import find_extractor
from maintext.extractors.protocol import Explaining

if TYPE_CHECKING:
    from maintext.page import Page


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


def explained(page: Page, by: str) -> Explained:
    """Runs one extractor on a page, and has it explain its scores if it can."""
    found = find_extractor(by)
    contributions = found.extractor.explain(page) if isinstance(found.extractor, Explaining) else []
    return Explained(Document(page, found.name, found(page)), contributions)


def differing(answers: Sequence[Explained]) -> NDArray[np.bool_]:
    """The blocks that some extractors keep and others don't."""
    keeps = np.stack([answer.document.scores.keep for answer in answers])
    return np.asarray(keeps.any(axis=0) & ~keeps.all(axis=0))


def agreement(one: Explained, other: Explained) -> float:
    """Words that both keep over words that at least one keeps; 1 if neither keeps any."""
    words = one.document.page.blocks.words
    ours, theirs = one.document.scores.keep, other.document.scores.keep
    either = int(words[ours | theirs].sum())
    return int(words[ours & theirs].sum()) / either if either else 1.0
