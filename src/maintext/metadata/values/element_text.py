"""Page, element or block -> the text that a browser shows of it, and of its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

LINK_DEPTH = 3
"""Elements between a text and the link around it that are looked through."""


def element_text(page: Page, row: int, between: str = " ") -> str:
    """The text of an element's subtree that a browser shows, on one line, or with its own lines kept apart."""
    return page.element_text(row, between)


def block_links(page: Page, block: int) -> list[str]:
    """The texts of the links in a block, in order."""
    tags, parents = page.elements.tag, page.elements.parent
    rows: dict[int, None] = {}
    for row in page.runs.element[_runs_of(page, block, block + 1)].tolist():
        # A link may hold a span or two.
        for _ in range(LINK_DEPTH):
            if row >= 0 and int(tags[row]) == TAGS["a"]:
                rows[row] = None
                break
            row = int(parents[row]) if row >= 0 else -1
    return [text for row in rows if (text := element_text(page, row))]


def _runs_of(page: Page, first_block: int, stop_block: int) -> slice:
    """The runs of a range of blocks."""
    first_runs = page.blocks.first_run
    if first_block >= stop_block:
        return slice(0, 0)
    stop = int(first_runs[stop_block]) if stop_block < len(first_runs) else len(page.runs)
    return slice(int(first_runs[first_block]), stop)
