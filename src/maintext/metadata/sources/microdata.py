"""Page -> claims of its microdata: elements with an itemprop of schema.org.

Elements of a comment, an answer, a review or a list of other articles do not describe the page and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, Source, collected, plain
from maintext.metadata.values.element_text import element_text

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence
    from maintext.page import Page

_PROPERTIES = frozenset(
    "headline author creator datePublished dateCreated dateModified description articleSection keywords license image "
    "publisher".split()
)
_PEOPLE = ("author", "creator", "publisher")
MAX_ROWS = 300
"""A list of a thousand products describes products."""


def microdata(name: str) -> Source:
    """The elements with an itemprop."""
    return Source(_read_microdata, name, f"microdata {name}")


def _read_microdata(evidence: Evidence) -> Claims:
    rows = evidence.marks["items"][:MAX_ROWS]
    return collected(_claims(evidence.page, rows)) if rows else {}


def _claims(page: Page, rows: list[int]) -> Iterator[tuple[str, str]]:
    items = [(row, (names or "").split()) for row, names in zip(rows, page.attribute(rows, "itemprop"), strict=True)]
    ours = [(row, own) for row, names in items if (own := [name for name in names if name in _PROPERTIES])]
    are_others = page.are_others([row for row, _ in ours])
    named = [row for row, names in items if "name" in names]
    for (row, names), is_others in zip(ours, are_others, strict=True):
        if not is_others:
            yield from ((name, plain(_value(page, row, name, named))) for name in names)


def _value(page: Page, row: int, name: str, named: list[int]) -> str:
    """What an item has for a property; `named` are the elements that have a name."""
    attributes = page.attributes(row)
    for attribute in ("content", "datetime", "src"):
        if attributes.get(attribute):
            return attributes[attribute]
    if name in _PEOPLE:
        end = page.elements.end.item(row)
        inner = next((inner for inner in named if row < inner < end), None)
        if inner is not None:
            return page.attributes(inner).get("content") or element_text(page, inner)
    return attributes.get("href", "") if name in ("license", "image") else element_text(page, row)
