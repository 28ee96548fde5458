"""Page -> the things of its RDFa Lite: elements with typeof, and the elements with a property inside them.

The head's Open Graph tags have the same attribute `property`; they describe the page without a type and are metadata.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.shapes.structured.microdata import MAX_DEPTH, MAX_NAMES, MAX_ROWS, ElementValues, add
from maintext.shapes.structured.names import property_name, type_name
from maintext.shapes.structured.thing import Thing, Value

if TYPE_CHECKING:
    from maintext.page import Page


def read_rdfa(page: Page) -> list[Thing]:
    """The things of the page's RDFa, in its order."""
    scopes = page.rows_naming(b"typeof=", MAX_ROWS)
    if not scopes:
        return []
    end_of, values = page.elements.end.item, ElementValues(page)
    rows = sorted({*scopes, *page.rows_naming(b"property=", MAX_ROWS)})
    tops: list[tuple[tuple[str, ...], dict[str, Value]]] = []
    stack: list[tuple[int, dict[str, Value]]] = []
    for row in rows[:MAX_ROWS]:
        while stack and end_of(stack[-1][0]) <= row:
            stack.pop()
        attributes = page.attributes(row)
        names = [property_name(name) for name in attributes.get("property", "").split()[:MAX_NAMES]]
        types = tuple(type_name(name) for name in attributes.get("typeof", "").split())
        value: Value
        if types:
            value = _identity(attributes)
            if stack and names:
                value["@type"] = types[0] if len(types) == 1 else list(types)
            else:
                tops.append((types, value))
        else:
            value = values.of(row, attributes) if stack and names else ""
        if stack and (value or types):
            for name in names[:1] if types else names:
                add(stack[-1][1], name, value)
        if isinstance(value, dict) and len(stack) < MAX_DEPTH:
            stack.append((row, value))
    return [Thing(types, properties, ("rdfa",)) for types, properties in tops if properties.keys() - {"@id"}]


def _identity(attributes: dict[str, str]) -> dict[str, Value]:
    address = attributes.get("resource") or attributes.get("about")
    return {"@id": address} if address else {}
