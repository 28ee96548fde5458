"""Boosted trees as arrays: a model file -> Trees -> one score per row. Growing them is in train/; using them
needs nothing but the native core.

A node is a row of the arrays. Trees follow each other, each written depth first, so a node's left child is the next
node. A row of features goes left where the node's feature is below its value, and right otherwise; where the feature is
missing (NaN), `is_default_left` decides.

>>> stump = Trees.from_arrays(
...     {
...         "feature": [0, -1, -1],
...         "value": [0.5, -1.0, 1.0],
...         "right": [2, 0, 0],
...         "is_default_left": [True, False, False],
...         "first": [0],
...     },
...     base=0.0,
...     n_features=1,
... )
>>> import numpy as np
>>> stump.margins(np.array([[0.4], [0.5], [np.nan]], dtype=np.float32)).tolist()
[-1.0, 1.0, -1.0]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from maintext import _core
from maintext.errors import ModelError
from maintext.trained.stored_arrays import StoredArray

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

COLUMNS = {"feature": "int32", "value": "float32", "right": "int32", "is_default_left": "bool", "first": "int32"}
"""The arrays, and what the native core reads them as."""


class Trees:
    """A sum of trees; the probability is the logistic function of it."""

    stored: dict[str, StoredArray]
    """The arrays as they were given."""
    base: float
    """The number that the leaves are added to."""
    n_features: int
    native: _core.Trees
    """The same, checked and packed."""

    def __init__(self, stored: dict[str, StoredArray], base: float, n_features: int) -> None:
        self.stored, self.base, self.n_features = stored, base, n_features
        nodes = (stored["feature"], stored["value"], stored["right"])
        try:
            self.native = _core.Trees(nodes, stored["is_default_left"], stored["first"], n_features)
        except (ValueError, TypeError, OverflowError) as error:
            raise ModelError(f"the arrays are not trees: {error}") from error

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Trees, (self.stored, self.base, self.n_features)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, StoredArray | ArrayLike], base: float, n_features: int) -> Trees:
        """Trees from arrays of any integer or float type."""
        missing = [name for name in COLUMNS if name not in arrays]
        if missing:
            raise ModelError(f"{len(missing)} of {len(COLUMNS)} arrays are missing: {', '.join(missing)}")
        return cls({name: StoredArray.of(arrays[name]) for name in COLUMNS}, base, n_features)

    @cached_property
    def feature(self) -> NDArray[np.int32]:
        """Number of the feature that a node compares, -1 for a leaf."""
        return self._column("feature")

    @cached_property
    def value(self) -> NDArray[np.float32]:
        """A node's threshold, a leaf's share of the score."""
        return self._column("value")

    @cached_property
    def right(self) -> NDArray[np.int32]:
        """Row of a node's right child; the left one is the row after the node."""
        return self._column("right")

    @cached_property
    def is_default_left(self) -> NDArray[np.bool_]:
        """Whether a row without the feature goes left."""
        return self._column("is_default_left")

    @cached_property
    def first(self) -> NDArray[np.int32]:
        """Row of each tree's root."""
        return self._column("first")

    def _column(self, name: str) -> NDArray[Any]:
        column: NDArray[Any] = self.stored[name].array.astype(COLUMNS[name])
        column.setflags(write=False)
        return column

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays in the smallest types that hold them."""
        arrays: dict[str, NDArray[Any]] = {name: getattr(self, name) for name in COLUMNS}
        arrays["feature"] = _smallest(self.feature)
        arrays["right"] = _smallest(self.right)
        return arrays

    def renumbered(self, numbers: NDArray[np.integer[Any]], n_features: int) -> Trees:
        """The same trees for more features: feature i becomes feature numbers[i]."""
        import numpy as np

        arrays = {**self.to_arrays(), "feature": np.where(self.feature < 0, -1, numbers[self.feature])}
        return Trees.from_arrays(arrays, self.base, n_features)

    def first_trees(self, n_trees: int) -> Trees:
        """The first few trees."""
        stop = int(self.first[n_trees]) if n_trees < len(self.first) else len(self.feature)
        nodes = {name: getattr(self, name)[:stop] for name in ("feature", "value", "right", "is_default_left")}
        return Trees.from_arrays({**nodes, "first": self.first[:n_trees]}, self.base, self.n_features)

    def margins(self, features: NDArray[np.float32], *, early_exit: bool = False) -> NDArray[np.float32]:
        """The sum of the leaves of each row, and the base. With `early_exit`, rows that the first trees rule out are
        evaluated no further, as in the first stage of the learned model."""
        return self.native.scores(features, self.base, early_exit)

    def contributions(self, features: NDArray[np.float32], usual: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far each feature moves the margin of each row from where it would be with the feature's usual value.

        One feature is changed at a time, so the contributions of features that measure the same thing are small, and
        they don't add up.
        """
        import numpy as np

        margins = self.margins(features)
        contributions = np.zeros(features.shape, dtype=np.float32)
        for column in range(features.shape[1]):
            changed = features.copy()
            changed[:, column] = usual[column]
            contributions[:, column] = margins - self.margins(changed)
        return contributions

    def probabilities(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """The logistic function of the margins."""
        import numpy as np

        probabilities: NDArray[np.float64] = 1 / (1 + np.exp(-self.margins(features).astype(np.float64)))
        return probabilities

    def __repr__(self) -> str:
        return f"<Trees: {len(self.first)} trees, {len(self.feature)} nodes, {self.n_features} features>"


def _smallest(column: NDArray[np.int32]) -> NDArray[np.signedinteger[Any]]:
    limit = int(abs(column).max(initial=0))
    return column.astype("int8" if limit < 2**7 else "int16" if limit < 2**15 else "int32")
