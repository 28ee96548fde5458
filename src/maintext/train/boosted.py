"""A fitted XGBoost model -> Trees, exactly: the same margins, to the last bit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.errors import ModelError
from maintext.trained.trees import COLUMNS, Trees

if TYPE_CHECKING:
    import xgboost

_NEAR_0 = np.float32(1e-6)


def trees_of(booster: xgboost.Booster) -> Trees:
    """The trees of a booster with a logistic objective, or one that adds its leaves up as they are."""
    learner = json.loads(booster.save_raw("json").decode())["learner"]
    arrays: dict[str, list[Any]] = {"feature": [], "value": [], "right": [], "is_default_left": [], "first": []}
    for tree in learner["gradient_booster"]["model"]["trees"]:
        if any(tree.get("split_type", ())):
            raise ModelError("trees that split by categories are not supported")
        arrays["first"].append(len(arrays["feature"]))
        _append(tree, arrays)
    parameters = learner["learner_model_param"]
    return Trees.from_arrays(arrays, _base(parameters, learner["objective"]["name"]), int(parameters["num_feature"]))


def mean_of(members: Sequence[Trees]) -> Trees:
    """The mean of sums of as many trees, as one sum: a tree of each in turn, so that the first few are of all."""
    arrays: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    n_nodes = 0
    for number in range(len(members[0].first)):
        for trees in members:
            start = int(trees.first[number])
            stop = int(trees.first[number + 1]) if number + 1 < len(trees.first) else len(trees.feature)
            is_leaf = trees.feature[start:stop] < 0
            value = trees.value[start:stop]
            arrays["feature"].append(trees.feature[start:stop])
            arrays["value"].append(np.where(is_leaf, value / np.float32(len(members)), value))
            arrays["right"].append(np.where(is_leaf, 0, trees.right[start:stop] - start + n_nodes))
            arrays["is_default_left"].append(trees.is_default_left[start:stop])
            arrays["first"].append([n_nodes])
            n_nodes += stop - start
    joined = {name: np.concatenate(parts) for name, parts in arrays.items()}
    return Trees.from_arrays(joined, sum(trees.base for trees in members) / len(members), members[0].n_features)


def _base(parameters: dict[str, str], objective: str) -> float:
    """What the leaves are added to: the model has it as a probability if its objective is logistic."""
    base = np.float32(parameters["base_score"].strip("[]"))
    if objective != "binary:logistic":
        return float(base)
    # Where all labels are equal, XGBoost stores 0 or 1 as base score but computes with the nearest value between them.
    inside = np.clip(base, _NEAR_0, np.float32(1) - _NEAR_0)
    return float(-np.log(np.float32(1) / inside - np.float32(1)))


def _append(tree: dict[str, Any], arrays: dict[str, list[Any]]) -> None:
    """Writes a tree depth first. A stack, not recursion: how deep trees grow is the caller's choice."""
    left, right = tree["left_children"], tree["right_children"]
    # A node, and the row whose right child it is (-1: it is a left child, which follows its parent).
    stack = [(0, -1)]
    while stack:
        node, parent_row = stack.pop()
        row = len(arrays["feature"])
        if parent_row >= 0:
            arrays["right"][parent_row] = row
        is_leaf = left[node] < 0
        arrays["feature"].append(-1 if is_leaf else tree["split_indices"][node])
        arrays["value"].append(tree["split_conditions"][node])
        arrays["is_default_left"].append(not is_leaf and bool(tree["default_left"][node]))
        arrays["right"].append(0)
        if not is_leaf:
            stack += [(right[node], row), (left[node], -1)]
