"""(a model, one's own labelled pages) -> the model with more trees, grown on those pages.

The pages that the model was made from are not needed: the new trees start from what its own trees say. They are few
and small, since a user's pages are. A part of the sites is held back first, to see what the new trees are worth on
pages they have not seen; then all pages teach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from maintext.errors import CorpusError
from maintext.model.extractor import ModelExtractor
from maintext.model.predictor import Model
from maintext.train.boosted import trees_of
from maintext.train.model.data import N_FOLDS, Example
from maintext.train.model.fits import Recipe, load_xgboost
from maintext.train.model.weights import block_weights
from maintext.trained.trees import Trees

MORE = Recipe(n_trees=30, leaves=8, learning_rate=0.08, column_share=0.5, least_weight=1.0, l2=3.0)
LEAST_PAGES = 5


@dataclass(frozen=True)
class Change:
    """F1 on the pages that were held back, before and after."""

    n_pages: int
    before: float
    after: float


def continue_training(model: Model, examples: Sequence[Example], recipe: Recipe = MORE) -> tuple[Model, Change]:
    """The model with more trees, and what they changed on pages held back."""
    if len(examples) < LEAST_PAGES:
        raise CorpusError(f"{len(examples)} pages are too few to go on from; {LEAST_PAGES} are the least")
    held_back, rest = _parted(examples)
    grown = _grow(model, rest, recipe)
    change = Change(len(held_back), _mean_f1(model, held_back), _mean_f1(grown, held_back))
    return _grow(model, examples, recipe), change


def _parted(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """About a fifth, by site if there are several, and the others."""
    folds = sorted({example.fold for example in examples})
    if len(folds) > 1:
        return [e for e in examples if e.fold == folds[0]], [e for e in examples if e.fold != folds[0]]
    held_back = list(examples[::N_FOLDS])
    return held_back, [example for number, example in enumerate(examples) if number % N_FOLDS]


def _mean_f1(model: Model, examples: Sequence[Example]) -> float:
    extractor = ModelExtractor(model=model)
    return float(np.mean([example.bags.f1(extractor(example.page).keep) for example in examples]))


def _grow(model: Model, examples: Sequence[Example], recipe: Recipe) -> Model:
    xgboost = load_xgboost()
    firsts, columns, margins = [], [], []
    for example in examples:
        first, own = model.features(example.page)
        firsts.append(first)
        columns.append(own)
        margins.append(model.second.margins(own))
    weights = block_weights(examples, np.concatenate(firsts))
    table = xgboost.DMatrix(
        np.concatenate(columns),
        np.concatenate([example.shares for example in examples]),
        weight=weights,
        base_margin=np.concatenate(margins),
    )
    booster = xgboost.train(recipe.parameters(), table, recipe.n_trees)
    return replace(model, second=joined(model.second, trees_of(booster)))


def joined(one: Trees, two: Trees) -> Trees:
    """The trees of both, one after the other; the base is the first one's, since the others started from it."""
    n_nodes = len(one.feature)
    arrays: dict[str, Any] = {
        "feature": np.concatenate([one.feature, two.feature]),
        "value": np.concatenate([one.value, two.value]),
        # Leaves have no right child, and keep their 0.
        "right": np.concatenate([one.right, np.where(two.feature >= 0, two.right + n_nodes, two.right)]),
        "is_default_left": np.concatenate([one.is_default_left, two.is_default_left]),
        "first": np.concatenate([one.first, two.first + n_nodes]),
    }
    return Trees.from_arrays(arrays, one.base, one.n_features)
