"""Strip -> one line of text: 64 cells, each as high as the share of its text that was kept."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from maintext.barcodes.colours import TERMINAL, level_of
from maintext.barcodes.strip import Strip, edges

N_CELLS = 64
CELLS = " ▁▂▃▄▅▆▇█"


def to_line(strip: Strip, *, has_colour: bool = False) -> str:
    """The line; in colour each cell has that of the mean score of what it keeps.

    >>> chars, score = np.array([92, 92, 92, 92]), np.array([0.1, 0.9, 0.9, 0.2])
    >>> strip = Strip(chars, score > 0.5, score, score > 2)
    >>> to_line(strip)
    '                ████████████████████████████████                '
    """
    places = edges(strip.chars, N_CELLS)
    kept = _by_cell(places, strip.keep.astype(np.float64))
    score = _by_cell(places, strip.keep * strip.score) / np.maximum(kept, 1e-9)
    # A cell that keeps anything at all is not empty; rounding keeps a little of nothing.
    heights = [max(round(share * (len(CELLS) - 1)), int(share > 1e-6)) for share in np.minimum(kept, 1).tolist()]
    cells = [(CELLS[height], level_of(value)) for height, value in zip(heights, score.tolist(), strict=True)]
    if not has_colour:
        return "".join(sign for sign, _ in cells)
    runs = groupby(cells, key=lambda cell: TERMINAL[cell[1]] if cell[0] != " " else None)
    parts = ((code, "".join(sign for sign, _ in run)) for code, run in runs)
    return "".join(f"\x1b[38;5;{code}m{signs}\x1b[0m" if code else signs for code, signs in parts)


def _by_cell(places: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of values in each cell, where each block has its value all along its width."""
    so_far = np.append(0.0, np.cumsum(values * np.diff(places)))
    sums: NDArray[np.float64] = np.diff(np.interp(np.arange(N_CELLS + 1), places, so_far))
    return sums
