"""How well a page's P value separates articles from pages without a main text, at every threshold and for each reading.

Pages of wcxb_train that people labelled: articles have a main text; listings and collections have none. Prints a 2x2
table for each reading of the paper and for a threshold that was chosen on other domains, then a table of thresholds;
draws docs/algorithms/pvalue-judgement.svg.
"""

import argparse
import hashlib
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import maintext
from benches.corpora import CORPORA, ROOT
from benches.drawing import Chart
from maintext.corpus import open_corpus
from maintext.extractors.papers import pvalue
from maintext.train.sites import site_of

PICTURE = ROOT / "docs" / "algorithms" / "pvalue-judgement.svg"
KINDS = ("article", "listing", "collection")
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


READINGS = {
    "as printed": pvalue.PAPER.page_value,
    "as printed, without white space": replace(pvalue.PAPER, counts_spaces=False).page_value,
    "authors' code": pvalue.AUTHORS.page_value,
    "authors' code, frames kept": pvalue.PValue(strips_attributes=True).page_value,
    "page_value": pvalue.page_value,
}
"""The value of a page by each reading, from 0 to 1; from 0.5 on it has a main text."""
N_FOLDS = 5
THRESHOLDS = np.linspace(0, 1, 101)


class Judged(NamedTuple):
    """One page: its kind, its site, and its value by each reading."""

    kind: str
    site: str
    values: tuple[float, ...]


def judged_pages() -> list[Judged]:
    """All pages of the three kinds."""
    pages = (row for row in open_corpus(CORPORA / "wcxb_train.tar.xz").pages() if row.kind in KINDS)
    judged = []
    for row in pages:
        page = maintext.parse(row.html)
        values = tuple(value_of(page) for value_of in READINGS.values())
        judged.append(Judged(row.kind, site_of(row, None), values))
    return judged


def best_threshold(values: Floats, is_article: Mask) -> float:
    """The threshold with the best mean of the shares of articles and of other pages that are judged right."""
    thresholds = np.unique(values.round(2))
    right = [(values[is_article] >= t).mean() + (values[~is_article] < t).mean() for t in thresholds]
    return float(thresholds[int(np.argmax(right))])


def held_out(judged: list[Judged], values: Floats) -> Mask:
    """For each page, whether it has a main text by the threshold of the other folds; folds are of whole sites."""
    is_article = np.array([row.kind == "article" for row in judged])
    fold = np.array([int(hashlib.sha256(row.site.encode()).hexdigest(), 16) % N_FOLDS for row in judged])
    answer = np.zeros(len(judged), dtype=np.bool_)
    for number in range(N_FOLDS):
        is_own = fold == number
        answer[is_own] = values[is_own] >= best_threshold(values[~is_own], is_article[~is_own])
    return answer


def two_by_two(name: str, answer: Mask, is_article: Mask) -> str:
    """The four counts of a judgement, and its accuracy."""
    counts = [int((answer & is_article).sum()), int((~answer & is_article).sum())]
    counts += [int((answer & ~is_article).sum()), int((~answer & ~is_article).sum())]
    shares = (answer == is_article).mean(), answer[is_article].mean(), (~answer[~is_article]).mean()
    rates = "accuracy {:.3f}, of articles {:.3f}, of others {:.3f}".format(*shares)
    return "{:<38} articles yes {:>3} no {:>3}   others yes {:>3} no {:>3}   {}".format(name, *counts, rates)


def curve(values: dict[str, Floats], thresholds: Floats) -> tuple[Floats, Floats, Floats]:
    """Precision, recall and accuracy of `has a main text` at each threshold."""
    with_text = values["article"]
    without = np.concatenate([values["listing"], values["collection"]])
    right = (with_text[None, :] >= thresholds[:, None]).sum(axis=1)
    wrong = (without[None, :] >= thresholds[:, None]).sum(axis=1)
    precision = right / np.maximum(right + wrong, 1)
    accuracy = (right + len(without) - wrong) / (len(with_text) + len(without))
    return precision, right / len(with_text), accuracy


def ranking(values: dict[str, Floats]) -> float:
    """The chance that an article has a larger value than a page without a main text."""
    without = np.concatenate([values["listing"], values["collection"]])
    return float((values["article"][:, None] > without[None, :]).mean())


def page_values(judged: list[Judged]) -> dict[str, Floats]:
    """The page values of each kind."""
    return {kind: np.array([row.values[-1] for row in judged if row.kind == kind]) for kind in KINDS}


def draw(judged: list[Judged]) -> None:
    """Draws precision, recall and accuracy at every threshold."""
    precision, recall, accuracy = curve(page_values(judged), THRESHOLDS)
    chart = Chart("Has the page a main text? wcxb_train, articles against listings and collections", "threshold", 1, 1)
    for colour, (name, line) in enumerate((("precision", precision), ("recall", recall), ("accuracy", accuracy))):
        shown = slice(0, int((recall > 0).sum()))
        chart.line(THRESHOLDS[shown].tolist(), line[shown].tolist(), colour, name)
    chart.rule(x=pvalue.HAS_MAIN_TEXT)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(chart.to_svg())


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    judged = judged_pages()
    is_article = np.array([row.kind == "article" for row in judged])
    table = np.array([row.values for row in judged])
    for column, name in enumerate(READINGS):
        print(two_by_two(f"{name}, {pvalue.PAPER_THRESHOLD}", table[:, column] >= pvalue.PAPER_THRESHOLD, is_article))
    own = table[:, -1]
    print(two_by_two("page_value, held out", held_out(judged, own), is_article))
    print(f"best threshold on all pages: {best_threshold(own, is_article):.2f}")
    values = page_values(judged)
    precision, recall, accuracy = curve(values, THRESHOLDS)
    print("pages:", {kind: len(found) for kind, found in values.items()}, f"ranking {ranking(values):.3f}")
    print("threshold  precision  recall  accuracy  " + "  ".join(KINDS))
    for row in range(5, 100, 5):
        shares = "  ".join(f"{(found >= THRESHOLDS[row]).mean():{len(kind)}.2f}" for kind, found in values.items())
        print(f"{THRESHOLDS[row]:9.2f}  {precision[row]:9.3f}  {recall[row]:6.3f}  {accuracy[row]:8.3f}  {shares}")
    best = int(accuracy.argmax())
    print(f"most accurate: {accuracy[best]:.3f} at {THRESHOLDS[best]:.2f}")
    draw(judged)


if __name__ == "__main__":
    main()
