"""(columns, labels, weights, folds) -> boosted trees, and predictions by trees that have not seen a row's site.

The prediction for a doubtful page depends on the random sample of rows and columns that the trees were grown on, so
several ensembles can be averaged. The mean of ensembles is one ensemble again.

Every fit runs on one core in its own process, because threads within a fit gain nothing on a busy machine. The
processes map the columns from one shared file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.errors import MissingPackageError
from maintext.model.predictor import PAGE_TYPES
from maintext.train.boosted import mean_of, trees_of
from maintext.train.model.weights import sample
from maintext.trained.trees import Trees

ALL = -1
"""The fold of the fit that sees every row."""
_N_SCREENING_TREES = 80
"""Trees that are grown to see which columns matter."""
_N_TYPE_NUMBERS = 80
"""Numbers that page types are judged by; more say less."""
_SHARE_OF_FEW = 0.4
"""Columns that a tree may use where there are only those that matter."""


@dataclass(frozen=True)
class Recipe:
    """How trees are grown."""

    n_trees: int
    leaves: int = 16
    learning_rate: float = 0.1
    column_share: float = 0.25
    row_share: float = 0.7
    least_weight: float = 0.5
    l2: float = 5.0
    bins: int = 64
    seed: int = 1
    n_rows: int = 400_000
    """The most rows that a sum of trees is grown on; if there are more, they are chosen by weight."""
    n_members: int = 1
    """Sums of trees, each with rows and a seed of its own, whose mean is taken."""
    has_early_exit: bool = False
    """Whether rows that the first trees rule out are evaluated no further."""

    def parameters(self) -> dict[str, Any]:
        """For XGBoost."""
        return {
            "objective": "binary:logistic",
            "tree_method": "hist",
            "grow_policy": "lossguide",
            "max_depth": 0,
            "max_leaves": self.leaves,
            "max_bin": self.bins,
            "eta": self.learning_rate,
            "colsample_bytree": self.column_share,
            "subsample": self.row_share,
            "min_child_weight": self.least_weight,
            "lambda": self.l2,
            "nthread": 1,
            "seed": self.seed,
        }


@dataclass(frozen=True, eq=False)
class Rows:
    """The training data: one row per block."""

    columns: NDArray[np.float32]
    labels: NDArray[np.float32]
    weights: NDArray[np.float64]
    folds: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Fitted:
    """The trees, and what they predict and use."""

    out_of_fold: NDArray[np.float32]
    """One probability per row, by trees that have not seen its site."""
    trees: Trees
    """Grown on all rows."""
    gains: NDArray[np.float64]
    """How much each column reduced their loss."""


def fit(rows: Rows, recipe: Recipe, jobs: int, progress: Callable[[], object] = lambda: None) -> Fitted:
    """Fits once per fold and once on all rows. `progress` is called after each fit."""
    out_of_fold = np.zeros(len(rows.labels), dtype=np.float32)
    folds = sorted(set(rows.folds.tolist()))
    with _shared(rows) as folder, ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        tasks = [(folder, fold, recipe) for fold in [ALL, *folds]]
        for (_, fold, _), (trees, gains, answers) in zip(tasks, pool.map(_fit_one, tasks), strict=True):
            if fold == ALL:
                on_all = (Trees.from_arrays(*trees), gains)
            else:
                out_of_fold[rows.folds == fold] = answers
            progress()
    return Fitted(out_of_fold, *on_all)


def fit_strongest(
    rows: Rows, recipe: Recipe, n_columns: int, jobs: int, progress: Callable[[], object] = lambda: None
) -> Fitted:
    """The same with the columns alone that are worth most to trees grown on everything: those that hardly matter cost
    time on every page. The trees and the gains are of all columns again."""
    n_all = rows.columns.shape[1]
    with _shared(rows) as folder, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        gains = pool.submit(_fit_one, (folder, ALL, replace(recipe, n_trees=_N_SCREENING_TREES, n_members=1))).result()[
            1
        ]
    strongest = np.sort(np.argsort(-gains, kind="stable")[:n_columns])
    few = replace(rows, columns=np.ascontiguousarray(rows.columns[:, strongest]))
    fitted = fit(few, replace(recipe, column_share=_SHARE_OF_FEW), jobs, progress)
    gains = np.zeros(n_all)
    gains[strongest] = fitted.gains
    return Fitted(fitted.out_of_fold, fitted.trees.renumbered(strongest, n_all), gains)


@contextmanager
def _shared(rows: Rows) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="maintext-train-") as name:
        for column in ("columns", "labels", "weights", "folds"):
            np.save(Path(name) / f"{column}.npy", getattr(rows, column))
        yield Path(name)


def _fit_one(task: tuple[Path, int, Recipe]) -> tuple[tuple[Any, float, int], NDArray[np.float64], Any]:
    folder, fold, recipe = task
    xgboost = load_xgboost()
    columns = np.load(folder / "columns.npy", mmap_mode="r")
    labels, weights, folds = (np.load(folder / f"{name}.npy") for name in ("labels", "weights", "folds"))
    if not weights[folds != fold].any():
        # Nothing to learn from, such as where texts end on pages that have no end: the labels are all alike.
        weights = np.ones_like(weights)
    boosters = []
    for seed in range(recipe.seed, recipe.seed + recipe.n_members):
        chosen = sample(weights, recipe.n_rows, seed)
        seen = (folds != fold) & (chosen > 0)
        table = xgboost.QuantileDMatrix(columns[seen], labels[seen], weight=chosen[seen], max_bin=recipe.bins)
        boosters.append(xgboost.train(replace(recipe, seed=seed).parameters(), table, recipe.n_trees))
    trees = mean_of([trees_of(booster) for booster in boosters])
    gains = np.sum([_gains(booster, columns.shape[1]) for booster in boosters], axis=0)
    apart = folds == fold
    answers = _answers(trees, np.ascontiguousarray(columns[apart]), recipe) if apart.any() else None
    return (trees.to_arrays(), trees.base, trees.n_features), gains, answers


def _answers(trees: Trees, columns: NDArray[np.float32], recipe: Recipe) -> NDArray[np.float32]:
    """Probabilities, as the native core computes them."""
    margins = trees.margins(columns, early_exit=recipe.has_early_exit)
    return np.asarray(1 / (1 + np.exp(-margins)), dtype=np.float32)


def load_xgboost() -> Any:
    """XGBoost, or an error that says how to get it."""
    try:
        import xgboost
    except ImportError:
        raise MissingPackageError("xgboost", "train") from None
    return xgboost


def fit_types(
    columns: NDArray[np.float32], types: NDArray[np.int64], weights: NDArray[np.float64], folds: NDArray[np.int64]
) -> tuple[NDArray[np.float32], tuple[Trees, ...]]:
    """The margin of each page type out of fold, and trees grown on all pages: one sum of trees a type. As in
    `fit_strongest`, only the columns are used that are worth most."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        answers, trees = pool.submit(_fit_types, columns, types, weights, folds).result()
    return answers, tuple(Trees.from_arrays(*one) for one in trees)


