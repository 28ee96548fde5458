r"""(leaves of a page, gold text) -> which leaves are main content.

The leaf paper's Algorithm 1: a leaf is content if its text is in the gold text. Taken literally that fails
both ways, so three things are forgiven or asked for here:
* Words are compared, not characters: gold has its own white space, quotes and dashes.
* A leaf of few words ("Share", "2") is in any long text by chance. It counts if it is a line of the gold, or
  if its neighbour there is its neighbour on the page.
* A long leaf that differs from the gold in places (a typist's change, a character lost) counts if half of
  its four-word sequences are in the gold.

>>> is_content(["Home", "Rain stopped.", "People came home."], "Rain stopped.\nPeople came home.").tolist()
[False, True, True]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_IDEOGRAPH = "[\u3040-\u30ff\u3400-\u9fff]"
# Scripts that write without spaces: each character is a word.
_WORD = re.compile(rf"{_IDEOGRAPH}|(?:(?!{_IDEOGRAPH})\w)+")
_FEW_WORDS = 4
_LEAST_SHARE = 0.5
_LEAST_WORDS_FOR_SHARE = 8
_NEIGHBOUR_WORDS = 3
_SEQUENCE_WORDS = 4


def words_of(text: str) -> list[str]:
    """The words of a text, lower case."""
    return _WORD.findall(text.lower())


@dataclass(frozen=True)
class _Gold:
    text: str
    """The words, a space around each."""
    lines: frozenset[str]
    sequences: frozenset[tuple[str, ...]]

    def has(self, words: list[str]) -> bool:
        return bool(words) and f" {' '.join(words)} " in self.text

    def share(self, words: list[str]) -> float:
        sequences = _sequences(words)
        return sum(sequence in self.sequences for sequence in sequences) / max(1, len(sequences))


def is_content(texts: Sequence[str], gold: str) -> NDArray[np.bool_]:
    """Whether each text, in the order of the page, is in the gold text."""
    wanted = words_of(gold)
    lines = frozenset(" ".join(words_of(line)) for line in gold.splitlines())
    found = _Gold(f" {' '.join(wanted)} ", lines, frozenset(_sequences(wanted)))
    leaves = [words_of(text) for text in texts]
    around = zip([[], *leaves[:-1]], leaves, [*leaves[1:], []], strict=True)
    return np.array([_is_in(found, *three) for three in around] if leaves else [], dtype=np.bool_)


def _is_in(gold: _Gold, before: list[str], words: list[str], after: list[str]) -> bool:
    if not gold.has(words):
        return len(words) >= _LEAST_WORDS_FOR_SHARE and gold.share(words) >= _LEAST_SHARE
    if len(words) >= _FEW_WORDS or " ".join(words) in gold.lines:
        return True
    with_before = before[-_NEIGHBOUR_WORDS:] + words
    with_after = words + after[:_NEIGHBOUR_WORDS]
    return (bool(before) and gold.has(with_before)) or (bool(after) and gold.has(with_after))


def _sequences(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(_SEQUENCE_WORDS)), strict=False))
