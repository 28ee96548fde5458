"""Page -> the columns that more than one kind of feature needs, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from tests.features.twin.slow import ancestors
from maintext.features.word_tables import WordTables, class_numbers
from maintext.page import Page

Floats = NDArray[np.floating[Any]]

CLASS_GROUPS = [
    line.split()[0]
    for line in resources.files("maintext.features").joinpath("class_groups.txt").read_text().splitlines()
    if not line.startswith("#")
]
WORDS = 12
"""The words at the beginning of a block that are looked up."""
LONG_WORDS = 15
"""A block with so many words, mostly outside links, is a piece of running text."""
LEVELS = 5
"""The containers around a block that are looked at."""


@dataclass(eq=False)
class Facts:
    """Of one page: numbers a block unless said otherwise."""

    page: Page
    words: Floats
    chars: Floats
    link_share: Floats
    link_words: Floats
    is_long: Floats
    """The words of running text; 0 for other blocks."""
    sums: Floats
    """A row a quantity of SUMS, with what stands before each block; one column more than there are blocks."""
    element: NDArray[np.intp]
    parent: NDArray[np.intp]
    """The element around the block's; the block's own if it is the root."""
    chain: NDArray[np.intp]
    """A row a level: the container of the block with more than one block in it, the next one, and so on."""
    has_level: NDArray[np.bool_]
    distances: NDArray[np.uint8]
    """A row a block: steps up to the nearest element of each group."""
    class_folds: NDArray[np.float32]
    """A row a block: sum, least and greatest of the class-word odds around it."""
    class_odds: NDArray[np.float32]
    """One an element."""
    group_counts: NDArray[np.int64]
    """Elements of each group on the page."""
    title_likeness = None
    has_bold = None
    text_odds: NDArray[np.float32]
    """A row a block: the odds of its first words, NaN where it has none."""

    def group(self, name: str) -> int:
        return CLASS_GROUPS.index(name)


SUMS = ("words", "link_words", "chars", "punctuation", "long", "blocks_stop", "html")


def read_facts(page: Page, tables: WordTables) -> Facts:
    """Computes them."""
    blocks, elements = page.blocks, page.elements
    words = np.maximum(blocks.words, 1).astype(np.float64)
    chars = np.maximum(blocks.chars, 1).astype(np.float64)
    link_share = blocks.link_chars / chars
    link_words = words * link_share
    is_long = np.where((words >= LONG_WORDS) & (link_share < 0.3), words, 0.0)
    text_odds, known = _text_odds(page, tables)
    sums = _sums(words, link_words, chars, blocks.punctuation, is_long, known, blocks.tags * 8.0 + chars)
    element = blocks.element.astype(np.intp)
    parents = elements.parent
    parent = np.where(parents[element] >= 0, parents[element], element).astype(np.intp)
    chain = _chain(page, element)
    groups, odds = _class_words(page, tables)
    groups = groups | tables.tag_groups[elements.tag]
    distances, folds = ancestors(parents, groups, odds, blocks.element)
    counts = np.unpackbits(groups.view(np.uint8), bitorder="little").reshape(-1, 64).sum(axis=0, dtype=np.int64)
    return Facts(
        page=page,
        words=words,
        chars=chars,
        link_share=link_share,
        link_words=link_words,
        is_long=is_long,
        sums=sums,
        element=element,
        parent=parent,
        chain=np.maximum(chain, 0),
        has_level=chain >= 0,
        distances=distances,
        class_folds=folds,
        class_odds=odds,
        group_counts=counts,
        text_odds=text_odds,
    )


def _sums(*columns: Floats) -> Floats:
    sums = np.zeros((len(columns), len(columns[0]) + 1))
    np.cumsum(np.stack(columns), axis=1, out=sums[:, 1:])
    return sums


def _text_odds(page: Page, tables: WordTables) -> tuple[NDArray[np.float32], Floats]:
    blocks = page.blocks
    numbers = _core.first_words(page.text, blocks.text_start, blocks.text_stop, WORDS)
    odds = tables.text_odds[numbers]
    odds[numbers == 0] = np.nan
    # The share of known words stands for the share of small words that every text has.
    return odds, tables.is_common[numbers].mean(axis=1) * np.maximum(blocks.words, 1)


def _class_words(page: Page, tables: WordTables) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    """The groups and the odds of each element's class words."""
    first = page.elements.first_word
    n_elements = len(first)
    groups = np.zeros(n_elements, dtype=np.uint64)
    odds = np.zeros(n_elements, dtype=np.float32)
    if not len(page.words):
        return groups, odds
    counts = np.diff(first, append=len(page.words))
    rows = np.flatnonzero(counts)
    starts = first[rows]
    numbers = class_numbers(page.words)
    groups[rows] = np.bitwise_or.reduceat(tables.class_groups[numbers], starts)
    values = tables.class_odds[numbers]
    most, least = np.maximum.reduceat(values, starts), np.minimum.reduceat(values, starts)
    mean = np.add.reduceat(values, starts) / counts[rows]
    odds[rows] = 0.5 * np.where(most > -least, most, least) + 0.5 * mean
    return groups, odds


def _chain(page: Page, element: NDArray[np.intp]) -> NDArray[np.intp]:
    """The containers of each block that have more blocks than what stands in them, innermost first; -1 at the top."""
    elements = page.elements
    first, stop, parents = elements.first_block, elements.stop_block, elements.parent
    above = np.maximum(parents, 0)
    is_container = ((first != first[above]) | (stop != stop[above]) | (parents < 0)) & (stop - first > 1)
    # Follows each element up to the nearest container, twice as far with every step.
    nearest = np.where(is_container | (parents < 0), np.arange(len(parents)), parents)
    while True:
        further = nearest[nearest]
        if np.array_equal(further, nearest):
            break
        nearest = further
    chain = np.full((LEVELS, len(element)), -1, dtype=np.intp)
    chain[0] = nearest[element]
    for level in range(1, LEVELS):
        below = chain[level - 1]
        up = parents[np.maximum(below, 0)]
        chain[level] = np.where((below >= 0) & (up >= 0), nearest[np.maximum(up, 0)], -1)
    return chain
