"""Records -> the elements that hold what was written: the tag and classes that most records have, with the most text.

They never contain the date. Elements of the page with the same tag and classes outside of all records are posts too:
often the first one of a thread, whose date is shown in another way.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.shapes.posts.anchors import MAX_RECORDS
from maintext.shapes.posts.facts import spread
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


@dataclass(frozen=True)
class _Tally:
    """How often an element with the same tag and classes is in records, and how much text it has there."""

    n_records: float
    n_elements: float
    n_chars: float
    depth: int
    is_bare: bool


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
    rows = np.flatnonzero(keys == np.uint64(key)).tolist()
    return BodyKind(rows, key in single, usual[key].is_bare)


def _tallies(page: Page, records: list[Record], written: Written, keys: NDArray[np.uint64]) -> dict[int, _Tally]:
    elements, bare = page.elements, _is_bare(page)
    firsts = np.array([record.rows[0] for record in records], dtype=np.intp)
    stops = np.array([record.stop_row for record in records], dtype=np.intp)
    rows, owners = spread(firsts, stops)
    anchors = np.array([record.anchor for record in records], dtype=np.intp)[owners]
    chars, ends = written.of_elements(rows), elements.end[rows]
    is_text = ~((rows <= anchors) & (ends > anchors)) & (chars > 0)
    rows, owners, chars, ends = rows[is_text], owners[is_text], chars[is_text], ends[is_text]
    if not len(rows):
        return {}
    values, at = np.unique(keys[rows], return_index=True)
    appears = np.argsort(at)
    first_rows = rows[at]
    # By record and key, in the order of the page: an element inside one with the same key begins before that one ends.
    order = np.lexsort((rows, keys[rows], owners))
    rows, owners, chars, ends = rows[order], owners[order], chars[order], ends[order]
    own = keys[rows]
    is_first = np.ones(len(rows), dtype=bool)
    is_first[1:] = (own[1:] != own[:-1]) | (owners[1:] != owners[:-1])
    # Ends of earlier groups are made smaller than any row of the present one.
    shift = np.cumsum(is_first) * (len(elements) + 1)
    latest = np.maximum.accumulate(ends + shift)
    is_outer = is_first.copy()
    is_outer[1:] |= latest[:-1] <= rows[1:] + shift[1:]
    places = np.searchsorted(values, own)
    n_chars = np.bincount(places, np.where(is_outer, chars, 0))
    columns = (np.bincount(places, is_first), np.bincount(places, is_outer), n_chars)
    facts = (*columns, elements.depth[first_rows], bare[first_rows])
    # In the order of the page: of two that are as good the first one is taken.
    rows_of_facts = zip(*(column[appears].tolist() for column in facts), strict=True)
    return {key: _Tally(*own) for key, own in zip(values[appears].tolist(), rows_of_facts, strict=True)}


def body_rows(page: Page, record: Record, kind: BodyKind, written: Written) -> list[int]:
    """The outermost elements of a kind in a record, the one with the date left out."""
    first, stop = record.rows[0], record.stop_row
    rows = kind.rows[bisect_left(kind.rows, first) : bisect_left(kind.rows, stop)]
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
    outside = [row for row in rows if not any(first <= row < stop for first, stop in spans)]
    found = []
    for row in outside[:MAX_UNDATED]:
        taken = [first for first, _ in spans] + [other for other in rows if other != row]
        own = row
        while (up := parent_of(own)) >= 0 and not any(up <= other < end_of(up) for other in taken):
            own = up
        # The whole page around a single post is not its record.
        own = row if parent_of(own) <= 0 else own
        blocks = (elements.first_block.item(own), elements.stop_block.item(own))
        found.append(Record(row, (own,), end_of(own), *blocks))
    return found
