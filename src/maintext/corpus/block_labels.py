"""(letters with hashes of block texts, blocks of a page) -> a letter per block.

Labels are stored without the page's text: each block has its letter and a short hash of its text. The hash ignores
white space and case, so it survives a scanner that joins words differently. When the scanner cuts blocks differently,
stored and present hashes are aligned in order, like the lines of two versions of a file.

>>> labels = BlockLabels.of("OTCC", ["Home", "Rain", "It rained.", "It stopped."])
>>> align(labels, ["Home", "News", "Rain", "It rained. It stopped."])
AlignedLabels(letters='O?TC', n_letters=4, n_aligned=4)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import blake2b

from maintext.errors import CorpusError

LETTERS = {
    "T": "headline",
    "C": "content",
    "M": "facts about the content",
    "R": "readers' comments",
    "O": "other",
}
"""Every letter and its meaning."""
UNKNOWN = "?"
"""Stands for the letter of a block that the labels do not know."""

HASH_DIGITS = 6
# 24 bits per block: a page has a few hundred blocks and the alignment keeps their order, so a chance collision moves
# nothing. A longer hash would double the size of the files and would make short texts easier to guess.

_MOST_PAIRS = 20_000_000
"""Pairs of equal hashes beyond which the alignment ignores frequent hashes: without this bound, two pages of 30,000
equal blocks would take minutes."""


@dataclass(frozen=True)
class BlockLabels:
    """The letters of a page's blocks, in the order in which they were labelled."""

    letters: str
    hashes: tuple[str, ...]

    def __post_init__(self) -> None:
        if unknown := set(self.letters) - LETTERS.keys():
            raise CorpusError(f"unknown letters {', '.join(sorted(unknown))}; expected {', '.join(LETTERS)}")
        if len(self.letters) != len(self.hashes):
            raise CorpusError(f"{len(self.letters):,} letters, but {len(self.hashes):,} hashes of blocks")

    @classmethod
    def of(cls, letters: str, texts: Sequence[str]) -> BlockLabels:
        """Labels of blocks whose texts are at hand."""
        return cls(letters, tuple(map(text_hash, texts)))


@dataclass(frozen=True)
class AlignedLabels:
    """Labels as they fit the blocks of a page today."""

    letters: str
    """One letter per block of the page; UNKNOWN where the labels do not know the block."""
    n_letters: int
    """Letters that the labels have."""
    n_aligned: int
    """Letters whose block was found, or whose whole stretch of blocks has one letter and was found cut differently."""

    @property
    def share(self) -> float:
        """Aligned letters among all."""
        return self.n_aligned / self.n_letters if self.n_letters else 1.0

    def text(self, texts: Sequence[str], letters: str = "C") -> str:
        """The text of all blocks with one of these letters, a blank line between blocks."""
        return "\n\n".join(text for text, letter in zip(texts, self.letters, strict=True) if letter in letters)


def text_hash(text: str) -> str:
    """The hash of a text, the same on every machine; white space and case do not count.

    >>> text_hash("Rain stopped") == text_hash("rain  STOPPED") != text_hash("Rain")
    True
    """
    normalised = "".join(text.split()).casefold()
    return blake2b(normalised.encode("utf-8", "surrogatepass"), digest_size=HASH_DIGITS // 2).hexdigest()


def align(labels: BlockLabels, texts: Sequence[str]) -> AlignedLabels:
    """Gives each block of a page the letter that the labels have for it."""
    return align_hashes(labels, tuple(map(text_hash, texts)))


def align_hashes(labels: BlockLabels, present: tuple[str, ...]) -> AlignedLabels:
    """The same for blocks of which only the hashes are known."""
    if present == labels.hashes:
        return AlignedLabels(labels.letters, len(present), len(present))
    letters = [UNKNOWN] * len(present)
    n_aligned = 0
    for tag, old_start, old_stop, start, stop in _differences(labels.hashes, present):
        stretch = labels.letters[old_start:old_stop]
        if tag == "equal":
            letters[start:stop] = stretch
        elif tag == "replace" and len(set(stretch)) == 1:
            # Blocks that were cut differently: one letter for all of them fits whatever the new cut is.
            letters[start:stop] = stretch[0] * (stop - start)
        else:
            continue
        n_aligned += len(stretch)
    return AlignedLabels("".join(letters), len(labels.letters), n_aligned)


def _differences(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """What is equal and what was replaced, as `difflib` names it; equal ends are cut off first, which is most."""
    head = _n_equal(old, new)
    tail = min(_n_equal(old[::-1], new[::-1]), len(old) - head, len(new) - head)
    middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    yield "equal", 0, head, 0, head
    for tag, old_start, old_stop, start, stop in _matcher(middle, new_middle).get_opcodes():
        yield tag, old_start + head, old_stop + head, start + head, stop + head
    yield "equal", len(old) - tail, len(old), len(new) - tail, len(new)


def _matcher(old: Sequence[str], new: Sequence[str]) -> SequenceMatcher[str]:
    n_old, n_new = Counter(old), Counter(new)
    n_pairs = sum(count * n_new[key] for key, count in n_old.items())
    return SequenceMatcher(None, old, new, autojunk=n_pairs > _MOST_PAIRS)


def _n_equal(old: Sequence[str], new: Sequence[str]) -> int:
    return next(
        (row for row, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )
