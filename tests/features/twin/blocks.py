"""Facts -> columns about each block by itself: its text, its tags, where it stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maintext import flags
from tests.features.twin.facts import Facts, Floats
from maintext.page import Page
from maintext.tags import TAGS

TEXT = (
    "log_chars",
    "log_words",
    "sentences",
    "commas",
    "punctuation_per_word",
    "digit_share",
    "capital_share",
    "chars_per_word",
    "words_per_sentence",
    "ends_with_stop",
    "starts_small",
    "link_share",
    "log_unlinked_chars",
    "tags_per_word",
    "common_share",
    "odds_mean",
    "odds_least",
    "odds_greatest",
    "odds_first",
    "odds_second",
    "has_bold",
    "has_emphasis",
    "has_code",
    "has_time",
    "has_label",
    "is_hidden",
    "is_aria_hidden",
    "is_unrendered",
    "is_preformatted",
)
PLACE = (
    "rank_share",
    "words_before_share",
    "rank",
    "rank_from_end",
    "log_words_before",
    "depth",
    "depth_share",
    "since_heading",
    "from_first_h1",
    "tag_odds",
    "parent_tag_odds",
    "grandparent_tag_odds",
)

_ENDS = b".!?:"
_CLOSING = b"\"')]"
# The last byte of a closing mark in other scripts, as UTF-8: full stops of Chinese, the ellipsis, curly quotes.
_WIDE_ENDS = {b"\xe3\x80\x82", b"\xef\xbc\x81", b"\xef\xbc\x9f", b"\xe2\x80\xa6", b"\xe2\x80\x9d", b"\xe3\x80\x8d"}
_INSIDE = {"b": 1, "strong": 1, "em": 2, "i": 2, "code": 4, "kbd": 4, "samp": 4, "time": 8, "label": 16}
HEADINGS = tuple(TAGS[f"h{level}"] for level in range(1, 7))


def text_columns(facts: Facts) -> list[Floats]:
    """In the order of TEXT."""
    page, words, chars = facts.page, facts.words, facts.chars
    blocks = page.blocks
    unlinked = chars - blocks.link_chars
    odds = np.nan_to_num(facts.text_odds)
    n_known = np.maximum((~np.isnan(facts.text_odds)).sum(axis=1), 1)
    inside = _inside(page)
    common = np.diff(facts.sums[5]) / words
    bits = blocks.flags
    return [
        np.log1p(chars),
        np.log1p(words),
        blocks.sentences,
        blocks.commas,
        blocks.punctuation / words,
        blocks.digits / chars,
        blocks.uppers / chars,
        chars / words,
        words / np.maximum(blocks.sentences, 1),
        ends_with_stop(page),
        _starts_small(page),
        facts.link_share,
        np.log1p(unlinked),
        blocks.tags / words,
        common,
        odds.sum(axis=1) / n_known,
        odds.min(axis=1),
        odds.max(axis=1),
        odds[:, 0],
        odds[:, 1],
        *((inside & bit) > 0 for bit in (1, 2, 4, 8, 16)),
        (bits & flags.HIDDEN) > 0,
        (bits & flags.ARIA_HIDDEN) > 0,
        (bits & (flags.TEMPLATE | flags.NOSCRIPT)) > 0,
        (bits & flags.PREFORMATTED) > 0,
    ]


def place_columns(facts: Facts, tag_odds: NDArray[np.float32]) -> list[Floats]:
    """In the order of PLACE."""
    elements = facts.page.elements
    n_blocks = len(facts.words)
    rank = np.arange(n_blocks)
    before = facts.sums[0, :-1]
    depth = elements.depth[facts.element]
    tags = elements.tag
    is_heading = is_heading_block(facts)
    last = np.maximum.accumulate(np.where(is_heading, rank, -1))
    first_h1 = np.flatnonzero(tags[facts.element] == TAGS["h1"])
    grandparent = elements.parent[facts.parent]
    grandparent = np.where(grandparent >= 0, grandparent, facts.parent)
    return [
        rank / n_blocks,
        (before + facts.words / 2) / facts.sums[0, -1],
        np.minimum(rank, 200),
        np.minimum(rank[::-1], 200),
        np.log1p(before),
        depth,
        depth / max(1, int(depth.max())),
        np.where(last >= 0, np.minimum(rank - last, 99), 99),
        np.clip(rank - first_h1[0], -99, 300) if len(first_h1) else np.full(n_blocks, np.nan),
        tag_odds[tags[facts.element]],
        tag_odds[tags[facts.parent]],
        tag_odds[tags[grandparent]],
    ]


def is_heading_block(facts: Facts) -> NDArray[np.bool_]:
    """Which blocks are headings: h1 to h6."""
    tags = facts.page.elements.tag[facts.element]
    # The numbers of the six tags follow each other.
    return np.asarray((tags >= HEADINGS[0]) & (tags <= HEADINGS[-1]))


def ends_with_stop(page: Page) -> NDArray[np.bool_]:
    """Which blocks end as sentences do, closing quotes aside."""
    text = np.frombuffer(page.text, dtype=np.uint8)
    last = page.blocks.text_stop - 1
    final, before = text[last], text[np.maximum(last - 1, 0)]
    third = text[np.maximum(last - 2, 0)]
    ends, closing = _byte_table(_ENDS), _byte_table(_CLOSING)
    wide = (third.astype(np.int32) << 16) | (before.astype(np.int32) << 8) | final
    codes = [int.from_bytes(mark, "big") for mark in _WIDE_ENDS]
    is_wide = (final >= 0x80) & np.isin(wide, codes)
    return np.asarray(ends[final] | (closing[final] & ends[before]) | is_wide)


def _starts_small(page: Page) -> NDArray[np.bool_]:
    first = np.frombuffer(page.text, dtype=np.uint8)[page.blocks.text_start]
    return np.asarray((first >= ord("a")) & (first <= ord("z")))


def _inside(page: Page) -> NDArray[np.uint8]:
    """Bits of _INSIDE: what kinds of inline elements hold text of the block directly."""
    table = np.zeros(256, dtype=np.uint8)
    for name, bit in _INSIDE.items():
        table[TAGS[name]] = bit
    runs = page.runs
    bits = table[page.elements.tag[runs.element]]
    inside: NDArray[np.uint8] = np.bitwise_or.reduceat(bits, page.blocks.first_run)
    return inside


def _byte_table(marks: bytes) -> NDArray[np.bool_]:
    table = np.zeros(256, dtype=np.bool_)
    table[list(marks)] = True
    return table
