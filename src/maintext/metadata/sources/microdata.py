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

_PROPERTIES = (
    "headline", "name", "author", "creator", "datePublished", "dateCreated", "dateModified", "description",
    "articleSection", "keywords", "license", "image", "publisher",
)  # fmt: skip
_OTHER_THINGS = frozenset("comment review suggestedanswer acceptedanswer answer isrelatedto hasvariant".split())
_OTHER_TYPES = ("comment", "review", "answer", "rating", "breadcrumblist", "listitem", "offer", "brand", "imageobject")
_PEOPLE = ("author", "creator", "publisher")
MAX_ROWS = 300
"""A list of a thousand products describes products."""


def microdata(name: str) -> Source:
    """The elements with an itemprop."""
    return Source(_read_microdata, name, f"microdata {name}")


def _read_microdata(evidence: Evidence) -> Claims:
    page, rows = evidence.page, evidence.marks["items"][:MAX_ROWS]
    return collected(_Items(page, rows).claims(page.attribute(rows, "itemprop"))) if rows else {}


class _Items:
    """The items of a page. Findings about an element are kept for the elements inside it."""

    def __init__(self, page: Page, rows: list[int]) -> None:
        self._page = page
        self._rows = rows
        self._others: dict[int, bool] = {-1: False}
        """By row: whether the element describes something other than the page."""
        self._attributes: dict[int, dict[str, str]] = {}

    def claims(self, properties: list[str | None]) -> Iterator[tuple[str, str]]:
        for row, names in zip(self._rows, properties, strict=True):
            for name in (names or "").split():
                is_ours = name in _PROPERTIES and not self._is_others(int(self._page.elements.parent[row]))
                if is_ours and (name != "name" or not self._is_part(row)):
                    yield name, plain(self._value(row, name))

    def _of(self, row: int) -> dict[str, str]:
        if row not in self._attributes:
            self._attributes[row] = self._page.attributes(row)
        return self._attributes[row]

    def _value(self, row: int, name: str) -> str:
        page, attributes = self._page, self._of(row)
        for attribute in ("content", "datetime", "src"):
            if attributes.get(attribute):
                return attributes[attribute]
        if name in _PEOPLE:
            for inner in self._rows:
                is_inside = row < inner < int(page.elements.end[row])
                if is_inside and "name" in self._of(inner).get("itemprop", "").split():
                    return self._of(inner).get("content") or element_text(page, inner)
        return attributes.get("href", "") if name in ("license", "image") else element_text(page, row)

    def _is_others(self, row: int) -> bool:
        """Whether an element is, or is inside of, a comment, an answer or the like."""
        parents, path = self._page.elements.parent, []
        while row not in self._others:
            path.append(row)
            row = int(parents[row])
        is_others = self._others[row]
        for inner in reversed(path):
            attributes = self._of(inner)
            kind = attributes.get("itemtype", "").lower().rstrip("/")
            is_others |= kind.endswith(_OTHER_TYPES)
            is_others |= not _OTHER_THINGS.isdisjoint(attributes.get("itemprop", "").lower().split())
            self._others[inner] = is_others
        return is_others

    def _is_part(self, row: int) -> bool:
        """Whether the nearest item around is a property of another: then its name is not the page's."""
        row = int(self._page.elements.parent[row])
        while row >= 0 and "itemscope" not in self._of(row):
            row = int(self._page.elements.parent[row])
        return row < 0 or "itemprop" in self._of(row)
