"""Examples -> what each block counts in training.

By its words, as the score counts them; but a page counts at most three times what its gold text does, so that one
long page does not outvote ten short ones. Where data sets differ in what they call content, neither is taught:
comments below a text are content in some of them. That they are not the text itself is what most get wrong, and
counts more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.model.feature_names import FEATURES
from maintext.train.model.data import Example

_LEAST_GOLD_WORDS = 50
_MOST_OF_PAGE = 3.0
_COMMENT_STEPS = 5
_COMMENT_WEIGHT = 3.0
_COMMENT_COLUMN = FEATURES.index("steps_to_comment")
_VARIED = 1.5
"""Pages of data sets with more than one type of page are worth more: there are few of most types."""


def block_weights(examples: Sequence[Example], first: NDArray[np.float32]) -> NDArray[np.float64]:
    """One a block of all examples, one after the other; `first` has their features."""
    varied = varied_corpora(examples)
    of_pages = []
    for example in examples:
        own = (example.n_words + 2.0) / max(example.n_gold, _LEAST_GOLD_WORDS)
        own *= min(1.0, _MOST_OF_PAGE / own.sum())
        of_pages.append(own * (_VARIED if example.labelled.corpus in varied else 1.0))
    weights = np.concatenate(of_pages)
    lengths = [len(example.shares) for example in examples]
    is_content = np.concatenate([example.shares for example in examples]) >= 0.5
    may_differ = np.repeat([example.labelled.kind != "forum" for example in examples], lengths)
    is_comment = (first[:, _COMMENT_COLUMN] <= _COMMENT_STEPS) & may_differ
    weights[is_comment & is_content] = 0
    weights[is_comment & ~is_content] *= _COMMENT_WEIGHT
    return weights


def varied_corpora(examples: Sequence[Example]) -> set[str]:
    """Data sets with more than one type of page."""
    kinds: dict[str, set[str]] = {}
    for example in examples:
        kinds.setdefault(example.labelled.corpus, set()).add(example.labelled.kind)
    return {corpus for corpus, found in kinds.items() if len(found) > 1}


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
