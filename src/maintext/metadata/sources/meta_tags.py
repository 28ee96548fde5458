"""Page -> claims of its `<meta>` tags: Open Graph, Twitter cards, Dublin Core and plain names alike."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, Source, collected, plain
from maintext.metadata.values.names import given_name_first

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence

# dcterms.date and DC.Date.Issued are both written with either mark.
_SAME_MARKS = str.maketrans("-_", "..")
_CATALOGUED = frozenset(["citation.author", "dc.creator", "dcterms.creator"])
"""Libraries write the family name first in these."""
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
_LABEL = "twitter:label1"
_FAMILIES = ("dc", "dcterms", "citation", "sailthru", "parsely")
MAX_NAME_CHARS = 100
"""No known name is longer."""


def meta(name: str) -> Source:
    """The `<meta>` elements of a name, in the form that `_key` gives it."""
    return Source(_read_meta_tags, name, f"meta {name}")


def _read_meta_tags(evidence: Evidence) -> Claims:
    wanted = evidence.wants(_read_meta_tags)
    named = [(_key(name), content) for name, content in evidence.page.head.meta if len(name) <= MAX_NAME_CHARS]
    claims = collected([(key, plain(content)) for key, content in named if key in wanted or key == _LABEL])
    for key in _CATALOGUED.intersection(claims):
        claims[key] = given_name_first(claims[key])
    return _without_unsigned(claims)


def _without_unsigned(claims: dict[str, tuple[str, ...]]) -> Claims:
    """Twitter's data1 is what its label names. It is of use only if that is an author."""
    label = " ".join(claims.get(_LABEL, ())).lower()
    if any(word in label for word in _SIGNED):
        return claims
    return {key: values for key, values in claims.items() if key != "twitter:data1"}


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    """A name in the one form that `order` has.

    >>> _key("DC:Creator"), _key("dcterms.date"), _key("og:title")
    ('dc.creator', 'dcterms.date', 'og:title')
    """
    name = name.strip().lower()
    with_dots = name.translate(_SAME_MARKS).replace(":", ".")
    return with_dots if with_dots.split(".")[0] in _FAMILIES else name
