"""Page -> claims of its RDFa: elements of the body with a `property` of schema.org, Dublin Core or FOAF.

The attribute is in no column, so the source is searched for it, and only for what few other sources tell: authors
and day. What belongs to a comment is not about the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, collected, plain
from maintext.metadata.values.element_text import element_text
from maintext.metadata.values.names import given_name_first
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

MAX_PLACES = 200
"""Of the attribute in the source; those of the head are read as `meta`."""
MAX_STEPS = 30
"""Elements above one that are asked whether they are a comment."""

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
"""By the property without its vocabulary, in lower case: the claim."""
_VOCABULARIES = frozenset(["", "schema", "s", "dc", "dct", "dcterms", "dcterm"])
_HEAD_TAGS = (TAGS["meta"], TAGS["link"])


def read_rdfa(page: Page) -> Claims:
    """The claims of all elements with a property that is known.

    >>> import maintext
    >>> page = maintext.parse('<p property="dc:date dc:created" content="2012-05-01T10:00:00+02:00">Tuesday</p>')
    >>> read_rdfa(page)
    {'rdfa date': ('2012-05-01T10:00:00+02:00',)}
    """
    claims = collected(_claims(page))
    if "rdfa author" in claims:
        claims["rdfa author"] = given_name_first(claims["rdfa author"])
    return claims


def _claims(page: Page) -> Iterator[tuple[str, str]]:
    for row in _rows(page):
        attributes = page.attributes(row)
        names = {claim for name in attributes.get("property", "").split() if (claim := _claim(name))}
        if names and not _is_others(page, row):
            value = attributes.get("content") or attributes.get("datetime") or element_text(page, row)
            yield from ((f"rdfa {name}", plain(value)) for name in sorted(names))


def _claim(name: str) -> str | None:
    """The claim that a property is, such as `dc:creator` or `http://schema.org/author`.

    >>> _claim("dc:creator"), _claim("http://schema.org/datePublished"), _claim("foaf:date")
    ('author', 'date', None)
    """
    address, _, last = name.rpartition("/")
    vocabulary, _, own = last.rpartition(":")
    is_known = "schema.org" in address or "purl.org/dc" in address if address else vocabulary in _VOCABULARIES
    return _SAME.get(own.lower()) if is_known else None


def _rows(page: Page) -> list[int]:
    """The elements outside the head that have the attribute."""
    tag_of = page.elements.tag.item
    rows = page.rows_naming(b" property=", MAX_PLACES)
    return [row for row in rows if tag_of(row) not in _HEAD_TAGS]


def _is_others(page: Page, row: int) -> bool:
    """Whether an element is inside of what is a comment by its type."""
    parent_of = page.elements.parent.item
    for _ in range(MAX_STEPS):
        if row < 0:
            break
        if "comment" in page.attributes(row).get("typeof", "").lower():
            return True
        row = parent_of(row)
    return False
