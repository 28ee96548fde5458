"""Labelled pages -> the model of `leaf`: features and labels a leaf, parameters chosen by cross-validation,
XGBoost.

Every split is by site: pages of one site share a template, and a model that has seen it looks better than it
is. The same pages give the same arrays on the same machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from maintext.corpus import LabelledPage
from maintext.errors import CorpusError, MissingPackageError
from maintext.evaluate.metrics.figures import precision_recall
from maintext.extractors.papers.leaf import FEATURES, LeafModel, features, is_shown
from maintext.page.parsing import parse
from maintext.train.boosted import trees_of
from maintext.train.card import Card
from maintext.train.labels import is_content
from maintext.train.sites import site_of

N_FOLDS = 5
_SEED = 1
_MAX_TREES = 150
"""More gain little, and every tree costs time on every page."""


@dataclass(frozen=True)
class Choice:
    """The parameters that cross-validation chooses."""

    depth: int = 6
    learning_rate: float = 0.2
    n_trees: int = 100
    log_loss: float = float("nan")
    """On the folds kept apart."""


GRID = tuple(Choice(depth, rate) for depth in (4, 5, 6) for rate in (0.1, 0.2, 0.3))


@dataclass(frozen=True, eq=False)
class Leaves:
    """The leaves of many pages."""

    columns: NDArray[np.float32]
    """One row per leaf, with the features of `FEATURES`."""
    labels: NDArray[np.bool_]
    page: NDArray[np.int32]
    """Which page each leaf is of."""
    site: NDArray[np.int32]
    """Which site, numbered in the order of their first page."""
    sites: tuple[str, ...]
    """The sites' names."""

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def weights(self) -> NDArray[np.float64]:
        """What each leaf counts: together those of a page count as one, however many they are."""
        weights = 1 / np.bincount(self.page)[self.page]
        normalised: NDArray[np.float64] = weights / weights.mean()
        return normalised

    def __getitem__(self, mask: NDArray[np.bool_]) -> Leaves:
        return Leaves(self.columns[mask], self.labels[mask], self.page[mask], self.site[mask], self.sites)


def collect(pages: Iterable[LabelledPage]) -> Leaves:
    """Features and labels of every leaf that the pages show."""
    columns, labels, sites, page_sites = [], [], dict[str, int](), []
    for labelled in pages:
        page = parse(labelled.html)
        shown = is_shown(page)
        columns.append(features(page)[shown])
        labels.append(is_content(page.texts(shown), labelled.gold))
        site = site_of(labelled, page.head.canonical)
        page_sites.append(sites.setdefault(site, len(sites)))
    if not sum(map(np.count_nonzero, labels)):
        raise CorpusError(f"none of the leaves of {len(labels)} pages is in their gold text")
    of_page = np.repeat(np.arange(len(labels), dtype=np.int32), [len(rows) for rows in labels])
    of_site = np.array(page_sites, dtype=np.int32)[of_page]
    return Leaves(np.concatenate(columns), np.concatenate(labels), of_page, of_site, tuple(sites))


def folds_of(leaves: Leaves, n_folds: int = N_FOLDS) -> NDArray[np.int64]:
    """The fold of each leaf, a site being in one fold only."""
    of_site = np.random.default_rng(_SEED).permutation(len(leaves.sites)) % n_folds
    folds: NDArray[np.int64] = of_site[leaves.site]
    return folds


def choose(leaves: Leaves, grid: Sequence[Choice] = GRID, progress: Callable[[], object] = lambda: None) -> Choice:
    """The parameters with the least log loss on sites kept apart. `progress` is called once per choice."""
    xgboost = _xgboost()
    mean, std = standard(leaves.columns)
    table = xgboost.DMatrix((leaves.columns - mean) / std, leaves.labels, weight=leaves.weights)
    folds = folds_of(leaves)
    splits = [(np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)) for fold in np.unique(folds)]
    if len(splits) < 2:
        raise CorpusError("cross-validation needs pages of at least two sites")
    tried = []
    for choice in grid:
        result = xgboost.cv(_parameters(choice), table, _MAX_TREES, folds=splits, early_stopping_rounds=10)
        losses = np.asarray(result["test-logloss-mean"])
        best = int(losses.argmin())
        tried.append(Choice(choice.depth, choice.learning_rate, best + 1, float(losses[best])))
        progress()
    return min(tried, key=lambda choice: choice.log_loss)


def fit(leaves: Leaves, choice: Choice) -> LeafModel:
    """The model that these leaves teach."""
    xgboost = _xgboost()
    mean, std = standard(leaves.columns)
    table = xgboost.DMatrix((leaves.columns - mean) / std, leaves.labels, weight=leaves.weights)
    return LeafModel(mean, std, trees_of(xgboost.train(_parameters(choice), table, choice.n_trees)))


def out_of_fold(leaves: Leaves, choice: Choice) -> NDArray[np.float64]:
    """The probability of each leaf, by a model that has not seen its site."""
    folds = folds_of(leaves)
    probabilities = np.zeros(len(leaves))
    for fold in np.unique(folds):
        model = fit(leaves[folds != fold], choice)
        probabilities[folds == fold] = model.probabilities(leaves.columns[folds == fold])
    return probabilities


def _xgboost() -> ModuleType:
    try:
        import xgboost
    except ImportError:
        raise MissingPackageError("xgboost", "train") from None
    module: ModuleType = xgboost
    return module


def standard(columns: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mean and deviation of each feature; a feature that never changes has deviation 1."""
    mean = columns.mean(axis=0, dtype=np.float64).astype(np.float32)
    std = columns.std(axis=0, dtype=np.float64).astype(np.float32)
    return mean, np.where(std > 0, std, np.float32(1))


def _parameters(choice: Choice) -> dict[str, object]:
    return {
        "objective": "binary:logistic",
        "max_depth": choice.depth,
        "eta": choice.learning_rate,
        "tree_method": "hist",
        "seed": _SEED,
        # The order in which threads add up decides the last bits.
        "nthread": 1,
    }


def leaf_card(leaves: Leaves, choice: Choice, probabilities: NDArray[np.float64], command: str) -> Card:
    """The card of a model: `probabilities` are those of leaves whose site the model had not seen."""
    kept = probabilities >= 0.5
    scores = precision_recall(int((kept & leaves.labels).sum()), int(kept.sum()), int(leaves.labels.sum()))
    parameters = {"depth": choice.depth, "learning_rate": choice.learning_rate, "n_trees": choice.n_trees}
    return Card(
        kind="leaf",
        description="Boosted trees over nine features of a text leaf; scores are of leaves, on sites not seen.",
        command=command,
        features=FEATURES,
        parameters=parameters,
        scores={**scores, "log_loss": choice.log_loss, "leaves": len(leaves), "sites": len(leaves.sites)},
    )
