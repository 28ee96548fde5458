"""Page -> keys: numbers per block that are the same on all pages of a site that have the block.

The exact key represents the text of the block, with white space normalised, together with its position: the tag and
classes of its element, whether it is a link, and whether it is the page's own title. So a headline is shared as a
teaser and stays on the page whose title it is. The template key represents the text without numbers, dates and names,
in the same position; it is 0 if the block has no template. With `compared="texts"` the exact key represents the text
alone and there are no templates.

Keys are signed, because SQLite and Spark have no unsigned integers. Their two lowest bits are their kind, see `rule`:
prose and blocks of some length are counted again under keys of the other kinds.

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
from maintext.shared_blocks.rule import EVERYWHERE, PROSE, Compared
from maintext.shared_blocks.templates import MAX_CHARS, template

if TYPE_CHECKING:
    from maintext.page import Page

PROSE_CHARS, PROSE_LINKED = 40, 0.25
"""Prose has at least this many characters, a sentence, and at most such a share of its characters in links."""
EVERYWHERE_CHARS = 20
"""Shorter blocks ("Minimum:", "-") repeat on every page and are part of its content nevertheless."""
LEAST_TITLE_SHARE = 0.3
"""Of the page's title: "News" is not the title of the page "News - A storm at sea"."""
BYLINE_BLOCKS = 5
"""Blocks below the title in which bylines and dates occur."""


@dataclass(frozen=True, eq=False)
class BlockKeys:
    """The keys of a page's blocks."""

    exact: NDArray[np.int64]
    template: NDArray[np.int64]
    """0 where a block has no template."""
    prose_chars: NDArray[np.int32]
    """Characters of the blocks that are prose, 0 for the others."""

    @property
    def is_prose(self) -> NDArray[np.bool_]:
        """Which blocks are prose."""
        return np.asarray(self.prose_chars > 0)

    def of(self, mask: NDArray[np.bool_]) -> BlockKeys:
        """The keys of the blocks in the mask."""
        return BlockKeys(self.exact[mask], self.template[mask], self.prose_chars[mask])

    def has_shared_key(self, shared: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each block, whether its exact key or its template key is among the shared ones."""
        is_template = np.isin(self.template, shared) & (self.template != 0)
        return np.asarray(np.isin(self.exact, shared) | is_template)


def block_keys(page: Page, mask: NDArray[np.bool_] | None = None, compared: Compared = "positions") -> BlockKeys:
    """The keys of every block; templates only for those in the mask, because they take longest."""
    blocks = page.blocks
    if compared == "texts":
        exact = (blocks.hash & ~np.uint64(3)).view(np.int64)
        return BlockKeys(exact, np.zeros(len(exact), dtype=np.int64), np.zeros(len(exact), dtype=np.int32))
    is_title = _is_title(page)
    role = 2 * is_title.astype(np.uint64) + (2 * blocks.link_chars > blocks.chars)
    position = _mix(page.elements.signature[blocks.element], role.astype(np.uint64))
    exact = (_mix(blocks.hash, position) & ~np.uint64(3)).view(np.int64)
    hashes = _template_hashes(page, np.ones(len(blocks), dtype=np.bool_) if mask is None else mask, is_title)
    # One more round, so that no template has the key of another block's text.
    templates = np.where(hashes != 0, _mix(_mix(hashes, position), position) & ~np.uint64(3), np.uint64(0))
    prose_chars = np.where(_is_prose(page), blocks.chars, 0).astype(np.int32)
    return BlockKeys(exact, templates.view(np.int64), prose_chars)


def page_keys(page: Page, keys: BlockKeys, mask: NDArray[np.bool_], compared: Compared) -> NDArray[np.int64]:
    """The keys that a page adds to the counts of its site: those of the masked blocks, of every kind, each once."""
    kinds = [keys.exact[mask], keys.template[mask]]
    if compared == "positions":
        is_long = page.blocks.chars >= EVERYWHERE_CHARS
        kinds += [keys.exact[mask & keys.is_prose] | PROSE, keys.exact[mask & is_long] | EVERYWHERE]
    found = np.unique(np.concatenate(kinds))
    return np.asarray(found[found != 0])


def _mix(one: NDArray[np.uint64], two: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of two numbers in which every bit of both counts (the finaliser of SplitMix64), on every machine."""
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
    """Blocks shortly below a title: bylines and dates, which vary like a template but are content."""
    is_heading = is_title | (page.elements.tag[page.blocks.element] == TAGS["h1"])
    number = np.arange(len(is_heading))
    last_title = np.maximum.accumulate(np.where(is_heading, number, -BYLINE_BLOCKS - 1))
    return np.asarray(~is_heading & (number - last_title <= BYLINE_BLOCKS))


def _hash(text: str | None) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") if text else 0
