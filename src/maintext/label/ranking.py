"""Page -> how doubtful its extraction is: the most doubtful pages are labelled first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from maintext.extractors.by import get_extractor
from maintext.extractors.protocol import Scores
from maintext.page import Page

SECOND_OPINIONS = ("leaf", "pvalue", "cetr")
"""Three methods that work in different ways. Pages on which they agree are easy."""


@dataclass(frozen=True)
class Doubt:
    """How doubtful the extraction of a page is."""

    confidence: float | None
    """The F1 that the extractor expects; None if it has no such estimate."""
    agreement: float
    """Mean over pairs of methods: words that both keep over words that either keeps."""

    @property
    def order(self) -> tuple[bool, float]:
        """Sort key: pages without an estimate first, then the lowest confidence."""
        return self.confidence is not None, self.agreement if self.confidence is None else self.confidence


def judge(page: Page, scores: Scores) -> Doubt:
    """The doubt about an extractor's answer."""
    confidence = scores.judgement.confidence if scores.judgement else None
    keeps = [scores.keep, *(get_extractor(name)(page).keep for name in SECOND_OPINIONS)]
    words = page.blocks.words
    shares = [_share(words[one & other].sum(), words[one | other].sum()) for one, other in combinations(keeps, 2)]
    return Doubt(confidence, float(np.mean(shares)))


def _share(n_both: int, n_either: int) -> float:
    return float(n_both / n_either) if n_either else 1.0
