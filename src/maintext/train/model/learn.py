"""Examples -> a model, and its out-of-fold predictions: for each example, by parts that have not seen its site.

In order: tables of words, first stage, classes, page types (by what the first stage takes for content), what the first
stage predicts around each block, second stage, end, confidence. Each part learns from the answers that the parts before
it gave out of fold, since in use they have not seen the page either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.errors import CorpusError
from maintext.model.feature_names import CONTEXT, FEATURES, LIKELY, TYPE_NUMBERS, WHOLE
from maintext.model.predictor import BALANCED, CLASSES, N_KNOTS, PAGE_TYPES, Model
from maintext.model.word_tables import WordTables
from maintext.train.model.classes import fit_classes
from maintext.train.model.data import Example
from maintext.train.model.fits import Fitted, Recipe, Rows, fit_strongest, fit_types
from maintext.train.model.fragments import fragments
from maintext.train.model.weights import block_weights
from maintext.train.word_odds import fold_tables
from maintext.trained.trees import Trees

_END_TYPES = ("article", "documentation")
"""Types of page whose text ends somewhere."""


@dataclass(frozen=True)
class Plan:
    """How the parts are grown."""

    first: Recipe = field(
        default_factory=lambda: Recipe(n_trees=240, learning_rate=0.12, n_members=2, has_early_exit=True)
    )
    second: Recipe = field(default_factory=lambda: Recipe(n_trees=140, learning_rate=0.12, n_members=2))
    end: Recipe = field(default_factory=lambda: Recipe(n_trees=80, learning_rate=0.12))
    classes: Recipe = field(
        default_factory=lambda: Recipe(n_trees=60, learning_rate=0.2, column_share=0.4, n_rows=300_000)
    )
    n_first: int = 60
    """Columns that the first stage uses. More do not raise F1, and each takes time on every page."""
    n_chosen: int = 36
    """Columns of the first stage that the second one may see as well."""
    n_second: int = 70
    """Columns that the second stage and the end use."""
    with_fragments: bool = True
    """Whether fragments of the pages teach as well."""
    jobs: int = 1


@dataclass(frozen=True, eq=False)
class TrainingResult:
    """A model and how it did."""

    model: Model
    probabilities: list[NDArray[np.float64]] = field(repr=False)
    """One array per example, out of fold."""
    first_probabilities: list[NDArray[np.float64]] = field(repr=False)
    page_types: NDArray[np.float32] = field(repr=False)
    gains: dict[str, float] = field(repr=False)
    """How much each column of the first stage reduced the loss."""
    classes: dict[str, NDArray[np.float32]] = field(repr=False)
    """By name of a class: the probability of each block of all examples, out of fold."""

    def kept(
        self, examples: Sequence[Example], probabilities: Sequence[NDArray[np.float64]] | None = None
    ) -> list[tuple[NDArray[np.bool_], float]]:
        """For each example the blocks that the extractor would keep, and the F1 that it would expect: by the
        out-of-fold probabilities, or by others such as those of the first stage."""
        judge = Judge(self.model.tables)
        answers = zip(examples, probabilities or self.probabilities, self.page_types, strict=True)
        return [judge.kept(example, own, types) for example, own, types in answers]


def learn(
    examples: Sequence[Example], plan: Plan = Plan(), progress: Callable[[], object] = lambda: None
) -> TrainingResult:
    """Learns a model from examples and from fragments of them. `progress` is called once per step, `n_steps()` times in
    all."""
    n_folds = len({example.fold for example in examples})
    if n_folds < 2:
        raise CorpusError(
            f"{len(examples)} pages of {n_folds} part of the sites can't be split; two parts are the least"
        )
    # Fragments come last, so that what is predicted of them can be cut off.
    every = [*examples, *(fragments(examples) if plan.with_fragments else ())]
    n_pages, n_blocks = len(examples), sum(len(example.shares) for example in examples)
    parts = Parts(every)
    tables = parts.learn_tables()
    progress()
    first_columns = parts.first_columns(tables)
    weights = block_weights(every, first_columns)
    # Numbers of the whole page would let the trees recognise single pages; page types carry the same information.
    own = np.where(np.arange(len(FEATURES)) < len(FEATURES) - len(WHOLE), first_columns, np.float32(np.nan))
    rows = Rows(own, parts.labels, weights, parts.folds)
    first = fit_strongest(rows, plan.first, plan.n_first, plan.jobs, progress)
    classes = fit_classes(every, rows, (plan.classes, plan.jobs), progress)
    types, type_trees = parts.learn_types(tables, first)
    progress()
    chosen = np.sort(np.argsort(-first.gains, kind="stable")[: plan.n_chosen]).astype(np.int64)
    columns = parts.second_columns(tables, first.out_of_fold, (chosen, types))
    rows = Rows(columns, parts.labels, weights, parts.folds)
    second = fit_strongest(rows, plan.second, plan.n_second, plan.jobs, progress)
    ends, end_weights = parts.ends(first.out_of_fold)
    is_used = second.gains > 0
    hidden = np.where(is_used, columns, np.float32(np.nan))
    end = fit_strongest(Rows(hidden, ends, end_weights, parts.folds), plan.end, plan.n_second, plan.jobs, progress)
    articles = np.repeat(types[:, 0], parts.lengths)
    probability = _core.Model.combine(first.out_of_fold, second.out_of_fold, end.out_of_fold, articles)
    probabilities = parts.split(probability)[:n_pages]
    model = Model(
        tables=tables[-1],
        first=first.trees,
        types=type_trees,
        second=second.trees,
        end=end.trees,
        classes=tuple(fitted.trees for fitted in classes.values()),
        chosen=tuple(chosen.tolist()),
        curve=tuple(confidence_curve(examples, Judge(tables[-1]), (probabilities, types[:n_pages])).tolist()),
    )
    gains = dict(zip(FEATURES, first.gains.tolist(), strict=True))
    return TrainingResult(
        model,
        probabilities,
        parts.split(first.out_of_fold.astype(np.float64))[:n_pages],
        types[:n_pages],
        gains,
        {name: fitted.out_of_fold[:n_blocks] for name, fitted in classes.items()},
    )


def learn_inputs(examples: Sequence[Example]) -> tuple[NDArray[np.float32], NDArray[np.float64], Parts]:
    """What the first stage learns from: its columns, the weights of the blocks, and the blocks."""
    parts = Parts(examples)
    columns = parts.first_columns(parts.learn_tables())
    return columns, block_weights(examples, columns), parts


def n_steps(n_folds: int) -> int:
    """How often `learn` calls its progress."""
    return 2 + (3 + len(CLASSES)) * (n_folds + 1)


class Parts:
    """The blocks of all examples, one after the other."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples = examples
        self.lengths = np.array([len(example.shares) for example in examples])
        self.labels = np.concatenate([example.shares for example in examples])
        self.of_page = np.array([example.fold for example in examples], dtype=np.int64)
        self.folds = np.repeat(self.of_page, self.lengths)

    def split(self, values: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """The values as one array per example."""
        return np.split(values, np.cumsum(self.lengths)[:-1])

    def learn_tables(self) -> dict[int, WordTables]:
        """For every fold the tables of words that the other folds teach."""
        pages = [(example.page, example.shares) for example in self.examples]
        return fold_tables(pages, [example.site for example in self.examples], self.of_page.tolist())

    def first_columns(self, tables: dict[int, WordTables]) -> NDArray[np.float32]:
        """The columns of the first stage, each page with the tables of its fold."""
        columns = np.empty((len(self.labels), len(FEATURES)), dtype=np.float32)
        stops = np.cumsum(self.lengths)
        for example, stop in zip(self.examples, stops, strict=True):
            rows = tables[example.fold].features(example.page).first()
            columns[stop - len(rows) : stop] = rows
        return columns

    def learn_types(
        self, tables: dict[int, WordTables], first: Fitted
    ) -> tuple[NDArray[np.float32], tuple[Trees, ...]]:
        """The probability of each page type, out of fold, and the trees of all pages."""
        numbers = self._type_numbers(tables, first.out_of_fold)
        # Means of columns that are computed anyway cost nothing.
        is_computed = np.concatenate([np.full(len(WHOLE) + len(LIKELY), True), first.gains[: -len(WHOLE)] > 0])
        numbers[:, ~is_computed] = np.nan
        types = np.array([example.page_type or 0 for example in self.examples], dtype=np.int64)
        # A recipe or a login form is none of the types; calling it an article would blur what an article is.
        has_type = np.array([example.page_type is not None for example in self.examples])
        # Data sets of articles alone say less about types.
        is_plain = np.array(
            [len(example.labelled.kind) > 0 and example.labelled.url is None for example in self.examples]
        )
        margins, trees = fit_types(numbers, types, np.where(is_plain, 0.3, 1.0) * has_type, self.of_page)
        powers = np.exp(margins - margins.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True), trees

    def _type_numbers(self, tables: dict[int, WordTables], first: NDArray[np.float32]) -> NDArray[np.float32]:
        """The features of page types: one row per page."""
        numbers = np.empty((len(self.examples), len(TYPE_NUMBERS)), dtype=np.float32)
        stops = np.cumsum(self.lengths)
        for row, example, stop in zip(numbers, self.examples, stops, strict=True):
            features = tables[example.fold].features(example.page)
            row[: len(WHOLE)] = features.first()[0, -len(WHOLE) :]
            row[len(WHOLE) :] = features.content(np.ascontiguousarray(first[stop - len(example.shares) : stop]))
        return numbers

    def second_columns(
        self,
        tables: dict[int, WordTables],
        first: NDArray[np.float32],
        others: tuple[NDArray[np.int64], NDArray[np.float32]],
    ) -> NDArray[np.float32]:
        """The columns of the second stage: chosen ones of the first, its surroundings, page types."""
        chosen, types = others
        columns = np.empty((len(first), len(chosen) + len(CONTEXT) + len(PAGE_TYPES)), dtype=np.float32)
        stops = np.cumsum(self.lengths)
        for example, whole, stop in zip(self.examples, types, stops, strict=True):
            rows = slice(stop - len(example.shares), stop)
            features = tables[example.fold].features(example.page)
            columns[rows] = features.second(np.ascontiguousarray(first[rows]), chosen, np.ascontiguousarray(whole))
        return columns

    def ends(self, first: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """Whether each block comes after the last one of the text, and what it counts for learning that."""
        ends, weights = np.zeros_like(self.labels), np.zeros(len(self.labels))
        stops = np.cumsum(self.lengths)
        for example, stop in zip(self.examples, stops, strict=True):
            content = np.flatnonzero((example.shares >= 0.5) & (example.n_words >= 3))
            if not len(content) or example.labelled.kind not in _END_TYPES:
                continue
            start = stop - len(example.shares)
            ends[start + content[-1] + 1 : stop] = 1
            own = (example.n_words + 2.0) / max(example.n_gold, 50)
            weights[start:stop] = own * min(1.0, 3.0 / own.sum())
        # Blocks that nobody takes for content teach little about where it ends.
        is_doubtful = first > 0.1
        return ends, weights * np.where(is_doubtful, 1.0, 0.15)


@dataclass(frozen=True, eq=False)
class Judge:
    """Decides which blocks of an example are kept, as the extractor does. The decision reads no word of the tables, but
    the features of a page are computed with some."""

    tables: WordTables

    def kept(
        self, example: Example, probability: NDArray[np.float64], types: NDArray[np.float32]
    ) -> tuple[NDArray[np.bool_], float]:
        """The blocks that the extractor would keep by these answers, and the F1 that it would expect."""
        features = self.tables.features(example.page)
        return features.decide(types.astype(np.float64).tolist(), np.ascontiguousarray(probability), BALANCED)


def confidence_curve(
    examples: Sequence[Example], judge: Judge, answers: tuple[Sequence[NDArray[np.float64]], NDArray[np.float32]]
) -> NDArray[np.float32]:
    """The F1 that pages with an expected F1 of 0, 0.05, ... 1 reached: isotonic regression, so it never falls. The
    answers are probabilities of blocks and page types, out of fold."""
    from sklearn.isotonic import IsotonicRegression

    expected, scores = [], []
    for example, probability, types in zip(examples, *answers, strict=True):
        keep, expected_f1 = judge.kept(example, probability, types)
        expected.append(expected_f1)
        scores.append(example.bags.f1(keep))
    regression = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(expected, scores)
    return np.asarray(regression.predict(np.linspace(0, 1, N_KNOTS)), dtype=np.float32)
