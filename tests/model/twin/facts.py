"""Page -> the columns that more than one kind of feature needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.model.word_tables import WordTables, class_numbers
from maintext.page import Page
from maintext.page.tags import TAGS
from tests.model.twin.names import CLASS_GROUPS, GROUPS, LEVELS, TAG_GROUPS
from tests.model.twin.style_sheets import hidden_by_styles

Floats = NDArray[Any]
"""Numbers or truths, one a block unless said otherwise."""
WORDS = 12
"""The words at the beginning of a block that are looked up."""
LONG_WORDS = 15
"""A block with so many words, mostly outside links, is a piece of running text."""
FAR = 30
"""Steps to what is not there."""
N_TAG_CHARS = 8.0


class Columns(dict[str, Floats]):
    """Columns by name; each name of a list gets one, no more and no fewer."""

    def __init__(self, n_blocks: int) -> None:
        super().__init__()
        self._n_blocks = n_blocks

    def add(self, known: Sequence[str], rows: Iterable[Floats | float]) -> None:
        for name, row in zip(known, rows, strict=True):
            self[name] = np.broadcast_to(row, self._n_blocks)


@dataclass(frozen=True, eq=False)
class Sums:
    """What stands before each block: one number more than there are blocks."""

    words: Floats
    link_words: Floats
    chars: Floats
    punctuation: Floats
    long: Floats
    """Words of running text."""
    common: Floats
    """Words that most texts have."""
    html: Floats


@dataclass(frozen=True, eq=False)
class Facts:
    """Of one page: numbers a block unless said otherwise."""

    page: Page
    words: Floats
    chars: Floats
    link_share: Floats
    link_words: Floats
    sums: Sums
    element: NDArray[np.intp]
    parent: NDArray[np.intp]
    """The element around the block's; the block's own if it is the root."""
    chain: NDArray[np.intp]
    """A row a level: the container of the block with more than one block in it, the next one, and so on; 0 for none."""
    has_level: NDArray[np.bool_]
    distances: NDArray[np.uint8]
    """A row a block: steps up to the nearest element of each group."""
    class_folds: NDArray[np.float32]
    """A row a block: sum, least and greatest of the class-word odds around it."""
    class_odds: NDArray[np.float32]
    """One an element."""
    class_counts: NDArray[np.int64]
    """Elements of each group of class words on the page."""
    text_odds: NDArray[np.float32]
    """A row a block: the odds of its first words, NaN where it has none."""
    is_hidden_by_style: NDArray[np.bool_]

    def steps_to(self, group: str) -> NDArray[np.uint8]:
        """Steps up to the nearest element of a group: `comment`, or `<h1>` for a tag."""
        return self.distances[:, GROUPS.index(f"steps_to_{group}")]

    def held(self, sums: Floats) -> Floats:
        """One an element: what of the sums is inside it."""
        elements = self.page.elements
        return np.asarray(sums[np.maximum(elements.stop_block, elements.first_block)] - sums[elements.first_block])

    @property
    def rank(self) -> NDArray[np.intp]:
        return np.arange(len(self.words))

    @property
    def is_heading(self) -> NDArray[np.bool_]:
        return np.isin(self.page.elements.tag[self.element], [TAGS[f"h{level}"] for level in range(1, 7)])


def tag_groups() -> NDArray[np.uint64]:
    """The bit of each tag, after those of the groups of class words."""
    table = np.zeros(256, dtype=np.uint64)
    for bit, tags in enumerate(TAG_GROUPS.values(), start=64 - len(TAG_GROUPS)):
        table[[TAGS[name] for name in tags.split()]] = np.uint64(1 << bit)
    return table


def read_facts(page: Page, tables: WordTables) -> Facts:
    """Computes them."""
    blocks, elements = page.blocks, page.elements
    words = np.maximum(blocks.words, 1).astype(np.float64)
    chars = np.maximum(blocks.chars, 1).astype(np.float64)
    link_share = blocks.link_chars / chars
    text_odds, common_share = _first_words(page, tables)
    element = blocks.element.astype(np.intp)
    chain = _chain(page, element)
    groups, odds = _class_words(page, tables)
    groups |= tag_groups()[elements.tag]
    distances, folds = _ancestors(elements.parent, groups, odds, element)
    bits = np.unpackbits(groups.view(np.uint8), bitorder="little").reshape(-1, 64)
    return Facts(
        page=page,
        words=words,
        chars=chars,
        link_share=link_share,
        link_words=words * link_share,
        sums=Sums(
            words=running(words),
            link_words=running(words * link_share),
            chars=running(chars),
            punctuation=running(blocks.punctuation),
            long=running(np.where((words >= LONG_WORDS) & (link_share < 0.3), words, 0.0)),
            common=running(common_share * words),
            html=running(blocks.tags * N_TAG_CHARS + chars),
        ),
        element=element,
        parent=up(page, element),
        chain=np.maximum(chain, 0),
        has_level=chain >= 0,
        distances=distances,
        class_folds=folds,
        class_odds=odds,
        class_counts=bits.sum(axis=0, dtype=np.int64)[: len(CLASS_GROUPS)],
        text_odds=text_odds,
        is_hidden_by_style=hidden_by_styles(page),
    )


def running(values: Floats) -> Floats:
    """What stands before each value, and the whole."""
    return np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])


def up(page: Page, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The element around each; the root's is the root."""
    parents = page.elements.parent[rows]
    return np.where(parents >= 0, parents, rows).astype(np.intp)


