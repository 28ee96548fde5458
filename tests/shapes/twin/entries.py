"""Spans of elements -> what each entry shows: the twin of `crates/pagetable/src/query/lists/entries.rs`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.page import Page
from maintext.page.tags import TAGS
from tests.shapes.twin.money import amounts_in

HEADINGS = tuple(TAGS[f"h{level}"] for level in range(1, 7))


class Entry(NamedTuple):
    """What the page shows of an entry."""

    blocks: tuple[int, ...]
    lines: list[str]
    prices: list[tuple[int, list[tuple[Any, ...]]]]
    """The amounts of money of the lines that have any, by number of the line."""
    heading: str | None
    links: list[tuple[str, str | None, bool, bool]]
    """Text and address, whether the link is at the heading, and whether the text has an amount of money."""
    has_outer_link: bool
    """Whether the last link is around the entry."""
    image: str | None
    times: list[str]
    struck: list[str]
    """The amounts that are struck through."""


def read_entries(
    page: Page, spans: list[tuple[int, int]], is_seen: NDArray[np.bool_], struck: list[int], base: str
) -> list[Entry]:
    """The facts of each entry; `struck` has the elements that are struck through."""
    return [_entry(page, span, is_seen, struck, base) for span in spans]


def _entry(page: Page, span: tuple[int, int], is_seen: NDArray[np.bool_], struck: list[int], base: str) -> Entry:
    elements = page.elements
    rows = range(span[0], int(elements.end[span[1]]))
    tags = {row: int(elements.tag[row]) for row in rows}
    blocks = range(int(elements.first_block[span[0]]), int(elements.stop_block[span[1]]))
    seen = tuple(block for block in blocks if is_seen[block])
    headings = [row for row in rows if tags[row] in HEADINGS and page.element_text(row, " ")]

    def has(outer: int, inner: int) -> bool:
        return outer <= inner < int(elements.end[outer])

    def link(row: int, at: list[int]) -> tuple[str, str | None, bool, bool]:
        is_at = any(has(heading, row) or has(row, heading) for heading in at[:1])
        text = page.element_text(row, " ")
        return text, page.attributes(row).get("href"), is_at, bool(amounts_in(text))

    links = [link(row, headings) for row in rows if tags[row] == TAGS["a"]]
    parent = int(elements.parent[span[0]])
    has_outer = parent >= 0 and int(elements.tag[parent]) == TAGS["a"]
    images = page.images([row for row in rows if tags[row] == TAGS["img"]], base)
    lines = [page.texts()[block] for block in seen]
    prices = [
        (number, [(one.amount, one.currency, one.place) for one in amounts_in(line)])
        for number, line in enumerate(lines)
    ]
    return Entry(
        seen,
        lines,
        [(number, amounts) for number, amounts in prices if amounts],
        page.element_text(headings[0], " ") if headings else None,
        [*links, ("", page.attributes(parent).get("href"), False, False)] if has_outer else links,
        has_outer,
        next((address for address, _, is_decorative in images if address and not is_decorative), None),
        [page.attributes(row).get("datetime", "") for row in rows if tags[row] == TAGS["time"]],
        [money.amount for row in struck if row in rows for money in amounts_in(page.element_text(row, " "))],
    )
