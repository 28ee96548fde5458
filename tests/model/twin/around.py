"""Facts -> columns about what stands around each block: classes, containers, repeated structure, neighbours."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from maintext.page.tags import TAGS
from tests.model.twin.facts import Columns, Facts, Floats, up

OFFSETS = (-3, -2, -1, 1, 2, 3)
WINDOW = 5


def class_columns(facts: Facts) -> Iterator[Floats]:
    """In the order of CLASSES."""
    for rows in (facts.element, facts.parent, up(facts.page, facts.parent)):
        yield facts.class_odds[rows]
    yield from facts.class_folds.T


def container_columns(facts: Facts, tag_odds: NDArray[np.float32]) -> Iterator[Floats]:
    """In the order of CONTAINERS: each number for all levels."""
    elements, sums, chain = facts.page.elements, facts.sums, facts.chain
    words = facts.held(sums.words)[chain]
    first = elements.first_block[chain]
    n_blocks = np.maximum(elements.stop_block[chain] - first, 1)
    safe = np.maximum(words, 1)
    numbers = (
        np.log1p(words),
        facts.held(sums.link_words)[chain] / safe,
        np.log1p(n_blocks),
        np.log1p(words / n_blocks),
        words / sums.words[-1],
        facts.held(sums.long)[chain] / safe,
        facts.held(sums.punctuation)[chain] / safe,
        (facts.rank - first) / n_blocks,
        facts.held(sums.common)[chain] / safe,
        tag_odds[elements.tag[chain]],
    )
    for number in numbers:
        yield from np.where(facts.has_level, number, np.nan)


def template_of(facts: Facts) -> NDArray[np.intp]:
    """The number of each block's template: the same tags above it, the same classes on its element and the next."""
    elements = facts.page.elements
    own, above = elements.signature[facts.element], elements.signature[facts.parent]
    keys = list(zip(elements.path[facts.element].tolist(), own.tolist(), above.tolist(), strict=True))
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return np.array([numbers[key] for key in keys], dtype=np.intp)


def repeated_columns(facts: Facts, template: NDArray[np.intp]) -> Iterator[Floats]:
    """In the order of REPEATED."""
    page = facts.page
    # The root counts as a child of its own.
    children = np.bincount(np.maximum(page.elements.parent, 0), minlength=len(page.elements))
    yield np.log1p(children[facts.parent])
    path = np.unique(page.elements.path[facts.element], return_inverse=True)[1]
    yield from _of_group(facts, path)
    yield from _of_group(facts, template)
    _, text, n_same = np.unique(page.blocks.hash, return_inverse=True, return_counts=True)
    yield n_same[text]


def _of_group(facts: Facts, group: NDArray[np.intp]) -> Iterator[Floats]:
    n_blocks = np.bincount(group)
    words = np.bincount(group, facts.words)
    yield np.log1p(n_blocks)[group]
    yield np.log1p(words / n_blocks)[group]
    yield (np.bincount(group, facts.link_words) / words)[group]
    yield (words / facts.sums.words[-1])[group]


def neighbour_columns(facts: Facts, columns: Columns) -> Iterator[Floats]:
    """In the order of NEIGHBOURS."""
    tag = facts.page.elements.tag[facts.element]
    kind = facts.is_heading + 2 * (tag == TAGS["p"]) + 4 * (tag == TAGS["li"])
    for offset in OFFSETS:
        for column in ("log_words", "link_share", "ends_with_stop"):
            yield shifted(columns[column], offset)
        yield shifted(kind, offset)
        yield shifted(columns["common_share"], offset)
        yield shifted(facts.parent, offset) == facts.parent
    low, high = window(len(facts.words), WINDOW)
    words = facts.sums.words[high] - facts.sums.words[low]
    links = facts.sums.link_words[high] - facts.sums.link_words[low]
    yield np.log1p(np.maximum(words - links, 0))
    yield links / words


def shifted(values: Floats, offset: int) -> Floats:
    """The value so many blocks further on; NaN beyond the page."""
    place = np.arange(len(values)) + offset
    is_there = (place >= 0) & (place < len(values))
    return np.where(is_there, values.astype(np.float64)[np.clip(place, 0, len(values) - 1)], np.nan)


def window(n_blocks: int, radius: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where the blocks so near to each begin and stop, itself among them."""
    rank = np.arange(n_blocks)
    return np.maximum(rank - radius, 0), np.minimum(rank + radius + 1, n_blocks)