def nearest_marked(page: Page, is_marked: NDArray[np.bool_]) -> NDArray[np.intp]:
    """For each element the nearest of itself and those around it that is marked, or the root."""
    found: list[int] = []
    for row, parent in enumerate(page.elements.parent.tolist()):
        found.append(row if parent < 0 or is_marked[row] else found[parent])
    return np.array(found, dtype=np.intp)


def _first_words(page: Page, tables: WordTables) -> tuple[NDArray[np.float32], Floats]:
    blocks = page.blocks
    numbers = page.first_words(np.arange(len(blocks)), WORDS)
    odds = tables.text_odds[numbers]
    odds[numbers == 0] = np.nan
    return odds, tables.is_common[numbers].mean(axis=1)


def _class_words(page: Page, tables: WordTables) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    """The groups and the odds of each element's class words."""
    groups = np.zeros(len(page.elements), dtype=np.uint64)
    odds = np.zeros(len(page.elements), dtype=np.float32)
    for row in range(len(page.elements)):
        numbers = class_numbers(page.words_of(row))
        if not len(numbers):
            continue
        values = tables.class_odds[numbers]
        most, least = values.max(), values.min()
        groups[row] = np.bitwise_or.reduce(tables.class_groups[numbers])
        odds[row] = 0.5 * (most if most > -least else least) + 0.5 * values.mean()
    return groups, odds


def _chain(page: Page, element: NDArray[np.intp]) -> NDArray[np.intp]:
    """The containers of each block that have more blocks than what stands in them, innermost first; -1 at the top."""
    elements = page.elements
    first, stop, parents = elements.first_block, elements.stop_block, elements.parent
    above = np.maximum(parents, 0)
    holds_more = (first != first[above]) | (stop != stop[above])
    nearest = nearest_marked(page, holds_more & (stop - first > 1))
    chain = np.full((len(LEVELS), len(element)), -1, dtype=np.intp)
    chain[0] = nearest[element]
    for level in LEVELS[1:]:
        below = chain[level - 1]
        parent = parents[np.maximum(below, 0)]
        chain[level] = np.where((below >= 0) & (parent >= 0), nearest[np.maximum(parent, 0)], -1)
    return chain


def _ancestors(
    parents: NDArray[np.int32], groups: NDArray[np.uint64], odds: NDArray[np.float32], rows: NDArray[np.intp]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """For each row: steps up to the nearest element of each group; sum, least, greatest of the odds, 0 among them."""
    distances = np.full((len(rows), 64), FAR, dtype=np.uint8)
    folds = np.zeros((len(rows), 3), dtype=np.float32)
    for number, row in enumerate(rows.tolist()):
        values, steps = [0.0], 0
        while row >= 0:
            own = np.flatnonzero(int(groups[row]) >> np.arange(64, dtype=object) & 1)
            distances[number, own] = np.minimum(distances[number, own], steps)
            values.append(float(odds[row]))
            row, steps = int(parents[row]), steps + 1
        folds[number] = sum(values), min(values), max(values)
    return distances, folds
