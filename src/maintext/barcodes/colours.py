"""A score's level -> its colour, on light and on dark paper: from orange, surely dropped, to blue, surely kept."""

from __future__ import annotations

N_LEVELS = 10
LIGHT = ("#e3b183", "#ecc9a6", "#c9cdd4", "#86b4ea", "#1f6fd6", "#0b55b5")
DARK = ("#7d5a39", "#6b553f", "#545b66", "#4f86c2", "#63a6f5", "#8ec5ff")
TERMINAL = (180, 180, 187, 250, 153, 117, 75, 33, 27, 26)
"""The nearest of the 256 colours of terminals, readable on both papers."""


def level_of(score: float) -> int:
    """The level of a score from 0 to 1.

    >>> [level_of(score) for score in (0, 0.09, 0.5, 0.99, 1)]
    [0, 0, 5, 9, 9]
    """
    return min(int(score * N_LEVELS), N_LEVELS - 1)


def level_colours(stops: tuple[str, ...]) -> list[str]:
    """The colour of each level: the stops at equal distances, and what lies between them.

    >>> level_colours(LIGHT)[:3]
    ['#e3b183', '#e8be96', '#e8c9ab']
    """
    return [_between(stops, level * (len(stops) - 1) / (N_LEVELS - 1)) for level in range(N_LEVELS)]


def _between(stops: tuple[str, ...], place: float) -> str:
    first = min(int(place), len(stops) - 2)
    low, high = (_parts(stops[first + step]) for step in (0, 1))
    mixed = (round(one + (place - first) * (other - one)) for one, other in zip(low, high, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _parts(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
