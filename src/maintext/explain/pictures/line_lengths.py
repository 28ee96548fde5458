"""Page -> figures 2 and 3 of qRead: the lengths of its text lines, and the densities of its segments.

All values are those of `maintext.extractors.papers.qread`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.explain.figures import INK, Picture, draw_columns, legend_above, plot, to_svg
from maintext.extractors.measures.source_lines import read_lines
from maintext.extractors.papers.qread import QRead, segment_sizes, segments

if TYPE_CHECKING:
    from maintext.page import Page


def line_length_pictures(page: Page) -> list[Picture]:
    """The two pictures; the second only if the page has segments."""
    pictures = [_lengths(page)] if len(page.blocks) else []
    return [*pictures, _densities(page)] if segments(page).max(initial=-1) >= 0 else pictures


def _lengths(page: Page) -> Picture:
    title = "Line lengths"
    caption = "Characters of text on each line of the source. Long lines together are an article; menus are low."
    with plot() as (figure, axes):
        draw_columns(axes, np.asarray(read_lines(page).chars, dtype=float), "second")
        axes.set_xlabel("line of the source")
        axes.set_ylabel("characters")
        return Picture(title, caption, to_svg(figure, title))


def _densities(page: Page) -> Picture:
    title = "Segment densities"
    method = QRead()
    segment = segments(page, method.empty_lines)
    n_words, n_lines = segment_sizes(page, segment)
    density = n_words / np.maximum(n_lines, 1)
    is_kept = np.bincount(segment[segment >= 0], method(page).keep[segment >= 0], minlength=len(density)) > 0
    caption = (
        f"Words per line in each of {len(density)} segments, which {method.empty_lines} empty lines separate. The "
        "densest is kept, and dense ones that resemble the title; the line is the density of the whole text."
    )
    with plot() as (figure, axes):
        for chosen, ink in ((~is_kept, "dropped"), (is_kept, "kept")):
            draw_columns(axes, np.where(chosen, density, np.nan), ink, ink)
        axes.axhline(float(n_words.sum() / max(n_lines.sum(), 1)), color=INK["accent"], linewidth=1.2)
        axes.set_xlabel("segment")
        axes.set_ylabel("words per line")
        axes.locator_params(axis="x", integer=True)
        legend_above(axes)
        return Picture(title, caption, to_svg(figure, title))
