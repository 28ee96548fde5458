"""How many pages of a site have a block -> whether the site's pages share it.

The rule of extracted content matching stands here and nowhere else. A block is shared, so it is no page's
content, if

    n_with >= minimum   and   n_with >= threshold * n_pages

where n_pages counts the site's pages and n_with those that have the block, each page once however often it
has it. Prose is counted a second time, under a key whose lowest bit is set, and there `prose` is the threshold:
a press release that a few pages quote is shared, but not by so many; see `matching_quotes` for what follows.

The comparison is made in whole numbers, with thresholds in millionths, so that Python, NumPy, SQLite,
DuckDB and Spark give the same answer to the last block:

>>> Rule().least_pages(200), Rule().least_pages(50), Rule().least_pages(200, is_prose=True)
(6, 3, 60)
>>> Rule(prose=0.03).to_sql()
'n_with >= 3 AND n_with * 1000000 >= n_pages * (CASE WHEN (key & 1) = 1 THEN 30000 ELSE 30000 END)'
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.errors import MatchingError

MILLION = 1_000_000


@dataclass(frozen=True)
class Rule:
    """When a block is shared."""

    threshold: float = 0.03
    """Of the site's pages: a block on fewer is content. The paper's 3 %."""
    minimum: int = 3
    """Pages: a block on fewer is content, however few pages there are."""
    prose: float = 0.3
    """The threshold for prose of some length: on a smaller part of the pages it is a quotation. The paper does not
    tell them apart: `prose=threshold` is its rule."""

    def __post_init__(self) -> None:
        for name in ("threshold", "prose"):
            if not 0 <= (share := getattr(self, name)) <= 1:
                raise MatchingError(f"the {name} is a share of pages from 0 to 1, not {share}")
        if self.minimum < 2:
            raise MatchingError(f"a block is shared by 2 pages or more; the minimum can't be {self.minimum}")

    def is_shared(self, key: NDArray[np.int64], n_with: NDArray[np.int64], n_pages: int) -> NDArray[np.bool_]:
        """One a block: whether the site's pages share it."""
        least_millionths = np.where(key & 1 == 1, _millionths(self.prose), _millionths(self.threshold))
        return (n_with >= self.minimum) & (n_with * MILLION >= n_pages * least_millionths)

    def least_pages(self, n_pages: int, is_prose: bool = False) -> int:
        """On how many pages a block must be to be shared, on a site of so many."""
        share = _millionths(self.prose if is_prose else self.threshold)
        return max(self.minimum, -(-share * n_pages // MILLION))

    def to_sql(self, key: str = "key", n_with: str = "n_with", n_pages: str = "n_pages") -> str:
        """The rule as a condition over three columns of whole numbers, in SQL that every engine reads."""
        least_millionths = (
            f"CASE WHEN ({key} & 1) = 1 THEN {_millionths(self.prose)} ELSE {_millionths(self.threshold)} END"
        )
        return f"{n_with} >= {self.minimum} AND {n_with} * {MILLION} >= {n_pages} * ({least_millionths})"


def _millionths(share: float) -> int:
    return round(share * MILLION)
