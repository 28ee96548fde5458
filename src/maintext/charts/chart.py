"""Axes, numbers -> one SVG plot. Every series is one path, so that thousands of values take a few kilobytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np
from numpy.typing import NDArray

from maintext.barcodes.svg import short
from maintext.charts.axes import Axis

Floats = NDArray[np.float64]

WIDE_PX, NARROW_PX = 1100, 540
LETTER_PX, LINE_PX = 6.6, 15
"""About the size of a letter and of a line of small text."""
TOP, RIGHT, BOTTOM = 28, 16, 40
COLUMN_PX = 2
"""The least width of a column."""


@dataclass(frozen=True)
class Chart:
    """A plot under construction. Inks are names of CSS variables."""

    x: Axis
    y: Axis
    width: int = NARROW_PX
    height: int = 240
    shapes: list[str] = field(default_factory=list)
    legend: dict[str, str] = field(default_factory=dict)
    """The ink of each name."""

    @property
    def left(self) -> float:
        """Where the plot begins: the numbers of the vertical axis are before it."""
        return 14 + LETTER_PX * max((len(words) for _, words in self.y.ticks), default=1)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The position of a point in the picture."""
        inner_width, inner_height = self.width - self.left - RIGHT, self.height - TOP - BOTTOM
        return self.left + inner_width * self.x.share(x), TOP + inner_height * (1 - self.y.share(y))

    def columns(self, values: Floats, ink: str, name: str = "") -> None:
        """Values side by side, one wide each, nothing where they are NaN.

        Of more values than there is space for, the farthest from 0 of each few are drawn.
        """
        step = max(1, -(-len(values) // int((self.width - self.left - RIGHT) / COLUMN_PX)))
        padded = np.append(values, np.full(-len(values) % step, np.nan)).reshape(-1, step)
        farthest = np.where(np.isnan(padded), -1.0, np.abs(padded)).argmax(axis=1)
        heights = padded[np.arange(len(padded)), farthest].tolist()
        base = short(self.at(0, 0)[1])
        parts: list[str] = []
        last: float | None = None
        for number, height in enumerate([*heights, float("nan")]):
            here = None if np.isnan(height) else height
            if here == last:
                continue
            x = short(self.at(min(number * step, len(values)), 0)[0])
            top = base if here is None else short(self.at(0, here)[1])
            parts.append(f"M{x} {base}V{top}" if last is None else f"H{x}V{base}z" if here is None else f"H{x}V{top}")
            last = here
        self._path("".join(parts), f'fill="var(--{ink})"', ink, name)

    def line(self, points: Sequence[tuple[float, float]], ink: str, style: str = 'stroke-width="2"') -> None:
        """A line through points."""
        path = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in (self.at(*point) for point in points))
        self.shapes.append(f'<path d="{path}" fill="none" stroke="var(--{ink})" {style}/>')

    def points(self, xs: Floats, ys: Floats, ink: str, name: str = "") -> None:
        """Many small dots; those that cover each other are drawn once."""
        places = dict.fromkeys(tuple(map(round, self.at(x, y))) for x, y in zip(xs.tolist(), ys.tolist(), strict=True))
        path = "".join(f"M{x} {y}h0" for x, y in places)
        style = f'stroke="var(--{ink})" stroke-width="5" stroke-linecap="round" opacity=".75"'
        self._path(path, style, ink, name)

    def dot(self, point: tuple[float, float], ink: str, hint: str, radius: float = 5) -> None:
        """A dot with a tooltip."""
        x, y = map(short, self.at(*point))
        title = f"<title>{escape(hint)}</title>"
        self.shapes.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="var(--{ink})">{title}</circle>')

    def bar(self, value: float, row: float, ink: str, height: float = 0.7) -> None:
        """A bar from 0 to the right, or to the left if the value is below 0."""
        (zero, top), (end, bottom) = self.at(0, row + height / 2), self.at(value, row - height / 2)
        path = f"M{short(zero)} {short(top)}H{short(end)}V{short(bottom)}H{short(zero)}z"
        self.shapes.append(f'<path d="{path}" fill="var(--{ink})"/>')

    def interval(self, x: tuple[float, float], y: tuple[float, float], ink: str) -> None:
        """A thin line between two points: what a value may be by chance."""
        (x1, y1), (x2, y2) = self.at(x[0], y[0]), self.at(x[1], y[1])
        path = f"M{short(x1)} {short(y1)}L{short(x2)} {short(y2)}"
        self.shapes.append(f'<path d="{path}" stroke="var(--{ink})" stroke-width="2.5" opacity=".55"/>')

    def across(self, y: float, words: str, ink: str = "accent") -> None:
        """A dashed line across the plot with words at its right end, such as a threshold."""
        x1, x2, top = self.left, self.width - RIGHT, self.at(self.x.low, y)[1]
        path = f"M{short(x1)} {short(top)}H{short(x2)}"
        self.shapes.append(f'<path d="{path}" stroke="var(--{ink})" stroke-width="1.5" stroke-dasharray="5 3"/>')
        below = top + 13 if top < TOP + 12 else top - 4
        self._words(x2, below, words, f'text-anchor="end" fill="var(--{ink})"')

    def text(self, point: tuple[float, float], words: str, anchor: str = "start", shift_y: float = 4) -> None:
        """Words beside a point, to its right (start) or left (end)."""
        x, y = self.at(*point)
        x += 9 if anchor == "start" else -9
        self._words(x, y + shift_y, words, f'text-anchor="{anchor}"')

    def name(self, words: str, ink: str) -> None:
        """Puts a name and its ink into the legend."""
        self.legend[words] = ink

    def to_svg(self, label: str, attributes: str = "") -> str:
        """The picture; `label` is read aloud, `attributes` go to its first tag."""
        body = "".join([*self._grid(), *self.shapes, *self._legend()])
        return (
            f'<svg viewBox="0 0 {self.width} {self.height}" role="img" aria-label="{escape(label)}"{attributes} '
            f'fill="currentColor" font-size="12">{body}</svg>'
        )

    def _path(self, path: str, style: str, ink: str, name: str) -> None:
        if path:
            self.shapes.append(f'<path d="{path}" {style}/>')
        if name:
            self.legend[name] = ink

    def _words(self, x: float, y: float, words: str, style: str) -> None:
        self.shapes.append(f'<text x="{short(x)}" y="{short(y)}" {style}>{escape(words)}</text>')

    def _grid(self) -> list[str]:
        left, right, bottom = self.left, self.width - RIGHT, self.height - BOTTOM
        muted = 'fill="var(--muted)"'
        across = "".join(f"M{short(left)} {short(self.at(self.x.low, y)[1])}H{right}" for y, _ in self.y.ticks)
        down = "".join(f"M{short(self.at(x, self.y.low)[0])} {TOP}V{bottom}" for x, _ in self.x.ticks)
        shapes = [f'<path d="{across}{down}" stroke="var(--rule)"/>']
        for value, words in self.x.ticks:
            x = short(self.at(value, self.y.low)[0])
            shapes.append(f'<text {muted} x="{x}" y="{bottom + 15}" text-anchor="middle">{escape(words)}</text>')
        for value, words in self.y.ticks:
            y = short(self.at(self.x.low, value)[1] + 4)
            shapes.append(f'<text {muted} x="{short(left - 6)}" y="{y}" text-anchor="end">{escape(words)}</text>')
        middle = short((left + right) / 2)
        shapes.append(f'<text x="{middle}" y="{self.height - 7}" text-anchor="middle">{escape(self.x.title)}</text>')
        return [*shapes, f'<text x="2" y="14">{escape(self.y.title)}</text>']

    def _legend(self) -> list[str]:
        """Names above the plot, from the right."""
        shapes, right = [], float(self.width - RIGHT)
        for words, ink in reversed(self.legend.items()):
            shapes.append(f'<text x="{short(right)}" y="14" text-anchor="end">{escape(words)}</text>')
            right -= LETTER_PX * len(words) + 17
            shapes.append(f'<path d="M{short(right)} 6h9v9h-9z" fill="var(--{ink})"/>')
            right -= 14
        return shapes
