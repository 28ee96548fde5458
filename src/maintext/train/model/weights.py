"""Examples -> what each block counts in training.

A block counts by its words, as the score counts them. A page counts at most three times what its gold text does, so
that one long page does not outvote ten short ones.

Labels of blocks, made after one written guide, are trusted most. Published gold texts agree with the guide on articles
(.96) and much less on other pages (.83 to .89), so they count less there. Where labels and a gold text disagree about a
block of an article, it does not count: mostly it is a caption, which one convention keeps and the other drops. Where a
page has only a published gold text, comments below the text are masked if the gold has them, since data sets differ in
that. Comments that are not content count more, since most extractors get them wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.model.feature_names import FEATURES
from maintext.train.model.data import Example
from maintext.train.model.fragments import FRAGMENT

_LEAST_GOLD_WORDS = 50
_MOST_OF_PAGE = 3.0
_COMMENT_STEPS = 5
_COMMENT_WEIGHT = 1.5
"""With 3 the model expected too little of threads, whose posts look like comments, and did not keep fewer comments."""
_COMMENT_COLUMN = FEATURES.index("steps_to_comment")
_TRUST_IN_LABELS = 1.5
_TRUST_IN_GOLD = {"article": 0.9, "documentation": 0.9}
_TRUST_IN_OTHER_GOLD = 0.3
_WEIGHT_OF_TYPES = {"article": 2.0, "documentation": 2.0, FRAGMENT: 0.3}
"""Most labels are of threads, shops and lists. With equal weights these made the model keep readers' comments and lists
of other headlines on news pages (newspaper_train .906, .912 with these weights)."""


def block_weights(examples: Sequence[Example], first: NDArray[np.float32]) -> NDArray[np.float64]:
    """One weight per block of all examples, one after the other; `first` has the blocks' features."""
    of_pages = []
    for example in examples:
        own = (example.n_words + 2.0) / max(example.n_gold, _LEAST_GOLD_WORDS)
        own *= min(1.0, _MOST_OF_PAGE / own.sum())
        if example.is_disputed is not None:
            own[example.is_disputed] = 0
        of_pages.append(own * _trust(example) * _WEIGHT_OF_TYPES.get(example.labelled.kind, 1.0))
    weights = np.concatenate(of_pages)
    lengths = [len(example.shares) for example in examples]
    is_content = np.concatenate([example.shares for example in examples]) >= 0.5
    may_differ = [not example.is_by_labels and example.labelled.kind != "forum" for example in examples]
    is_near_comments = (first[:, _COMMENT_COLUMN] <= _COMMENT_STEPS) & np.repeat(may_differ, lengths)
    is_comment = is_near_comments | np.concatenate([_labelled_comments(example) for example in examples])
    weights[is_comment & is_content] = 0
    weights[is_comment & ~is_content] *= _COMMENT_WEIGHT
    return weights


def _labelled_comments(example: Example) -> NDArray[np.bool_]:
    """The blocks that labels call readers' comments; on a forum, what readers wrote is the content."""
    labels = example.labelled.labels
    if labels is None or example.labelled.kind == "forum":
        return np.zeros(len(example.shares), dtype=np.bool_)
    return np.array([letter == "R" for letter in labels.letters], dtype=np.bool_)


def _trust(example: Example) -> float:
    if example.is_by_labels:
        return _TRUST_IN_LABELS
    return _TRUST_IN_GOLD.get(example.labelled.kind, _TRUST_IN_OTHER_GOLD)


def sample(weights: NDArray[np.float64], n_rows: int, seed: int) -> NDArray[np.float64]:
    """Weights of about so many rows, chosen by weight and made up for it; 0 for the others.

    >>> chosen = sample(np.array([1.0, 1.0, 1.0, 9.0]), 2, seed=1)
    >>> bool(chosen[3] == 9), int((chosen > 0).sum())
    (True, 2)
    """
    if n_rows >= np.count_nonzero(weights):
        return weights
    rate = n_rows / weights.sum()
    for _ in range(30):
        # Rows that are surely chosen leave more for the others.
        rate *= n_rows / np.minimum(1, rate * weights).sum()
    chance = np.minimum(1, rate * weights)
    is_chosen = np.random.default_rng(seed).random(len(weights)) < chance
    return np.where(is_chosen, weights / np.maximum(chance, 1e-12), 0)
