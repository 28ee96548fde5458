"""(Model, Page) -> what pushes the probability of each block up or down, in words.

The learned model sees hundreds of columns, many of which say the same in other ways. So they are asked about by
reason, all columns of a reason at once: how far would the log odds of the block fall, on average, if it had these
columns from other blocks of real pages, and all others its own? Half of those blocks are content and half are not
(`typical.npz`, made by `maintext train typical`). What the first stage thinks of the block itself is asked anew; what
it thinks of the blocks around it counts as a reason of its own. On blocks that are not asked about further, menus for
the most part, the first stage decides alone, and it alone is asked why.

>>> import maintext
>>> from maintext.model.predictor import shipped_model
>>> menu = "<ul class=menu><li><a href=/>Home</a><li><a href=/news>News</a></ul>"
>>> page = maintext.parse(f"<nav>{menu}</nav><main><p>{'The ferry was late again on Monday. ' * 9}</main>")
>>> home, news, text = map(dict, reasons(shipped_model(), page))
>>> home["names of classes around it"] < 0 < text["names of classes around it"]
True
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.errors import ModelError
from maintext.model.feature_names import CONTEXT, FEATURES
from maintext.model.predictor import PAGE_TYPES, Model, going_on
from maintext.page import Page
from maintext.trained.files import shipped
from maintext.trained.trees import Trees

Rows: TypeAlias = NDArray[np.float32]
"""A row a block."""
Floats: TypeAlias = NDArray[np.float64]

COLUMNS: tuple[str, ...] = (*FEATURES, *CONTEXT, *PAGE_TYPES)
"""What a typical block has."""
REASONS: dict[str, str] = {
    "the words in it": "odds_mean odds_least odds_greatest odds_first odds_second common_share",
    "the links in it": "link_share log_unlinked_chars",
    "its length and sentences": "log_chars log_words sentences commas punctuation_per_word digit_share capital_share "
    "chars_per_word words_per_sentence ends_with_stop starts_small",
    "how it is marked up or hidden": "tags_per_word has_* is_* unseen_* page_hidden_mass page_aria_hidden_mass "
    "page_unrendered_mass page_unseen_mass",
    "where it stands on the page": "rank_share words_before_share rank rank_from_end log_words_before from_first_h1",
    "the tags around it": "depth depth_share tag_odds parent_tag_odds grandparent_tag_odds steps_to_<*>",
    "names of classes around it": "class_odds* parent_class_odds grandparent_class_odds steps_to_* worst_class_odds",
    "how likely its containers are": "container?_mean container?_plain_mean container?_mass container?_others "
    "least_container_mean in_best from_best best_expected_f1 in_top?",
    "what its containers hold": "container?_*",
    "blocks of the same form": "siblings path_* template_*",
    "that the page has its text twice": "same_text* copy_margin copied_* doubled_* page_copied page_doubled",
    "the list it is an item of": "group?_*",
    "how likely the blocks near it are": "window*_mean before*_mean after*_mean first_at*",
    "the blocks before and after": "*_at-? *_at+? window_*",
    "where the sure text begins and ends": "mass_* from_first_sure to_last_sure to_next_sure from_last_sure gap_* "
    "greatest_gap_* log_words_since_start",
    "its heading and section": "section_* chapter_* *_heading *_heading_odds",
    "title, author or comments above it": "n_h1 n_titles since_title log_comments since_comment since_related "
    "since_author n_authors",
    "tag ratios, P values, densities": "tag_ratio* p_value* *in_body_text in_candidate *candidate_score "
    "blocks_from_candidate in_longest_container",
    "title and metadata": "title_* heading_likeness from_title in_description in_structured_data",
    "what kind of page it is": f"page_* {' '.join(PAGE_TYPES)}",
}
"""Reasons, and the columns that they are made of; a column belongs to the first that names it, see `reason_of`."""
END = "the text has ended before it"
"""The reason that is no column, but trees of its own: see `block_model`."""
MOST_QUESTIONS = 24_000
"""Blocks times typical blocks: a page that has more blocks is compared with fewer, so that it takes seconds at most."""
LEAST_TYPICAL = 2
_MOST_LOG_ODDS = math.log((1 - 1e-4) / 1e-4)
_LEAST_PROBABILITY = 1e-6
"""Nearer to 0 or to 1, log odds are large and mean nothing."""


def reason_of(column: str) -> str | None:
    """The reason that a column belongs to.

    >>> reason_of("steps_to_<nav>"), reason_of("steps_to_nav"), reason_of("first")
    ('the tags around it', 'names of classes around it', None)
    """
    return next((name for name, patterns in REASONS.items() if _is_named(column, patterns)), None)


def _is_named(column: str, patterns: str) -> bool:
    return any(fnmatchcase(column, pattern) for pattern in patterns.split())


def reasons(model: Model, page: Page) -> list[list[tuple[str, float]]]:
    """For each block of a page that has blocks, every reason and how far it pushes the log odds: up if above 0."""
    asked = _Asked(model, *model.columns(page), model.first.beginning(_core.N_SCOUTS))
    log_odds, without_end = asked.log_odds(asked.first, asked.second)
    others = typical_blocks()[: max(LEAST_TYPICAL, MOST_QUESTIONS // len(page.blocks))]
    pushes = {END: log_odds - without_end}
    for name, columns in _columns_by_reason().items():
        pushes[name] = log_odds - np.mean([asked.log_odds_with(columns, other) for other in others], axis=0)
    rows = np.round(np.stack(list(pushes.values()), axis=1), 3).tolist()
    return [list(zip(pushes, row, strict=True)) for row in rows]


@dataclass(frozen=True, eq=False)
class _Asked:
    """A model, and the columns of both its stages for a page. A block is explained by the trees that decided on it."""

    model: Model
    first: Rows
    second: Rows
    scouts: Trees

    @cached_property
    def is_scouted(self) -> NDArray[np.bool_]:
        """Of which blocks the scouts think nothing, so that they alone decide."""
        return self.scouts.margins(self.first) < _core.LEAST_MARGIN

    @cached_property
    def is_asked(self) -> NDArray[np.bool_]:
        """On which blocks the second stage decides; on the others the first one does."""
        least = math.log(_core.LEAST_PROBABILITY / (1 - _core.LEAST_PROBABILITY))
        return self._first_margins(self.first) >= least

    def log_odds_with(self, columns: NDArray[np.intp], other: NDArray[np.float32]) -> Floats:
        """The log odds of each block if these columns, by their numbers in COLUMNS, were another block's."""
        first, second = self.first.copy(order="K"), self.second.copy(order="K")
        own = columns[columns < len(FEATURES)]
        first[:, own] = other[own]
        # The second stage has some of the first one's columns, and then all the others.
        seen = np.concatenate([self.model.chosen, np.arange(len(FEATURES), len(COLUMNS))])
        places = np.flatnonzero(np.isin(seen, columns))
        second[:, places] = other[seen[places]]
        return self.log_odds(first, second)[0]

    def log_odds(self, first: Rows, second: Rows) -> tuple[Floats, Floats]:
        """Those of each block, with and without what the trees say about the text's end."""
        margins = self._first_margins(first)
        # The first column of CONTEXT is what the first stage says of the block, as the native core bounds it.
        second[:, len(self.model.chosen)] = np.clip(margins, -_MOST_LOG_ODDS, _MOST_LOG_ODDS)
        probability = self.model.second.probabilities(second)
        article = second[:, -len(PAGE_TYPES)]
        is_going_on = going_on(article, self.model.end.probabilities(second))
        both = _logit(probability * is_going_on), _logit(probability)
        return np.where(self.is_asked, both[0], margins), np.where(self.is_asked, both[1], margins)

    def _first_margins(self, first: Rows) -> Floats:
        margins = np.where(self.is_scouted, self.scouts.margins(first), self.model.first.margins(first))
        return margins.astype(np.float64)


