"""Records -> the elements that hold what was written, and records for those that no record has."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate

from maintext.page import Page
from tests.shapes.twin.posts.anchors import MAX_RECORDS
from tests.shapes.twin.posts.records import Record, Written

MAX_UNDATED = 20


@dataclass(frozen=True)
class BodyKind:
    """Which elements hold the texts of records."""

    rows: list[int]
    """The elements of this kind, in order."""
    is_single: bool
    """Whether a record has one of them."""
    is_bare: bool
    """Whether they have neither class nor id, so that elements elsewhere may be like them by chance."""


def _key(page: Page, row: int) -> int:
    words = [*page.elements.first_word.tolist(), len(page.words)]
    signature, parent = int(page.elements.signature[row]), max(0, int(page.elements.parent[row]))
    is_bare = words[row] == words[row + 1]
    return (signature * 31 + int(page.elements.signature[parent])) % 2**64 if is_bare else signature


def body_kind(page: Page, records: list[Record], written: Written) -> BodyKind | None:
    """The elements that hold the texts of the records; None if none do."""
    elements = page.elements
    found: dict[int, list[list[int]]] = defaultdict(list)
    for anchor, first, stop in ((record.anchor, record.rows[0], record.stop_row) for record in records):
        own: dict[int, list[int]] = defaultdict(list)
        for row in range(first, stop):
            if written.of_element(row) > 0 and not row <= anchor < int(elements.end[row]):
                own[_key(page, row)].append(row)
        for key, rows in own.items():
            outer = [row for row in rows if not any(other < row < int(elements.end[other]) for other in rows)]
            found[key].append(outer)
    usual = {key: rows for key, rows in found.items() if 2 * len(rows) >= len(records)}
    if not usual:
        return None

    def chars(key: int) -> int:
        return sum(written.of_element(row) for own in usual[key] for row in own)

    single = [key for key, rows in usual.items() if sum(map(len, rows)) <= 1.3 * len(rows)]
    most_single = max(map(chars, single), default=0)
    best = max(usual, key=chars)
    if most_single >= 0.7 * chars(best):
        is_bare = {key: len(page.words_of(usual[key][0][0])) == 0 for key in single}
        near = [key for key in single if chars(key) >= (1 if is_bare[key] else 0.9) * most_single]
        best = max(near, key=lambda key: int(elements.depth[usual[key][0][0]]))
    rows = [row for row in range(len(elements)) if _key(page, row) == best]
    return BodyKind(rows, best in single, len(page.words_of(rows[0])) == 0)


def body_rows(page: Page, record: Record, date: int, kind: BodyKind, written: Written) -> list[int]:
    """The outermost elements of a kind in a record, the one with the date (-1 if it is unknown) left out."""
    first, stop = record.rows[0], record.stop_row
    rows = kind.rows[bisect_left(kind.rows, first) : bisect_left(kind.rows, stop)]
    found = _outermost(page, rows, date)
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
