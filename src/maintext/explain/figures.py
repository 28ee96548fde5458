"""Plots by matplotlib -> SVG that takes its colours from the page around it, light or dark.

matplotlib writes colours as numbers. Each number of INK is replaced by a CSS variable in the SVG, which the
report sets. Text stays text, in the report's own font.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from maintext.errors import MissingPackageError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = {
    "ink": "#010203",
    "muted": "#010204",
    "rule": "#010205",
    "kept": "#010206",
    "dropped": "#010207",
    "accent": "#010208",
    "second": "#010209",
    "third": "#01020a",
}
"""The colours of a report by name, and the number that matplotlib draws each of them with."""
MAX_COLUMNS = 1500
"""More than a screen can show apart."""
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": INK["rule"],
    "axes.labelcolor": INK["muted"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": INK["rule"],
    "grid.linewidth": 0.6,
    "xtick.color": INK["rule"],
    "ytick.color": INK["rule"],
    "xtick.labelcolor": INK["muted"],
    "ytick.labelcolor": INK["muted"],
    "text.color": INK["ink"],
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "path.simplify": True,
    # A CSS class named $x$ must not be typeset as a formula.
    "text.parse_math": False,
}
_UNUSED_ID = re.compile(r' id="[A-Za-z.\d]+_\d+"')


@dataclass(frozen=True)
class Picture:
    """A plot and what it shows."""

    title: str
    caption: str
    svg: str
    is_wide: bool = False


@contextmanager
def plot(wide: bool = False, height: float = 2.6) -> Iterator[tuple[Figure, Axes]]:
    """A figure with one pair of axes, to be drawn on and then given to `to_svg` before the block ends."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingPackageError("matplotlib", "report") from None
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(11 if wide else 5.4, height), layout="constrained")
        yield figure, figure.subplots()


def draw_columns(axes: Axes, values: NDArray[np.float64], ink: str, name: str | None = None) -> None:
    """Values side by side, one wide each, nothing where they are NaN. Of very many, the farthest from 0 of each few."""
    step = max(1, -(-len(values) // MAX_COLUMNS))
    padded = np.append(values, np.full(-len(values) % step, np.nan)).reshape(-1, step)
    farthest = np.where(np.isnan(padded), -1.0, np.abs(padded)).argmax(axis=1)
    heights = padded[np.arange(len(padded)), farthest]
    edges = np.minimum(np.arange(len(heights) + 1) * step, len(values))
    area = axes.fill_between(np.repeat(edges, 2)[1:-1], np.repeat(heights, 2), color=INK[ink], linewidth=0, label=name)
    # Columns start at the axis; the limits stay open for what is drawn next.
    area.sticky_edges.y.append(0)
    axes.margins(x=0)


def legend_above(axes: Axes) -> None:
    """What the colours mean, where nothing is drawn."""
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=4, borderaxespad=0.1)


def to_svg(figure: Figure, label: str) -> str:
    """The figure as an SVG element."""
    file = StringIO()
    # Without a date, and with a fixed salt for its ids, the same page gives the same report.
    with _salted(label), warnings.catch_warnings():
        # Text is measured in a font that lacks some scripts, but shown in one that the reader's browser has.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    svg = file.getvalue()
    svg = _UNUSED_ID.sub("", svg[svg.index("<svg") :])
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<svg .*?viewBox="([^"]*)".*?>', rf'<svg viewBox="\1" role="img" aria-label="{label}">', svg, count=1)
    for name, colour in INK.items():
        svg = svg.replace(colour, f"var(--{name})")
    return svg


@contextmanager
def _salted(salt: str) -> Iterator[None]:
    import matplotlib as mpl

    with mpl.rc_context({"svg.hashsalt": salt}):
        yield
