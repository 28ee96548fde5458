"""(kept text, gold text) -> the tokens that metrics compare, each made once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from maintext.evaluate.tokens import pieces, words


@dataclass(frozen=True, eq=False)
class Pair:
    """What an extractor kept of a page, and what it should have kept."""

    kept: str
    gold: str
    must_keep: tuple[str, ...] = ()
    must_drop: tuple[str, ...] = ()

    @cached_property
    def kept_words(self) -> list[str]:
        """Words of the kept text, as they are written."""
        return words(self.kept)

    @cached_property
    def gold_words(self) -> list[str]:
        """Words of the gold text, as they are written."""
        return words(self.gold)

    @cached_property
    def kept_bag(self) -> Counter[str]:
        """How often each word was kept, case aside."""
        return Counter(words(self.kept.lower()))

    @cached_property
    def gold_bag(self) -> Counter[str]:
        """How often each word is in the gold text, case aside."""
        return Counter(words(self.gold.lower()))

    @cached_property
    def kept_pieces(self) -> Counter[str]:
        """How often each piece between spaces was kept."""
        return Counter(pieces(self.kept))

    @cached_property
    def gold_pieces(self) -> Counter[str]:
        """How often each piece between spaces is in the gold text."""
        return Counter(pieces(self.gold))

    @cached_property
    def numbered(self) -> tuple[list[int], list[int]]:
        """Both word sequences, case aside, with a number for each word: comparing numbers is cheap."""
        numbers: dict[str, int] = {}
        kept, gold = words(self.kept.lower()), words(self.gold.lower())
        return [numbers.setdefault(word, len(numbers)) for word in kept], [
            numbers.setdefault(word, len(numbers)) for word in gold
        ]
