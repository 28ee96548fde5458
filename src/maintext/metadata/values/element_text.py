"""Page, element or block -> the text that a browser shows of it, and of its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page import Page

LINK_DEPTH = 3
"""A link may hold a span or two: elements from a text upwards that may be the link."""


def element_text(page: Page, row: int, between: str = " ") -> str:
    """The text of an element's subtree that a browser shows, on one line, or with its own lines kept apart."""
    return page.element_text(row, between)


def block_links(page: Page, block: int) -> list[str]:
    """The texts of the links in a block, in order."""
    return page.block_links(block, LINK_DEPTH)
