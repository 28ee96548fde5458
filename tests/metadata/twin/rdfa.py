"""Page -> claims of its RDFa: elements of the body with a `property` of schema.org or Dublin Core.

No column has the attribute, so the source is searched for it, and only for fields that few other sources have: authors
and day. Elements of a comment are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from maintext.metadata.values.element_text import element_text
from maintext.metadata.values.names import given_name_first
from maintext.page.tags import TAGS
from tests.metadata.twin.claims import Claims, collected

if TYPE_CHECKING:
    from maintext.page import Page
    from tests.metadata.twin.evidence import Evidence

MAX_PLACES = 200
"""Places of the attribute in the source that are read."""
MAX_STEPS = 30
"""Elements above one among which a comment is looked for."""

_SAME: Mapping[str, str] = MappingProxyType(
    {
        "author": "author",
        "creator": "author",
        "datepublished": "date",
        "issued": "date",
        "created": "date",
        "date": "date",
    }
)
"""By the property without its vocabulary, in lower case: the field."""
_VOCABULARIES = frozenset(["", "schema", "s", "dc", "dct", "dcterms", "dcterm"])
_HEAD_TAGS = (TAGS["meta"], TAGS["link"])


def read_rdfa(evidence: Evidence) -> Claims:
    claims = collected(_claims(evidence.page))
    if "author" in claims:
        claims["author"] = given_name_first(claims["author"])
    return claims


def _claims(page: Page) -> Iterator[tuple[str, str]]:
    for row in _rows(page):
        attributes = page.attributes(row)
        names = {claim for name in attributes.get("property", "").split() if (claim := _claim(name))}
        if names and not _is_others(page, row):
            value = attributes.get("content") or attributes.get("datetime") or element_text(page, row)
            yield from ((name, plain(value)) for name in sorted(names))


def _claim(name: str) -> str | None:
    """The field of a property such as `dc:creator` or `http://schema.org/author`.

    >>> _claim("dc:creator"), _claim("http://schema.org/datePublished"), _claim("foaf:date")
    ('author', 'date', None)
    """
    address, _, last = name.rpartition("/")
    vocabulary, _, own = last.rpartition(":")
    is_known = "schema.org" in address or "purl.org/dc" in address if address else vocabulary in _VOCABULARIES
    return _SAME.get(own.lower()) if is_known else None


def _rows(page: Page) -> list[int]:
    """The elements outside the head that have the attribute."""
    rows = page.rows_naming(b" property=", MAX_PLACES)
    return [row for row in rows if page.element(row)[0] not in _HEAD_TAGS]


def _is_others(page: Page, row: int) -> bool:
    """Whether an element is inside a comment, by the `typeof` of the elements around it."""
    for _ in range(MAX_STEPS):
        if row < 0:
            break
        if "comment" in page.attributes(row).get("typeof", "").lower():
            return True
        _, row, _, _ = page.element(row)
    return False
