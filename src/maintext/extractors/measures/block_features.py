"""Page -> how much of each kind of content every block has; FE and KFE choose blocks by it.

A block of Debnath et al. is a piece of the page between two tags of structure, with what is in it: text, images,
links, scripts and so on. Here it is a block of the table with everything in its element and after it, up to the next
block. Amounts of different kinds are made comparable by dividing each by the page's largest.

>>> import maintext
>>> page = maintext.parse("<p>one two three four</p><p><a href=/>five</a></p><p>six <img> <img></p>")
>>> text_probability(page).round(2)
array([1. , 0.2, 0.2])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.tokens import UNSEEN
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

_KINDS = (
    ("a",),
    ("img", "picture", "svg", "canvas", "map", "area"),
    ("form", "input", "button", "select", "textarea", "option", "label"),
    ("script", "noscript"),
    ("object", "embed", "iframe", "applet", "video", "audio"),
)
"""The kinds of things that are not text. Tables and lists are not among them: in today's pages, they hold text."""
_KIND_OF_NAME = {name: number for number, names in enumerate(_KINDS, start=1) for name in names}
_KIND_OF_TAG = np.array([_KIND_OF_NAME.get(name, 0) for name in TAGS])


def text_probability(page: Page) -> NDArray[np.float64]:
    """The share of text in the content of each block; 0 for blocks that are not shown."""
    blocks = page.blocks
    text = np.where(blocks.flags & UNSEEN == 0, blocks.words, 0)
    text = text / max(text.max(initial=0), 1)
    other = _others(page).sum(axis=0)
    probability: NDArray[np.float64] = text / np.maximum(text + other, 1e-9)
    return probability


def _others(page: Page) -> NDArray[np.float64]:
    """One row per kind: the number of its elements in each block, as a share of the page's largest number."""
    kind = _KIND_OF_TAG[page.elements.tag]
    rows = np.flatnonzero(kind)
    n_blocks = len(page.blocks)
    if not n_blocks:
        return np.zeros((len(_KINDS), 0))
    cells = kind[rows] * n_blocks + _block_of(page, rows)
    counts = np.bincount(cells, minlength=(len(_KINDS) + 1) * n_blocks).reshape(-1, n_blocks)[1:]
    shares: NDArray[np.float64] = counts / np.maximum(counts.max(axis=1, initial=0, keepdims=True), 1)
    return shares


def _block_of(page: Page, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The block of each element: the one its text begins in; without text, the one around it or the last one before."""
    elements, blocks = page.elements, page.blocks
    # A block of hidden text follows the block around it, which would break the order.
    starts = np.maximum.accumulate(blocks.start)
    after = np.searchsorted(starts, elements.start[rows], side="right")
    before = np.maximum(after - 1, 0)
    after = np.minimum(after, len(blocks) - 1)
    around = blocks.element[after]
    textless = np.where((rows > around) & (rows < elements.end[around]), after, before)
    first = elements.first_block[rows]
    block: NDArray[np.intp] = np.where(elements.stop_block[rows] > first, first, textless)
    return block
