"""(labels, labels of the same pages by somebody else) -> how far they agree, and where they do not.

    f1       words that both call content, twice, over the words that either does; the mean over pages
    kappa    Cohen's: how often two words have the same letter, beyond what the shares of letters give by chance

Words are weights: a paragraph counts more than a button. Where the blocks of a page differ (another version of the
scanner), the second labels are aligned with the first; blocks without a counterpart do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from maintext.corpus.block_labels import UNKNOWN, align_hashes
from maintext.corpus.label_files import LabelledBlocks
from maintext.errors import LabelError
from maintext.label.ranges import to_ranges

CONTENT = "C"

Pairs = Counter[tuple[str, str]]
"""Words by the letters that the first and the second labels give them."""


@dataclass(frozen=True)
class PageAgreement:
    """Two opinions about one page."""

    name: str
    words: Pairs
    blocks: Mapping[tuple[str, str], str]
    """The blocks on which they differ, as ranges, by both letters."""

    @property
    def f1(self) -> float:
        """Of the content, by words; 1 if both find none."""
        return letter_f1(self.words, CONTENT)

    @property
    def n_different(self) -> int:
        """Words with two letters."""
        return sum(count for (one, other), count in self.words.items() if one != other)


@dataclass(frozen=True)
class Agreement:
    """Two opinions about many pages."""

    pages: list[PageAgreement]
    n_single: int
    """Pages that only one of the two has."""

    @property
    def words(self) -> Pairs:
        """Words of all pages together."""
        return sum((page.words for page in self.pages), Counter())

    @property
    def f1(self) -> float:
        """The mean of the pages' F1."""
        return sum(page.f1 for page in self.pages) / len(self.pages)

    @property
    def kappa(self) -> float:
        """Cohen's kappa of all words."""
        return kappa(self.words)

    def to_text(self, n_worst: int = 10) -> str:
        """A report for people, with the pages that differ most."""
        words = self.words
        n_words = sum(words.values())
        lines = [
            f"pages labelled twice: {len(self.pages):,} ({n_words:,} words), once: {self.n_single:,}",
            f"F1 of content by words, mean over pages: {self.f1:.3f}",
            f"kappa of all letters by words: {self.kappa:.3f}",
        ]
        lines += [f"F1 of {letter}, all words together: {letter_f1(words, letter):.3f}" for letter in _letters(words)]
        worst = sorted(self.pages, key=lambda page: (page.f1, -page.n_different, page.name))
        worst = [page for page in worst if page.n_different][:n_worst]
        for page in worst:
            lines.append(f"{page.name}: F1 {page.f1:.3f}, {page.n_different:,} words differ")
            lines += [f"    {one} or {other}: {ranges}" for (one, other), ranges in page.blocks.items()]
        return "\n".join(lines)


def agreement(first: Mapping[str, LabelledBlocks], second: Mapping[str, LabelledBlocks]) -> Agreement:
    """Compares the labels of the pages that both have."""
    names = sorted(first.keys() & second.keys())
    if not names:
        raise LabelError(f"none of {len(first):,} and {len(second):,} labelled pages is in both")
    return Agreement([_compared(first[name], second[name]) for name in names], len(first.keys() ^ second.keys()))


def letter_f1(words: Pairs, letter: str) -> float:
    """F1 of one letter: words that both give it, twice, over all that either gives it."""
    n_first = sum(count for (one, _), count in words.items() if one == letter)
    n_second = sum(count for (_, other), count in words.items() if other == letter)
    return 2 * words[letter, letter] / (n_first + n_second) if n_first + n_second else 1.0


def kappa(words: Pairs) -> float:
    """Cohen's kappa; 1 if all words have one letter, since there is nothing to disagree about.

    >>> kappa(Counter({("C", "C"): 40, ("O", "O"): 40, ("C", "O"): 10, ("O", "C"): 10}))
    0.6
    """
    n_words = sum(words.values())
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for (one, other), count in words.items():
        first[one] += count
        second[other] += count
    by_chance = sum(first[letter] * second[letter] for letter in first) / max(1, n_words) ** 2
    observed = sum(count for (one, other), count in words.items() if one == other) / max(1, n_words)
    return round((observed - by_chance) / (1 - by_chance), 12) if by_chance < 1 else 1.0


def _compared(first: LabelledBlocks, second: LabelledBlocks) -> PageAgreement:
    others = align_hashes(second.labels, first.labels.hashes).letters
    words: Pairs = Counter()
    marks: dict[tuple[str, str], list[str]] = {}
    for row, (one, other, n_words) in enumerate(zip(first.labels.letters, others, first.n_words, strict=True)):
        if other == UNKNOWN:
            continue
        words[one, other] += n_words
        if one != other:
            marks.setdefault((one, other), ["O"] * len(others))[row] = CONTENT
    blocks = {letters: to_ranges("".join(rows))[CONTENT] for letters, rows in sorted(marks.items())}
    return PageAgreement(first.name, words, blocks)


def _letters(words: Pairs) -> list[str]:
    return sorted({letter for pair in words for letter in pair})
