"""Ordered lists -> the numbers of their items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,9})(?![0-9])")


def first_number(page: Page, row: int) -> tuple[int, int]:
    """The number of a list's first item, and what is added for each further one."""
    attributes = page.attributes(row)
    start = _number(attributes.get("start"))
    if "reversed" not in attributes:
        return (1 if start is None else start), 1
    if start is None:
        inside = slice(row, int(page.elements.end[row]))
        is_own = page.elements.parent[inside] == row
        start = int(np.count_nonzero(is_own & (page.elements.tag[inside] == TAGS["li"])))
    return start, -1


def item_numbers(page: Page, rows: list[int]) -> dict[int, int]:
    """The numbers that items say themselves."""
    values = ((row, _number(value)) for row, value in zip(rows, page.attribute(rows, "value"), strict=True))
    return {row: number for row, number in values if number is not None}


def _number(written: str | None) -> int | None:
    found = _NUMBER.match(written) if written else None
    return int(found[1]) if found else None
