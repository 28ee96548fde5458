"""Page -> the headline of its main content. It is not the content itself, and people differ on whether they want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.page.head import read_title
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

ALIKE = 0.5
"""The lowest similarity to the title of a headline that is not an h1."""
REACH = 30
"""A headline is at most so many blocks before the text."""


def title_block(page: Page, first_kept: int) -> int | None:
    """The block with the headline: an h1 or a block like the page's title, the nearest before the text."""
    start = max(0, first_kept - REACH)
    blocks, elements = page.blocks, page.elements
    is_h1 = elements.tag[blocks.element[start : first_kept + 1]] == TAGS["h1"]
    title = read_title(page) or ""
    groups = np.full(len(blocks), -1, dtype=np.int32)
    groups[start : first_kept + 1] = np.arange(first_kept + 1 - start)
    likeness = page.title_cosines(groups, title)
    best = np.where(likeness >= ALIKE, likeness, 0) + is_h1
    if not best.any():
        return None
    # The last one of the best: a logo with the site's name may come before it.
    return start + len(best) - 1 - int(best[::-1].argmax())
