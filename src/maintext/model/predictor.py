"""Page -> the probability of each block, and of each page type: the learned model.

    first stage     the features of a block -> a first probability
    page types      numbers of the whole page, and the means of the first stage's features over what it takes for
                    content -> the probability of each of seven types
    second stage    the most important features of the first stage, what it predicts around the block, and the page
                    types -> the block's probability
    end             the same columns -> the probability that the text has ended before the block
    classes         the first stage's features -> the probabilities that a block is the headline, a fact about the
                    content (author, date), a reader's comment; predicted only on request

All stages are boosted trees. `_core.Model` evaluates them in one native pass and chooses the blocks with the best
expected F1; early exit, the end factor and the threshold are defined there (crates/pagetable/src/model). Tables, lists
and other structures are then kept or dropped as a whole (crates/pagetable/src/structures). A model is
arrays and a card: `maintext train model` writes one, `Model.load` reads it.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from maintext import _core
from maintext.errors import ModelError, ModelMismatchError
from maintext.model.feature_names import CONTEXT, FEATURES, TYPE_NUMBERS
from maintext.model.word_tables import WordTables
from maintext.trained.files import read_stored, shipped_file, stored_numbers, stored_text, write_arrays
from maintext.trained.stored_arrays import StoredArray
from maintext.trained.trees import COLUMNS, Trees

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from maintext.extractors.protocol import Scores
    from maintext.page import Page

KIND = "model"
PAGE_TYPES = ("article", "forum", "product", "collection", "listing", "documentation", "service")
Bounds: TypeAlias = tuple[float, float, bool]
"""The least and the greatest threshold of a page, and whether blocks are kept even of a page without main content."""
CLASSES = ("headline", "facts", "comments")
"""What a block may be beside content, as in the letters T, M and R of the labels."""
MAX_BLOCKS = 300_000
"""A hundred times as many as any page of the corpora has. Prediction takes about 1.3 KB per block, so 400 MB at this
size. `econ` decides on larger pages: they have no confidence and no page type, and `Document.by` and
`Document.fallback` name it."""
BALANCED: Bounds = (0.0, 0.6, False)
STRUCTURES = _core.Model.STRUCTURES
"""What a block can be kept or dropped with, against its own probability: "its table", "the text below it" and so on."""
N_KNOTS = 21
"""Of the confidence curve: at 0, 0.05 and so on up to 1."""


class PageTotals(NamedTuple):
    """What the model predicts of a page as a whole."""

    expected_f1: float
    """The F1 that is expected with the best threshold."""
    has_main_text: bool
    """Whether a block is probably content, or many words are expected to be."""
    best_probability: float
    """The probability of the most probable block."""
    expected_words: float
    """How many words are expected to be content."""


class Prediction(NamedTuple):
    """What the model predicts of a page."""

    probabilities: _core.Values[np.float64]
    """`probability`, as the core has it."""
    mask: _core.Values[np.bool_]
    """`keep`, as the core has it."""
    structures: _core.Values[np.uint8]
    """`decided_with`, as the core has it."""
    page_types: list[float]
    """A probability per name of PAGE_TYPES."""
    totals: PageTotals

    @property
    def probability(self) -> NDArray[np.float64]:
        """One per block: the probability that it is content."""
        return self.probabilities.array()

    @property
    def keep(self) -> NDArray[np.bool_]:
        """One per block: whether it is kept."""
        return self.mask.array()

    @property
    def decided_with(self) -> NDArray[np.uint8]:
        """One per block: the place in STRUCTURES of the structure that overruled the block's own probability, 0 if none
        did."""
        return self.structures.array()


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """The learned model. Called on a page, it is the extractor `model` with this model in it."""

    tables: WordTables
    first: Trees
    types: tuple[Trees, ...]
    second: Trees
    end: Trees
    classes: tuple[Trees, ...]
    """One ensemble per name of CLASSES."""
    chosen: tuple[int, ...]
    """Columns of FEATURES that the second stage sees."""
    curve: tuple[float, ...]
    """The F1 that pages with an expected F1 of 0, 0.05, ... 1 had."""
    native: _core.Model = field(init=False)
    """The same, checked and packed."""

    def __post_init__(self) -> None:
        def stage(trees: Trees) -> tuple[_core.Trees, float]:
            return trees.native, trees.base

        types, classes = ([stage(trees) for trees in several] for several in (self.types, self.classes))
        stages = (stage(self.first), types, stage(self.second), stage(self.end), classes)
        try:
            native = _core.Model(self.tables.native, *stages, self.chosen)
        except (ValueError, OverflowError) as error:
            raise ModelError(f"the arrays are not a model: {error}") from error
        object.__setattr__(self, "native", native)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self is shipped_model():
            return shipped_model, ()
        parts = (self.tables, self.first, self.types, self.second, self.end, self.classes, self.chosen, self.curve)
        return Model, parts

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """A model that `maintext train model` has written."""
        return cls.from_arrays(read_stored(Path(path), KIND))

    def save(self, path: str | Path) -> None:
        """Writes the model's arrays."""
        write_arrays(Path(path), KIND, self.to_arrays())

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, StoredArray | ArrayLike]) -> Model:
        """The model of a file's arrays; an error says what is wrong with them."""
        stored = {name: StoredArray.of(array) for name, array in arrays.items()}
        check_features(stored)
        chosen = _chosen_columns(stored)
        n_second = len(chosen) + len(CONTEXT) + len(PAGE_TYPES)
        return cls(
            tables=WordTables.from_arrays(stored),
            first=_trees(stored, "first", len(FEATURES)),
            types=tuple(_trees(stored, f"type{number}", len(TYPE_NUMBERS)) for number in range(len(PAGE_TYPES))),
            second=_trees(stored, "second", n_second),
            end=_trees(stored, "end", n_second),
            classes=tuple(_trees(stored, name, len(FEATURES)) for name in CLASSES),
            chosen=chosen,
            curve=_confidence_curve(stored),
        )

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of the model's file."""
        import numpy as np

        arrays: dict[str, NDArray[Any]] = {"features": np.array(features_digest()), **self.tables.to_arrays()}
        for name, trees in self._all_trees().items():
            own = {**trees.to_arrays(), "base": np.array(trees.base, dtype=np.float32)}
            arrays |= {f"{name}.{column}": array for column, array in own.items()}
        return {**arrays, "chosen": np.array(self.chosen, np.int16), "curve": np.array(self.curve, np.float32)}

    def _all_trees(self) -> dict[str, Trees]:
        types = {f"type{number}": trees for number, trees in enumerate(self.types)}
        classes = dict(zip(CLASSES, self.classes, strict=True))
        return {"first": self.first, **types, "second": self.second, "end": self.end, **classes}

    def predict(self, page: Page, bounds: Bounds = BALANCED) -> Prediction:
        """Predicts a page that has blocks."""
        probabilities, mask, structures, page_types, totals = self.native.predict(page, bounds)
        return Prediction(probabilities, mask, structures, page_types, PageTotals(*totals))

    def predict_classes(self, page: Page) -> dict[str, NDArray[np.float32]]:
        """By name of CLASSES: the probability of each block of a page that has blocks."""
        return dict(zip(CLASSES, self.native.classes(page), strict=True))

    def features(self, page: Page) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """All columns of the first stage, and all of the second: one row per block. For training and explaining;
        `predict` computes only the columns that its trees read."""
        return self.native.features(page)

    def contributions(
        self, page: Page, typical: NDArray[np.float32], groups: Sequence[Sequence[int]]
    ) -> NDArray[np.float64]:
        """What moves the log odds of each block: the end of the text, then each group of columns, compared with typical
        blocks. Columns are numbered as in (*FEATURES, *CONTEXT, *PAGE_TYPES)."""
        return self.native.contributions(page, typical, groups)

    def __call__(self, page: Page) -> Scores:
        """Scores every block of a page, in the default mode."""
        from maintext.model.extractor import ModelExtractor

        return ModelExtractor(model=self)(page)

    def __repr__(self) -> str:
        trees = ", ".join(f"{name} {len(trees.first)}" for name, trees in self._all_trees().items())
        return f"<Model: trees {trees}>"


