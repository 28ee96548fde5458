"""Records -> what they show in the same way: a value and its element for each record, one list per way of showing it.

Authors and dates are chosen among these groups, by how likely all values of a group together are names or dates.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from maintext.page import Page
    from tests.shapes.twin.posts.records import Record

MAX_GROUPS = 300
"""Ways of showing something that are compared, in the order of the page."""
MAX_RUNS = 2_000
"""Pieces of text of a record that are read: names and dates are among the first."""
LEAST_RECORDS = 0.6
"""Share of the records that must show a name or a date in the same way."""


class Fact(NamedTuple):
    """A value of a record and the element that shows it."""

    text: str
    row: int


Facts = list["Fact | None"]


def run_spans(page: Page, records: list[Record]) -> list[tuple[int, int]]:
    """Of each record: its first piece of text, and the one after the last that is read."""
    first_runs = page.blocks.first_run
    starts = first_runs[[record.first_block for record in records]].tolist()
    stops = [
        first_runs.item(record.stop_block) if record.stop_block < len(first_runs) else len(page.runs)
        for record in records
    ]
    return [(start, min(stop, start + MAX_RUNS)) for start, stop in zip(starts, stops, strict=True)]


def best_facts(
    page: Page, rows_of: list[list[int]], shown: dict[int, str], score: Callable[[list[Fact], int], float]
) -> Facts:
    """The facts of the best group; where it has none, those of the next best. `shown` has the text of each element,
    `score` is asked how good the facts of a group are, of so many records."""
    n_records = len(rows_of)
    groups = _groups(page, rows_of, shown)
    scored = [(score(list(group.values()), n_records), group) for group in groups]
    found: Facts = [None] * n_records
    for own_score, group in sorted(scored, key=lambda pair: -pair[0]):
        if own_score <= 0:
            break
        for index, fact in group.items():
            found[index] = found[index] or fact
    return found


def _groups(page: Page, rows_of: list[list[int]], shown: dict[int, str]) -> list[dict[int, Fact]]:
    """Facts by how they are shown: by signature of element and parent, and by that of the element; of each record, by
    its number, the first one."""
    signatures = page.elements.signature
    groups: dict[tuple[int, int], dict[int, Fact]] = {}
    flat = np.array([row for rows in rows_of for row in rows], dtype=np.intp)
    if not len(flat):
        return []
    indexes = [index for index, rows in enumerate(rows_of) for _ in rows]
    own, around = signatures[flat].tolist(), signatures[page.elements.parent[flat]].tolist()
    facts: dict[int, Fact] = {}
    for row, index, signature, parent in zip(flat.tolist(), indexes, own, around, strict=True):
        words = page.words_of(row).tolist()
        keys = [(signature, parent), (signature, 0), *([(sum(words) * 31 % 2**64, 1)] if words else [])]
        for key in keys:
            group = groups.get(key)
            if group is None:
                if len(groups) >= MAX_GROUPS:
                    continue
                group = groups[key] = {}
            if index not in group:
                fact = facts.get(row)
                if fact is None:
                    fact = facts[row] = Fact(shown[row], row)
                group[index] = fact
    return list(groups.values())
