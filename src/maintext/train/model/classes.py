"""Examples -> what the classes of blocks learn from: headline, facts, comments, by the letters T, M and R of labels.

A page counts once, its blocks by their words up to a bound, since headlines and facts are short. Pages without labels
teach comments alone, and count half: there a block is taken for a comment if an element near it is named for comments
and the gold text does not have it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from maintext.corpus.block_labels import UNKNOWN
from maintext.model.classes import MIN_COMMENT, MIN_FACT
from maintext.model.feature_names import FEATURES
from maintext.model.predictor import CLASSES
from maintext.train.model.data import Example
from maintext.train.model.fits import Fitted, Recipe, Rows, fit_strongest

LETTERS = dict(zip(CLASSES, "TMR", strict=True))
N_COLUMNS = 50
"""Columns that each class uses."""
_MAX_WORDS = 20
_PAGE_WEIGHT = 200.0
"""About as many as a page has blocks, so that the least weight of a leaf means a few blocks."""
_WEIGHT_WITHOUT_LABELS = 0.5
_COMMENT_STEPS = 8
_COMMENT_COLUMN = FEATURES.index("steps_to_comment")


@dataclass(frozen=True, eq=False)
class ClassRows:
    """The labels and weights of one class: one of each per block of all examples, one after the other."""

    labels: NDArray[np.float32]
    weights: NDArray[np.float64]


def class_rows(examples: Sequence[Example], first: NDArray[np.float32]) -> dict[str, ClassRows]:
    """By class: what its trees learn; `first` has the blocks' features."""
    letters = np.concatenate([_letters(example) for example in examples])
    has_labels = np.repeat(
        [example.labelled.labels is not None for example in examples], [len(example.shares) for example in examples]
    )
    weights = np.concatenate([_page_weights(example) for example in examples]) * (letters != UNKNOWN)
    is_content = np.concatenate([example.shares for example in examples]) >= 0.5
    near_comments = (first[:, _COMMENT_COLUMN] <= _COMMENT_STEPS) & ~is_content & ~has_labels
    rows = {}
    for name, letter in LETTERS.items():
        is_comments = name == "comments"
        labels = (letters == letter) | (near_comments if is_comments else False)
        trust = np.where(has_labels, 1.0, _WEIGHT_WITHOUT_LABELS if is_comments else 0.0)
        rows[name] = ClassRows(labels.astype(np.float32), weights * trust)
    return rows


def fit_classes(
    examples: Sequence[Example], rows: Rows, how: tuple[Recipe, int], progress: Callable[[], object]
) -> dict[str, Fitted]:
    """By class: its trees and their answers out of fold. Each has columns of its own: what makes a fact differs from
    what makes content."""
    recipe, jobs = how
    return {
        name: fit_strongest(replace(rows, labels=own.labels, weights=own.weights), recipe, N_COLUMNS, jobs, progress)
        for name, own in class_rows(examples, rows.columns).items()
    }


def class_scores(examples: Sequence[Example], found: dict[str, NDArray[np.float32]]) -> dict[str, float]:
    """How well each class is found on pages that have labels, by trees that have not seen the site: of headlines, the
    share of pages whose most probable block is one; of facts and comments, the mean F1 in words of the pages that have
    some or get some."""
    cuts = np.cumsum([len(example.shares) for example in examples])[:-1]
    pages = list(zip(examples, *(np.split(found[name], cuts) for name in CLASSES), strict=True))
    labelled = [(example, _letters(example), *rest) for example, *rest in pages if example.labelled.labels is not None]
    hits = [letters[int(headline.argmax())] == "T" for _, letters, headline, _, _ in labelled if "T" in letters]
    facts = [_f1(letters == "M", p >= MIN_FACT, example.n_words) for example, letters, _, p, _ in labelled]
    comments = [
        _f1(letters == "R", p >= MIN_COMMENT, example.n_words)
        for example, letters, _, _, p in labelled
        if example.labelled.kind != "forum"
    ]
    scores = {"headline": hits, "facts": facts, "comments": comments}
    known = {name: [value for value in values if value is not None] for name, values in scores.items()}
    return {name: float(np.mean(values)) for name, values in known.items() if values}


def _letters(example: Example) -> NDArray[np.str_]:
    labels = example.labelled.labels
    if labels is None:
        return np.full(len(example.shares), "", dtype="<U1")
    return np.array(list(labels.letters), dtype="<U1")


def _page_weights(example: Example) -> NDArray[np.float64]:
    own = np.minimum(example.n_words, _MAX_WORDS) + 2.0
    return np.asarray(_PAGE_WEIGHT * own / own.sum())


def _f1(is_one: NDArray[np.bool_], is_found: NDArray[np.bool_], n_words: NDArray[np.int32]) -> float | None:
    """In words; None if there is nothing to find and nothing was found."""
    total = int(n_words[is_one].sum() + n_words[is_found].sum())
    return 2 * int(n_words[is_one & is_found].sum()) / total if total else None
