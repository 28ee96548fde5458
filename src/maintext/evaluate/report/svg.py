"""Numbers -> SVG: axes, dots and lines. Written here because three plots don't need a plotting library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, log10

COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f3c8d"),
    *("#666666", "#a5aa00", "#e73f74", "#11a579", "#3969ac", "#80470c", "#f2b701"),
)
"""Most people can distinguish these, also in print."""

MARGIN_LEFT, MARGIN_TOP, MARGIN_RIGHT, MARGIN_BOTTOM = 104, 30, 24, 44
GREY = "#777"


@dataclass(frozen=True)
class Axis:
    """A range of values, and where to write numbers."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    title: str
    is_log: bool = False

    def share(self, value: float) -> float:
        """The position of a value between the ends, from 0 to 1."""
        if self.is_log:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Chart:
    """A plot under construction."""

    x: Axis
    y: Axis
    width: int = 760
    height: int = 420
    shapes: list[str] = field(default_factory=list)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The position of a point in the picture."""
        inner_width = self.width - MARGIN_LEFT - MARGIN_RIGHT
        inner_height = self.height - MARGIN_TOP - MARGIN_BOTTOM
        return (
            round(MARGIN_LEFT + inner_width * self.x.share(x), 1),
            round(MARGIN_TOP + inner_height * (1 - self.y.share(y)), 1),
        )

    def dot(self, point: tuple[float, float], colour: str, hint: str, radius: float = 5) -> None:
        """A dot with a tooltip."""
        x, y = self.at(*point)
        title = f"<title>{escape(hint)}</title>"
        self.shapes.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" opacity=".85">{title}</circle>')

    def line(self, points: Sequence[tuple[float, float]], colour: str, style: str = 'stroke-width="2"') -> None:
        """A line through points."""
        path = " ".join(f"{x},{y}" for x, y in (self.at(*point) for point in points))
        self.shapes.append(f'<polyline points="{path}" fill="none" stroke="{colour}" {style}/>')

    def text(self, point: tuple[float, float], words: str, anchor: str = "start", shift_y: float = 4) -> None:
        """Words beside a point, to its right (start) or left (end)."""
        x, y = self.at(*point)
        x += 9 if anchor == "start" else -9
        self.shapes.append(f'<text x="{x}" y="{y + shift_y}" text-anchor="{anchor}">{escape(words)}</text>')

    def to_svg(self) -> str:
        """The picture."""
        body = "".join([*self._grid(), *self.shapes])
        label = escape(f"{self.y.title} against {self.x.title}")
        return (
            f'<svg viewBox="0 0 {self.width} {self.height}" width="{self.width}" role="img" aria-label="{label}">'
            f"{body}</svg>"
        )

    def _grid(self) -> list[str]:
        left, bottom = MARGIN_LEFT, self.height - MARGIN_BOTTOM
        right, shapes = self.width - MARGIN_RIGHT, []
        for value, words in self.x.ticks:
            x, _ = self.at(value, self.y.low)
            shapes.append(f'<line stroke="#e6e6e6" x1="{x}" y1="{MARGIN_TOP}" x2="{x}" y2="{bottom}"/>')
            shapes.append(f'<text fill="{GREY}" x="{x}" y="{bottom + 16}" text-anchor="middle">{escape(words)}</text>')
        for value, words in self.y.ticks:
            _, y = self.at(self.x.low, value)
            shapes.append(f'<line stroke="#e6e6e6" x1="{left}" y1="{y}" x2="{right}" y2="{y}"/>')
            shapes.append(f'<text fill="{GREY}" x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(words)}</text>')
        middle, title = (left + right) / 2, escape(self.x.title)
        shapes.append(f'<text font-weight="600" x="{middle}" y="{self.height - 8}" text-anchor="middle">{title}</text>')
        shapes.append(f'<text font-weight="600" x="{left - 40}" y="16">{escape(self.y.title)}</text>')
        return shapes


def share_axis(low: float, title: str) -> Axis:
    """An axis up to 1, with a number at every tenth."""
    first = min(int(low * 10), 9)
    return Axis(first / 10, 1.0, [(tenth / 10, f"{tenth / 10:.1f}") for tenth in range(first, 11)], title)


def log_axis(values: Sequence[float], title: str) -> Axis:
    """A logarithmic axis for all values, with numbers at 1, 2 and 5 times every power of ten."""
    low, high = min(values) / 1.2, max(values) * 1.2
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    ticks = [step * 10.0**power for power in powers for step in (1, 2, 5)]
    return Axis(low, high, [(tick, f"{tick:,g}") for tick in ticks if low <= tick <= high], title, is_log=True)
