"""Facts -> columns about each block by itself: its text, its tags, where it stands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from maintext.page import Page, flags
from maintext.page.tags import TAGS
from tests.model.twin.facts import Facts, Floats, up

ENDS = tuple(".!?:")
CLOSING = tuple("\"')]")
WIDE_ENDS = tuple("。！？…”」")
INLINE = (("b", "strong"), ("em", "i"), ("code", "kbd", "samp"), ("time",), ("label",))
"""What a block may have inside, in the order of the columns."""
FLAGS = (flags.HIDDEN, flags.ARIA_HIDDEN, flags.TEMPLATE | flags.NOSCRIPT, flags.PREFORMATTED)


def text_columns(facts: Facts) -> Iterator[Floats]:
    """In the order of TEXT."""
    page, words, chars = facts.page, facts.words, facts.chars
    blocks = page.blocks
    yield np.log1p(chars)
    yield np.log1p(words)
    yield blocks.sentences
    yield blocks.commas
    yield blocks.punctuation / words
    yield blocks.digits / chars
    yield blocks.uppers / chars
    yield chars / words
    yield words / np.maximum(blocks.sentences, 1)
    texts = page.texts()
    yield np.array([ends_with_stop(text) for text in texts])
    yield np.array([text[0].isascii() and text[0].islower() for text in texts])
    yield facts.link_share
    yield np.log1p(chars - blocks.link_chars)
    yield blocks.tags / words
    yield np.diff(facts.sums.common) / words
    yield from _word_odds(facts)
    for names in INLINE:
        yield _has_inside(page, names)
    for bits in FLAGS:
        yield (blocks.flags & bits) > 0
    yield facts.is_hidden_by_style


def _word_odds(facts: Facts) -> Iterator[Floats]:
    odds = np.nan_to_num(facts.text_odds)
    n_known = np.maximum((~np.isnan(facts.text_odds)).sum(axis=1), 1)
    yield odds.sum(axis=1) / n_known
    yield odds.min(axis=1)
    yield odds.max(axis=1)
    yield odds[:, 0]
    yield odds[:, 1]


def place_columns(facts: Facts, tag_odds: NDArray[np.float32]) -> Iterator[Floats]:
    """In the order of PLACE."""
    page, rank = facts.page, facts.rank
    elements = page.elements
    n_blocks = len(rank)
    before = facts.sums.words[:-1]
    depth = elements.depth[facts.element]
    yield rank / n_blocks
    yield (before + facts.words / 2) / facts.sums.words[-1]
    yield np.minimum(rank, 200)
    yield np.minimum(rank[::-1], 200)
    yield np.log1p(before)
    yield depth
    yield depth / max(1, int(depth.max()))
    last = last_marked(facts.is_heading)
    yield np.where(last >= 0, np.minimum(rank - last, 99), 99)
    h1 = np.flatnonzero(elements.tag[facts.element] == TAGS["h1"])
    yield np.clip(rank - h1[0], -99, 300) if len(h1) else np.full(n_blocks, np.nan)
    for rows in (facts.element, facts.parent, up(page, facts.parent)):
        yield tag_odds[elements.tag[rows]]


def last_marked(is_marked: NDArray[np.bool_]) -> NDArray[np.intp]:
    """For each block the last one, up to itself, that is marked; -1 if there is none."""
    return np.maximum.accumulate(np.where(is_marked, np.arange(len(is_marked)), -1))


def ends_with_stop(text: str) -> bool:
    """Whether a text ends as sentences do, closing quotes aside."""
    if len(text) > 1 and text.endswith(CLOSING):
        return text[:-1].endswith(ENDS)
    return text.endswith(ENDS + WIDE_ENDS)


def _has_inside(page: Page, names: tuple[str, ...]) -> NDArray[np.bool_]:
    """Whether such elements hold text of the block directly."""
    has = np.zeros(len(page.blocks), dtype=np.bool_)
    is_inside = np.isin(page.elements.tag[page.runs.element], [TAGS[name] for name in names])
    has[page.runs.block[is_inside]] = True
    return has
