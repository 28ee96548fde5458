"""Records -> the elements that hold what was written: the tag and classes that most records have, with the most text.

They never contain the date. Elements of the page with the same tag and classes outside of all records are posts too:
often the first one of a thread, whose date is shown in another way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.shapes.posts.anchors import MAX_RECORDS
from maintext.shapes.posts.records import Record, Written

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_RECORDS = 0.5
"""Share of the records that must have the element."""
MOST_PER_RECORD = 1.3
"""Elements per record up to which an element is the one around a text."""
LEAST_SINGLE = 0.7
"""Share of the best text that such an element must have."""
MAX_UNDATED = 20
"""Posts without a date that are looked for: the first one of a thread, and some more."""
NEAR_BEST = 0.9
"""An inner element with this share of the best one's text is nearer to what was written."""


@dataclass
class _Tally:
    """How often an element with the same tag and classes is in records, and how much text it has there."""

    n_records: int = 0
    n_elements: int = 0
    n_chars: int = 0
    depth: int = 0
    is_bare: bool = False


@dataclass(frozen=True)
class BodyKind:
    """Which elements hold the texts of records."""

    key: int
    keys: NDArray[np.uint64]
    """Of all elements of the page, see `element_keys`."""
    is_single: bool
    """Whether a record has one of them."""
    is_bare: bool
    """Whether they have neither class nor id, so that elements elsewhere may be like them by chance."""


def body_kind(page: Page, records: list[Record], written: Written) -> BodyKind | None:
    """The elements that hold the texts of the records; None if none do."""
    keys = element_keys(page)
    tallies = _tallies(page, records, written, keys)
    usual = {key: tally for key, tally in tallies.items() if tally.n_records >= LEAST_RECORDS * len(records)}
    if not usual:
        return None
    most = max(tally.n_chars for tally in usual.values())
    # Paragraphs are many per post, the element around them is one.
    single = {key: tally for key, tally in usual.items() if tally.n_elements <= MOST_PER_RECORD * tally.n_records}
    most_single = max((tally.n_chars for tally in single.values()), default=0)
    if most_single >= LEAST_SINGLE * most:
        near = [key for key, tally in single.items() if tally.n_chars >= NEAR_BEST * most_single]
        key = max(near, key=lambda key: single[key].depth)
    else:
        key = max(usual, key=lambda key: usual[key].n_chars)
    return BodyKind(key, keys, key in single, usual[key].is_bare)


def _tallies(page: Page, records: list[Record], written: Written, keys: NDArray[np.uint64]) -> dict[int, _Tally]:
    elements, bare = page.elements, _is_bare(page)
    tallies: dict[int, _Tally] = {}
    for record in records:
        rows = np.arange(record.rows[0], elements.end.item(record.rows[-1]))
        holds_anchor = (rows <= record.anchor) & (elements.end[rows] > record.anchor)
        chars = written.of_elements(rows)
        is_text = ~holds_anchor & (chars > 0)
        rows = rows[is_text]
        columns = (rows, keys[rows], chars[is_text], elements.end[rows], elements.depth[rows])
        seen: dict[int, int] = {}
        for row, key, n_chars, end, depth in zip(*(column.tolist() for column in columns), strict=True):
            # Inside an element with the same key: its text is counted already.
            if seen.get(key, -1) > row:
                continue
            tally = tallies.setdefault(key, _Tally(depth=depth, is_bare=bare.item(row)))
            tally.n_records += key not in seen
            tally.n_elements += 1
            tally.n_chars += n_chars
            seen[key] = end
    return tallies


def body_rows(page: Page, record: Record, kind: BodyKind, written: Written) -> list[int]:
    """The outermost elements of a kind in a record, the one with the date left out."""
    first, stop = record.rows[0], page.elements.end.item(record.rows[-1])
    rows = np.flatnonzero(kind.keys[first:stop] == np.uint64(kind.key)) + first
    found = _outermost(page, rows, record.anchor)
    return [max(found, key=written.of_element)] if kind.is_single and found else found


def element_keys(page: Page) -> NDArray[np.uint64]:
    """Per element: its tag and classes as one number; with those of its parent if it has no class or id."""
    signature, parent = page.elements.signature, page.elements.parent
    with_parent = signature * np.uint64(31) + signature[np.maximum(parent, 0)]
    keys: NDArray[np.uint64] = np.where(_is_bare(page), with_parent, signature)
    return keys


def _is_bare(page: Page) -> NDArray[np.bool_]:
    bare: NDArray[np.bool_] = np.diff(page.elements.first_word, append=len(page.words)) == 0
    return bare


def _outermost(page: Page, rows: NDArray[np.intp], anchor: int) -> list[int]:
    found: list[int] = []
    end_of = page.elements.end.item
    for row in rows.tolist():
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
    spans = [(record.rows[0], end_of(record.rows[-1])) for record in records]
    found_rows = np.flatnonzero((kind.keys == np.uint64(kind.key)) & (elements.chars > 0))[:MAX_RECORDS]
    rows = _outermost(page, found_rows, -1)
    outside = [row for row in rows if not any(first <= row < stop for first, stop in spans)]
    found = []
    for row in outside[:MAX_UNDATED]:
        taken = [first for first, _ in spans] + [other for other in rows if other != row]
        own = row
        while (up := parent_of(own)) >= 0 and not any(up <= other < end_of(up) for other in taken):
            own = up
        # The whole page around a single post is not its record.
        own = row if parent_of(own) <= 0 else own
        found.append(Record(row, (own,), elements.first_block.item(own), elements.stop_block.item(own)))
    return found
