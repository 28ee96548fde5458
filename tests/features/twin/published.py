"""Facts -> columns after the published methods, by block: tag ratios, P value, body text, candidates, title.

These are the ideas of the extractors of the same names carried over from lines and elements to blocks, so that
one pass over columns computes them all; the extractors themselves are in extractors/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.features.twin.slow import shared_words
from tests.features.twin.facts import Facts, Floats
from maintext.head import read_title
from maintext.tags import TAGS

if TYPE_CHECKING:
    from numpy.typing import NDArray

PUBLISHED = (
    "tag_ratio",
    "tag_ratio_smooth",
    "tag_ratio_smoother",
    "tag_ratio_slope",
    "tag_ratio_deviations",
    "p_value0",
    "p_value1",
    "p_value2",
    "p_value_greatest",
    "in_body_text",
    "rank_in_body_text",
    "in_candidate",
    "candidate_score",
    "blocks_from_candidate",
    "parent_candidate_score",
    "in_longest_container",
)
TITLE = ("title_likeness", "title_share", "heading_likeness", "from_title", "in_description", "in_structured_data")


def published_columns(facts: Facts) -> list[Floats]:
    """In the order of PUBLISHED."""
    n_blocks = len(facts.words)
    rank = np.arange(n_blocks)
    tags = facts.page.blocks.tags
    ratio = np.log1p(facts.chars / np.maximum(tags, 1))
    smooth, smoother = _smooth(ratio, 1), _smooth(ratio, 2)
    slope = np.gradient(smoother) if n_blocks > 1 else np.zeros(1)
    deviations = (smoother - smoother.mean()) / (smoother.std() + 1e-6)
    start, stop = _body_text(facts.words - tags)
    return [
        ratio,
        smooth,
        smoother,
        slope,
        deviations,
        *_p_values(facts),
        (rank >= start) & (rank <= stop),
        (rank - start) / max(1, stop - start),
        *_candidates(facts, rank),
        _in_longest(facts, rank),
    ]


def _smooth(values: Floats, width: int) -> Floats:
    steps = np.arange(-3 * width, 3 * width + 1)
    kernel = np.exp(-0.5 * (steps / width) ** 2)
    padded = np.concatenate([np.full(3 * width, values[0]), values, np.full(3 * width, values[-1])])
    return np.convolve(padded, kernel / kernel.sum(), "valid")


def _body_text(values: Floats) -> tuple[int, int]:
    """The stretch of blocks with the greatest sum, as in BTE."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    least = np.minimum.accumulate(sums[:-1])
    stop = int(np.argmax(sums[1:] - least))
    return int(np.argmin(sums[: stop + 1])), stop


def _up_max(facts: Facts, values: Floats) -> Floats:
    """The greatest value of each element and all above it."""
    parents = facts.page.elements.parent
    up = np.maximum(parents, 0)
    greatest = values.copy()
    # Twice as far up with every step; depth is limited, so there are few.
    while up.any():
        greatest = np.maximum(greatest, greatest[up])
        up = up[up]
    return greatest


def _p_values(facts: Facts) -> list[Floats]:
    elements = facts.page.elements
    first, stop = elements.first_block, elements.stop_block
    between = facts.sums[:, stop] - facts.sums[:, first]
    unlinked = np.maximum(between[0] - between[1], 0)
    values = between[2] / np.maximum(between[6], 1) * unlinked / max(1.0, facts.sums[0, -1] - facts.sums[1, -1])
    # What holds nearly all of the page says nothing about its parts.
    below_page = np.where(between[0] < 0.98 * facts.sums[0, -1], values, 0)
    return [*np.log(values[facts.chain[:3]] + 1e-6), _up_max(facts, below_page)[facts.element]]


def _candidates(facts: Facts, rank: NDArray[np.intp]) -> list[Floats]:
    """Readability's: paragraphs give points to what holds them, and half of them to what holds that."""
    elements = facts.page.elements
    blocks = facts.page.blocks
    points = 1 + blocks.commas + np.minimum(facts.chars / 100, 3)
    points = np.where((facts.chars >= 25) & (facts.link_share < 0.5), points, 0)
    up = elements.parent
    grandparent = np.maximum(up[facts.parent], 0)
    great = np.maximum(up[grandparent], 0)
    n_elements = len(elements)
    scores = np.bincount(facts.parent, points, n_elements)
    scores += np.bincount(grandparent, points / 2, n_elements)
    scores += np.bincount(great, points / 6, n_elements)
    scores *= 1 - np.minimum(elements.link_chars / np.maximum(elements.chars, 1), 1)
    top = int(np.argmax(scores))
    start, stop = int(elements.first_block[top]), int(elements.stop_block[top])
    best = max(float(scores[top]), 1e-6)
    is_body = elements.tag == TAGS["body"]
    own = np.where(is_body | (elements.tag == TAGS["html"]), 0, scores)
    from_top = np.where(rank < start, rank - start, np.where(rank >= stop, rank - stop + 1, 0))
    return [
        (rank >= start) & (rank < stop),
        _up_max(facts, own)[facts.element] / best,
        np.clip(from_top, -50, 50),
        scores[facts.parent] / best,
    ]


def _in_longest(facts: Facts, rank: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Inside the smallest element with half of the page's running text."""
    elements = facts.page.elements
    long = facts.sums[4]
    held = long[elements.stop_block] - long[elements.first_block]
    rows = np.flatnonzero(held >= 0.5 * max(1.0, float(long[-1])))
    row = int(rows[-1]) if len(rows) else 0
    return np.asarray((rank >= elements.first_block[row]) & (rank < elements.stop_block[row]))


def title_columns(facts: Facts) -> list[Floats]:
    """In the order of TITLE."""
    page = facts.page
    n_blocks = len(facts.words)
    starts = page.blocks.text_start
    rank = np.arange(n_blocks)
    title = read_title(page) or ""
    is_h1 = page.elements.tag[facts.element] == TAGS["h1"]
    h1 = " ".join(page.texts(is_h1)[:2])
    description, own = described(page)
    in_title, in_h1, in_description, in_data, n_words = shared_words(page.texts(), [title, h1], [description, own])
    safe = np.maximum(n_words, 1)
    n_title, n_h1 = max(1, len(title.split())), max(1, len(h1.split()))
    likeness = in_title / (n_title + safe - np.minimum(in_title, n_title))
    alike = np.flatnonzero(likeness > 0.6)
    absent = np.full(n_blocks, np.nan)
    sequences = np.maximum(n_words - 2, 1)
    return [
        likeness if title else absent,
        in_title / safe if title else absent,
        in_h1 / (n_h1 + safe - np.minimum(in_h1, n_h1)) if h1 else absent,
        np.clip(rank - alike[0], -99, 300) if len(alike) else absent,
        in_description / sequences if description else absent,
        in_data / sequences if own else absent,
    ]


def described(page):
    rows = np.flatnonzero(page.elements.tag == TAGS["meta"])
    names = page.attribute(rows, "name")
    props = page.attribute(rows, "property")
    content = page.attribute(rows, "content")
    description = ""
    for a, b, c in zip(names, props, content, strict=True):
        if c and ((a or "").lower() == "description" or (b or "").lower() == "og:description"):
            if len(c) > len(description):
                description = c
    rows = np.flatnonzero(page.elements.tag == TAGS["script"])
    kinds = page.attribute(rows, "type")
    own = " ".join(page.content(r) for r, k in zip(rows.tolist(), kinds) if k and "ld+json" in k.lower())
    return description, own
