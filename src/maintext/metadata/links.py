"""Page -> claims of its links with a `rel`: author, licence, category, tag; and of the canonical address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.claims import Claims, collected
from maintext.metadata.element_text import element_text
from maintext.tags import TAGS

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
    tags = page.elements.tag
    rows = np.flatnonzero((tags == TAGS["a"]) | (tags == TAGS["link"]))
    marked = [
        (row, relation.lower().split())
        for row, relation in zip(rows.tolist(), page.attribute(rows, "rel"), strict=True)
        if relation and relation.lower() not in ("nofollow", "noopener", "noreferrer", "stylesheet")
    ]
    for row, relations in marked[:MAX_LINKS]:
        if "license" in relations:
            address = page.attributes(row).get("href", "")
            # The address of a known licence is its name; that of another says less than the words of the link.
            yield "link license", address if "creativecommons.org" in address else element_text(page, row) or address
        elif "author" in relations:
            yield "link author", element_text(page, row)
        elif "category" in relations:
            yield "link category", element_text(page, row)
        elif "tag" in relations:
            yield "link tag", element_text(page, row)
