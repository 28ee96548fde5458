"""Page -> figures 2 to 5 of CETR: tag ratios by line, raw and smoothed, their steepness, and both as clustered points.

All values are those of `maintext.extractors.papers.cetr`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.charts.axes import count_axis, linear_axis
from maintext.charts.chart import Chart
from maintext.explain.pictures.picture import Picture
from maintext.extractors.measures.source_lines import read_lines
from maintext.extractors.papers.cetr import TagRatios, cluster_numbers, curve_points, tag_ratios

if TYPE_CHECKING:
    from maintext.page import Page

Floats = NDArray[np.float64]

UNIT = "characters per tag"
MAX_DOTS = 2000
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
    caption = "T of each line with text or tags. Text is high, but so are single lines elsewhere."
    return _by_line("CETR: tag ratios by line", caption, [(ratios, "third", "")], f"T, {UNIT}")


def _smoothed(smoothed: Floats, is_kept: NDArray[np.bool_]) -> Picture:
    caption = "The same, smoothed: T'. Coloured where cetr keeps the line."
    kept, dropped = np.where(is_kept, smoothed, np.nan), np.where(is_kept, np.nan, smoothed)
    curves = [(dropped, "dropped", "dropped"), (kept, "kept", "kept")]
    return _by_line("CETR: smoothed tag ratios", caption, curves, f"T', {UNIT}")


def _steepness(steepness: Floats) -> Picture:
    caption = "How steeply T' changes, |G'|: high at the borders of the text, whatever T' is there."
    return _by_line("CETR: absolute derivative", caption, [(steepness, "accent", "")], f"|G'|, {UNIT}, per line")


def _by_line(title: str, caption: str, curves: list[tuple[Floats, str, str]], label: str) -> Picture:
    highest = max(float(np.nanmax(values, initial=0)) for values, _, _ in curves)
    chart = Chart(count_axis(len(curves[0][0]), "line of the source with text or tags"), linear_axis(0, highest, label))
    for values, ink, name in curves:
        chart.columns(values, ink, name)
    return Picture(title, caption, chart.to_svg(f"{title}. {caption}"))


def _scatter(points: Floats, clusters: NDArray[np.intp]) -> Picture:
    title = "CETR: lines as points, in clusters"
    caption = (
        "Each line by T' and |G'|. The cluster whose centre is held at the origin is dropped, the others are kept."
    )
    step = -(-len(clusters) // MAX_DOTS)
    if step > 1:
        caption += f" Every {step}th of {len(clusters):,} lines is drawn."
    shown, numbers = points[:, ::step], clusters[::step]
    across, up = (float(axis.max(initial=0)) for axis in shown)
    chart = Chart(linear_axis(0, across, f"T', {UNIT}"), linear_axis(0, up, f"|G'|, {UNIT}, per line"))
    for number in range(int(clusters.max()) + 1):
        xs, ys = shown[:, numbers == number]
        name = "dropped" if number == 0 else f"kept {number}"
        chart.points(xs, ys, _CLUSTER_INKS[number % len(_CLUSTER_INKS)], name)
    return Picture(title, caption, chart.to_svg(f"{title}. {caption}"))
