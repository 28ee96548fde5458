"""Page -> claims of the JSON-LD node that describes it.

Nodes are searched at the top, in `@graph` and under `mainEntity`: deeper ones describe comments, other articles or the
publisher. An article comes before any other work, and a work before the web page as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from maintext.metadata.claims import plain
from maintext.metadata.sources.json_reader import Json, read_json
from tests.metadata.twin.claims import Claims, collected

if TYPE_CHECKING:
    from tests.metadata.twin.evidence import Evidence

Node: TypeAlias = "dict[str, Json]"

MAX_NODES = 5_000
"""A page with more nodes is a list of other things."""

_ARTICLE_ENDS = ("article", "posting", "report", "blogpost", "review")
_WORKS = frozenset(
    "creativework question recipe howto product productgroup book course event movie videoobject podcastepisode "
    "softwareapplication dataset medicalwebpage techarticle qapage learningresource guide".split()
)
_PAGES = frozenset("webpage itempage aboutpage collectionpage faqpage profilepage contactpage".split())
_SITES = frozenset(["website", "organization", "newsmediaorganization"])
_PAGE, _OTHER = 2, 3
"""Ranks: 0 is an article, 1 another work."""
_WAYS_DOWN = ("@graph", "mainEntity", "mainEntityOfPage")
_TEXTS = (
    "headline", "datePublished", "dateCreated", "uploadDate", "datePosted", "dateModified", "description",
    "articleSection", "genre", "keywords", "license", "inLanguage", "url",
)  # fmt: skip
_PEOPLE = ("author", "creator")


def read_json_ld(evidence: Evidence) -> Claims:
    """The claims of all JSON-LD scripts of a page."""
    roots = [value for source in evidence.stated.json_ld for value in read_json(source)]
    if not roots:
        return {}
    names = _Names(roots)
    nodes = [(_rank(types), types, node) for node in _nodes(roots) if (types := _types(node))]
    claims: dict[str, tuple[str, ...]] = {}
    for rank, types, node in sorted(nodes, key=itemgetter(0)):
        found = _claims(node, names, rank) if rank < _OTHER else _site_claims(node, types)
        # The first node with a property decides: the authors of twenty articles are not those of the page.
        new = [(key, value) for key, value in found if key not in claims]
        claims.update(collected((key, plain(value)) for key, value in new))
    return claims


def _types(node: Node) -> list[str]:
    given = node.get("@type")
    types = given if isinstance(given, list) else [given]
    return [kind.rsplit("/", 1)[-1].rsplit(":", 1)[-1].lower() for kind in types if isinstance(kind, str)]


def _main_type(types: list[str]) -> str:
    """The type that says most: of Thing and NewsArticle the second."""
    known = (kind for kind in types if kind.endswith(_ARTICLE_ENDS) or kind in _WORKS or kind in _PAGES)
    return min(known, key=lambda kind: _rank([kind]), default=types[0])


def _rank(types: list[str]) -> int:
    if any(kind.endswith(_ARTICLE_ENDS) for kind in types):
        return 0
    return 1 if _WORKS.intersection(types) else _PAGE if _PAGES.intersection(types) else _OTHER


def _nodes(roots: list[Json]) -> Iterator[Node]:
    stack: list[Json] = list(reversed(roots))
    n_seen = 0
    while stack and n_seen < MAX_NODES:
        value = stack.pop()
        n_seen += 1
        if isinstance(value, list):
            stack.extend(reversed(value))
        elif isinstance(value, dict):
            yield value
            stack.extend(value[way] for way in reversed(_WAYS_DOWN) if way in value)


def _claims(node: Node, names: _Names, rank: int) -> Iterator[tuple[str, str]]:
    prefix = "WebPage " if rank == _PAGE else ""
    yield f"{prefix}@type", _main_type(_types(node))
    for name in _TEXTS:
        if name in node:
            yield from ((prefix + _key(name, text), text) for text in _texts(node[name]))
    for name in _PEOPLE:
        if name in node:
            yield from ((prefix + name, text) for text in names.of(node[name]))
    if "publisher" in node:
        yield from (("publisher", text) for text in names.of(node["publisher"]))
    if "image" in node:
        yield from ((f"{prefix}image", address) for address in _addresses(node["image"]))


def _site_claims(node: Node, types: list[str]) -> Iterator[tuple[str, str]]:
    if not _SITES.isdisjoint(types):
        kind = "WebSite" if "website" in types else "Organization"
        yield from ((f"{kind} name", text) for text in _texts(node.get("name")))


def _key(name: str, text: str) -> str:
    """Days should be ISO 8601. One in words was written by a template, often on every change: a key of its own."""
    is_in_words = name == "datePublished" and not text[:4].isdecimal()
    return f"{name} in words" if is_in_words else name


def _texts(value: Json) -> Iterator[str]:
    """The texts of a value, a list of values or an object with a name."""
    for member in value if isinstance(value, list) else [value]:
        if isinstance(member, dict):
            member = member.get("name") or member.get("@value") or member.get("url")
        if isinstance(member, str):
            yield member


def _addresses(value: Json) -> Iterator[str]:
    for member in value if isinstance(value, list) else [value]:
        if isinstance(member, dict):
            member = member.get("url") or member.get("contentUrl") or member.get("@id")
            member = member[0] if isinstance(member, list) and member else member
        if isinstance(member, str):
            yield member


class _Names:
    """Names of people and organisations, also of those that are only referred to by their `@id`."""

    def __init__(self, roots: list[Json]) -> None:
        self._roots = roots
        self._by_id: dict[str, Node] | None = None

    def of(self, value: Json) -> list[str]:
        """The names in a value: those of people, or if there are none those of organisations."""
        people: list[str] = []
        others: list[str] = []
        for member in value if isinstance(value, list) else [value]:
            node = self._resolved(member) if isinstance(member, dict) else None
            texts = list(_texts(node.get("name"))) if node is not None else list(_texts(member))
            is_person = node is None or "person" in _types(node) or not _types(node)
            (people if is_person else others).extend(texts)
        return people or others

    def _resolved(self, node: Node) -> Node:
        reference = node.get("@id")
        if node.get("name") or not isinstance(reference, str):
            return node
        if self._by_id is None:
            self._by_id = dict(self._identified())
        return self._by_id.get(reference, node)

    def _identified(self) -> Iterator[tuple[str, Node]]:
        stack: list[Json] = list(self._roots)
        n_seen = 0
        while stack and n_seen < MAX_NODES:
            value = stack.pop()
            n_seen += 1
            if isinstance(value, dict):
                reference = value.get("@id")
                if isinstance(reference, str) and value.get("name"):
                    yield reference, value
                stack.extend(value.values())
            elif isinstance(value, list):
                stack.extend(value)
