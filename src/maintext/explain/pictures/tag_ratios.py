"""Page -> figures 2 to 5 of CETR: tag ratios by line, raw and smoothed, their steepness, and both as clustered points.

All values are those of `maintext.extractors.papers.cetr`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.explain.figures import INK, Picture, draw_columns, legend_above, plot, to_svg
from maintext.extractors.measures.source_lines import read_lines
from maintext.extractors.papers.cetr import TagRatios, cluster_numbers, curve_points, tag_ratios

if TYPE_CHECKING:
    from maintext.page import Page

Floats = NDArray[np.float64]

MAX_DOTS = 4000
"""Dots that are drawn. Of more lines a sample is drawn, or the file would be larger than the page."""
_CLUSTER_INKS = ("dropped", "kept", "accent", "second", "third")


def tag_ratio_pictures(page: Page) -> list[Picture]:
    """The four pictures; none for a page without text or tags."""
    lines = read_lines(page)
    if not lines.has_tags:
        return []
    _, ratios = tag_ratios(lines)
    if not ratios.any():
        return []
    method = TagRatios()
    points = curve_points(ratios, method.lookahead_lines)
    clusters = cluster_numbers(points, method.clusters)
    return [_raw(ratios), _smoothed(points[0], clusters > 0), _steepness(points[1]), _scatter(points, clusters)]


def _raw(ratios: Floats) -> Picture:
    caption = "Characters per tag, T, of each line with text or tags. Text is high, but so are single lines elsewhere."
    return _by_line("Tag ratios by line", caption, [(ratios, "third", "")], "T")


def _smoothed(smoothed: Floats, is_kept: NDArray[np.bool_]) -> Picture:
    caption = "The same, smoothed: T'. Coloured where cetr keeps the line."
    kept, dropped = np.where(is_kept, smoothed, np.nan), np.where(is_kept, np.nan, smoothed)
    return _by_line("Smoothed tag ratios", caption, [(dropped, "dropped", "dropped"), (kept, "kept", "kept")], "T'")


def _steepness(steepness: Floats) -> Picture:
    caption = "How steeply T' changes, |G'|: high at the borders of the text, whatever T' is there."
    return _by_line("Absolute derivative", caption, [(steepness, "accent", "")], "|G'|")


def _by_line(title: str, caption: str, curves: list[tuple[Floats, str, str]], label: str) -> Picture:
    with plot() as (figure, axes):
        for values, ink, name in curves:
            draw_columns(axes, values, ink, name or None)
        axes.set_xlabel("line")
        axes.set_ylabel(label)
        if len(curves) > 1:
            legend_above(axes)
        return Picture(title, caption, to_svg(figure, title))


def _scatter(points: Floats, clusters: NDArray[np.intp]) -> Picture:
    title = "Lines as points, in clusters"
    caption = (
        "Each line by T' and |G'|. The cluster whose centre is held at the origin is dropped, the others are kept."
    )
    step = -(-len(clusters) // MAX_DOTS)
    if step > 1:
        caption += f" Every {step}th of {len(clusters):,} lines is drawn."
    shown, numbers = points[:, ::step], clusters[::step]
    with plot() as (figure, axes):
        for number in range(int(clusters.max()) + 1):
            xs, ys = shown[:, numbers == number]
            name = "at the origin: dropped" if number == 0 else f"cluster {number}: kept"
            ink = INK[_CLUSTER_INKS[number % len(_CLUSTER_INKS)]]
            axes.plot(xs, ys, "o", color=ink, markersize=3.2, alpha=0.75, markeredgewidth=0, label=name)
        axes.set_xlabel("T'")
        axes.set_ylabel("|G'|")
        legend_above(axes)
        return Picture(title, caption, to_svg(figure, title))
