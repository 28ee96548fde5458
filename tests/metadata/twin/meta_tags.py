"""Page -> claims of its `<meta>` tags: Open Graph, Twitter cards, Dublin Core and plain names alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from maintext.metadata.values.names import given_name_first
from tests.metadata.twin.claims import Claims

if TYPE_CHECKING:
    from tests.metadata.twin.evidence import Evidence

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
LABEL = "twitter:label1"
"""The name of the element that says what `twitter:data1` is."""


def read_meta_tags(evidence: Evidence) -> Claims:
    """The claims of all wanted `<meta>` elements of a page."""
    # Most values have no references and no markup, and come as `plain` would give them.
    claims = dict(evidence.stated.meta)
    for name in evidence.stated.unfinished:
        values = tuple(dict.fromkeys(filter(None, map(plain, claims.pop(name)))))
        if values:
            claims[name] = values
    for key in _CATALOGUED.intersection(claims):
        claims[key] = given_name_first(claims[key])
    # Twitter's data1 is what its label names. It is of use only if that is an author.
    if "twitter:data1" in claims:
        label = " ".join(claims.get(LABEL, ())).lower()
        if not any(word in label for word in _SIGNED):
            del claims["twitter:data1"]
    return claims
