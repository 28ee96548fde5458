"""(kept text, gold text) -> the tokens that metrics compare, each made once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from maintext.evaluate.tokens import words, words_and_marks


@dataclass(frozen=True, eq=False)
class Tokens:
    """A text and what it is made of."""

    text: str

    @cached_property
    def words(self) -> list[str]:
        """The words, as they are written."""
        return words(self.text)

    @cached_property
    def lower_words(self) -> list[str]:
        """The words in lower case."""
        return words(self.text.lower())

    @cached_property
    def bag(self) -> Counter[str]:
        """How often each word occurs, case aside."""
        return Counter(self.lower_words)

    @cached_property
    def marked(self) -> Counter[str]:
        """How often each word, as it is written, and each mark occurs."""
        return Counter(words_and_marks(self.text))


@dataclass(frozen=True, eq=False)
class Pair:
    """What an extractor kept of a page, and what it should have kept."""

    kept: Tokens
    gold: Tokens
    must_keep: tuple[str, ...] = ()
    must_drop: tuple[str, ...] = ()

    @classmethod
    def of(cls, kept: str, gold: str) -> Pair:
        """Two texts."""
        return cls(Tokens(kept), Tokens(gold))

    @cached_property
    def n_common_words(self) -> int:
        """Words in both, case and order aside."""
        return n_shared(self.kept.bag, self.gold.bag)

    @cached_property
    def numbered(self) -> tuple[list[int], list[int]]:
        """Both word sequences, case aside, with a number for each word: comparing numbers is cheap."""
        numbers: dict[str, int] = {}
        kept = [numbers.setdefault(word, len(numbers)) for word in self.kept.lower_words]
        gold = [numbers.setdefault(word, len(numbers)) for word in self.gold.lower_words]
        return kept, gold


def n_shared(first: Counter[str], second: Counter[str]) -> int:
    """Size of what two bags have in common.

    >>> n_shared(Counter("aab"), Counter("abb"))
    2
    """
    smaller, larger = sorted((first, second), key=len)
    return sum(min(count, larger[word]) for word, count in smaller.items() if word in larger)
