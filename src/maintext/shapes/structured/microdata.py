"""Page -> the things of its microdata: elements with itemscope, and the itemprop elements inside them.

An item that is the property of another is inside it, any other is a thing of its own. `itemref` is followed. A value
is the `content` of its element where that is given, whatever the element is: pages write it on any element, and
search engines read it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.shapes.structured.names import property_name, type_name
from maintext.shapes.structured.thing import Thing, Value

if TYPE_CHECKING:
    from maintext.page import Page

MAX_ROWS = 3_000
"""Marked elements of a page that are read."""
MAX_TEXT = 20_000
MAX_DEPTH = 32
"""Items nested deeper are left out."""
MAX_VALUES = 500
"""Values of one property that are kept."""
MAX_NAMES = 8
"""Names of one element that count: its value is written under each of them."""
MAX_ADDED_CHARS = 1_000_000
"""That texts of elements inside each other may add up to, besides four times the length of the page."""
_MARKS = (b"itemscope", b"itemScope", b"itemprop", b"itemProp")
_ATTRIBUTES = ("content", "datetime", "src", "href", "value", "data")
"""Where a value may be, in the order in which they are tried; else it is the element's text."""
_TAGS_OF = {
    "content": None,
    "datetime": frozenset(["time"]),
    "src": frozenset(["img", "audio", "video", "embed", "iframe", "source", "track"]),
    "href": frozenset(["a", "area", "link"]),
    "value": frozenset(["data", "meter"]),
    "data": frozenset(["object"]),
}
"""By attribute: the elements whose value it is; None for all."""


def read_microdata(page: Page) -> list[Thing]:
    """The things of the page's microdata, in its order."""
    *scopes, properties, others = page.rows_naming_each(_MARKS, MAX_ROWS)
    if not any(scopes):
        return []
    return _Items(page, sorted({*scopes[0], *scopes[1], *properties, *others})[:MAX_ROWS]).things()


def add(properties: dict[str, Value], name: str, value: Value) -> None:
    """Adds a value of a property: the second one makes a list of it."""
    if name not in properties:
        properties[name] = value
        return
    known = properties[name]
    if isinstance(known, list):
        if len(known) < MAX_VALUES and value not in known:
            known.append(value)
    elif known != value:
        properties[name] = [known, value]


class ElementValues:
    """Values of the elements of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        # Elements inside each other have the same text again and again.
        self._n_chars_left = MAX_ADDED_CHARS + 4 * len(page.source)

    def of(self, row: int, attributes: dict[str, str]) -> str:
        """The value of a property that is not a thing: an attribute of its element, or its text."""
        tag = self._page.tag_name(row)
        for name in _ATTRIBUTES:
            tags = _TAGS_OF[name]
            if attributes.get(name) and (tags is None or tag in tags):
                return attributes[name].strip()[:MAX_TEXT]
        text = self._page.element_text(row, " ") if self._n_chars_left > 0 else ""
        self._n_chars_left -= len(text)
        return text[:MAX_TEXT]


class _Items:
    def __init__(self, page: Page, rows: list[int]) -> None:
        self._page = page
        self._rows = rows
        self._values = ElementValues(page)
        self._items: dict[int, dict[str, Value]] = {}
        """By row of an element with itemscope: its properties."""
        self._tops: list[tuple[int, tuple[str, ...]]] = []

    def things(self) -> list[Thing]:
        end_of = self._page.elements.end.item
        owners = self._owners_by_reference()
        stack: list[int] = []
        for row in self._rows:
            while stack and end_of(stack[-1]) <= row:
                stack.pop()
            attributes = self._page.attributes(row)
            self._take(row, attributes, owners.get(row, stack[-1] if stack else -1))
            if "itemscope" in attributes and len(stack) < MAX_DEPTH:
                stack.append(row)
        return [Thing(types, self._items[row], ("microdata",)) for row, types in self._tops if self._items[row]]

    def _take(self, row: int, attributes: dict[str, str], owner: int) -> None:
        names = attributes.get("itemprop", "").split()[:MAX_NAMES]
        value: Value
        if "itemscope" in attributes:
            types = tuple(type_name(name) for name in attributes.get("itemtype", "").split())
            value = self._items[row] = {}
            if not names or owner not in self._items:
                if types:
                    self._tops.append((row, types))
                return
            if types:
                value["@type"] = types[0] if len(types) == 1 else list(types)
            identity = attributes.get("itemid")
            if identity:
                value["@id"] = identity
        elif not names or owner not in self._items:
            return
        else:
            value = self._values.of(row, attributes)
        if isinstance(value, dict):
            # Under one name only: items in items under two names each would double with every level.
            add(self._items[owner], property_name(names[0]), value)
        elif value:
            for name in names:
                add(self._items[owner], property_name(name), value)

    def _owners_by_reference(self) -> dict[int, int]:
        """By row of an itemprop element: the item that names it, or an element around it, in `itemref`."""
        page, owners = self._page, dict[int, int]()
        wanted = {
            name: row
            for row in page.rows_naming(b"itemref", MAX_ROWS)
            for name in page.attributes(row).get("itemref", "").split()
        }
        for row, name in _identified(page, wanted):
            for inner in self._rows:
                if row <= inner < page.elements.end.item(row):
                    owners.setdefault(inner, wanted[name])
        # An item can't be its own part: of items that refer to each other the first one is the whole.
        return {row: owner for row, owner in owners.items() if owner < row}


def _identified(page: Page, wanted: dict[str, int]) -> Iterator[tuple[int, str]]:
    for name in list(wanted)[:50]:
        for row in page.rows_naming(name.encode(), 20):
            if page.attributes(row).get("id") == name:
                yield row, name
                break
