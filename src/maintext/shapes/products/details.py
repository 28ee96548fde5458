"""What readers see of a page -> the specification of its product: tables of two columns and lists of definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.shapes.structured.thing import Node

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.page import Page

MAX_PAIRS = 200
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
    pairs = page.read_pairs()
    return tuple(dict.fromkeys(pairs)) if len(pairs) >= LEAST_PAIRS else ()
