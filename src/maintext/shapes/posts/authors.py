"""Records -> the author of each: what most records show in the same way outside of their text.

The native core collects the short texts of records and groups them by how they are shown, the likeliest names first
(`crates/pagetable/src/query/posts/names.rs`). Here the groups of numbers, dates and controls are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from maintext.shapes.posts.anchors import shows_date

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.shapes.posts.facts import Facts
    from maintext.shapes.posts.records import Record

MAX_BODIES = 100
"""Elements with the text of a record that are looked at."""
MOST_OTHERS = 0.2
"""Share of texts in a group of names that may look like numbers, dates or controls: people choose odd names."""
_PROFILE = ("user", "profil", "member", "membre", "author", "people", "/u/", "/@", "uid=", "personal")
_NUMBER = re.compile(r"#?\d[\d.,:\s]*(?:am|pm)?")
_CONTROLS = frozenset("reply quote share report like edit link permalink more antworten zitieren".split())


class Author(NamedTuple):
    """Who wrote a post."""

    name: str
    link: str | None
    """Address of the link around the name."""


def is_profile(address: str) -> bool:
    """Whether an address may be that of somebody's profile.

    >>> is_profile("/Users/kim"), is_profile("/tea")
    (True, False)
    """
    small = address.lower()
    return any(part in small for part in _PROFILE)


def authors_of(
    page: Page, records: list[Record], bodies: list[list[int]], dates: Facts, marked: list[int]
) -> list[Author | None]:
    """The author of each record: that of the best group of names; where it has none, that of the next best. `marked`
    has the elements with a mark of names."""
    signed = [
        (record.first_block, record.stop_block, date.row if date else None, body)
        for record, body, date in zip(records, bodies, dates, strict=True)
    ]
    texts, groups = page.shown_names(signed, marked, _PROFILE)
    found: list[Author | None] = [None] * len(records)
    n_missing = len(records)
    for group in groups:
        if sum(_is_other(texts[number][1]) for _, number in group) > MOST_OTHERS * len(group):
            continue
        for index, number in group:
            if found[index] is None:
                _, name, link = texts[number]
                found[index] = Author(name, link or None)
                n_missing -= 1
        if not n_missing:
            break
    return found


def _is_other(text: str) -> bool:
    """Whether a text is a number, a control or a date rather than a name."""
    small = text.lower()
    return not text or small in _CONTROLS or _NUMBER.fullmatch(small) is not None or shows_date(text)
