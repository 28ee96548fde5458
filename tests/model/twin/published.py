"""Facts -> columns after the published methods, by block: tag ratios, P value, body text, candidates.

These are the ideas of the extractors of the same names carried over from lines and elements to blocks; the extractors
themselves are in extractors/.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from maintext.page.tags import TAGS
from tests.model.twin.facts import Facts, Floats


def published_columns(facts: Facts) -> Iterator[Floats]:
    """In the order of PUBLISHED."""
    rank, tags = facts.rank, facts.page.blocks.tags
    ratio = np.log1p(facts.chars / np.maximum(tags, 1))
    smoother = _smooth(ratio, 2)
    yield ratio
    yield _smooth(ratio, 1)
    yield smoother
    yield np.gradient(smoother) if len(rank) > 1 else np.zeros(1)
    yield (smoother - smoother.mean()) / (smoother.std() + 1e-6)
    yield from _p_values(facts)
    start, last = _body_text(facts.words - tags)
    yield (rank >= start) & (rank <= last)
    yield (rank - start) / max(1, last - start)
    yield from _candidates(facts)
    yield _in_longest(facts)


def _smooth(values: Floats, width: int) -> Floats:
    steps = np.arange(-3 * width, 3 * width + 1)
    kernel = np.exp(-0.5 * (steps / width) ** 2)
    return np.convolve(np.pad(values, 3 * width, mode="edge"), kernel / kernel.sum(), "valid")


def _body_text(values: Floats) -> tuple[int, int]:
    """The first and the last block of the stretch with the greatest sum, as in BTE."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    least = np.minimum.accumulate(sums[:-1])
    last = int(np.argmax(sums[1:] - least))
    return int(np.argmin(sums[: last + 1])), last


def _greatest_above(facts: Facts, values: Floats) -> Floats:
    """The greatest value of each element and all above it."""
    greatest = values.copy()
    for row, parent in enumerate(facts.page.elements.parent.tolist()):
        if parent >= 0:
            greatest[row] = max(greatest[row], greatest[parent])
    return greatest


def _p_values(facts: Facts) -> Iterator[Floats]:
    sums = facts.sums
    words = facts.held(sums.words)
    unlinked = np.maximum(words - facts.held(sums.link_words), 0)
    page_unlinked = max(1.0, float(sums.words[-1] - sums.link_words[-1]))
    values = facts.held(sums.chars) / np.maximum(facts.held(sums.html), 1) * unlinked / page_unlinked
    yield from np.log(values[facts.chain[:3]] + 1e-6)
    # What holds nearly all of the page says nothing about its parts.
    of_parts = np.where(words < 0.98 * sums.words[-1], values, 0)
    yield _greatest_above(facts, of_parts)[facts.element]


def _candidates(facts: Facts) -> Iterator[Floats]:
    """Readability's: paragraphs give points to what holds them, and half of them to what holds that."""
    elements, rank = facts.page.elements, facts.rank
    scores = _candidate_scores(facts)
    top = int(np.argmax(scores))
    start, stop = int(elements.first_block[top]), int(elements.stop_block[top])
    best = max(float(scores[top]), 1e-6)
    is_frame = np.isin(elements.tag, [TAGS["body"], TAGS["html"]])
    yield (rank >= start) & (rank < stop)
    yield _greatest_above(facts, np.where(is_frame, 0, scores))[facts.element] / best
    yield np.clip(steps_from(facts, start, max(start, stop)), -50, 50)
    yield scores[facts.parent] / best


def _candidate_scores(facts: Facts) -> Floats:
    """One an element."""
    elements = facts.page.elements
    parents = np.maximum(elements.parent, 0)
    scores = np.zeros(len(elements))
    points = 1 + facts.page.blocks.commas + np.minimum(facts.chars / 100, 3)
    counts = (facts.chars >= 25) & (facts.link_share < 0.5)
    # Block by block, as the core adds them up: the order decides between equal scores.
    for row, own in zip(facts.parent[counts], points[counts], strict=True):
        second = parents[row]
        scores[row] += own
        scores[second] += own / 2
        scores[parents[second]] += own / 6
    return np.asarray(scores * (1 - np.minimum(elements.link_chars / np.maximum(elements.chars, 1), 1)))


def steps_from(facts: Facts, start: int, stop: int) -> Floats:
    """How many blocks each is before (less than 0) or after a stretch; 0 inside."""
    rank = facts.rank
    return np.where(rank < start, rank - start, np.where(rank >= stop, rank - stop + 1, 0))


def _in_longest(facts: Facts) -> Floats:
    """Inside the smallest element with half of the page's running text."""
    elements, long = facts.page.elements, facts.sums.long
    rows = np.flatnonzero(facts.held(long) >= 0.5 * max(1.0, float(long[-1])))
    row = int(rows[-1]) if len(rows) else 0
    return np.asarray((facts.rank >= elements.first_block[row]) & (facts.rank < elements.stop_block[row]))
