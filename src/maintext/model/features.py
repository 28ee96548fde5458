"""Page -> a row of numbers a block: what the learned extractor judges by. Training and use share this code.

    Features(page, tables).first()           the columns of names.FEATURES
    Features(page, tables).content(p)        those of names.TYPE_NUMBERS that are about likely content
    Features(page, tables).second(p, ...)    those of names.CONTEXT; both given the first stage's probabilities p

The native core computes them; tests/model has a twin in NumPy that must agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext import _core

if TYPE_CHECKING:
    from maintext.model.word_tables import WordTables
    from maintext.page import Page


class Features:
    """The features of one page that has blocks."""

    __slots__ = ("_native",)

    def __init__(self, page: Page, tables: WordTables) -> None:
        self._native = _core.Features(page, tables.native)

    def first(self) -> NDArray[np.float32]:
        """A row a block, a column a name of FEATURES; by column in memory."""
        return self._native.first()

    def content(self, first: NDArray[np.float32]) -> NDArray[np.float32]:
        """Given a probability a block: how much is likely content, and the mean over it of each column of `first()`
        that has a number a block."""
        return self._native.content(first)

    def second(
        self, first: NDArray[np.float32], chosen: NDArray[np.int64], whole: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """A row a block: the chosen columns of `first()`, the columns of CONTEXT given a probability a block, and
        numbers that are the same for every block."""
        return self._native.second(first, chosen, whole)
