"""Page -> how much the extractor may be wrong about it: pages that nobody is sure of are labelled first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from maintext.extractors.by import get_extractor
from maintext.extractors.protocol import Scores
from maintext.page import Page

SECOND_OPINIONS = ("leaf", "pvalue", "cetr")
"""Methods that go about it in three ways: where they agree, the page is easy."""


@dataclass(frozen=True)
class Doubt:
    """What is known of how well a page is extracted."""

    confidence: float | None
    """The F1 that the extractor expects; None if it does not tell."""
    agreement: float
    """Mean over pairs of methods: words that both keep over words that either keeps."""

    @property
    def order(self) -> tuple[bool, float]:
        """Sorts the pages that are most worth labelling first: unknown ones, then the least sure."""
        return self.confidence is not None, self.agreement if self.confidence is None else self.confidence


def judge(page: Page, scores: Scores) -> Doubt:
    """How sure the answer of an extractor is."""
    confidence = scores.judgement.confidence if scores.judgement else None
    keeps = [scores.keep, *(get_extractor(name)(page).keep for name in SECOND_OPINIONS)]
    words = page.blocks.words
    shares = [_share(words[one & other].sum(), words[one | other].sum()) for one, other in combinations(keeps, 2)]
    return Doubt(confidence, float(np.mean(shares)))


def _share(n_both: int, n_either: int) -> float:
    return float(n_both / n_either) if n_either else 1.0
