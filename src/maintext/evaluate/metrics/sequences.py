"""Two sequences of words -> how much they have in common, by rapidfuzz.

Its bit-parallel comparison makes an edit distance of whole pages affordable; it is asked for when it is needed.
"""

from __future__ import annotations

from maintext.errors import MissingPackageError


def n_in_common(first: list[int], second: list[int]) -> int:
    """Length of the longest common subsequence."""
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError:
        raise MissingPackageError("rapidfuzz", "evaluate") from None
    return int(LCSseq.similarity(first, second))


def n_edits(first: list[int], second: list[int]) -> int:
    """Words to insert, delete or replace to make one of the other."""
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        raise MissingPackageError("rapidfuzz", "evaluate") from None
    return int(Levenshtein.distance(first, second))