def features_digest() -> str:
    """A hash of the names of all columns and answers and of the settings of the stages: a model fits only the same."""
    names = "\n".join((*FEATURES, *TYPE_NUMBERS, *CONTEXT, *PAGE_TYPES, *CLASSES, *map(str, _core.Model.SETTINGS)))
    return hashlib.sha256(names.encode()).hexdigest()[:16]


def check_features(arrays: Mapping[str, StoredArray]) -> None:
    """Refuses a model that was trained on other features than this version computes."""
    own, found = features_digest(), stored_text(arrays.get("features"))
    if own != found:
        raise ModelMismatchError(found, own)


def _chosen_columns(arrays: Mapping[str, StoredArray]) -> tuple[int, ...]:
    n_chosen = math.prod(arrays["chosen"].shape) if "chosen" in arrays else 0
    chosen = stored_numbers(arrays, "chosen", (n_chosen,))
    if arrays["chosen"].dtype[1] not in "iu":
        raise ModelError(f"chosen has numbers of type {arrays['chosen'].dtype}, expected integers")
    if chosen and (min(chosen) < 0 or max(chosen) >= len(FEATURES)):
        raise ModelError(f"chosen has columns from {min(chosen)} to {max(chosen)}, there are {len(FEATURES)}")
    return tuple(map(int, chosen))


def _trees(arrays: Mapping[str, StoredArray], name: str, n_features: int) -> Trees:
    own = {column: arrays[f"{name}.{column}"] for column in COLUMNS if f"{name}.{column}" in arrays}
    (base,) = stored_numbers(arrays, f"{name}.base", ())
    return Trees.from_arrays(own, base, n_features)


def _confidence_curve(arrays: Mapping[str, StoredArray]) -> tuple[float, ...]:
    curve = stored_numbers(arrays, "curve", (N_KNOTS,))
    if min(curve) < 0 or max(curve) > 1 or list(curve) != sorted(curve):
        raise ModelError(f"curve has values from {min(curve):g} to {max(curve):g}, expected rising ones from 0 to 1")
    return curve


@cache  # the files of an installed package do not change
def shipped_model() -> Model:
    """The model that comes with the package."""
    return Model.load(shipped_file(KIND))
