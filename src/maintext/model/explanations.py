"""(Model, Page) -> what moves the probability of each block up or down, in words.

The model reads hundreds of columns, many of which measure the same thing. So the columns are grouped into reasons, and
all columns of a reason are replaced at once: the contribution of a reason is how far the log odds of the block would
fall, on average, if it had these columns from other blocks of real pages, and all others its own. Half of those blocks
are content and half are not (`typical.npz`, made by `maintext train typical`). `_core.Model.contributions` computes it.

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
from fnmatch import fnmatchcase
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext.errors import ModelError
from maintext.model.feature_names import CONTEXT, FEATURES
from maintext.model.predictor import PAGE_TYPES, Model
from maintext.page import Page
from maintext.trained.files import shipped

COLUMNS: tuple[str, ...] = (*FEATURES, *CONTEXT, *PAGE_TYPES)
"""The columns of a typical block."""
REASONS: dict[str, str] = {
    "the words in it": "odds_mean odds_least odds_greatest odds_first odds_second common_share",
    "the links in it": "link_share log_unlinked_chars",
    "its length and sentences": "log_chars log_words sentences commas punctuation_per_word digit_share capital_share "
    "chars_per_word words_per_sentence ends_with_stop starts_small",
    "how it is marked up or hidden": "tags_per_word has_* is_* unseen_* page_hidden_mass page_aria_hidden_mass "
    "page_unrendered_mass page_unseen_mass",
    "where it is on the page": "rank_share words_before_share rank rank_from_end log_words_before from_first_h1",
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
"""Reasons, and patterns of their columns; a column belongs to the first reason that matches it, see `reason_of`."""
END = "the text has ended before it"
"""A reason that is not made of columns, but of an ensemble of its own: see `predictor`."""
MAX_COMPARISONS = 24_000
"""Blocks times typical blocks: a page with many blocks is compared with fewer, so that it takes seconds at most."""
MIN_TYPICAL = 2


def reason_of(column: str) -> str | None:
    """The reason that a column belongs to.

    >>> reason_of("steps_to_<nav>"), reason_of("steps_to_nav"), reason_of("first")
    ('the tags around it', 'names of classes around it', None)
    """
    return next((name for name, patterns in REASONS.items() if _is_named(column, patterns)), None)


def _is_named(column: str, patterns: str) -> bool:
    return any(fnmatchcase(column, pattern) for pattern in patterns.split())


def reasons(model: Model, page: Page) -> list[list[tuple[str, float]]]:
    """For each block of a page that has blocks, every reason and how far it moves the log odds: up if above 0."""
    typical = typical_blocks()[: max(MIN_TYPICAL, MAX_COMPARISONS // len(page.blocks))]
    found = model.contributions(page, np.ascontiguousarray(typical), list(_columns_by_reason().values()))
    return [list(zip((END, *_columns_by_reason()), row, strict=True)) for row in np.round(found, 3).tolist()]


@cache  # of literals
def _columns_by_reason() -> dict[str, list[int]]:
    of_columns = [reason_of(column) for column in COLUMNS]
    return {name: [number for number, reason in enumerate(of_columns) if reason == name] for name in REASONS}


def columns_digest() -> str:
    """A hash of the names of all columns."""
    return hashlib.sha256("\n".join(COLUMNS).encode()).hexdigest()[:16]


@cache  # the files of an installed package do not change
def typical_blocks() -> NDArray[np.float32]:
    """Blocks of real pages, one row each with the columns of COLUMNS; content and other, in turn."""
    arrays = shipped("typical")
    found = str(arrays.get("columns"))
    if found != columns_digest():
        raise ModelError(f"the typical blocks have columns {found}, this version has {columns_digest()}")
    blocks = arrays["blocks"]
    if blocks.ndim != 2 or blocks.shape[1] != len(COLUMNS) or blocks.dtype != np.float32:
        raise ModelError(f"blocks is {blocks.shape} of {blocks.dtype}, expected {len(COLUMNS)} float32 per row")
    return blocks
