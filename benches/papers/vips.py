"""VIPS in CETR's Table 4: the best combination of segments, as in the paper, and `vips` as it ships. Needs a browser.

An even sample of every column of the table. For the upper bound the degree of coherence and the segments
are those with the best F1 against the gold text, by bag of words as in the paper. One browser opens all pages, offline
and without scripts. `make papers` leaves this out where there is no browser.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import maintext
from benches.papers.cetr import corpora
from benches.papers.pages import GoldPage
from benches.papers.records import keep_record
from maintext.browser import Layout, RenderLimits
from maintext.browser.layout import layout_of, marked_source
from maintext.browser.rendering import NO_ADDRESS, _chromium, _Job, _loaded, find_chromium
from maintext.errors import RenderError
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.figures import means_with_both_f1
from maintext.evaluate.metrics.pair import Pair, Tokens
from maintext.extractors.vips import VisualSegments, best_combination

if TYPE_CHECKING:
    from playwright.async_api import Browser

EVERY = {"CleanEval-Eng": 18, "CleanEval-Zh": 3, "Myriad 40": 16, "Big 5": 4, "NYTimes": 3}
"""The step of the sample: a page takes about half a second of processor time."""
LIMITS = RenderLimits(seconds=120)
DEGREES = range(1, 11)


async def layouts(pages: list[GoldPage]) -> list[Layout | None]:
    """What a browser lays out of each page; None for a page that takes too long or ends the browser."""
    found: list[Layout | None] = []
    while len(found) < len(pages):
        found += await _by_one_browser(pages[len(found) :])
    return found


async def _by_one_browser(pages: list[GoldPage]) -> list[Layout | None]:
    """The layouts of the pages up to one that ends the browser."""
    found: list[Layout | None] = []
    try:
        async with _chromium() as browser:
            for row in pages:
                found.append(await _layout(browser, row))  # noqa: PERF401 - an error must not lose those before it
    except RenderError:
        return [*found, None][: len(pages)]
    return found


async def _layout(browser: Browser, row: GoldPage) -> Layout | None:
    job = _Job(marked_source(row.page, "data-row"), NO_ADDRESS, LIMITS, "data-row", runs_scripts=False)
    try:
        values, _ = await asyncio.wait_for(_loaded(browser, job), LIMITS.seconds)
    except asyncio.TimeoutError:
        return None
    finally:
        for context in browser.contexts:
            await context.close()
    return layout_of(np.arange(len(row.page.elements)), values.get("values"))


def gold_words(page: maintext.Page, gold: Tokens) -> NDArray[np.int64]:
    """The words of each block that are in the gold text; a word of the gold text counts once."""
    left = Counter(gold.lower_words)
    found = []
    for text in page.texts():
        own = Counter(Tokens(text).lower_words) & left
        left -= own
        found.append(own.total())
    return np.array(found, dtype=np.int64)


def upper_bound(row: GoldPage, layout: Layout) -> dict[str, float]:
    """The figures of the best segments at the best degree of coherence."""
    n_gold = gold_words(row.page, row.gold)
    n_words = np.array([len(Tokens(text).lower_words) for text in row.page.texts()], dtype=np.int64)
    tried = []
    for permitted in DEGREES:
        segment = VisualSegments(permitted).segments(row.page, layout)
        tried.append(bag(row, best_combination(segment, n_words, n_gold)))
    return max(tried, key=lambda each: each["f1"])


def bag(row: GoldPage, keep: NDArray[np.bool_]) -> dict[str, float]:
    """Precision, recall and F1 of the kept blocks."""
    return BagOfWords().of_page(Pair(Tokens("\n".join(row.page.texts(keep))), row.gold))


def column(pages: list[GoldPage]) -> dict[str, Any]:
    """The figures of the upper bound and of `vips` on the pages that could be laid out."""
    laid_out = zip(pages, asyncio.run(layouts(pages)), strict=True)
    pairs = [(row, layout) for row, layout in laid_out if layout is not None]
    bounds = [upper_bound(row, layout) for row, layout in pairs]
    shipped = [bag(row, VisualSegments().scores(row.page, layout).keep) for row, layout in pairs]
    found: dict[str, Any] = {"n_pages": len(pairs), "n_failed": len(pages) - len(pairs)}
    for name, figures in (("upper bound", bounds), ("vips", shipped)):
        found[name] = {key: round(100 * value, 2) for key, value in means_with_both_f1(figures).items()}
    return found


def main() -> None:
    # Without a browser every page would fail.
    find_chromium()
    found = {}
    for name, pages in corpora().items():
        found[name] = column(pages[:: EVERY.get(name, 1)])
        print(name, found[name], flush=True)
    print(keep_record("vips", found))


if __name__ == "__main__":
    main()
