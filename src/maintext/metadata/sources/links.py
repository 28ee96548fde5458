"""Page -> claims of its links with a `rel`: author, licence, category, tag; and of the canonical address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, collected
from maintext.metadata.values.element_text import element_text

if TYPE_CHECKING:
    from maintext.page import Page

MAX_LINKS = 200
"""Links with such a rel; a page with more is a list of tags."""


def read_links(page: Page) -> Claims:
    """The claims of all `<a rel>` and `<link rel>`."""
    return collected(_claims(page))


def _claims(page: Page) -> Iterator[tuple[str, str]]:
    if page.head.canonical:
        yield "link canonical", page.head.canonical
    for row, relation, address in page.related_links(MAX_LINKS):
        # The address of a known licence is its name; that of another says less than the words of the link.
        if relation == "license" and "creativecommons.org" in address:
            yield "link license", address
        else:
            yield f"link {relation}", element_text(page, row) or (address if relation == "license" else "")
