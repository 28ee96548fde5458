"""Trees as arrays: against a naive twin, against XGBoost, and arrays that are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from maintext.errors import ModelError
from maintext.trained.trees import Trees

STUMP: dict[str, list[Any]] = {
    "feature": [1, -1, -1],
    "value": [0.5, -1.0, 2.0],
    "right": [2, 0, 0],
    "is_default_left": [True, False, False],
    "first": [0],
}


def naive(trees: Trees, row: NDArray[np.float32]) -> np.float32:
    """The slow twin: one row, one step at a time."""
    total = np.float32(trees.base)
    for root in trees.first.tolist():
        node = root
        while trees.feature[node] >= 0:
            feature = row[trees.feature[node]]
            is_left = trees.is_default_left[node] if np.isnan(feature) else feature < trees.value[node]
            node = node + 1 if is_left else int(trees.right[node])
        total += trees.value[node]
    return total


def rows(n_rows: int, n_features: int) -> NDArray[np.float32]:
    random = np.random.default_rng(7)
    features = random.integers(-3, 4, (n_rows, n_features)).astype(np.float32)
    features[random.random(features.shape) < 0.1] = np.nan
    return features


def booster(objective: str = "binary:logistic", **parameters: Any) -> Any:
    xgboost = pytest.importorskip("xgboost", reason="needs maintext[train]")
    features = rows(600, 6)
    labels = np.nan_to_num(features[:, 0] * features[:, 1] + features[:, 2]) > 1
    settings = {"objective": objective, "nthread": 1, "max_depth": 5, **parameters}
    return xgboost.train(settings, xgboost.DMatrix(features, labels.astype(np.float32)), 25)


@pytest.mark.parametrize("objective", ["binary:logistic", "reg:squarederror"])
def test_trees_of_xgboost_give_the_margins_of_xgboost_to_the_last_bit(objective: str) -> None:
    import xgboost

    from maintext.train.boosted import trees_of

    model = booster(objective)
    features = rows(333, 6)
    expected = model.predict(xgboost.DMatrix(features), output_margin=True)
    assert np.array_equal(trees_of(model).margins(features), expected)


def test_trees_grown_leaf_by_leaf_are_read_too() -> None:
    import xgboost

    from maintext.train.boosted import trees_of

    model = booster(max_leaves=31, grow_policy="lossguide", max_depth=0, tree_method="hist")
    features = rows(100, 6)
    expected = model.predict(xgboost.DMatrix(features), output_margin=True)
    assert np.array_equal(trees_of(model).margins(features), expected)


def test_the_native_walk_gives_what_the_naive_one_gives() -> None:
    from maintext.train.boosted import trees_of

    trees = trees_of(booster())
    features = rows(77, 6)
    assert trees.margins(features).tolist() == [naive(trees, row) for row in features]


def random_tree(n_leaves: int, n_features: int, random: np.random.Generator) -> list[tuple[int, float, int, bool]]:
    """The nodes of a tree of some shape: feature, threshold or value, right child, if what is missing goes left."""
    if n_leaves == 1:
        return [(-1, float(random.normal()), 0, False)]
    n_left = int(random.integers(1, n_leaves))
    left = random_tree(n_left, n_features, random)
    right = random_tree(n_leaves - n_left, n_features, random)
    shifted = [[(f, v, r + start if f >= 0 else 0, d) for f, v, r, d in part]
               for part, start in ((left, 1), (right, 1 + len(left)))]  # fmt: skip
    root = (int(random.integers(n_features)), float(random.integers(-3, 4)), 1 + len(left), bool(random.random() < 0.5))
    return [root, *shifted[0], *shifted[1]]


def random_trees(sizes: list[int], n_features: int, random: np.random.Generator) -> Trees:
    """A tree of each number of leaves."""
    grown = [random_tree(size, n_features, random) for size in sizes]
    starts = np.cumsum([0, *map(len, grown[:-1])])
    nodes = [(f, v, r + start if f >= 0 else 0, d) for tree, start in zip(grown, starts, strict=True)
             for f, v, r, d in tree]  # fmt: skip
    feature, value, right, is_default_left = map(np.array, zip(*nodes, strict=True))
    arrays = {"feature": feature, "value": value, "right": right, "is_default_left": is_default_left}
    return Trees.from_arrays({**arrays, "first": starts}, 0.5, n_features)


def test_trees_of_every_size_say_the_same_by_row_and_by_column() -> None:
    """By column they go through vectors, where the processor has them, and trees of few leaves in their own way."""
    random = np.random.default_rng(5)
    for sizes in ([*range(1, 17)] * 3, [16, 17, 3, 32, 33, 1, 64, 65, 16, 200], [2]):
        trees = random_trees(sizes, 5, random)
        for n_rows in (1, 15, 16, 17, 40, 64, 65, 150):
            features = rows(n_rows, 5)
            expected = np.array([naive(trees, row) for row in features], dtype=np.float32)
            assert np.array_equal(trees.margins(features), expected)
            assert np.array_equal(trees.margins(np.asfortranarray(features)), expected)


def test_stretches_of_equal_and_missing_numbers_go_where_single_ones_go() -> None:
    """By column, rows beside each other are decided together where their least and greatest number allow it."""
    random = np.random.default_rng(6)
    numbers = np.array([-np.inf, -1.0, -0.0, 0.0, 0.5, 1.0, np.inf, np.nan], dtype=np.float32)
    trees = random_trees([16] * 20, 9, random)
    # Thresholds that numbers equal. A model has no infinite ones.
    thresholds = random.choice(numbers[1:-2], len(trees.value))
    arrays = {**trees.to_arrays(), "value": np.where(trees.feature >= 0, thresholds, trees.value)}
    trees = Trees.from_arrays(arrays, trees.base, trees.n_features)
    for n_rows in (1, 30, 64, 100, 130):
        features = np.repeat(random.choice(numbers, (1 + n_rows // 40, 9)), 40, axis=0)[:n_rows]
        features[random.random(features.shape) < 0.02] = np.nan
        expected = np.array([naive(trees, row) for row in features], dtype=np.float32)
        assert np.array_equal(trees.margins(np.asfortranarray(features)), expected)


def test_arrays_survive_being_made_small() -> None:
    from maintext.train.boosted import trees_of

    trees = trees_of(booster())
    small = trees.to_arrays()
    assert small["feature"].dtype == np.int8
    again = Trees.from_arrays(small, trees.base, trees.n_features)
    assert np.array_equal(again.margins(rows(50, 6)), trees.margins(rows(50, 6)))


def test_no_rows_give_no_scores() -> None:
    trees = Trees.from_arrays(STUMP, 0.0, 2)
    assert trees.margins(np.zeros((0, 2), dtype=np.float32)).tolist() == []


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("right", [0, 0, 0]),
        ("right", [3, 0, 0]),
        ("right", [-1, 0, 0]),
        ("right", [2, 0]),
        ("right", [2.5, 0, 0]),
        ("right", [2**40, 0, 0]),
        ("feature", [2, -1, -1]),
        ("feature", [-2, -1, -1]),
        ("feature", [-1, -1, -1]),
        ("feature", ["a", "b", "c"]),
        ("feature", [[1, -1, -1]]),
        ("value", [float("nan"), 0, 0]),
        ("first", []),
        ("first", [1]),
        ("first", [0, 0]),
        ("first", [0, 9]),
        ("is_default_left", [True]),
    ],
)
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast")
def test_arrays_that_are_no_trees_are_a_model_error(column: str, values: list[Any]) -> None:
    with pytest.raises(ModelError):
        Trees.from_arrays({**STUMP, column: values}, 0.0, 2)


def test_missing_arrays_are_named() -> None:
    with pytest.raises(ModelError, match="2 of 5 arrays are missing: right, first"):
        Trees.from_arrays({name: STUMP[name] for name in ("feature", "value", "is_default_left")}, 0.0, 2)


def test_rows_of_another_width_are_refused() -> None:
    with pytest.raises(ValueError, match="3 features per row, the trees need 2"):
        Trees.from_arrays(STUMP, 0.0, 2).margins(np.zeros((4, 3), dtype=np.float32))
