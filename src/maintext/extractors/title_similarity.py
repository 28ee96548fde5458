"""(Page, a group for each block) -> how alike the words of each group and of the page's title are.

The cosine of the angle between two vectors of word counts. Words are runs of letters and digits in any
script, without regard to the case of ASCII letters; in scripts without spaces every character is a word.
They are told apart by 32-bit hashes, made for all words of the page at once.

>>> import maintext
>>> page = maintext.parse("<title>Red fox</title><p>The red fox, the fox.</p><p>Something else</p>")
>>> title_similarities(page, np.array([0, 1])).round(3).tolist()
[0.707, 0.0]
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext.head import read_title

if TYPE_CHECKING:
    from maintext.page import Page

Hashes = NDArray[np.uint32]
Floats = NDArray[np.float64]
Unsigned = TypeVar("Unsigned", bound=np.unsignedinteger)

ALONE_FIRST, ALONE_LAST = 0xE3, 0xED
"""First bytes of the characters from U+3000 to U+DFFF, kana, Han and Hangul: each is a word by itself."""
MULTIPLIER = np.uint32(0x9E3779B1)
"""Odd, with its bits well mixed: about 2^32 over the golden ratio."""


def title_similarities(page: Page, groups: NDArray[np.integer]) -> Floats:
    """The similarity of each group's text with the title, 0 without a title; group -1 is left out."""
    n_groups = int(groups.max(initial=-1)) + 1
    # The title in front of the text, so that both are hashed in one go.
    front = (read_title(page) or "").encode() + b"\n"
    starts, words = word_hashes(front + page.text)
    edges = np.append(starts.searchsorted(page.blocks.text_start + len(front)), len(starts))
    title, counts = _runs(np.sort(words[: starts.searchsorted(len(front))]))
    if not len(title) or not n_groups:
        return np.zeros(n_groups)
    words = words[edges[0] :]
    group = np.repeat(groups, edges[1:] - edges[:-1])
    rows = _in_title(words, title)
    # One more place, for the words of blocks that are left out.
    products = np.bincount(group[rows] + 1, counts[title.searchsorted(words[rows])], n_groups + 1)
    # The others' similarity is 0 whatever their length.
    is_asked = (products > 0)[group + 1] & (group >= 0)
    lengths = np.sqrt(_square_sums(words[is_asked], group[is_asked], n_groups) * float(counts @ counts))
    return np.asarray(products[1:] / np.maximum(lengths, 1))


def _in_title(words: Hashes, title: Hashes) -> NDArray[np.intp]:
    """Which words are in the title: first by twelve bits of their hashes, which rules out nearly all."""
    is_possible = np.zeros(1 << 12, dtype=np.bool_)
    is_possible[title >> np.uint32(20)] = True
    rows = np.flatnonzero(is_possible[words >> np.uint32(20)])
    place = np.minimum(title.searchsorted(words[rows]), len(title) - 1)
    return np.asarray(rows[title[place] == words[rows]], dtype=np.intp)


def word_hashes(text: bytes) -> tuple[NDArray[np.intp], Hashes]:
    """Where each word of a UTF-8 text starts, and its hash."""
    letters = np.frombuffer(text.translate(_letters()), dtype=np.uint8)
    is_word = letters > 0
    is_start = is_word.copy()
    is_start[1:] &= ~is_word[:-1]
    if not text.isascii():
        is_start |= (letters >= ALONE_FIRST) & (letters <= ALONE_LAST)
    starts = np.flatnonzero(is_start)
    marks = letters * MULTIPLIER
    marks ^= marks >> np.uint32(15)
    # Each byte's mark times the next one's: a plain sum could not tell `form` from `from`.
    marks[:-1] *= marks[1:] | np.uint32(1)
    return starts, np.add.reduceat(marks, starts, dtype=np.uint32) if len(starts) else marks[:0]


def _square_sums(words: Hashes, group: NDArray[np.integer], n_groups: int) -> Floats:
    """For each group, the sum of the squares of its word counts."""
    # The group in the upper bits, so that one sort puts the same words of a group together.
    keys, counts = _runs(np.sort((group.astype(np.uint64) << np.uint64(32)) | words))
    squares = (counts * counts).astype(np.float64)
    return np.asarray(np.bincount((keys >> np.uint64(32)).astype(np.intp), squares, n_groups), dtype=np.float64)


def _runs(ordered: NDArray[Unsigned]) -> tuple[NDArray[Unsigned], NDArray[np.intp]]:
    """The different values of a sorted array, and how often each is there."""
    is_first = np.ones(len(ordered) + 1, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:-1])
    edges = np.flatnonzero(is_first)
    return ordered[edges[:-1]], edges[1:] - edges[:-1]


@cache
def _letters() -> bytes:
    """What each byte counts as: letters of ASCII in lower case, 0 for what parts words."""
    ascii_letters = [ord(chr(code).lower()) if chr(code).isalnum() else 0 for code in range(128)]
    return bytes([*ascii_letters, *range(128, 256)])