def _logit(probability: Floats) -> Floats:
    p = np.clip(probability, _LEAST_PROBABILITY, 1 - _LEAST_PROBABILITY)
    return np.asarray(np.log(p / (1 - p)))


@cache  # of literals
def _columns_by_reason() -> dict[str, NDArray[np.intp]]:
    of_columns = [reason_of(column) for column in COLUMNS]
    return {
        name: np.array([number for number, reason in enumerate(of_columns) if reason == name], dtype=np.intp)
        for name in REASONS
    }


def columns_digest() -> str:
    """Tells lists of columns apart."""
    return hashlib.sha256("\n".join(COLUMNS).encode()).hexdigest()[:16]


@cache  # the files of an installed package do not change
def typical_blocks() -> Rows:
    """Blocks of real pages, a row each with the columns of COLUMNS; content and other, in turn."""
    arrays = shipped("typical")
    found = str(arrays.get("columns"))
    if found != columns_digest():
        raise ModelError(f"the typical blocks have columns {found}, this version has {columns_digest()}")
    blocks = arrays["blocks"]
    if blocks.ndim != 2 or blocks.shape[1] != len(COLUMNS) or blocks.dtype != np.float32:
        raise ModelError(f"blocks is {blocks.shape} of {blocks.dtype}, {len(COLUMNS)} float32 a row are needed")
    return blocks
