"""Numbers -> a small SVG chart: lines, bars and a legend, nothing that needs a library."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT, MARGIN = 640, 280, 44
PALETTE = ("#1f5fa8", "#c8502d", "#3b8a4f", "#8a8a8a")


@dataclass
class Chart:
    """A chart over x from 0 to `x_max` and y from 0 to `y_max`; call its methods in the order of drawing."""

    title: str
    x_label: str
    x_max: float
    y_max: float
    parts: list[str] = field(default_factory=list)
    legend: list[tuple[str, str]] = field(default_factory=list)

    def _x(self, x: float) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * x / self.x_max, 1)

    def _y(self, y: float) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * y / self.y_max, 1)

    def line(self, xs: Sequence[float], ys: Sequence[float], colour: int, name: str) -> None:
        """A line through points, and its name in the legend."""
        points = " ".join(f"{self._x(x)},{self._y(y)}" for x, y in zip(xs, ys, strict=True))
        self.parts.append(f'<polyline points="{points}" fill="none" stroke="{PALETTE[colour]}" stroke-width="1.6"/>')
        self.legend.append((PALETTE[colour], name))

    def bars(self, xs: Sequence[float], ys: Sequence[float], colour: int, name: str) -> None:
        """Bars one unit of x wide."""
        width = max(round(self._x(1) - self._x(0) - 0.3, 1), 0.5)
        for x, y in zip(xs, ys, strict=True):
            top = self._y(y)
            height = round(self._y(0) - top, 1)
            box = f'x="{self._x(x)}" y="{top}" width="{width}" height="{height}"'
            self.parts.append(f'<rect {box} fill="{PALETTE[colour]}" fill-opacity="0.55"/>')
        self.legend.append((PALETTE[colour], name))

    def rule(self, x: float | None = None, y: float | None = None) -> None:
        """A dashed line at a value of x or of y."""
        left, right = (self._x(0), self._x(self.x_max)) if x is None else (self._x(x),) * 2
        low, high = (self._y(0), self._y(self.y_max)) if y is None else (self._y(y),) * 2
        self.parts.append(
            f'<line x1="{left}" y1="{low}" x2="{right}" y2="{high}" stroke="#444" stroke-dasharray="4 3"/>'
        )

    def to_svg(self) -> str:
        """The chart as a file of its own, on white so that it can be read on any page."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
        frame = f'<path d="M{MARGIN} {MARGIN}V{HEIGHT - MARGIN}H{WIDTH - MARGIN}" fill="none" stroke="#222"/>'
        bottom, right = HEIGHT - MARGIN + 16, WIDTH - MARGIN
        texts = [
            f'<text x="{MARGIN}" y="18" font-size="13">{escape(self.title)}</text>',
            f'<text x="{right}" y="{bottom + 16}" font-size="11" text-anchor="end">{escape(self.x_label)}</text>',
            f'<text x="{MARGIN - 6}" y="{MARGIN + 4}" font-size="11" text-anchor="end">{self.y_max:g}</text>',
            f'<text x="{MARGIN}" y="{bottom}" font-size="11">0</text>',
            f'<text x="{right}" y="{bottom}" font-size="11" text-anchor="end">{self.x_max:g}</text>',
        ]
        for number, (colour, name) in enumerate(self.legend):
            x = MARGIN + 8 + number * 150
            texts.append(f'<rect x="{x}" y="26" width="10" height="10" fill="{colour}"/>')
            texts.append(f'<text x="{x + 14}" y="35" font-size="11">{escape(name)}</text>')
        return "\n".join(
            [head, '<rect width="100%" height="100%" fill="#fff"/>', *self.parts, frame, *texts, "</svg>\n"]
        )
