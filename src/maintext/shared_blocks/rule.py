"""The number of pages that have a block -> whether the pages of the site share it.

A block is shared, and so is not the content of any page, if

    n_with >= minimum   and   n_with >= threshold * n_pages

where n_pages is the number of the site's pages and n_with the number of those that have the block, each page counted
once. This module is the only place that states the rule.

A text that is common on a site is not always boilerplate, so two kinds of blocks are counted again under further keys
with stricter limits; `spared_blocks` decides by them which shared blocks stay. The two lowest bits of a key are its
kind:

    0   every block and every template: `threshold` and `minimum`
    1   prose: `prose`. Prose on fewer pages may be a quotation
    3   blocks of some length: `everywhere`. A block on fewer pages may be a page's own paragraph

The comparison uses integers, with the shares in millionths, so that Python, NumPy, SQLite, DuckDB and Spark agree on
every block:

>>> Rule().least_pages(200), Rule().least_pages(50), Rule().least_pages(200, PROSE), Rule().least_pages(50, EVERYWHERE)
(6, 3, 60, 40)
>>> print(Rule(minimum=2, prose=0.03, everywhere=0.03).to_sql())
n_with >= CASE key & 3 WHEN 3 THEN 10 ELSE 2 END AND n_with * 1000000 >= n_pages * 30000
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext.errors import MatchingError

BLOCK, PROSE, EVERYWHERE = 0, 1, 3
"""Kinds of keys."""
MILLION = 1_000_000
EVERYWHERE_MINIMUM = 10
"""On fewer pages it may be chance that all of them have a text: ten reports of one news agency."""

Compared: TypeAlias = Literal["positions", "texts"]
"""What makes two blocks the same: their text and their position on the page, or their text alone, as in the paper."""


@dataclass(frozen=True)
class Rule:
    """When the pages of a site share a block."""

    threshold: float = 0.03
    """Share of the site's pages: a block on fewer is content. The paper's 3 %."""
    minimum: int = 3
    """Number of pages: a block on fewer is content, however small the site is."""
    prose: float = 0.3
    """The threshold for long prose: on a smaller share of the pages it is a quotation and stays."""
    everywhere: float = 0.8
    """The share of the pages, ten at least, that must have a block to drop it even between a page's own paragraphs."""
    compared: Compared = "positions"

    def __post_init__(self) -> None:
        for name in ("threshold", "prose", "everywhere"):
            if not 0 <= (share := getattr(self, name)) <= 1:
                raise MatchingError(f"{name} must be a share of the pages from 0 to 1, got {share}")
        if self.minimum < 2:
            raise MatchingError(f"minimum must be at least 2 pages, got {self.minimum}")
        if self.compared not in ("positions", "texts"):
            raise MatchingError(f"compared must be 'positions' or 'texts', got {self.compared!r}")

    def is_shared(self, key: NDArray[np.int64], n_with: NDArray[np.int64], n_pages: int) -> NDArray[np.bool_]:
        """For each key, whether the pages of the site share it."""
        kind = key & 3
        millionths = np.select(
            [kind == PROSE, kind == EVERYWHERE],
            [_millionths(self.prose), _millionths(self.everywhere)],
            _millionths(self.threshold),
        )
        minimum = np.where(kind == EVERYWHERE, self._least_everywhere, self.minimum)
        return np.asarray((n_with >= minimum) & (n_with * MILLION >= n_pages * millionths))

    def least_pages(self, n_pages: int, kind: int = BLOCK) -> int:
        """The smallest number of pages that share a key of that kind, on a site of `n_pages` pages."""
        share = {PROSE: self.prose, EVERYWHERE: self.everywhere}.get(kind, self.threshold)
        minimum = self._least_everywhere if kind == EVERYWHERE else self.minimum
        return max(minimum, -(-_millionths(share) * n_pages // MILLION))

    def to_sql(self, key: str = "key", n_with: str = "n_with", n_pages: str = "n_pages") -> str:
        """The rule as a condition over three columns of integers, in SQL that every engine reads."""
        shares = [_millionths(share) for share in (self.prose, self.everywhere, self.threshold)]
        cases = "CASE {} & 3 WHEN 1 THEN {} WHEN 3 THEN {} ELSE {} END".format(key, *shares)
        millionths = cases if len(set(shares)) > 1 else str(shares[0])
        minimum = f"CASE {key} & 3 WHEN 3 THEN {self._least_everywhere} ELSE {self.minimum} END"
        return f"{n_with} >= {minimum} AND {n_with} * {MILLION} >= {n_pages} * {millionths}"

    @property
    def _least_everywhere(self) -> int:
        return max(self.minimum, EVERYWHERE_MINIMUM)


RULES = {"default": Rule(), "paper": Rule(minimum=2, compared="texts")}
"""`paper` is extracted content matching as published: equal texts, on two pages and 3 % of them, with no exceptions."""


def find_rule(rule: Rule | str, threshold: float | None = None, minimum: int | None = None) -> Rule:
    """A rule, or the one of that name, with another threshold or minimum if one is given."""
    if isinstance(rule, str):
        if rule not in RULES:
            raise MatchingError(f"unknown rule {rule!r}: expected one of {', '.join(RULES)}")
        rule = RULES[rule]
    if threshold is not None:
        rule = replace(rule, threshold=threshold)
    return rule if minimum is None else replace(rule, minimum=minimum)


def _millionths(share: float) -> int:
    return round(share * MILLION)
