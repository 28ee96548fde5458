"""Leaves of sites, split for training and testing, and `leaf` or `mss` as a whole by bag of words.

Leaves of sites with several pages are split 7:3 twice: every site's pages (a site seen in training), and the
sites themselves (never seen). `benches.papers.leaf` makes the paper's tables of it;
`python -m benches.leaf_tables [mss]` prints the table of the extractor as a whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import maintext
from benches.corpora import CORPORA
from maintext.corpus import LabelledPage, open_corpus
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.figures import precision_recall
from maintext.evaluate.metrics.pair import Pair
from maintext.extractors.baselines.mss import MaximumSubsequence
from maintext.extractors.by import get_extractor
from maintext.extractors.papers.leaf import LeafClassifier
from maintext.extractors.protocol import Extractor
from maintext.train import mss
from maintext.train.leaf import Choice, Leaves, choose, collect, fit, folds_of, standard
from maintext.train.sites import site_of
from maintext.trained.files import read_card

TRAINED_ON = ("wcxb_train", "newspaper_train", "readability_train", "chinese_train")
# News and blogs, as in the paper.
BY_SITE = ("portal", "dragnet")
MEASURED = ("cleaneval_final", "gn1", "dragnet", "portal")
LEAST_PAGES = 10
# A few hundred pages teach at once; known templates reward deep trees.
GRID = (Choice(6, 0.1), Choice(6, 0.3), Choice(12, 0.3))
TRAIN_SHARE = 0.7
# The time of a kernel machine grows with the square of its rows; 10,000 take half a minute.
SVM_ROWS = 10_000

Learner = Callable[[Leaves, NDArray[np.float32]], NDArray[np.bool_]]


def pages_of(*names: str) -> Iterator[LabelledPage]:
    return chain.from_iterable(open_corpus(CORPORA / f"{name}.tar.xz").pages() for name in names)


def shipped_choice() -> Choice:
    return Choice(**read_card("leaf")["parameters"])


def xgboost(train: Leaves, columns: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Parameters chosen by folds of what the test will be: pages if the sites are known, or else sites."""
    return fit(train, choose(train, GRID)).probabilities(columns) >= 0.5


def _sklearn(estimator: Any, train: Leaves, columns: NDArray[np.float32]) -> NDArray[np.bool_]:
    mean, std = standard(train.columns)
    estimator.fit((train.columns - mean) / std, train.labels)
    predicted: NDArray[np.bool_] = estimator.predict((columns - mean) / std)
    return predicted


def logistic_regression(train: Leaves, columns: NDArray[np.float32]) -> NDArray[np.bool_]:
    return _sklearn(LogisticRegression(max_iter=1000), train, columns)


def svm(train: Leaves, columns: NDArray[np.float32]) -> NDArray[np.bool_]:
    rows = np.random.default_rng(1).permutation(len(train)) < SVM_ROWS
    return _sklearn(SVC(), train[rows], columns)


LEARNERS: dict[str, Learner] = {"SVM": svm, "Logistic regression": logistic_regression, "XGBoost": xgboost}


def large_sites(leaves: Leaves) -> Leaves:
    """The leaves of sites with enough pages to learn from some and be tested on others."""
    pairs = np.unique(np.stack([leaves.site, leaves.page]), axis=1)
    n_pages = np.bincount(pairs[0], minlength=len(leaves.sites))
    return leaves[n_pages[leaves.site] >= LEAST_PAGES]


def page_wise(leaves: Leaves) -> Leaves:
    """The same leaves, every page a site of its own: what cross-validation should see if sites are known."""
    numbers, site = np.unique(leaves.page, return_inverse=True)
    return replace(leaves, site=site.astype(np.int32), sites=tuple(map(str, numbers)))


def by_page(leaves: Leaves) -> NDArray[np.bool_]:
    """Seven of ten pages of every site: which leaves are for training."""
    is_train = np.zeros(len(leaves), dtype=np.bool_)
    random = np.random.default_rng(1)
    for site in np.unique(leaves.site):
        pages = random.permutation(np.unique(leaves.page[leaves.site == site]))
        is_train |= np.isin(leaves.page, pages[: round(TRAIN_SHARE * len(pages))])
    return is_train


def by_site(leaves: Leaves) -> NDArray[np.bool_]:
    """All pages of seven of ten sites."""
    sites = np.random.default_rng(1).permutation(np.unique(leaves.site))
    return np.isin(leaves.site, sites[: round(TRAIN_SHARE * len(sites))])


def measure_seen(learner: Learner, leaves: Leaves) -> dict[str, float]:
    is_train = by_page(leaves)
    return measure(learner, page_wise(leaves[is_train]), leaves[~is_train])


def measure_unseen(learner: Learner, leaves: Leaves) -> dict[str, float]:
    is_train = by_site(leaves)
    return measure(learner, leaves[is_train], leaves[~is_train])


def measure(learner: Learner, train: Leaves, test: Leaves) -> dict[str, float]:
    """Precision, recall and F1 of leaves in per cent."""
    kept = learner(train, test.columns)
    figures = precision_recall(int((kept & test.labels).sum()), int(kept.sum()), int(test.labels.sum()))
    return {name: round(100 * figures[name], 1) for name in ("precision", "recall", "f1")}


def bag_of_words(extractor: Extractor, pages: list[LabelledPage]) -> list[dict[str, float]]:
    kept = (maintext.extract(page.html, by=extractor).text for page in pages)
    return [BagOfWords().of_page(Pair.of(text, page.gold)) for text, page in zip(kept, pages, strict=True)]


def bag_row(name: str, figures: list[dict[str, float]]) -> str:
    of_corpus = BagOfWords().of_corpus(figures)
    return f"| {name} | {len(figures)} | " + " | ".join(
        f"{of_corpus[key]:.3f}" for key in ("precision", "recall", "f1")
    )


def out_of_fold(method: str) -> list[dict[str, float]]:
    """WCXB's pages, each by a model that has not seen its site."""
    pages = list(pages_of(*TRAINED_ON))
    leaves = collect(pages)
    of_site = dict(zip(leaves.site.tolist(), folds_of(leaves).tolist(), strict=True))
    numbers = {site: number for number, site in enumerate(leaves.sites)}
    folds = [of_site.get(numbers[site_of(page, maintext.parse(page.html).head.canonical)], 0) for page in pages]
    figures = []
    for fold in sorted(set(folds)):
        apart = [page for page, own in zip(pages, folds, strict=True) if own == fold and page.corpus == "wcxb_train"]
        figures += bag_of_words(trained(method, leaves, folds, fold, pages), apart)
    return figures


def trained(method: str, leaves: Leaves, folds: list[int], fold: int, pages: list[LabelledPage]) -> Extractor:
    """The extractor, trained on all folds but one."""
    if method == "leaf":
        return LeafClassifier(model=fit(leaves[np.array(folds)[leaves.page] != fold], shipped_choice()))
    others = (page for page, own in zip(pages, folds, strict=True) if own != fold)
    return MaximumSubsequence(model=mss.fit(others))


def print_bags(method: str) -> None:
    print("| corpus | pages | precision | recall | F1 |\n|---|---|---|---|---|")
    for name in MEASURED:
        print(bag_row(name, bag_of_words(get_extractor(method), list(pages_of(name)))), "|", flush=True)
    print(bag_row("wcxb_train, out of fold by site", out_of_fold(method)), "|")


def main() -> None:
    print_bags("mss" if "mss" in sys.argv else "leaf")


if __name__ == "__main__":
    main()
