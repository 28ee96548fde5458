"""Page -> features, slowly: what the native core must give, said again with NumPy and plain loops.

    Twin(page, tables).first()      a column a name of FEATURES
    Twin(page, tables).second(p)    a column a name of CONTEXT

The names are in `names`. They must be those that the native core declares, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.model.word_tables import WordTables
from maintext.page import Page
from tests.model.twin import names
from tests.model.twin.around import (
    class_columns,
    container_columns,
    neighbour_columns,
    repeated_columns,
    template_of,
)
from tests.model.twin.blocks import place_columns, text_columns
from tests.model.twin.context import Context
from tests.model.twin.facts import Columns, Floats, read_facts
from tests.model.twin.groups import group_columns
from tests.model.twin.published import published_columns
from tests.model.twin.said import read_said, said_columns
from tests.model.twin.whole import whole_numbers


class Twin:
    """The features of a page that has blocks."""

    def __init__(self, page: Page, tables: WordTables) -> None:
        self._facts = facts = read_facts(page, tables)
        self._template = template_of(facts)
        said = read_said(page)
        columns = self._columns = Columns(len(facts.words))
        columns.add(names.TEXT, text_columns(facts))
        columns.add(names.PLACE, place_columns(facts, tables.tag_odds))
        columns.add(names.CLASSES, class_columns(facts))
        columns.add(names.CONTAINERS, container_columns(facts, tables.tag_odds))
        columns.add(names.REPEATED, repeated_columns(facts, self._template))
        columns.add(names.NEIGHBOURS, neighbour_columns(facts, columns))
        columns.add(names.PUBLISHED, published_columns(facts))
        columns.add(names.SAID, said_columns(facts, said))
        columns.add(names.GROUPS, facts.distances.T)
        columns.add(names.WHOLE, whole_numbers(facts, said, columns))

    def first(self) -> NDArray[np.float32]:
        """A row a block, a column a name of FEATURES."""
        return self._stack(names.FEATURES, (self._columns[name] for name in names.FEATURES))

    def second(self, first: NDArray[np.float32]) -> NDArray[np.float32]:
        """A row a block, a column a name of CONTEXT, given a probability a block."""
        context = Context(self._facts, self._columns, first)
        rows = [
            *context.near(),
            *context.containers(),
            *context.templates(self._template),
            *context.whole_page(),
            *group_columns(context, self._template),
            *context.sections(),
            *context.best_element(),
            *context.boundaries(),
            *context.duplicates(),
            *context.sides(),
            *context.copies(),
            *context.unseen(),
        ]
        return self._stack(names.CONTEXT, rows)

    def content(self, first: NDArray[np.float32]) -> NDArray[np.float32]:
        """The numbers of TYPE_NUMBERS that are not of the whole page, given a probability a block."""
        words, first = self._facts.words, first.astype(np.float64)
        is_likely = first > 0.5
        numbers = [
            (first * words).sum() / words.sum(),
            np.log1p((first * words).sum()),
            first.max(),
            np.log1p(is_likely.sum()),
            words[is_likely].sum() / words.sum(),
        ]
        for name in names.FEATURES[: -len(names.WHOLE)]:
            column = np.asarray(self._columns[name], dtype=np.float64)
            is_there = ~np.isnan(column)
            mass = (first * words)[is_there]
            numbers.append((column[is_there] * mass).sum() / mass.sum() if mass.sum() else np.nan)
        return np.array(numbers, dtype=np.float32)

    def _stack(self, known: Sequence[str], rows: Iterable[Floats | float]) -> NDArray[np.float32]:
        table = np.empty((len(self._facts.words), len(known)), dtype=np.float32)
        for (number, _), row in zip(enumerate(known), rows, strict=True):
            table[:, number] = row
        return table
