"""qRead's table 2 and figures 4 to 8 on the nearest corpora.

20 draws of 310 pages, as in the paper. English pages are those of L3S-GN1 and newspaper_train. Chinese pages are those
of chinese_train and the Chinese ones of magic_articles_train; they are fewer than 310, so pages are drawn repeatedly.
The paper drops the pages with the longest and the shortest time of each draw before it counts. Here the largest and the
smallest page are dropped for the outcomes, so that they are the same in every run, and the slowest and the quickest for
the times.
"""

import random
import re
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import maintext
from benches.corpora import CORPORA
from benches.papers.pages import GoldPage, gold_pages, kept_text
from benches.papers.records import keep_record
from maintext.corpus import open_corpus
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.outcome import Outcome
from maintext.evaluate.metrics.pair import Pair
from maintext.extractors.by import get_extractor
from maintext.extractors.papers.qread import READINGS

N_DRAWS, N_PAGES, SEED = 20, 310, 2015
LAMBDAS = range(1, 7)
METHODS = ("qread", "coreex", "econ", "model")
OUTCOMES = ("accurate", "extra", "missed")
BAG_CORPORA = ("cleaneval_final", "gn1", "dragnet", "portal")
SHORT_WORDS = 60
N_TIMED = 3
"""Runs of a page, of which the quickest counts."""
HAN = re.compile(r"[一-鿿]")


def populations() -> dict[str, list[GoldPage]]:
    """The pages that are drawn from, by language."""
    chinese = [row for row in gold_pages("chinese_train", "magic_articles_train") if _is_chinese(row.gold.text)]
    return {"English": gold_pages("gn1", "newspaper_train"), "Chinese": chinese}


def _is_chinese(text: str) -> bool:
    return 2 * len(HAN.findall(text)) > len("".join(text.split())) > 0


def draws(pages: Sequence[GoldPage]) -> list[list[int]]:
    """The numbers of the pages of each draw."""
    chance, numbers = random.Random(SEED), range(len(pages))  # noqa: S311 - not for secrets
    if len(pages) >= N_PAGES:
        return [chance.sample(numbers, N_PAGES) for _ in range(N_DRAWS)]
    return [chance.choices(numbers, k=N_PAGES) for _ in range(N_DRAWS)]


def without_extremes(numbers: Sequence[int], key: Callable[[int], float]) -> list[int]:
    """The draw without its largest and its smallest page by some key."""
    return sorted(numbers, key=key)[1:-1]


def outcomes(pages: Sequence[GoldPage], drawn: list[list[int]], by: str) -> dict[str, float]:
    """The share of accurate, extra and missed extractions in per cent, the mean over all draws."""
    extractor = get_extractor(by)
    of_page = [Outcome().of_page(Pair(kept_text(row.page, extractor), row.gold)) for row in pages]
    means = dict.fromkeys(OUTCOMES, 0.0)
    for numbers in drawn:
        rest = without_extremes(numbers, lambda number: len(pages[number].page.source))
        for name in OUTCOMES:
            means[name] += statistics.fmean(of_page[number][name] for number in rest) / N_DRAWS
    return {name: round(100 * value, 2) for name, value in means.items()}


def page_times(pages: Sequence[bytes], by: str) -> list[float]:
    """Milliseconds of processor time from HTML to answer, for each page."""
    extractor, found = get_extractor(by), []
    for html in pages:
        runs = []
        for _ in range(N_TIMED):
            start = time.process_time()
            extractor(maintext.parse(html))
            runs.append(time.process_time() - start)
        found.append(1000 * min(runs))
    return found


def draw_times(of_page: list[float], drawn: list[list[int]]) -> dict[str, list[float]]:
    """The mean, variance and standard deviation of the times in each draw: figures 6, 7 and 8."""
    rest = [[of_page[number] for number in without_extremes(numbers, of_page.__getitem__)] for numbers in drawn]
    return {
        "mean": [round(statistics.fmean(each), 3) for each in rest],
        "variance": [round(statistics.pvariance(each), 3) for each in rest],
        "deviation": [round(statistics.pstdev(each), 3) for each in rest],
        "range": [round(min(of_page), 3), round(max(of_page), 3)],
    }


def short_articles() -> dict[str, Any]:
    """Pages whose article has fewer than 60 words, which qRead leaves to future work: outcomes and F1."""
    corpora = ("gn1", "newspaper_train", "dragnet", "cleaneval_final")
    pages = [row for row in gold_pages(*corpora) if 0 < len(row.gold.words) < SHORT_WORDS]
    found: dict[str, Any] = {"n_pages": len(pages)}
    for by in METHODS:
        pairs = [Pair(kept_text(row.page, get_extractor(by)), row.gold) for row in pages]
        figures = Outcome().of_corpus([Outcome().of_page(pair) for pair in pairs])
        figures |= BagOfWords().of_corpus([BagOfWords().of_page(pair) for pair in pairs])
        found[by] = {name: round(100 * figures[name], 2) for name in (*OUTCOMES, "precision", "recall", "f1")}
    return found


def bags(by: str) -> dict[str, dict[str, float]]:
    """Bag of words and outcomes on whole corpora: the table of docs/algorithms/qread.md."""
    found = {}
    for corpus in BAG_CORPORA:
        extractor = get_extractor(by)
        pairs = [Pair(kept_text(row.page, extractor), row.gold) for row in gold_pages(corpus)]
        figures = Outcome().of_corpus([Outcome().of_page(pair) for pair in pairs])
        figures |= BagOfWords().of_corpus([BagOfWords().of_page(pair) for pair in pairs])
        found[corpus] = {name: round(100 * figures[name], 2) for name in (*OUTCOMES, "precision", "recall", "f1")}
    return found


def html_of(pages: Sequence[GoldPage]) -> list[bytes]:
    """The bytes of the pages, in their order."""
    names = dict.fromkeys(row.id.partition("/")[0] for row in pages)
    corpora = {name: {each.id: each.html for each in open_corpus(CORPORA / f"{name}.tar.xz").pages()} for name in names}
    return [corpora[row.id.partition("/")[0]][row.id.partition("/")[2]] for row in pages]


def main() -> None:
    figures: dict[str, Any] = {}
    times: dict[str, Any] = {}
    for language, pages in populations().items():
        drawn = draws(pages)
        readings = {name: f"qread:as_printed={name}" for name in READINGS}
        readings["PAPER"] = f"qread:as_printed={'+'.join(READINGS)}"
        figures[language] = {
            "n_pages": len(pages),
            "methods": {by: outcomes(pages, drawn, by) for by in METHODS},
            "lambda": {str(each): outcomes(pages, drawn, f"qread:empty_lines={each}") for each in LAMBDAS},
            "readings": {label: outcomes(pages, drawn, by) for label, by in readings.items()},
        }
        html = html_of(pages)
        times[language] = {by: draw_times(page_times(html, by), drawn) for by in ("qread", "coreex", "econ")}
        print(language, figures[language], flush=True)
    figures["short"] = short_articles()
    figures["bags"] = {"qread": bags("qread")}
    for label in (*READINGS, "PAPER"):
        names = "+".join(READINGS) if label == "PAPER" else label
        figures["bags"][label] = bags(f"qread:as_printed={names}")
    print(keep_record("qread", figures, times))


if __name__ == "__main__":
    main()
