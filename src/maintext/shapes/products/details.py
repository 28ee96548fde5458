"""What readers see of a page -> the specification of its product: tables of two columns and lists of definitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.page.flags import UNSHOWN
from maintext.page.tags import TAGS
from maintext.shapes.products.money import amounts_in
from maintext.shapes.structured.thing import Node

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.page import Page

MAX_PAIRS = 200
NAME_CHARS, VALUE_CHARS = 60, 400
"""A specification has short names and short values."""
PRICE_CHARS = 40
LEAST_PAIRS = 2
"""A single pair is a label."""


def declared_pairs(nodes: Sequence[Node]) -> tuple[tuple[str, str], ...]:
    """The pairs that structured data has as additional properties."""
    pairs = [
        (name, value)
        for node in nodes[:1]
        for prop in node.nodes("additionalProperty")
        if (name := prop.text("name")) and (value := prop.text("value"))
    ]
    return tuple(dict.fromkeys(pairs))[:MAX_PAIRS]


def shown_pairs(page: Page) -> tuple[tuple[str, str], ...]:
    """The pairs of the page's tables and definition lists.

    >>> import maintext
    >>> shown_pairs(maintext.parse("<table><tr><th>Volume<td>1.7 l<tr><th>Colour<td>red</table>"))
    (('Volume', '1.7 l'), ('Colour', 'red'))
    """
    pairs = list(_pairs(page))[:MAX_PAIRS]
    return tuple(dict.fromkeys(pairs)) if len(pairs) >= LEAST_PAIRS else ()


def _pairs(page: Page) -> Iterator[tuple[str, str]]:
    elements = page.elements
    rows, terms = page.rows_by_tag([TAGS["tr"], TAGS["dt"]])
    cell_tags, tag_of = (TAGS["td"], TAGS["th"]), elements.tag.item
    for row in rows[: MAX_PAIRS * 2]:
        cells = _children(page, row)
        tags = [tag_of(cell) for cell in cells]
        # Two headings name the columns.
        if len(cells) == 2 and all(tag in cell_tags for tag in tags) and tags[1] != TAGS["th"]:
            yield from _pair(page, cells[0], cells[1])
    for row in terms[: MAX_PAIRS * 2]:
        following = int(elements.end[row])
        if following < len(elements) and int(elements.tag[following]) == TAGS["dd"]:
            yield from _pair(page, row, following)


def _children(page: Page, row: int) -> list[int]:
    """The first three children of an element: more than two make no pair."""
    children: list[int] = []
    end_of = page.elements.end.item
    child, end = row + 1, end_of(row)
    while child < end and len(children) < 3:
        children.append(child)
        child = end_of(child)
    return children


def _pair(page: Page, name_row: int, value_row: int) -> Iterator[tuple[str, str]]:
    if int(page.elements.flags[name_row]) & UNSHOWN:
        return
    name = page.element_text(name_row, " ").strip().rstrip(":：").strip()
    value = page.element_text(value_row, " ").strip()
    if 0 < len(name) <= NAME_CHARS and 0 < len(value) <= VALUE_CHARS and not _is_price(value):
        yield name, value


def _is_price(value: str) -> bool:
    """Whether a value begins with an amount of money: shops have prices and savings in tables too."""
    found = amounts_in(value) if len(value) <= PRICE_CHARS else []
    return bool(found) and not any(map(str.isalnum, value[: found[0].place]))
