"""`mss`: maximum subsequence segmentation: the stretch of the page whose tokens score the most together.

Pasternack, Roth: "Extracting article text from the web with maximum subsequence segmentation", WWW 2009. A
page is a sequence of tokens: words, symbols and tags. A local classifier, naive Bayes over two features of a
token, gives the probability p that it lies in the article:

    trigram   the token and the two after it
    tag       the innermost open tag

Each token scores p - 1/2, and the article is the contiguous stretch with the greatest sum, found in one pass:
the best stretch that stops at a token begins where the running sum was least.

    sums = 0, s1, s1 + s2, ...     stop = argmax(sums - running minimum of sums)

Training is `maintext train mss`, in train/mss.py; mss_tokens.py cuts the page into tokens for both.

Departures from the paper:
* Words are cut after eight bytes where the paper stems them: no stemmer knows every language.
* Trigrams are counted in a table by their hash, not by name: rare ones share a place, and frequent ones
  outvote them there. That is what keeps the model small.
* The paper's second, semi-supervised step, which reads more pages of the same site, is left out: an extractor
  sees one page.
* Whole blocks are kept: those with at least half of their tokens in the stretch.

>>> best_stretch(np.array([-1.0, 2.0, -1.0, 3.0, -4.0, 1.0]))
(1, 4)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.errors import ModelError
from maintext.extractors.measures.mss_tokens import N_TAG_CODES, Tokens, tokens_of
from maintext.extractors.parameters import Share
from maintext.extractors.protocol import Scores, empty_scores
from maintext.trained.files import numbers, read_arrays, shipped

if TYPE_CHECKING:
    from maintext.page import Page

STEPS_PER_NAT = 16
"""Log odds are kept as bytes, in steps of a sixteenth."""


def best_stretch(scores: NDArray[np.float64]) -> tuple[int, int]:
    """Start and stop of the contiguous stretch with the greatest sum; (0, 0) if no stretch is above 0."""
    sums = np.concatenate([np.zeros(1), np.cumsum(scores)])
    lowest = np.minimum.accumulate(sums)
    stop = int(np.argmax(sums - lowest))
    return int(np.argmin(sums[: stop + 1])), stop


def buckets_of(codes: NDArray[np.uint64], n_bits: int) -> NDArray[np.intp]:
    """The place of each token's trigram in a table of 2 ** n_bits; the page's end counts as tokens 0."""
    padded = np.concatenate([codes, np.zeros(2, dtype=np.uint64)])
    # Odd multipliers, so that order matters; the highest bits are the best mixed.
    mixed = padded[:-2] * np.uint64(0x9E3779B97F4A7C15)
    mixed += padded[1:-1] * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed += padded[2:] * np.uint64(0xD6E8FEB86659FD93)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0x9E3779B97F4A7C15)
    buckets: NDArray[np.intp] = (mixed >> np.uint64(64 - n_bits)).astype(np.intp)
    return buckets


@dataclass(frozen=True, eq=False)
class NaiveBayes:
    """Log odds of lying in the article: before anything is known, by trigram, by tag."""

    prior: float
    trigrams: NDArray[np.int8]
    """By place, see `buckets_of`; steps of 1 / STEPS_PER_NAT."""
    tags: NDArray[np.float32]

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> NaiveBayes:
        """The model of a file's arrays; ModelError says what is wrong with them."""
        trigrams = arrays.get("trigrams", np.zeros(0))
        if trigrams.dtype != np.int8 or trigrams.ndim != 1 or len(trigrams).bit_count() != 1 or len(trigrams) < 2:
            found = f"{trigrams.shape} of {trigrams.dtype}"
            raise ModelError(f"trigrams is {found}, a power of two of int8 is needed")
        return cls(float(numbers(arrays, "prior", ())), trigrams, numbers(arrays, "tags", (N_TAG_CODES,)))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of the model's file."""
        return {"prior": np.array(self.prior, dtype=np.float32), "trigrams": self.trigrams, "tags": self.tags}

    def probabilities(self, tokens: Tokens) -> NDArray[np.float64]:
        """How likely each token lies in the article."""
        odds = self.trigrams[buckets_of(tokens.code, len(self.trigrams).bit_length() - 1)] / STEPS_PER_NAT
        odds += self.tags[tokens.tag]
        odds += self.prior
        probabilities: NDArray[np.float64] = 1 / (1 + np.exp(-odds))
        return probabilities


@cache  # the files of an installed package do not change
def shipped_model() -> NaiveBayes:
    """The model that comes with the package."""
    return NaiveBayes.from_arrays(shipped("mss"))


@dataclass(frozen=True)
class MaximumSubsequence:
    """Keeps the blocks of the best stretch of tokens."""

    name: ClassVar[str] = "mss"
    share: Share = 0.5
    """The least share of a kept block's tokens that lies in the stretch."""
    model: NaiveBayes = field(default_factory=shipped_model)

    @classmethod
    def load(cls, path: str | Path) -> MaximumSubsequence:
        """The extractor with a model that `maintext train mss` has written."""
        return cls(model=NaiveBayes.from_arrays(read_arrays(Path(path), "mss")))

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        tokens = tokens_of(page)
        in_block = tokens.block >= 0
        if not in_block.any():
            return empty_scores(page, "the page shows no words")
        probabilities = self.model.probabilities(tokens)
        start, stop = best_stretch(probabilities - 0.5)
        is_kept = np.zeros(len(tokens.code))
        is_kept[start:stop] = 1
        block, n_blocks = tokens.block[in_block], len(page.blocks)
        counts = np.maximum(np.bincount(block, minlength=n_blocks), 1)
        score = np.bincount(block, probabilities[in_block], minlength=n_blocks) / counts
        keep = np.bincount(block, is_kept[in_block], minlength=n_blocks) / counts >= self.share
        return Scores(score, keep, reason="no stretch of tokens is likelier content than not")
