"""Texts -> numbers that equal or nearly equal texts have in common.

Equal texts have the same hash, white space aside. Nearly equal texts share a band of their MinHash signatures (A.
Broder: On the resemblance and containment of documents. SEQUENCES 1997) over 5-grams of words: 112 hashes in 14 bands
of 8, as in FineWeb. Two texts that share a fraction s of their 5-grams agree in at least one band with probability
1 - (1 - s^8)^14: 0.92 for s = 0.8, 0.43 for 0.7 and 0.01 for 0.4.

The words of a text with fewer than five count as one n-gram.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

N_BANDS, ROWS_PER_BAND = 14, 8
NGRAM_WORDS = 5
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def text_hash(text: str) -> int:
    """The same number for texts with the same words; signed, because SQL has no unsigned integers."""
    words = " ".join(text.split()).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little", signed=True)


def bands(text: str) -> list[int]:
    """One number per band; texts with a number in common are nearly equal. An empty text has one number, its hash.

    >>> one = "the quick brown fox jumps over the lazy dog " * 20
    >>> len(set(bands(one)) & set(bands(one + "again"))) > 0, set(bands(one)) & set(bands("something else entirely"))
    (True, set())
    """
    ngrams = _ngrams(text.casefold().split())
    if not len(ngrams):
        return [text_hash(text)]
    # The n-gram hashes are well mixed, so multiplying them by an odd number gives a new random order.
    smallest = (_numbers(N_BANDS * ROWS_PER_BAND)[:, None] * ngrams[None, :]).min(axis=1)
    rows = smallest.reshape(N_BANDS, ROWS_PER_BAND)
    # Each band starts from its own number, so that equal rows in different bands differ.
    folded = _numbers(N_BANDS)
    for column in range(ROWS_PER_BAND):
        folded = _mixed(folded * _MULTIPLIER + rows[:, column])
    signed: list[int] = folded.view(np.int64).tolist()
    return signed


def _ngrams(words: Sequence[str]) -> NDArray[np.uint64]:
    """A hash of each distinct n-gram."""
    if not words:
        return np.zeros(0, dtype=np.uint64)
    hashes = np.array([zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in words], dtype=np.uint64)
    n_ngrams = max(len(hashes) - NGRAM_WORDS + 1, 1)
    ngrams = np.zeros(n_ngrams, dtype=np.uint64)
    for place in range(min(NGRAM_WORDS, len(hashes))):
        ngrams = _mixed(ngrams * _MULTIPLIER + hashes[place : place + n_ngrams])
    return np.unique(ngrams)


def _numbers(n_numbers: int) -> NDArray[np.uint64]:
    """Odd pseudo-random numbers, the same ones every time."""
    return _mixed(np.arange(1, n_numbers + 1, dtype=np.uint64) * _MULTIPLIER) | np.uint64(1)


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64: every input bit affects every output bit."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
