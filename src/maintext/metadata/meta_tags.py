"""Page -> claims of its `<meta>` tags: Open Graph, Twitter cards, Dublin Core and the plain names alike.

All of them are pairs of a name and a text; which names mean what stands in `order`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, collected, plain
from maintext.metadata.names import given_name_first

if TYPE_CHECKING:
    from maintext.page import Page

# dcterms.date and DC.Date.Issued are both written with either mark.
_SAME_MARKS = str.maketrans("-_", "..")
_CATALOGUED = frozenset(["meta citation.author", "meta dc.creator", "meta dcterms.creator"])
"""Where libraries write the family name first."""
_SIGNED = (
    "by",
    "author",
    "von",
    "par",
    "por",
    "da",
    "door",
    "av",
    "af",
    "автор",
    "autor",
    "作者",
    "kirjoittanut",
    "przez",
)
_FAMILIES = ("dc", "dcterms", "citation", "sailthru", "parsely")


def read_meta_tags(page: Page) -> Claims:
    """The text of every `<meta>`, under `meta` and its name in lower case."""
    claims = collected((f"meta {_name(name)}", plain(content)) for name, content in page.head.meta)
    for source in _CATALOGUED.intersection(claims):
        claims[source] = given_name_first(claims[source])
    return _without_unsigned(claims)


def _without_unsigned(claims: dict[str, tuple[str, ...]]) -> Claims:
    """Twitter's data1 is whatever its label says; only that of an author is of use."""
    label = " ".join(claims.get("meta twitter:label1", ())).lower()
    if any(word in label for word in _SIGNED):
        return claims
    return {source: values for source, values in claims.items() if source != "meta twitter:data1"}


def _name(name: str) -> str:
    """The name in the one form that `order` has.

    >>> _name("DC:Creator"), _name("dcterms.date"), _name("og:title"), _name("citation_author")
    ('dc.creator', 'dcterms.date', 'og:title', 'citation.author')
    """
    name = name.strip().lower()
    family = name.translate(_SAME_MARKS).replace(":", ".").split(".")[0]
    return name.translate(_SAME_MARKS).replace(":", ".") if family in _FAMILIES else name
