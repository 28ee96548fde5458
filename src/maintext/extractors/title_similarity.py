"""(Page, a group for each block) -> how alike the words of each group and of the page's title are.

The cosine of the angle between two vectors of word counts. Words are runs of letters and digits in any
script, without regard to the case of ASCII letters; in scripts without spaces every character is a word.
They are told apart by 64-bit hashes, made for all words of the page at once.

>>> import maintext
>>> page = maintext.parse("<title>Red fox</title><p>The red fox, the fox.</p><p>Something else</p>")
>>> title_similarities(page, np.array([0, 1])).round(3).tolist()
[0.707, 0.0]
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.head import read_title

if TYPE_CHECKING:
    from maintext.page import Page

Hashes = NDArray[np.uint64]
Floats = NDArray[np.float64]


def title_similarities(page: Page, groups: NDArray[np.integer]) -> Floats:
    """The similarity of each group's text with the title, 0 without a title; group -1 is left out."""
    n_groups = int(groups.max(initial=-1)) + 1
    title = np.sort(word_hashes((read_title(page) or "").encode())[1])
    if not len(title) or not n_groups:
        return np.zeros(n_groups)
    title, counts = _runs(title)
    starts, words = word_hashes(page.text)
    edges = np.append(starts.searchsorted(page.blocks.text_start), len(starts))
    group = np.repeat(groups, edges[1:] - edges[:-1])
    place = np.minimum(title.searchsorted(words), len(title) - 1)
    is_common = title[place] == words
    # One more place, for the words of blocks that are left out.
    products = np.bincount(group[is_common] + 1, counts[place[is_common]], n_groups + 1)
    # The others' similarity is 0 whatever their length.
    is_asked = (products > 0)[group + 1] & (group >= 0)
    lengths = np.sqrt(_square_sums(words[is_asked], group[is_asked], n_groups) * float(counts @ counts))
    return np.asarray(products[1:] / np.maximum(lengths, 1))


def word_hashes(text: bytes) -> tuple[NDArray[np.intp], Hashes]:
    """Where each word of a UTF-8 text starts, and its hash."""
    marks, is_alone = _byte_marks()
    characters = np.frombuffer(text, dtype=np.uint8)
    marked = marks[characters]
    is_word = marked > 0
    is_start = is_word & is_alone[characters]
    is_start[:1] |= is_word[:1]
    is_start[1:] |= is_word[1:] & ~is_word[:-1]
    starts = np.flatnonzero(is_start)
    # Each byte's mark times the next one's: a plain sum could not tell `form` from `from`.
    marked[:-1] *= marked[1:] | np.uint64(1)
    return starts, np.add.reduceat(marked, starts) if len(starts) else marked[:0]


def _square_sums(words: Hashes, group: NDArray[np.integer], n_groups: int) -> Floats:
    """For each group, the sum of the squares of its word counts."""
    # The group in the upper bits, so that one sort puts the same words of a group together.
    keys = np.sort((group.astype(np.uint64) << np.uint64(40)) | (words >> np.uint64(24)))
    keys, counts = _runs(keys)
    squares = (counts * counts).astype(np.float64)
    return np.asarray(np.bincount((keys >> np.uint64(40)).astype(np.intp), squares, n_groups), dtype=np.float64)


def _runs(ordered: Hashes) -> tuple[Hashes, NDArray[np.intp]]:
    """The different values of a sorted array, and how often each is there."""
    is_first = np.ones(len(ordered) + 1, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:-1])
    edges = np.flatnonzero(is_first)
    return ordered[edges[:-1]], edges[1:] - edges[:-1]


@cache
def _byte_marks() -> tuple[Hashes, NDArray[np.bool_]]:
    """A number for each byte, 0 for what parts words; and which bytes begin a word by themselves."""
    codes = np.arange(256)
    is_letter = np.array([chr(code).isalnum() if code < 128 else True for code in range(256)])
    lower = np.where((codes >= ord("A")) & (codes <= ord("Z")), codes + 32, codes).astype(np.uint64)
    # Any odd multipliers do; the shift between them makes the marks no linear function of the bytes.
    mixed = (lower + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9) | np.uint64(1)
    # First bytes of three-byte characters from U+3000 on: kana, Han and Hangul.
    is_alone = (codes >= 0xE3) & (codes <= 0xED)
    return np.where(is_letter, mixed, np.uint64(0)), is_alone
