"""Values -> an axis: the range it covers, and where numbers are written along it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True)
class Axis:
    """A range of values, and where to write numbers."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    title: str
    """What the values are, with their unit."""
    is_log: bool = False

    def share(self, value: float) -> float:
        """The position of a value between the ends, from 0 to 1."""
        if self.is_log:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def linear_axis(low: float, high: float, title: str, n_ticks: int = 5) -> Axis:
    """An axis that includes 0, with numbers at multiples of 1, 2 or 5 times a power of ten.

    >>> [words for _, words in linear_axis(0, 1830, "words").ticks]
    ['0', '500', '1,000', '1,500', '2,000']
    """
    low, high = min(low, 0.0), max(high, 0.0)
    if high <= low:
        high = low + 1
    step = _step((high - low) / n_ticks)
    first, last = floor(low / step), ceil(high / step)
    places = [number * step for number in range(first, last + 1)]
    return Axis(first * step, last * step, [(place, f"{place:,.10g}") for place in places], title)


def count_axis(n_things: int, title: str) -> Axis:
    """An axis for things in their order, which ends with the last of them."""
    scale = linear_axis(0, max(n_things, 1), title, n_ticks=8)
    ticks = [(place, words) for place, words in scale.ticks if place <= n_things and place == int(place)]
    return Axis(0, max(n_things, 1), ticks, title)


def share_axis(low: float, title: str) -> Axis:
    """An axis up to 1, with a number at every tenth, or at every fifth if it begins at 0.

    >>> [words for _, words in share_axis(0.03, "F1").ticks]
    ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']
    """
    first = max(0, min(int(low * 10), 9))
    tenths = range(first, 11, 1 if first else 2)
    return Axis(first / 10, 1.0, [(tenth / 10, f"{tenth / 10:.1f}") for tenth in tenths], title)


def log_axis(values: Sequence[float], title: str) -> Axis:
    """A logarithmic axis for all values, with numbers at 1, 2 and 5 times every power of ten."""
    low, high = min(values) / 1.2, max(values) * 1.2
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    ticks = [step * 10.0**power for power in powers for step in (1, 2, 5)]
    return Axis(low, high, [(tick, f"{tick:,g}") for tick in ticks if low <= tick <= high], title, is_log=True)


def name_axis(names: Sequence[str]) -> Axis:
    """An axis with a row per name, the first at the top: row n is at -n - 0.5."""
    return Axis(-max(len(names), 1), 0, [(-number - 0.5, name) for number, name in enumerate(names)], "")


def _step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
