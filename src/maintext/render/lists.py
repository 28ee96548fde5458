"""Ordered lists -> the numbers of their items."""

from __future__ import annotations

import re

from maintext.render import roles as role
from maintext.render.outline import Outline

_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,9})(?![0-9])")


def first_number(outline: Outline, row: int) -> tuple[int, int]:
    """The number of a list's first item, and what is added for each further one."""
    attributes = outline.page.attributes(row)
    start = _number(attributes.get("start"))
    if "reversed" not in attributes:
        return (1 if start is None else start), 1
    if start is None:
        end = int(outline.page.elements.end[row])
        parents = outline.page.elements.parent[row:end]
        own = outline.page.elements.tag[row:end][parents == row]
        start = len(own)
    return start, -1


def item_numbers(outline: Outline) -> dict[int, int]:
    """The numbers that items of ordered lists say themselves."""
    if role.ORDERED not in outline.codes:
        return {}
    rows = outline.rows_with(role.ITEM)
    values = ((row, _number(value)) for row, value in zip(rows, outline.page.attribute(rows, "value"), strict=True))
    return {row: number for row, number in values if number is not None}


def _number(written: str | None) -> int | None:
    found = _NUMBER.match(written) if written else None
    return int(found[1]) if found else None
