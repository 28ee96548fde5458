"""(blocks of a page, gold text) -> the share of each block's words that is main content, from 0 to 1.

A classifier learns better from shares than from yes and no: a gold text that lacks a sentence of a paragraph, or a
block with the date in front of its text, is neither. Two ways of looking, the second for what the first leaves:

    in order      page and gold are aligned word by word; a stretch of three words or more, or a whole short block
                  next to more of the gold or on a line of its own there, is content
    out of order  sequences of four words that the gold has and no block has used up yet: text that the gold has
                  at another place, such as a box beside the text

In scripts without spaces, where a word is a character, stretches are of six and sequences of eight.

>>> block_shares(["Home", "Rain stopped at noon today.", "Share"], "Rain stopped at noon today.").shares.tolist()
[0.0, 1.0, 0.0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from maintext.train.labels import words_of

_MOST_CELLS = 4_000_000_000
"""Page words times gold words that are still aligned: half a gigabyte of bits. Beyond, only sequences are compared."""
_IDEOGRAPHIC_SHARE = 0.5
_LEAST_SHARE = 0.5
"""Of a block in order: with less, it is looked for out of order."""

Words = list[str]


@dataclass(frozen=True, eq=False)
class BlockShares:
    """The share of each block that the gold text has."""

    shares: NDArray[np.float32]
    n_words: NDArray[np.int32]
    """Words of each block, as they were counted for its share."""
    n_gold: int
    """Words of the gold text."""


@dataclass(frozen=True)
class _Lengths:
    stretch: int
    sequence: int


def block_shares(texts: Sequence[str], gold: str) -> BlockShares:
    """The share of each text, in the order of the page, that the gold text has."""
    blocks = [words_of(text) for text in texts]
    wanted = words_of(gold)
    n_words = np.array([len(words) for words in blocks], dtype=np.int32)
    if not wanted or not blocks:
        return BlockShares(np.zeros(len(blocks), dtype=np.float32), n_words, len(wanted))
    n_alone = sum(len(word) == 1 for word in wanted)
    lengths = _Lengths(6, 8) if n_alone > _IDEOGRAPHIC_SHARE * len(wanted) else _Lengths(3, 4)
    unused = _Unused(gold, wanted, lengths.sequence)
    shares = _in_order(blocks, _runs(blocks, wanted), unused, lengths)
    for number, words in enumerate(blocks):
        if shares[number] < _LEAST_SHARE:
            shares[number] = unused.take(words)
    return BlockShares(shares, n_words, len(wanted))


def letter_shares(texts: Sequence[str], letters: str) -> BlockShares:
    """The same for a page whose blocks have letters: all of a block that is content, nothing of any other."""
    is_content = np.array([letter == "C" for letter in letters], dtype=np.bool_)
    n_words = np.array([len(words_of(text)) for text in texts], dtype=np.int32)
    return BlockShares(is_content.astype(np.float32), n_words, int(n_words[is_content].sum()))


def _runs(blocks: list[Words], wanted: Words) -> NDArray[np.int32]:
    """For each word of the page, the length in words of the aligned stretch around it; 0 outside of one."""
    from rapidfuzz.distance import LCSseq

    numbers = {word: number for number, word in enumerate(dict.fromkeys(wanted))}
    page = [numbers.get(word, -1) for words in blocks for word in words]
    runs = np.zeros(len(page), dtype=np.int32)
    if len(page) * len(wanted) <= _MOST_CELLS:
        for step in LCSseq.opcodes(page, [numbers[word] for word in wanted]):
            if step.tag == "equal":
                runs[step.src_start : step.src_end] = step.src_end - step.src_start
    return runs


def _in_order(blocks: list[Words], runs: NDArray[np.int32], unused: _Unused, lengths: _Lengths) -> NDArray[np.float32]:
    shares = np.zeros(len(blocks), dtype=np.float32)
    stops = list(accumulate(map(len, blocks)))
    for number, (words, stop) in enumerate(zip(blocks, stops, strict=True)):
        own = runs[stop - len(words) : stop]
        if not len(own):
            continue
        if len(words) >= lengths.sequence:
            share = float(np.mean(own >= lengths.stretch))
        else:
            whole = bool((own >= len(words)).all()) and (own.max() > len(words) + 1 or unused.has_line(words))
            share = float(whole)
        if share >= _LEAST_SHARE:
            shares[number] = share
            unused.use(words)
    return shares


class _Unused:
    """What of the gold text no block has been matched with yet."""

    def __init__(self, gold: str, wanted: Words, length: int) -> None:
        self._length = length
        self._sequences = Counter(self._cut(wanted))
        self._lines = Counter(" ".join(words_of(line)) for line in gold.splitlines())

    def _cut(self, words: Words) -> list[tuple[str, ...]]:
        return list(zip(*(words[start:] for start in range(self._length)), strict=False))

    def has_line(self, words: Words) -> bool:
        return self._lines[" ".join(words)] > 0

    def use(self, words: Words) -> None:
        self._sequences.subtract(self._cut(words))
        self._lines[" ".join(words)] -= 1

    def take(self, words: Words) -> float:
        """The share of a block that is left in the gold text; if it is most of the block, it is used up."""
        sequences = self._cut(words)
        if not sequences:
            return self._take_line(words)
        is_found = np.zeros(len(words), dtype=np.bool_)
        taken: Counter[tuple[str, ...]] = Counter()
        for start, sequence in enumerate(sequences):
            if self._sequences.get(sequence, 0) > taken[sequence]:
                taken[sequence] += 1
                is_found[start : start + self._length] = True
        share = float(is_found.mean())
        if share >= _LEAST_SHARE:
            self._sequences.subtract(taken)
        return share

    def _take_line(self, words: Words) -> float:
        if not words or not self.has_line(words):
            return 0.0
        self._lines[" ".join(words)] -= 1
        return 1.0
