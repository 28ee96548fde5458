"""Page -> the probability of each block, and of each page type: the learned model itself, without decisions.

    first stage     the features of a block -> a first probability
    page type       the features of the whole page, and what the first stage's features are on average in what it takes
                    for content -> the probability of each of seven types
    second stage    the first stage's features that matter most, what the first stage thinks of everything around
                    the block, and the page types -> its probability
    end             the same columns -> the probability that the text has ended before the block

Most blocks of a page are menus and the like, and the first trees know them. Blocks that these think nothing of are
asked about no further, neither in the first stage nor in the second; training does the same.

All are boosted trees. A model is arrays and a card; `maintext train model` makes one, `Model.load` reads it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.errors import ModelError, ModelMismatchError
from maintext.model.feature_names import CONTEXT, FEATURES, TYPE_NUMBERS
from maintext.model.features import Features
from maintext.model.word_tables import WordTables
from maintext.trained.files import numbers, read_arrays, shipped, write_arrays
from maintext.trained.trees import COLUMNS, Trees

if TYPE_CHECKING:
    from maintext.extractors.protocol import Scores
    from maintext.page import Page

KIND = "model"
PAGE_TYPES = ("article", "forum", "product", "collection", "listing", "documentation", "service")
Bounds: TypeAlias = tuple[float, float, bool]
"""The least and the greatest threshold of a page, and whether blocks are kept of a page without a main text, too."""
BALANCED: Bounds = (0.0, 0.6, False)
N_KNOTS = 21
"""Of the confidence curve: at 0, 0.05 and so on up to 1."""


class InAll(NamedTuple):
    """What the model says of a page in all."""

    promise: float
    """The F1 that the best threshold promises."""
    has_main_text: bool
    """Whether a block is likely to be content, or many words are expected to be."""
    greatest: float
    """The probability of the likeliest block."""
    expected: float
    """How many words are expected to be content."""


@dataclass(frozen=True, eq=False)
class Judged:
    """What the model says of a page."""

    probability: NDArray[np.float64]
    """One a block."""
    keep: NDArray[np.bool_]
    is_comment: NDArray[np.bool_]
    """Whether readers wrote it below the text; on a forum, nothing is."""
    page_types: list[float]
    """One a name of PAGE_TYPES."""
    in_all: InAll
    """Of the page in all."""


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """The learned model. Called on a page, it is the extractor `model` with this model in it."""

    tables: WordTables
    first: Trees
    types: tuple[Trees, ...]
    second: Trees
    end: Trees
    chosen: NDArray[np.int64]
    """Columns of FEATURES that the second stage sees."""
    curve: NDArray[np.float32]
    """The F1 that pages with an expected F1 of 0, 0.05, ... 1 had."""
    native: _core.Judge = field(init=False)
    """The same, checked and packed."""

    def __post_init__(self) -> None:
        def stage(trees: Trees) -> tuple[_core.Trees, float]:
            return trees.native, trees.base

        stages = (stage(self.first), [stage(trees) for trees in self.types], stage(self.second), stage(self.end))
        try:
            native = _core.Judge(self.tables.native, *stages, self.chosen.tolist())
        except (ValueError, OverflowError) as error:
            raise ModelError(f"the arrays are no model: {error}") from error
        object.__setattr__(self, "native", native)

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """A model that `maintext train model` has written."""
        return cls.from_arrays(read_arrays(Path(path), KIND))

    def save(self, path: str | Path) -> None:
        """Writes the model's arrays."""
        write_arrays(Path(path), KIND, self.to_arrays())

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Model:
        """The model of a file's arrays; an error says what is wrong with them."""
        check_features(arrays)
        n_chosen = np.size(arrays.get("chosen", ()))
        chosen = numbers(arrays, "chosen", (n_chosen,)).astype(np.int64)
        if n_chosen and (chosen.min() < 0 or chosen.max() >= len(FEATURES)):
            raise ModelError(f"chosen has columns up to {chosen.max()}, there are {len(FEATURES)}")
        n_second = n_chosen + len(CONTEXT) + len(PAGE_TYPES)
        return cls(
            tables=WordTables.from_arrays(arrays),
            first=_trees(arrays, "first", len(FEATURES)),
            types=tuple(_trees(arrays, f"type{number}", len(TYPE_NUMBERS)) for number in range(len(PAGE_TYPES))),
            second=_trees(arrays, "second", n_second),
            end=_trees(arrays, "end", n_second),
            chosen=chosen,
            curve=numbers(arrays, "curve", (N_KNOTS,)),
        )

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of the model's file."""
        arrays: dict[str, NDArray[Any]] = {"features": np.array(features_digest()), **self.tables.to_arrays()}
        for name, trees in self._all_trees().items():
            own = {**trees.to_arrays(), "base": np.array(trees.base, dtype=np.float32)}
            arrays |= {f"{name}.{column}": array for column, array in own.items()}
        return {**arrays, "chosen": self.chosen.astype(np.int16), "curve": self.curve}

    def _all_trees(self) -> dict[str, Trees]:
        types = {f"type{number}": trees for number, trees in enumerate(self.types)}
        return {"first": self.first, **types, "second": self.second, "end": self.end}

    def judge(self, page: Page, bounds: Bounds = BALANCED) -> Judged:
        """The probability of each block of a page that has blocks, which are kept, and the probability of each type."""
        probability, keep, is_comment, page_types, in_all = self.native.judge(page, bounds)
        return Judged(probability, keep, is_comment, page_types, InAll(*in_all))

    def columns(self, page: Page) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What the first stage and what the second one judge the page by: a row a block. For training and explaining;
        `judge` computes of it what it needs."""
        features = Features(page, self.tables)
        first = features.first()
        probabilities = self.native.first_probabilities(page)
        types = np.array(self.judge(page).page_types, dtype=np.float32)
        return first, features.second(probabilities, self.chosen, types)

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page, in the mode that is the default."""
        from maintext.model.extractor import Learned

        return Learned(model=self)(page)

    def __repr__(self) -> str:
        trees = ", ".join(f"{name} {len(trees.first)}" for name, trees in self._all_trees().items())
        return f"<Model: trees {trees}>"


def going_on(article: NDArray[Any], end: NDArray[Any]) -> NDArray[Any]:
    """By what a block's probability is multiplied, by those that the page is an article and that its text has ended."""
    return np.asarray(1 - np.where(article > _core.LEAST_ARTICLE, article, 0) * end**_core.END_POWER)


def features_digest() -> str:
    """Tells lists of features, and ways of asking about them, apart."""
    how = (_core.N_SCOUTS, _core.LEAST_MARGIN, _core.LEAST_PROBABILITY, _core.LEAST_ARTICLE, _core.END_POWER)
    names = "\n".join((*FEATURES, *TYPE_NUMBERS, *CONTEXT, *PAGE_TYPES, *map(str, how)))
    return hashlib.sha256(names.encode()).hexdigest()[:16]


def check_features(arrays: Mapping[str, NDArray[Any]]) -> None:
    """A model is of use only for the features that it was trained on."""
    own, found = features_digest(), str(arrays.get("features", "none"))
    if own != found:
        raise ModelMismatchError(found, own)


def _trees(arrays: Mapping[str, NDArray[Any]], name: str, n_features: int) -> Trees:
    own = {column: arrays[f"{name}.{column}"] for column in COLUMNS if f"{name}.{column}" in arrays}
    return Trees.from_arrays(own, float(numbers(arrays, f"{name}.base", ())), n_features)


@cache  # the files of an installed package do not change
def shipped_model() -> Model:
    """The model that comes with the package."""
    return Model.from_arrays(shipped(KIND))
