"""Page -> keys: two numbers a block that are the same on all pages of a site that have the block.

The exact key stands for the block's text, white space normalised, together with its place: the tag and
classes of its element, whether it is a link, whether it is the page's own title. So a headline is shared
as a teaser and stays on the page that it is the title of. The template key stands for what is left of the
text when numbers, dates and names are taken out, in the same place; 0 if it has none.

Keys are signed, as SQLite and Spark have no unsigned numbers, and even. Prose is counted under its key and
under the odd number after it, for which the rule has another threshold.

>>> import maintext
>>> one = block_keys(maintext.parse("<title>A</title><p>Shared.<p>Read by 17 people, 2 today<p>Own text."))
>>> other = block_keys(maintext.parse("<title>B</title><p>Shared.<p>Read by 4 people, 1 today<p>Its text."))
>>> (one.exact == other.exact).tolist(), ((one.template == other.template) & (one.template != 0)).tolist()
([True, False, False], [False, True, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.page.kinds import KINDS, block_kinds
from maintext.page.tags import TAGS
from maintext.shared_blocks.templates import MAX_CHARS, template

if TYPE_CHECKING:
    from maintext.page import Page

PROSE_CHARS, PROSE_LINKED = 40, 0.25
"""Prose has at least so many characters, a sentence, and at most so large a part in links."""
LEAST_TITLE_SHARE = 0.3
"""Of the page's title: "News" in "News - A storm at sea" is not what the page is about."""

BYLINE_BLOCKS = 5
"""So far below the title stand bylines and dates."""


@dataclass(frozen=True, eq=False)
class BlockKeys:
    """The keys of a page's blocks."""

    exact: NDArray[np.int64]
    template: NDArray[np.int64]
    """0 where a block has no template."""
    is_prose: NDArray[np.bool_]

    @property
    def prose(self) -> NDArray[np.int64]:
        """The odd keys of blocks of prose, 0 for the others."""
        return np.where(self.is_prose, self.exact | 1, 0)

    def of_page(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The keys of the blocks in the mask, each once: what a page adds to the counts of its site."""
        keys = np.unique(np.concatenate([self.exact[mask], self.template[mask], self.prose[mask]]))
        return np.asarray(keys[keys != 0])

    def among(self, shared: NDArray[np.int64]) -> NDArray[np.bool_]:
        """One a block: whether either of its keys is among the shared ones."""
        return np.asarray(np.isin(self.exact, shared) | (np.isin(self.template, shared) & (self.template != 0)))


def block_keys(page: Page, mask: NDArray[np.bool_] | None = None) -> BlockKeys:
    """The keys of every block; templates only of those in the mask, as they take longest."""
    blocks = page.blocks
    place = page.elements.signature[blocks.element]
    is_title = _is_title(page)
    role = 2 * is_title.astype(np.uint64) + (2 * blocks.link_chars > blocks.chars)
    place = _mixed(place, role.astype(np.uint64))
    exact = _mixed(blocks.hash, place) & ~np.uint64(1)
    hashes = _template_hashes(page, np.ones(len(blocks), dtype=np.bool_) if mask is None else mask, is_title)
    # One more round, so that a template is no other block's text.
    templates = np.where(hashes != 0, _mixed(_mixed(hashes, place), place) & ~np.uint64(1), np.uint64(0))
    return BlockKeys(exact.view(np.int64), templates.view(np.int64), _is_prose(page))


def _mixed(one: NDArray[np.uint64], two: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Every bit of both numbers reaches the result (the finaliser of SplitMix64); the same on every machine."""
    bits = one * np.uint64(0xD1B54A32D192ED03) + two
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


def _is_prose(page: Page) -> NDArray[np.bool_]:
    blocks = page.blocks
    is_sentence = (blocks.chars >= PROSE_CHARS) & (blocks.sentences > 0)
    return np.asarray(is_sentence & (blocks.link_chars <= PROSE_LINKED * blocks.chars))


def _is_title(page: Page) -> NDArray[np.bool_]:
    """Blocks that are a good part of the page's title."""
    title = " ".join((page.head.title or "").casefold().split())
    blocks = page.blocks
    n_chars = blocks.text_stop - blocks.text_start
    found = (n_chars >= LEAST_TITLE_SHARE * len(title)) & (n_chars <= 4 * len(title)) & (blocks.words >= 2)
    rows = np.flatnonzero(found)
    found[rows] = [text.casefold() in title for text in page.texts(found)]
    return found


def _template_hashes(page: Page, mask: NDArray[np.bool_], is_title: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """The hash of each block's template, 0 where it has none."""
    blocks = page.blocks
    hashes = np.zeros(len(blocks), dtype=np.uint64)
    may_vary = (blocks.digits > 0) | (blocks.uppers > 1)
    is_short = (blocks.chars <= MAX_CHARS) & (blocks.words > 1)
    candidates = mask & may_vary & is_short & ~_is_below_title(page, is_title)
    kinds = [KINDS[kind] for kind in block_kinds(page)[candidates]]
    hashes[candidates] = [_hash(template(text, kind)) for text, kind in zip(page.texts(candidates), kinds, strict=True)]
    return hashes


def _is_below_title(page: Page, is_title: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Blocks shortly after a title: bylines and dates, which vary like a template and yet belong to the text."""
    is_heading = is_title | (page.elements.tag[page.blocks.element] == TAGS["h1"])
    number = np.arange(len(is_heading))
    last_title = np.maximum.accumulate(np.where(is_heading, number, -BYLINE_BLOCKS - 1))
    return np.asarray(~is_heading & (number - last_title <= BYLINE_BLOCKS))


def _hash(text: str | None) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") if text else 0
