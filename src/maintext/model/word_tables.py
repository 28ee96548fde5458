"""What training learns about words, as tables in which a page's words are looked up.

    class words   the words of class, id, role and itemprop attributes and of the names of custom elements: how much of
                  the text in such elements is content, and which of the groups of class_groups.txt they belong to
    text words    the words that blocks begin with: how often short blocks with them are content
    tags          how much of the text directly in such elements is content

All are log-odds against the average, 0 for unknown words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from maintext import _core
from maintext.errors import ModelError
from maintext.trained.stored_arrays import StoredArray

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.page import Page

CLASS_BITS = 18
"""Bits of the number of a class word: enough that few of the words of a page share one with a known word."""
TEXT_BITS = 16
"""Bits of the number of a text word, as `Page.first_words` gives it."""
SCALE = 16.0
"""Log-odds are kept in sixteenths, as whole numbers of a byte."""


class WordTables:
    """Log-odds and groups by the number of a word."""

    stored: dict[str, StoredArray]
    """The tables as a model file has them."""
    native: _core.WordTables

    def __init__(self, stored: dict[str, StoredArray]) -> None:
        self.stored = stored
        class_words = (stored["class_odds"], stored["class_groups"])
        text_words = (stored["text_odds"], stored["is_common"])
        try:
            self.native = _core.WordTables(class_words, text_words, stored["tag_odds"])
        except (ValueError, TypeError) as error:
            raise ModelError(f"the arrays are not tables of words: {error}") from error

    def __reduce__(self) -> tuple[type[WordTables], tuple[dict[str, StoredArray]]]:
        return WordTables, (self.stored,)

    @cached_property
    def class_odds(self) -> NDArray[np.float32]:
        """By the number of a class word."""
        return self._odds("class_odds")

    @cached_property
    def text_odds(self) -> NDArray[np.float32]:
        """By the number of a text word."""
        return self._odds("text_odds")

    @cached_property
    def tag_odds(self) -> NDArray[np.float32]:
        """By the number of a tag."""
        return self._odds("tag_odds")

    @property
    def class_groups(self) -> NDArray[np.uint64]:
        """By the number of a class word: a bit for each group that it belongs to."""
        return self.stored["class_groups"].array

    @property
    def is_common(self) -> NDArray[np.bool_]:
        """Whether a text word is one that most texts have."""
        return self.stored["is_common"].array

    def _odds(self, name: str) -> NDArray[np.float32]:
        # SCALE is a power of two, so the quotient is exact.
        odds: NDArray[np.float32] = (self.stored[name].array / SCALE).astype("float32")
        odds.setflags(write=False)
        return odds

    def features(self, page: Page) -> _core.Features:
        """The columns of both stages for a page that has blocks; for training."""
        return _core.Features(page, self.native)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, StoredArray]) -> WordTables:
        """The tables of a model file; an error says what is wrong with them."""
        for name, size in _SIZES.items():
            _check(arrays, name, size, "i")
        _check(arrays, "class_groups", 2**CLASS_BITS, "u")
        _check(arrays, "is_common", 2**TEXT_BITS, "b")
        return cls({name: arrays[name] for name in (*_SIZES, "class_groups", "is_common")})

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        return {name: stored.array for name, stored in self.stored.items()}


_SIZES = {"class_odds": 2**CLASS_BITS, "text_odds": 2**TEXT_BITS, "tag_odds": 256}


def class_numbers(words: NDArray[np.uint64]) -> NDArray[np.intp]:
    """The numbers of the words of `Page.words` in the tables."""
    import numpy as np

    folded = (words ^ (words >> np.uint64(31))) & np.uint64(2**CLASS_BITS - 1)
    return folded.view(np.int64).astype(np.intp, copy=False)


def quantised(odds: NDArray[np.floating[Any]]) -> NDArray[np.int8]:
    """Log-odds in the form of a model file."""
    import numpy as np

    steps: NDArray[np.int8] = np.clip(np.rint(odds * SCALE), -127, 127).astype(np.int8)
    return steps


def _check(arrays: Mapping[str, StoredArray], name: str, size: int, kind: str) -> None:
    stored = arrays.get(name)
    if stored is None or stored.shape != (size,) or stored.dtype[1] != kind:
        found = "is missing" if stored is None else f"is {stored.shape} of {stored.dtype}"
        raise ModelError(f"{name} {found}, expected {size} integers")
