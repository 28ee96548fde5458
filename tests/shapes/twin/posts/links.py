"""Records -> the address of each: of a link around its date or number, or of one to a place of the page."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from maintext.page.tags import TAGS
from tests.shapes.twin.posts.anchors import shows_date
from tests.shapes.twin.posts.authors import MAX_BODIES, is_profile

if TYPE_CHECKING:
    from maintext.page import Page
    from tests.shapes.twin.posts.records import Record

MAX_LINKS = 100
"""Links of a record that are looked at."""
_PLACE = re.compile(r"#[\w-]*\d|post[-/=]?\d|comment[-/_]?\d|/p/\d|[?&]p=\d")
_NUMBER = re.compile(r"#?\s?\d+")
_NO_LINK = 9


def links_of(page: Page, records: list[Record], bodies: list[list[int]]) -> list[str | None]:
    """The address of each record."""
    end_of = page.elements.end.item
    (links,) = page.rows_by_tag([TAGS["a"]])
    own_links: list[list[int]] = []
    for record, body in zip(records, bodies, strict=True):
        inside = [(row, end_of(row)) for row in body[:MAX_BODIES]]
        rows = links[bisect_left(links, record.rows[0]) : bisect_left(links, record.stop_row)][:MAX_LINKS]
        if len(inside) == 1:
            ((first, stop),) = inside
            rows = [row for row in rows if not first <= row < stop]
        elif inside:
            rows = [row for row in rows if not any(first <= row < stop for first, stop in inside)]
        own_links.append(rows)
    all_rows = [row for rows in own_links for row in rows]
    facts = zip(page.attribute(all_rows, "href"), page.element_texts(all_rows, " "), strict=True)
    return [_best([next(facts) for _ in rows]) for rows in own_links]


def _best(links: list[tuple[str | None, str]]) -> str | None:
    """The address of the best of some links; of several that are as good the first."""
    best, best_rank = None, _NO_LINK
    for address, text in links:
        rank = _rank(text, address or "")
        if rank < best_rank:
            best, best_rank = address, rank
            if rank == 0:
                break
    return best


def _rank(text: str, address: str) -> int:
    if not address or address.startswith("javascript:"):
        return _NO_LINK
    is_place = _PLACE.search(address) is not None
    is_date = shows_date(text)
    if is_place and (is_date or _NUMBER.fullmatch(text)):
        return 0
    if is_date:
        return 1
    is_free = is_place and not is_profile(address) and "quote" not in address and "reply" not in address
    return 2 if is_free else _NO_LINK
