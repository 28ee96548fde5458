"""Page -> claims of its JSON-LD: what the node that describes the page says of it.

Nodes are looked for at the top, in `@graph` and under `mainEntity`: what stands deeper describes comments, other
articles or the publisher. An article comes before any other work, and a work before the web page as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from maintext.metadata.claims import Claims, collected, plain
from maintext.metadata.sources.json_reader import Json, read_json

if TYPE_CHECKING:
    from maintext.page import Page

Node: TypeAlias = "dict[str, Json]"

MAX_NODES = 5_000
"""Nodes that are looked at; a page with more is a list of other things."""

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


def read_json_ld(page: Page) -> Claims:
    """The claims of all JSON-LD scripts of a page."""
    roots = [value for source in page.head.json_ld for value in read_json(source)]
    if not roots:
        return {}
    names = _Names(roots)
    nodes = [(_rank(types), types, node) for node in _nodes(roots) if (types := _types(node))]
    claims: dict[str, tuple[str, ...]] = {}
    for rank, types, node in sorted(nodes, key=itemgetter(0)):
        found = _claims(node, names, rank) if rank < _OTHER else _site_claims(node, types)
        # The first node that says something says it: the authors of twenty articles are not those of the page.
        new = [(source, value) for source, value in found if source not in claims]
        claims.update(collected((source, plain(value)) for source, value in new))
    return claims


def _types(node: Node) -> list[str]:
    given = node.get("@type")
    types = given if isinstance(given, list) else [given]
    return [kind.rsplit("/", 1)[-1].rsplit(":", 1)[-1].lower() for kind in types if isinstance(kind, str)]


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
    prefix = "json-ld WebPage" if rank == _PAGE else "json-ld"
    yield from ((f"{prefix} @type", kind) for kind in _types(node)[:1])
    for key in _TEXTS:
        if key in node:
            yield from ((_source(prefix, key, text), text) for text in _texts(node[key]))
    for key in _PEOPLE:
        if key in node:
            yield from ((f"{prefix} {key}", text) for text in names.of(node[key]))
    if "publisher" in node:
        yield from (("json-ld publisher", text) for text in names.of(node["publisher"]))
    if "image" in node:
        yield from ((f"{prefix} image", address) for address in _addresses(node["image"]))


def _site_claims(node: Node, types: list[str]) -> Iterator[tuple[str, str]]:
    if not _SITES.isdisjoint(types):
        kind = "WebSite" if "website" in types else "Organization"
        yield from ((f"json-ld {kind} name", text) for text in _texts(node.get("name")))


def _source(prefix: str, key: str, text: str) -> str:
    """Days must be ISO 8601; one in words was stamped by a template, often on every change, so it is told apart."""
    is_in_words = key == "datePublished" and not text[:4].isdecimal()
    return f"{prefix} {key} in words" if is_in_words else f"{prefix} {key}"


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
