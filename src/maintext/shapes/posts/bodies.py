"""Records -> the elements that hold what was written: the tag and classes that most records have, with the most text.

The native core finds them (`crates/pagetable/src/query/posts/bodies.rs`). They never contain the date. Elements of the
page with the same tag and classes outside of all records are posts too: often the first one of a thread, whose date is
shown in another way.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from maintext.shapes.posts.anchors import MAX_RECORDS
from maintext.shapes.posts.records import Record, Written

if TYPE_CHECKING:
    from maintext.page import Page

MAX_UNDATED = 20
"""Posts without a date that are looked for: the first one of a thread, and some more."""


@dataclass(frozen=True)
class BodyKind:
    """Which elements hold the texts of records."""

    rows: list[int]
    """The elements of this kind, in order."""
    is_single: bool
    """Whether a record has one of them."""
    is_bare: bool
    """Whether they have neither class nor id, so that elements elsewhere may be like them by chance."""


def body_kind(page: Page, records: list[Record], written: Written) -> BodyKind | None:
    """The elements that hold the texts of the records; None if none do."""
    found = page.body_kind([(record.anchor, record.rows[0], record.stop_row) for record in records], written.sums)
    return BodyKind(*found) if found else None


def body_rows(page: Page, record: Record, kind: BodyKind, written: Written) -> list[int]:
    """The outermost elements of a kind in a record, the one with the date left out."""
    first, stop = record.rows[0], record.stop_row
    rows = kind.rows[bisect_left(kind.rows, first) : bisect_left(kind.rows, stop)]
    found = _outermost(page, rows, record.anchor)
    return [max(found, key=written.of_element)] if kind.is_single and found else found


def _outermost(page: Page, rows: list[int], anchor: int) -> list[int]:
    found: list[int] = []
    end_of = page.elements.end.item
    for row in rows:
        if (found and end_of(found[-1]) > row) or row <= anchor < end_of(row):
            continue
        found.append(row)
    return found


def undated_records(page: Page, records: list[Record], kind: BodyKind) -> list[Record]:
    """Records for the bodies that no record has: the largest element around each that has no record and no other
    body."""
    if kind.is_bare:
        return []
    elements = page.elements
    parent_of, end_of = elements.parent.item, elements.end.item
    spans = [(record.rows[0], record.stop_row) for record in records]
    rows_with_text = [row for row in kind.rows if elements.chars.item(row) > 0][:MAX_RECORDS]
    rows = _outermost(page, rows_with_text, -1)
    firsts, ends = [first for first, _ in spans], list(accumulate((stop for _, stop in spans), max))
    places = ((row, bisect_right(firsts, row)) for row in rows)
    outside = [row for row, place in places if not place or row >= ends[place - 1]]
    found = []
    for row in outside[:MAX_UNDATED]:
        taken = firsts + [other for other in rows if other != row]
        own = row
        while (up := parent_of(own)) >= 0 and not any(up <= other < end_of(up) for other in taken):
            own = up
        # The whole page around a single post is not its record.
        own = row if parent_of(own) <= 0 else own
        blocks = (elements.first_block.item(own), elements.stop_block.item(own))
        found.append(Record(row, (own,), end_of(own), *blocks))
    return found
