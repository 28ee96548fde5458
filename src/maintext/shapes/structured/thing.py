"""What a page describes for machines: types, properties, and the kinds of markup that state them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, Union

Value: TypeAlias = Union[str, bool, "list[Value]", "dict[str, Value]"]
"""A text, true or false, several values, or a thing inside the thing: a dictionary with `@type`. Numbers are texts, as
written."""

MAX_NODES = 5_000
"""Nodes of a page that are looked through; a page with more is a data file."""


@dataclass(frozen=True)
class Thing:
    """A thing that the page describes: a recipe, a product, an organisation."""

    types: tuple[str, ...]
    """Names of its types, without the address of their vocabulary: `Recipe`."""
    properties: dict[str, Value]
    """By name. A property that the page states several times has a list of values."""
    sources: tuple[str, ...]
    """The markup that states it: `json-ld`, `microdata`, `rdfa`."""

    def to_dict(self) -> dict[str, object]:
        """The thing as JSON can hold it."""
        return {"types": list(self.types), "properties": self.properties, "sources": list(self.sources)}


@dataclass(frozen=True)
class Node:
    """A thing, or a thing inside one, with the markup that states it."""

    types: tuple[str, ...]
    properties: dict[str, Value]
    source: str

    def texts(self, name: str) -> list[str]:
        """The texts of a property; of a thing inside, its name or its address."""
        value = self.properties.get(name)
        # Most things lack most properties.
        return [] if value is None else texts_of(value)

    def text(self, name: str) -> str | None:
        """The first text of a property."""
        texts = self.texts(name)
        return texts[0] if texts else None

    def nodes(self, name: str) -> list[Node]:
        """The things that a property has."""
        value = self.properties.get(name)
        if value is None:
            return []
        members = value if isinstance(value, list) else [value]
        return [as_node(member, self.source) for member in members if isinstance(member, dict)]


def as_node(value: dict[str, Value], source: str) -> Node:
    """A thing inside another as a node."""
    return Node(_types_of(value), value, source)


def texts_of(value: Value | None) -> list[str]:
    """The texts of a value.

    >>> texts_of(["a", {"@type": "Brand", "name": "Kettle & Co"}, True])
    ['a', 'Kettle & Co']
    """
    if isinstance(value, str):
        return [value] if value else []
    texts = []
    for member in value if isinstance(value, list) else [value]:
        if isinstance(member, dict):
            member = member.get("name") or member.get("@value") or member.get("url") or member.get("@id")
            member = member[0] if isinstance(member, list) and member else member
        if isinstance(member, str) and member:
            texts.append(member)
    return texts


def _types_of(value: dict[str, Value]) -> tuple[str, ...]:
    own = value.get("@type")
    # Most things have one type.
    return (own,) if isinstance(own, str) and own else tuple(texts_of(own))


def nodes_of(things: Iterable[Thing], types: frozenset[str]) -> list[Node]:
    """All things of some types, whose names are given in lower case, also those inside other things, in the order of
    the page."""
    found = []
    stack = [(thing.types, thing.properties, thing.sources[0]) for thing in things][::-1]
    n_seen = 0
    while stack and n_seen < MAX_NODES:
        own, properties, source = stack.pop()
        n_seen += 1
        if any(kind.lower() in types for kind in own):
            found.append(Node(own, properties, source))
        # The next ones are the things inside it. Most values are texts.
        inside = []
        for value in properties.values():
            if isinstance(value, dict):
                inside.append(value)
            elif isinstance(value, list):
                inside += [member for member in value if isinstance(member, dict)]
        stack.extend((_types_of(value), value, source) for value in reversed(inside))
    return found
