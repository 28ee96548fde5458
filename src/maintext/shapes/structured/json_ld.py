"""Page -> the things of its JSON-LD scripts, however broken it is; members of `@graph` are things of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from maintext.metadata.sources.json_reader import Json, read_json
from maintext.shapes.structured.names import property_name, type_name
from maintext.shapes.structured.thing import MAX_NODES, Thing, Value, texts_of

if TYPE_CHECKING:
    from maintext.page import Page

MAX_DEPTH = 32
"""Things nested deeper are left out."""
MAX_TEXT = 20_000
"""Characters of a text that are kept."""
_LEFT_OUT = ("@context", "@graph")


def read_json_ld(page: Page) -> Iterator[Thing]:
    """The things of all scripts, in the order of the page."""
    stack: list[Json] = [value for source in page.head.json_ld for value in read_json(source)][::-1]
    n_seen = 0
    while stack and n_seen < MAX_NODES:
        value = stack.pop()
        n_seen += 1
        if isinstance(value, list):
            stack.extend(reversed(value))
        elif isinstance(value, dict):
            if isinstance(value.get("@graph"), (list, dict)):
                stack.append(value["@graph"])
            thing = _object(value, MAX_DEPTH)
            types = tuple(texts_of(thing.pop("@type", None)))
            # A node with nothing but an @id refers to another one.
            if types and thing.keys() - {"@id"}:
                yield Thing(types, thing, ("json-ld",))


def _object(value: dict[str, Json], depth: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, member in value.items():
        if name in _LEFT_OUT:
            continue
        clean = _types(member) if name == "@type" else _value(member, depth - 1)
        if clean is not None:
            found[property_name(name)] = clean
    return found


def _types(value: Json) -> Value | None:
    given = value if isinstance(value, list) else [value]
    types: list[Value] = [type_name(member) for member in given if isinstance(member, str) and member]
    return types[0] if len(types) == 1 else types or None


def _value(value: Json, depth: int) -> Value | None:
    """A value without what means nothing: nulls, empty texts and lists, what is nested too deep."""
    if isinstance(value, str):
        return _text(value) or None
    if isinstance(value, bool):
        return value
    if not value or depth <= 0:
        return None
    if isinstance(value, dict):
        return _object(value, depth) or None
    members = [clean for member in value if (clean := _value(member, depth - 1)) is not None]
    return members or None


def _text(text: str) -> str:
    """A text as the page wrote it; markup stays, because instructions and descriptions are often HTML."""
    return plain(text) if "&" in text and "<" not in text else text[:MAX_TEXT].strip()