def _fit_types(
    columns: NDArray[np.float32], types: NDArray[np.int64], weights: NDArray[np.float64], folds: NDArray[np.int64]
) -> tuple[NDArray[np.float32], list[tuple[Any, float, int]]]:
    xgboost = load_xgboost()
    recipe = Recipe(n_trees=60, leaves=8, learning_rate=0.1, column_share=0.3, bins=32, l2=3.0, least_weight=1.0)
    # Also those that no page has: a model has trees for each.
    n_types, n_all = len(PAGE_TYPES), columns.shape[1]
    shares = [_gain_shares(booster, n_all) for booster in _one_a_type(columns, types, weights, (recipe, n_types))]
    strongest = np.sort(np.argsort(-np.sum(shares, axis=0), kind="stable")[:_N_TYPE_NUMBERS])
    columns = np.ascontiguousarray(columns[:, strongest])
    # One sum of trees a type, and the largest wins: what XGBoost's own objective for classes does, in parts that
    # the native core can evaluate.
    answers = np.zeros((len(types), n_types), dtype=np.float32)
    for fold in sorted(set(folds.tolist())):
        seen, apart = folds != fold, folds == fold
        answers[apart] = np.stack(
            [
                booster.predict(xgboost.DMatrix(columns[apart]), output_margin=True)
                for booster in _one_a_type(columns[seen], types[seen], weights[seen], (recipe, n_types))
            ],
            axis=1,
        )
    on_few = [trees_of(booster) for booster in _one_a_type(columns, types, weights, (recipe, n_types))]
    on_all = [trees.renumbered(strongest, n_all) for trees in on_few]
    return answers, [(trees.to_arrays(), trees.base, trees.n_features) for trees in on_all]


def _gain_shares(booster: Any, n_columns: int) -> NDArray[np.float64]:
    """What share of all that its trees gain each column has."""
    gains = _gains(booster, n_columns)
    return gains / max(float(gains.sum()), 1e-12)


def _gains(booster: Any, n_columns: int) -> NDArray[np.float64]:
    gains = np.zeros(n_columns)
    for name, gain in booster.get_score(importance_type="total_gain").items():
        gains[int(name[1:])] = gain
    return gains


def _one_a_type(
    columns: NDArray[np.float32], types: NDArray[np.int64], weights: NDArray[np.float64], how: tuple[Recipe, int]
) -> Sequence[Any]:
    xgboost = load_xgboost()
    recipe, n_types = how
    boosters = []
    for number in range(n_types):
        table = xgboost.DMatrix(columns, (types == number).astype(np.float32), weight=weights)
        boosters.append(xgboost.train(recipe.parameters(), table, recipe.n_trees))
    return boosters
