"""Facts -> columns about what stands around each block: classes, containers, repeated structure, neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.features.twin.blocks import is_heading_block
from tests.features.twin.facts import LEVELS, Facts, Floats

CLASSES = (
    "class_odds",
    "parent_class_odds",
    "grandparent_class_odds",
    "class_odds_sum",
    "class_odds_least",
    "class_odds_greatest",
)
CONTAINER = (
    "log_words",
    "link_share",
    "log_blocks",
    "log_words_per_block",
    "share_of_page",
    "long_share",
    "punctuation_per_word",
    "rank_inside",
    "common_share",
    "tag_odds",
)
CONTAINERS = tuple(f"container{level}_{name}" for name in CONTAINER for level in range(LEVELS))
REPEATED = (
    "siblings",
    *(
        f"{group}_{name}"
        for group in ("path", "template")
        for name in ("blocks", "words_per_block", "link_share", "share_of_page")
    ),
    "same_text",
)
OFFSETS = (-3, -2, -1, 1, 2, 3)
NEIGHBOUR = ("log_words", "link_share", "ends_with_stop", "kind", "common_share", "same_parent")
NEIGHBOURS = (
    *(f"{name}_at{offset:+d}" for offset in OFFSETS for name in NEIGHBOUR),
    "window_log_unlinked_words",
    "window_link_share",
)
WINDOW = 5


def class_columns(facts: Facts) -> list[Floats]:
    """In the order of CLASSES."""
    odds = facts.class_odds
    parents = facts.page.elements.parent
    grandparent = np.maximum(parents[facts.parent], 0)
    return [odds[facts.element], odds[facts.parent], odds[grandparent], *facts.class_folds.T]


def container_columns(facts: Facts, tag_odds: NDArray[np.float32]) -> Floats:
    """In the order of CONTAINERS: a row a column."""
    elements = facts.page.elements
    chain = facts.chain
    first, stop = elements.first_block[chain], elements.stop_block[chain]
    words, link_words, _, punctuation, long, common, _ = facts.sums[:, stop] - facts.sums[:, first]
    n_blocks = np.maximum(stop - first, 1)
    safe = np.maximum(words, 1)
    rank = np.arange(chain.shape[1])
    columns = np.stack(
        [
            np.log1p(words),
            link_words / safe,
            np.log1p(n_blocks),
            np.log1p(words / n_blocks),
            words / facts.sums[0, -1],
            long / safe,
            punctuation / safe,
            (rank - first) / n_blocks,
            common / safe,
            tag_odds[elements.tag[chain]],
        ]
    )
    columns[:, ~facts.has_level] = np.nan
    return np.asarray(columns.reshape(-1, chain.shape[1]))


def template_of(facts: Facts) -> NDArray[np.intp]:
    """The number of each block's template: the same tags above it, the same classes on its element and the next."""
    elements = facts.page.elements
    own, above = elements.signature[facts.element], elements.signature[facts.parent]
    key = elements.path[facts.element] ^ (own * np.uint64(3)) ^ (above * np.uint64(0x9E3779B97F4A7C15))
    return np.unique(key, return_inverse=True)[1]


def repeated_columns(facts: Facts, template: NDArray[np.intp]) -> list[Floats]:
    """In the order of REPEATED."""
    page = facts.page
    elements = page.elements
    path = np.unique(elements.path[facts.element], return_inverse=True)[1]
    children = np.bincount(np.maximum(elements.parent, 0), minlength=len(elements))
    _, same, n_same = np.unique(page.blocks.hash, return_inverse=True, return_counts=True)
    return [
        np.log1p(children[facts.parent]),
        *_of_group(facts, path),
        *_of_group(facts, template),
        n_same[same],
    ]


def _of_group(facts: Facts, group: NDArray[np.intp]) -> list[Floats]:
    n_blocks = np.bincount(group)
    words = np.bincount(group, facts.words)
    links = np.bincount(group, facts.link_words)
    columns = np.stack([np.log1p(n_blocks), np.log1p(words / n_blocks), links / words, words / facts.sums[0, -1]])
    return list(columns[:, group])


def neighbour_columns(facts: Facts, ends: NDArray[np.bool_], common: Floats) -> Floats:
    """In the order of NEIGHBOURS: a row a column."""
    n_blocks, margin = len(facts.words), max(OFFSETS)
    own = np.full((len(NEIGHBOUR), n_blocks + 2 * margin), np.nan)
    kind = (
        np.where(is_heading_block(facts), 1, 0)
        + 2 * (facts.distances[:, -18] == 0)
        + 4 * (facts.distances[:, -17] == 0)
    )
    inside = slice(margin, margin + n_blocks)
    own[0, inside], own[1, inside], own[2, inside] = np.log1p(facts.words), facts.link_share, ends
    own[3, inside], own[4, inside], own[5, inside] = kind, common, facts.parent
    columns = np.empty((len(NEIGHBOURS), n_blocks))
    for number, offset in enumerate(OFFSETS):
        shifted = own[:, margin + offset : margin + offset + n_blocks]
        rows = columns[number * len(NEIGHBOUR) : (number + 1) * len(NEIGHBOUR)]
        rows[:] = shifted
        rows[5] = shifted[5] == facts.parent
    rank = np.arange(n_blocks)
    low, high = np.maximum(rank - WINDOW, 0), np.minimum(rank + WINDOW + 1, n_blocks)
    words, links = facts.sums[:2, high] - facts.sums[:2, low]
    columns[-2] = np.log1p(words - links)
    columns[-1] = links / words
    return columns
