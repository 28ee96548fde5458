"""What training learns about words, as tables in which a page's words are looked up.

    class words   the words of class, id, role and itemprop attributes: how much of the text in such elements is
                  content, and which of the groups of class_groups.txt they belong to
    text words    the words that blocks begin with: how often short blocks with them are content
    tags          how much of the text directly in such elements is content

All are log-odds against the average, 0 for unknown words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.errors import ModelError

if TYPE_CHECKING:
    from maintext.page import Page

CLASS_BITS = 18
"""Bits of the number of a class word: enough that few of the words of a page share one with a known word."""
TEXT_BITS = 16
"""Bits of the number of a text word, as `Page.first_words` gives it."""
SCALE = 16.0
"""Log-odds are kept in sixteenths, as whole numbers of a byte."""


@dataclass(frozen=True, eq=False)
class WordTables:
    """Log-odds and groups by the number of a word."""

    class_odds: NDArray[np.float32]
    class_groups: NDArray[np.uint64]
    text_odds: NDArray[np.float32]
    is_common: NDArray[np.bool_]
    """Whether a text word is one that most texts have."""
    tag_odds: NDArray[np.float32]
    native: _core.WordTables = field(init=False)

    def __post_init__(self) -> None:
        try:
            native = _core.WordTables(
                (self.class_odds, self.class_groups), (self.text_odds, self.is_common), self.tag_odds
            )
        except (ValueError, TypeError) as error:
            raise ModelError(f"the arrays are not tables of words: {error}") from error
        object.__setattr__(self, "native", native)

    def __reduce__(self) -> tuple[type[WordTables], tuple[NDArray[Any], ...]]:
        return WordTables, (self.class_odds, self.class_groups, self.text_odds, self.is_common, self.tag_odds)

    def features(self, page: Page) -> _core.Features:
        """The columns of both stages for a page that has blocks; for training."""
        return _core.Features(page, self.native)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> WordTables:
        """The tables of a model file."""
        odds = {name: _odds(arrays, name, size) for name, size in _SIZES.items()}
        groups = _read(arrays, "class_groups", 2**CLASS_BITS, "u")
        common = _read(arrays, "is_common", 2**TEXT_BITS, "b")
        return cls(**odds, class_groups=groups.astype(np.uint64, copy=False), is_common=common)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        arrays: dict[str, NDArray[Any]] = {name: quantised(getattr(self, name)) for name in _SIZES}
        return {**arrays, "class_groups": self.class_groups, "is_common": self.is_common}


_SIZES = {"class_odds": 2**CLASS_BITS, "text_odds": 2**TEXT_BITS, "tag_odds": 256}


def class_numbers(words: NDArray[np.uint64]) -> NDArray[np.intp]:
    """The numbers of the words of `Page.words` in the tables."""
    folded = (words ^ (words >> np.uint64(31))) & np.uint64(2**CLASS_BITS - 1)
    return folded.view(np.int64).astype(np.intp, copy=False)


def quantised(odds: NDArray[np.floating[Any]]) -> NDArray[np.int8]:
    """Log-odds in the form of a model file."""
    steps: NDArray[np.int8] = np.clip(np.rint(odds * SCALE), -127, 127).astype(np.int8)
    return steps


def _odds(arrays: Mapping[str, NDArray[Any]], name: str, size: int) -> NDArray[np.float32]:
    # SCALE is a power of two, so the product is exact.
    odds: NDArray[np.float32] = np.multiply(_read(arrays, name, size, "i"), np.float32(1 / SCALE), dtype=np.float32)
    return odds


def _read(arrays: Mapping[str, NDArray[Any]], name: str, size: int, kind: str) -> NDArray[Any]:
    array = arrays.get(name)
    if array is None or array.shape != (size,) or array.dtype.kind != kind:
        found = "is missing" if array is None else f"is {array.shape} of {array.dtype}"
        raise ModelError(f"{name} {found}, expected {size} integers")
    return array
