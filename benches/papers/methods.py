"""Every published method on four whole corpora, by bag of words: the figures of the pages in docs/algorithms.

`cetr` also with other widths of its kernel, which the paper leaves open; and F1 by the kinds of pages of wcxb_train.
Corpora are measured on two cores; arguments name some of them.
"""

import statistics
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from benches.papers.pages import GoldPage, gold_pages, kept_text
from benches.papers.records import FOLDER, keep_record, recorded
from maintext.evaluate.metrics.all_above import AllAbove
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.outcome import Outcome
from maintext.evaluate.metrics.pair import Pair
from maintext.extractors.by import get_extractor
from maintext.extractors.papers import cetr, pvalue
from maintext.extractors.registry import EXTRACTORS

WITH_KINDS = "wcxb_train"
CORPORA = ("dragnet", WITH_KINDS, "cleaneval_final", "gn1", "portal")
NOT_PUBLISHED = ("all", "model", "vips")
"""Not of a paper, or in need of a browser."""
VARIANTS = (
    "ccb:counts_anchors=false",
    "coreex:text_weight=0.1",
    f"pvalue:removed={'+'.join(pvalue.PRINTED)}",
)
FORMS = ("cetr-tm", "cetr-km", "cetr")
Floats = NDArray[np.float64]


def names() -> list[str]:
    """The extractors that are measured."""
    return [*(name for name in EXTRACTORS if name not in NOT_PUBLISHED), *VARIANTS]


def figures_of(pages: list[GoldPage], by: str) -> dict[str, float]:
    """Bag of words, outcomes and the share of accurate pages, in per cent."""
    extractor = get_extractor(by)
    pairs = [Pair(kept_text(row.page, extractor), row.gold) for row in pages]
    metrics = (BagOfWords(), Outcome(), AllAbove())
    found: dict[str, float] = {}
    for metric in metrics:
        found |= metric.of_corpus([metric.of_page(pair) for pair in pairs])
    return {name: round(100 * value, 2) for name, value in found.items()}


def blurred(width: float, values: Floats, _: object = ()) -> Floats:
    """The values smoothed by a kernel of that width in lines; 0 for none."""
    radius = int(np.ceil(width))
    steps = np.arange(-radius, radius + 1)
    kernel = np.exp(-steps * steps / (2 * width * width)) if radius else np.ones(1)
    return np.asarray(np.convolve(values, kernel)[radius : radius + len(values)] / kernel.sum())


def root_blurred(values: Floats, _: object = ()) -> Floats:
    """The values smoothed by a kernel as wide as the square root of their deviation."""
    return blurred(min(float(values.std()) ** 0.5, len(values)), values)


WIDTHS = {
    "the square root of std(T)": root_blurred,
    "1 line": partial(blurred, 1.0),
    "3 lines": partial(blurred, 3.0),
    "not smoothed": partial(blurred, 0.0),
}


Part = dict[str, dict[str, Any]]
"""Figures by method or width, and then by corpus or kind of page."""


def measured_corpus(corpus: str) -> dict[str, Part]:
    """The figures of each method, and the F1 of the forms of CETR by each width; or F1 by kinds of pages."""
    pages = gold_pages(corpus)
    if corpus == WITH_KINDS:
        return {"kinds": {by: f1_by_kind(pages, by) for by in (*names(), "all")}}
    figures = {by: {corpus: figures_of(pages, by)} for by in names()}
    widths = {}
    for label, smooth in WIDTHS.items():
        with patch.object(cetr, "smooth", smooth):
            widths[label] = {corpus: {form: figures_of(pages, form)["f1"] for form in FORMS}}
    return {"methods": figures, "widths": widths}


def f1_by_kind(pages: list[GoldPage], by: str) -> dict[str, float]:
    """The mean F1 of the pages of each kind, in per cent."""
    extractor, metric = get_extractor(by), BagOfWords()
    kinds: dict[str, list[float]] = {}
    for row in pages:
        found = metric.of_page(Pair(kept_text(row.page, extractor), row.gold))
        kinds.setdefault(row.kind, []).append(found["f1"])
    return {kind: round(100 * statistics.fmean(found), 2) for kind, found in sorted(kinds.items())}


def main(corpora: Sequence[str] = CORPORA) -> None:
    known: dict[str, Part] = recorded("methods")["figures"] if list(FOLDER.glob("*-methods.json")) else {}
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for corpus, parts in zip(corpora, pool.map(measured_corpus, corpora), strict=True):
            print(corpus, flush=True)
            for kind, found in parts.items():
                for name, own in found.items():
                    known.setdefault(kind, {}).setdefault(name, {}).update(own)
    print(keep_record("methods", known))


if __name__ == "__main__":
    main(sys.argv[1:] or CORPORA)
