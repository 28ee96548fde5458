"""Records -> which post each answers, its votes, and whether it is the question or the accepted answer."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page import Page
    from tests.shapes.twin.posts.records import Record

_NUMBER = re.compile(r"[+-]?\d{1,6}")
MAX_MARKED = 50
VOTE_CHARS = 12
"""An element with a number of votes shows little else."""


def answered_posts(page: Page, records: list[Record]) -> list[int | None]:
    """For each record: the number of the one before it in whose element it is nested."""
    elements = page.elements
    open_records: list[tuple[int, int, int]] = []
    """Number, depth and end of the parent of the records that the present one may be nested in."""
    found: list[int | None] = []
    for index, record in enumerate(records):
        row = record.rows[0]
        parent, depth = elements.parent.item(row), elements.depth.item(row)
        while open_records and (open_records[-1][1] >= depth or open_records[-1][2] <= row):
            open_records.pop()
        found.append(open_records[-1][0] if open_records else None)
        if parent >= 0:
            open_records.append((index, depth, elements.end.item(parent)))
    return found


def votes_of(page: Page, records: list[Record], rows: list[int]) -> list[int | None]:
    """The number in one of the elements with the class or itemprop of votes, of each record."""
    elements = page.elements
    found: list[int | None] = []
    for record in records:
        first, stop = record.rows[0], record.stop_row
        votes = None
        for row in rows[bisect_left(rows, first) : bisect_left(rows, stop)][:MAX_MARKED]:
            if votes is None and elements.chars.item(row) <= VOTE_CHARS:
                number = _NUMBER.search(page.element_text(row, " "))
                votes = int(number[0]) if number else None
        found.append(votes)
    return found


def kinds_of(page: Page, records: list[Record]) -> list[str]:
    """question, accepted answer or post: by the types of schema.org that a page of questions declares."""
    is_question_page = any(page.rows_naming_each([b"schema.org/Question", b"schema.org/QAPage"], 1))
    accepted = [row for rows in page.rows_naming_each([b"acceptedAnswer", b"accepted-answer"], 5) for row in rows]
    kinds = []
    for index, record in enumerate(records):
        first, stop = record.rows[0], record.stop_row
        is_accepted = any(row <= first < page.elements.end.item(row) or first <= row < stop for row in accepted)
        is_first = index == 0 and (is_question_page or bool(accepted))
        kinds.append("question" if is_first else "accepted answer" if is_accepted else "post")
    return kinds
