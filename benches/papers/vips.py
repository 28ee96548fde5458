"""VIPS in CETR's Table 4: the best combination of segments, as in the paper, and `vips` as it ships. Needs a browser.

Every 45th page of CleanEval's final set. For the upper bound the degree of coherence and the segments are those with
the best F1 against the gold text, by bag of words as in the paper. One browser opens all pages, offline and without
scripts.
Not part of `make papers`, which has to run where there is no browser.
"""

import asyncio
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

import maintext
from benches.papers.pages import GoldPage, gold_pages
from benches.papers.records import keep_record
from maintext.browser import Layout, RenderLimits
from maintext.browser.layout import layout_of, marked_source
from maintext.browser.rendering import NO_ADDRESS, _chromium, _Job, _loaded
from maintext.errors import RenderError
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.figures import means_with_both_f1
from maintext.evaluate.metrics.pair import Pair, Tokens
from maintext.extractors.vips import VisualSegments, best_combination

EVERY = 45
LIMITS = RenderLimits(seconds=120)
DEGREES = range(1, 11)


async def layouts(pages: list[GoldPage]) -> list[Layout | None]:
    """What one browser lays out of each page; None for a page that takes too long."""
    found: list[Layout | None] = []
    async with _chromium() as browser:
        for row in pages:
            job = _Job(marked_source(row.page, "data-row"), NO_ADDRESS, LIMITS, "data-row", runs_scripts=False)
            try:
                values, _ = await asyncio.wait_for(_loaded(browser, job), LIMITS.seconds)
                found.append(layout_of(np.arange(len(row.page.elements)), values.get("values")))
            except (RenderError, asyncio.TimeoutError):
                found.append(None)
            print(len(found), row.id, found[-1] is not None, flush=True)
            for context in browser.contexts:
                await context.close()
    return found


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


def main() -> None:
    pages = gold_pages("cleaneval_final")[::EVERY]
    pairs = [
        (row, layout) for row, layout in zip(pages, asyncio.run(layouts(pages)), strict=True) if layout is not None
    ]
    found: dict[str, Any] = {"n_pages": len(pairs), "n_failed": len(pages) - len(pairs)}
    bounds = [upper_bound(row, layout) for row, layout in pairs]
    shipped = [bag(row, VisualSegments().scores(row.page, layout).keep) for row, layout in pairs]
    for name, figures in (("upper bound", bounds), ("vips", shipped)):
        found[name] = {key: round(100 * value, 2) for key, value in means_with_both_f1(figures).items()}
    print(found)
    print(keep_record("vips", found))


if __name__ == "__main__":
    main()
