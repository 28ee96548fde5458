"""Context -> columns about items: elements with at least two more like them beside them, as in a list, a thread, a
grid of products. The nearest around each block, and the next one further out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.model.twin.blocks import last_marked
from tests.model.twin.context import Context
from tests.model.twin.facts import Floats, nearest_marked
from tests.model.twin.names import ITEM

LEAST_ITEMS = 3


@dataclass(frozen=True, eq=False)
class Group:
    """Rows of elements that are alike and have one parent."""

    items: list[int]
    words: float
    mass: float
    link_words: float
    means: Floats
    """One an item."""
    start: int
    """The first block of any of them."""


def group_columns(context: Context, template: NDArray[np.intp]) -> Iterator[Floats]:
    """In the order of ITEM, for the nearest item and for the next."""
    facts = context.facts
    parents = facts.page.elements.parent
    group_of = _read_groups(context)
    is_item = np.isin(np.arange(len(parents)), list(group_of))
    nearest = nearest_marked(facts.page, is_item)
    items = nearest[facts.element]
    for _ in range(2):
        columns = _column_means(context, [group_of.get(item) for item in items.tolist()], template)
        table = np.full((len(ITEM), len(items)), np.nan)
        for rank in np.flatnonzero(is_item[items]).tolist():
            item = int(items[rank])
            group = group_of[item]
            numbers = [*_of_item(context, group, rank, item), *_of_heading(context, group)]
            expected_f1 = 2 * group.mass / (group.words + context.total_mass)
            table[:, rank] = [*numbers, group.start / context.n_blocks, columns[rank], expected_f1]
        yield from table
        items = nearest[np.maximum(parents[items], 0)]


def _read_groups(context: Context) -> dict[int, Group]:
    """The group of each element that is an item."""
    elements = context.facts.page.elements
    alike: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row, key in enumerate(zip(elements.parent.tolist(), elements.signature.tolist(), strict=True)):
        if elements.stop_block[row] > elements.first_block[row] and key[0] >= 0:
            alike[key].append(row)
    groups = [_group(context, rows) for rows in alike.values() if len(rows) >= LEAST_ITEMS]
    return {row: group for group in groups for row in group.items}


def _group(context: Context, rows: list[int]) -> Group:
    facts = context.facts
    return Group(
        items=rows,
        words=float(context.held_words[rows].sum()),
        mass=float(context.held_mass[rows].sum()),
        link_words=float(facts.held(facts.sums.link_words)[rows].sum()),
        means=context.held_mean[rows],
        start=int(facts.page.elements.first_block[rows].min()),
    )


def _of_item(context: Context, group: Group, rank: int, item: int) -> Iterator[float]:
    facts = context.facts
    words, mass = float(context.held_words[item]), float(context.held_mass[item])
    first = int(facts.page.elements.first_block[item])
    n_blocks = int(facts.page.elements.stop_block[item]) - first
    n_items = len(group.items)
    group_words = max(group.words, 1)
    yield context.held_mean[item]
    yield np.log1p(words)
    yield n_blocks
    yield facts.held(facts.sums.link_words)[item] / max(words, 1)
    yield group.mass / group_words
    yield group.means.mean()
    yield np.sqrt(max((group.means**2).mean() - group.means.mean() ** 2, 0))
    yield (group.means > 0.5).mean()
    yield np.log1p(n_items)
    yield group.words / context.page_words
    yield group.mass / context.total_mass
    yield group.link_words / group_words
    yield np.log1p(group.words / n_items)
    yield (group.items.index(item) + 0.5) / n_items
    yield (rank - first) / n_blocks
    yield (group.mass - mass) / max(group.words - words, 1)


def _of_heading(context: Context, group: Group) -> tuple[float, float, float]:
    """The last heading before the group: its first probability, the odds of its words, how far up it is."""
    before = last_marked(context.facts.is_heading)[: group.start]
    if not len(before) or before[-1] < 0:
        return np.nan, np.nan, 99
    heading = int(before[-1])
    return float(context.logit[heading]), float(context.odds[heading]), group.start - heading


def _column_means(context: Context, groups: list[Group | None], template: NDArray[np.intp]) -> Floats:
    """The mean of the blocks of one template within one group: a column, if the items were the rows of a table."""
    keys = [(id(group), number) for group, number in zip(groups, template.tolist(), strict=True)]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    column = np.array([numbers[key] for key in keys])
    return np.asarray((np.bincount(column, context.mass) / np.bincount(column, context.facts.words))[column])
