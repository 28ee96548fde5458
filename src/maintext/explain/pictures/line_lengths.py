"""Page -> figures 2 and 3 of qRead: the lengths of its text lines, and the densities of its segments.

All values are those of `maintext.extractors.papers.qread`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.charts.axes import count_axis, linear_axis
from maintext.charts.chart import Chart
from maintext.explain.pictures.picture import Picture
from maintext.extractors.papers.qread import QRead, segment_sizes, segments

if TYPE_CHECKING:
    from maintext.page import Page


def line_length_pictures(page: Page) -> list[Picture]:
    """The two pictures; the second only if the page has segments."""
    pictures = [_lengths(page)] if len(page.blocks) else []
    return [*pictures, _densities(page)] if segments(page).max(initial=-1) >= 0 else pictures


def _lengths(page: Page) -> Picture:
    title = "qRead: line lengths"
    caption = "Words on each line of the source. Long lines together are an article; menus are low."
    words = page.lines.words.astype(float)
    chart = Chart(count_axis(len(words), "line of the source"), linear_axis(0, words.max(initial=0), "words per line"))
    chart.columns(words, "second")
    return Picture(title, caption, chart.to_svg(f"{title}. {caption}"))


def _densities(page: Page) -> Picture:
    title = "qRead: segment densities"
    method = QRead()
    segment = segments(page, method.empty_lines)
    n_words, n_lines = segment_sizes(page, segment)
    density = n_words / np.maximum(n_lines, 1)
    is_kept = np.bincount(segment[segment >= 0], method(page).keep[segment >= 0], minlength=len(density)) > 0
    whole = float(n_words.sum() / max(n_lines.sum(), 1))
    caption = (
        f"Each of {len(density)} segments, which {method.empty_lines} empty lines separate. The densest is kept, and "
        "dense ones that resemble the title."
    )
    y = linear_axis(0, max(float(density.max(initial=0)), whole), "words per line")
    chart = Chart(count_axis(len(density), "segment, in page order"), y)
    for chosen, ink in ((~is_kept, "dropped"), (is_kept, "kept")):
        chart.columns(np.where(chosen, density, np.nan), ink, ink)
    chart.across(whole, f"whole text: {whole:.1f}")
    return Picture(title, caption, chart.to_svg(f"{title}. {caption}"))
