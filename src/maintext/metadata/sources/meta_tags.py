"""Page -> claims of its `<meta>` tags: Open Graph, Twitter cards, Dublin Core and the plain names alike.

All of them are pairs of a name and a text; which names mean what stands in `order`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, collected, plain
from maintext.metadata.order import ORDER
from maintext.metadata.values.names import given_name_first

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
_LABEL = "meta twitter:label1"
_FAMILIES = ("dc", "dcterms", "citation", "sailthru", "parsely")
MOST_NAME_CHARS = 100
"""No name that means something is longer."""


def read_meta_tags(page: Page) -> Claims:
    """The text of every `<meta>` that somebody asks for, under `meta` and its name in lower case."""
    named = ((_source(name), content) for name, content in page.head.meta if len(name) <= MOST_NAME_CHARS)
    claims = collected((source, plain(content)) for source, content in named if source)
    for source in _CATALOGUED.intersection(claims):
        claims[source] = given_name_first(claims[source])
    return _without_unsigned(claims)


def _without_unsigned(claims: dict[str, tuple[str, ...]]) -> Claims:
    """Twitter's data1 is whatever its label says; only that of an author is of use."""
    label = " ".join(claims.get(_LABEL, ())).lower()
    if any(word in label for word in _SIGNED):
        return claims
    return {source: values for source, values in claims.items() if source != "meta twitter:data1"}


@lru_cache(maxsize=4096)
def _source(name: str) -> str | None:
    """The source that a name is, in the one form that `order` has; None if nobody asks for it.

    >>> _source("DC:Creator"), _source("dcterms.date"), _source("og:title"), _source("viewport")
    ('meta dc.creator', 'meta dcterms.date', 'meta og:title', None)
    """
    name = name.strip().lower()
    with_dots = name.translate(_SAME_MARKS).replace(":", ".")
    source = f"meta {with_dots if with_dots.split('.')[0] in _FAMILIES else name}"
    return source if source in _asked_for() else None


@lru_cache(maxsize=1)
def _asked_for() -> frozenset[str]:
    return frozenset([_LABEL, *(source for sources in ORDER.values() for source in sources)])
