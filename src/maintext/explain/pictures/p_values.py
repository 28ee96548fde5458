"""Page -> the P value of its likeliest elements, as bars; the values are those of `extractors.papers.pvalue`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.charts.axes import linear_axis, name_axis
from maintext.charts.chart import Chart
from maintext.explain.block_facts import element_name
from maintext.explain.pictures.picture import Picture
from maintext.extractors.papers.pvalue import HAS_MAIN_TEXT, PValue, page_value

if TYPE_CHECKING:
    from maintext.page import Page

N_CANDIDATES = 14
ROW_PX = 20


def p_value_pictures(page: Page) -> list[Picture]:
    """One picture; none for a page in which no element has a P value."""
    values = PValue().element_values(page)
    best = np.argsort(-values, kind="stable")[:N_CANDIDATES]
    best = best[values[best] > 0]
    if not len(best):
        return []
    whole = page_value(page)
    verdict = "has a main text" if whole >= HAS_MAIN_TEXT else "has no main text, or a short one among much else"
    title = "P value: the likeliest elements"
    caption = (
        f"P is how much of an element is text, times its share of the page's text outside links. The largest is kept. "
        f"The page's own value is {whole:.2f}, with {HAS_MAIN_TEXT} as the threshold: it {verdict}."
    )
    names = name_axis([_label(page, row) for row in best.tolist()])
    chart = Chart(linear_axis(0, float(values[best[0]]), "P, from 0 to 1"), names, height=80 + ROW_PX * len(best))
    for number, value in enumerate(values[best].tolist()):
        chart.bar(value, -number - 0.5, "dropped" if number else "kept")
    return [Picture(title, caption, chart.to_svg(f"{title}. {caption}"))]


def _label(page: Page, row: int) -> str:
    """An element and its number of words, which distinguishes tables within tables."""
    inside = slice(int(page.elements.first_block[row]), int(page.elements.stop_block[row]))
    return f"{element_name(page, row)} · {int(page.blocks.words[inside].sum()):,} words"
