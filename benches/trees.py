"""The native tree evaluator against xgboost's own, in one run: `python -m benches.trees`.

What it is for: the learned extractor asks about 220 trees of 31 leaves for some 300 blocks of 100 features a
page, and may take 0.3 ms for it. Times are the least of many, in turn, on one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import xgboost

from maintext.train.boosted import trees_of

N_ROWS, N_FEATURES, N_TREES, N_LEAVES = 300, 100, 220, 31


def grown() -> xgboost.Booster:
    random = np.random.default_rng(1)
    features = random.normal(size=(20_000, N_FEATURES)).astype(np.float32)
    signal = features[:, 0] * features[:, 1] + features[:, 2] + features[:, 5] * features[:, 7]
    labels = signal + random.normal(size=len(signal)) > 0
    parameters = {"objective": "binary:logistic", "tree_method": "hist", "nthread": 1, "eta": 0.1}
    shape = {"grow_policy": "lossguide", "max_depth": 0, "max_leaves": N_LEAVES}
    return xgboost.train({**parameters, **shape}, xgboost.DMatrix(features, labels), N_TREES)


def milliseconds(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    booster = grown()
    trees = trees_of(booster)
    features = np.random.default_rng(2).normal(size=(N_ROWS, N_FEATURES)).astype(np.float32)
    expected = booster.predict(xgboost.DMatrix(features), output_margin=True)
    assert np.array_equal(trees.margins(features), expected), "the two must agree to the last bit"
    turns = [
        (milliseconds(lambda: trees.margins(features)), milliseconds(lambda: booster.inplace_predict(features)))
        for _ in range(200)
    ]
    ours, theirs = np.min(turns, axis=0)
    print(f"{N_TREES} trees of {N_LEAVES} leaves, {N_ROWS} rows of {N_FEATURES} features:")
    print(f"maintext {ours:.3f} ms, xgboost {xgboost.__version__} {theirs:.3f} ms, {theirs / ours:.1f} times as long")


if __name__ == "__main__":
    main()
