"""Columns of a page's blocks -> bars on a strip, in page order.

A bar is as wide as its block has characters, plus a few so that short blocks stay visible. Neighbours that are too
narrow to be seen are drawn as one if both were kept, or both dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

EXTRA_CHARS = 8
"""Added to the characters of every block."""
NARROW_PX = 1.2
"""Bars below this width merge with their neighbour."""
MAX_BARS = 4000
"""More blocks than this are drawn as this many pieces: four in a pixel look the same, and the file stays small."""
GAPS = ((2.0, 0.7), (1.0, 0.3))
"""A bar wider than the first number ends in a gap of the second; narrower ones touch the next bar."""


@dataclass(frozen=True, eq=False)
class Strip:
    """What a barcode shows of a page; the columns have one value per block."""

    chars: NDArray[np.int32]
    keep: NDArray[np.bool_]
    score: NDArray[np.float64]
    """From 0 to 1, see `unit_scores`."""
    is_heading: NDArray[np.bool_]
    title: str = ""
    facts: str = ""
    """A few words about the page, such as its type."""

    @property
    def kept_share(self) -> float:
        """The share of the text that was kept, by characters."""
        n_chars = int(self.chars.sum())
        return int(self.chars[self.keep].sum()) / n_chars if n_chars else 0.0

    @property
    def summary(self) -> str:
        """How much was kept, in words."""
        return f"kept, {self.kept_share:.0%} of the text in {int(self.keep.sum()):,} of {len(self.keep):,} blocks"


class Bar(NamedTuple):
    """One bar, or several narrow ones drawn as one."""

    left: float
    width: float
    """Without the gap behind it."""
    score: float
    is_kept: bool


def unit_scores(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores between 0 and 1. Probabilities stay as they are. Other scores are scaled to the range that they span, and
    their square root is taken, so that one very high score does not make all others look alike.

    >>> unit_scores(np.array([0, 0.25, 1])).tolist(), unit_scores(np.array([0, 25, 100.0])).tolist()
    ([0.0, 0.25, 1.0], [0.0, 0.5, 1.0])
    """
    finite = np.nan_to_num(score, nan=0.0, posinf=0.0, neginf=0.0)
    low, high = float(finite.min(initial=0.0)), float(finite.max(initial=0.0))
    if low < 0 or high > 1:
        # In halves, because the range of two finite numbers may be infinite.
        scaled: NDArray[np.float64] = np.sqrt((finite / 2 - low / 2) / max(high / 2 - low / 2, 1e-9))
        return scaled
    return finite


def edges(chars: NDArray[np.int32], width: float) -> NDArray[np.float64]:
    """Where each block begins on a strip of this width, and where the last one ends."""
    weights = chars.astype(np.float64) + EXTRA_CHARS
    ends = np.cumsum(weights)
    return np.append(0.0, ends * (width / ends[-1])) if len(ends) else np.zeros(1)


def bars(chars: NDArray[np.int32], fate: NDArray[np.integer], score: NDArray[np.float64], width: float) -> list[Bar]:
    """The bars of a strip. Narrow neighbours merge if their `fate` is the same; the score is the mean by width."""
    places = edges(chars, width)
    if len(chars) > MAX_BARS:
        places, fate, score = _condensed(places, fate, score)
    found: list[Bar] = []
    last_fate: object = None
    columns = zip(places[:-1].tolist(), np.diff(places).tolist(), fate.tolist(), score.tolist(), strict=True)
    for left, size, kind, value in columns:
        if found and kind == last_fate and size < NARROW_PX and found[-1].width < NARROW_PX:
            before = found.pop()
            mean = (before.score * before.width + value * size) / (before.width + size)
            found.append(Bar(before.left, before.width + size, mean, bool(kind)))
        else:
            found.append(Bar(left, size, value, bool(kind)))
        last_fate = kind
    return [bar._replace(width=bar.width - _gap(bar.width)) for bar in found]


def _condensed(
    places: NDArray[np.float64], fate: NDArray[np.integer], score: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.integer], NDArray[np.float64]]:
    """MAX_BARS pieces of equal width in place of more blocks, each with the fate of most of what it holds."""
    sizes = np.diff(places)
    piece = np.minimum((places[:-1] / places[-1] * MAX_BARS).astype(np.int64), MAX_BARS - 1)
    n_fates = int(fate.max(initial=0)) + 1
    by_fate = np.bincount(piece * n_fates + fate, sizes, MAX_BARS * n_fates).reshape(MAX_BARS, n_fates)
    widths = by_fate.sum(axis=1)
    means = np.bincount(piece, sizes * score, MAX_BARS) / np.maximum(widths, 1e-12)
    # A block that is wider than a piece leaves the next ones empty.
    is_used = widths > 0
    return np.append(0.0, np.cumsum(widths[is_used])), by_fate.argmax(axis=1)[is_used], means[is_used]


def _gap(width: float) -> float:
    return next((gap for least, gap in GAPS if width > least), 0.0)
