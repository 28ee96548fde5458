"""Texts -> numbers by which equal and nearly equal texts are found.

Equal: a hash of the text, white space aside. Nearly equal: MinHash (A. Broder: On the resemblance and containment of
documents. SEQUENCES 1997) over runs of five words, 112 hashes in 14 bands of 8, the figures that FineWeb uses: two
texts that share s of their runs agree in at least one band with probability 1 - (1 - s^8)^14, which is 0.92 for
s = 0.8, 0.43 for 0.7 and 0.01 for 0.4. Texts that agree in a band are taken for the same.

A text of fewer than five words has the bands of its words as one run.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

N_BANDS, ROWS_PER_BAND = 14, 8
RUN_WORDS = 5
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def text_hash(text: str) -> int:
    """The same number for texts with the same words; signed, as SQL has it."""
    words = " ".join(text.split()).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little", signed=True)


def bands(text: str) -> list[int]:
    """A number a band: texts that have one in common are nearly equal. None for an empty text.

    >>> one = "the quick brown fox jumps over the lazy dog " * 20
    >>> len(set(bands(one)) & set(bands(one + "again"))) > 0, set(bands(one)) & set(bands("something else entirely"))
    (True, set())
    """
    runs = _runs(text.casefold().split())
    if not len(runs):
        return []
    # The runs are well mixed already: to multiply them by odd numbers puts them into another order each time.
    smallest = (_numbers(N_BANDS * ROWS_PER_BAND)[:, None] * runs[None, :]).min(axis=1)
    rows = smallest.reshape(N_BANDS, ROWS_PER_BAND)
    # The band's number goes in, so that equal rows in different bands are not taken for the same.
    folded = _numbers(N_BANDS)
    for column in range(ROWS_PER_BAND):
        folded = _mixed(folded * _MULTIPLIER + rows[:, column])
    signed: list[int] = folded.view(np.int64).tolist()
    return signed


def _runs(words: Sequence[str]) -> NDArray[np.uint64]:
    """A number for each different run of words."""
    if not words:
        return np.zeros(0, dtype=np.uint64)
    hashes = np.array([zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in words], dtype=np.uint64)
    n_runs = max(len(hashes) - RUN_WORDS + 1, 1)
    runs = np.zeros(n_runs, dtype=np.uint64)
    for place in range(min(RUN_WORDS, len(hashes))):
        runs = _mixed(runs * _MULTIPLIER + hashes[place : place + n_runs])
    return np.unique(runs)


def _numbers(n_numbers: int) -> NDArray[np.uint64]:
    """Odd numbers with no pattern, the same ones every time."""
    return _mixed(np.arange(1, n_numbers + 1, dtype=np.uint64) * _MULTIPLIER) | np.uint64(1)


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Every bit reaches the result: the finaliser of SplitMix64."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
