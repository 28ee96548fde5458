"""Records -> the author of each: what most records show in the same way outside of their text.

Names differ from post to post; controls ("Reply", "Quote") read the same in all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import TAGS
from maintext.shapes.posts.anchors import shows_date
from maintext.shapes.posts.facts import LEAST_RECORDS, Fact, Facts, best_facts, run_spans, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.shapes.posts.records import Record

NAME_BYTES = 60
MAX_BODIES = 100
"""Elements with the text of a record that are looked at."""
MOST_OTHERS = 0.2
"""Share of texts in a group of names that may look like numbers, dates or controls: people choose odd names."""
_LINK_LEVELS = 3
"""How far up from a name its link is."""
_PROFILE = ("user", "profil", "member", "membre", "author", "people", "/u/", "/@", "uid=", "personal")
_NUMBER = re.compile(r"#?\d[\d.,:\s]*(?:am|pm)?")
_CONTROLS = frozenset("reply quote share report like edit link permalink more antworten zitieren".split())


def is_profile(address: str) -> bool:
    """Whether an address may be that of somebody's profile.

    >>> is_profile("/Users/kim"), is_profile("/tea")
    (True, False)
    """
    small = address.lower()
    return any(part in small for part in _PROFILE)


class Authors:
    """The names that a page shows. Each element is looked at once, because it is in several groups."""

    def __init__(self, page: Page, marked: list[int]) -> None:
        self._page = page
        self._marked = frozenset(marked)
        self._links: dict[int, str] = {}
        """By element: the address of the link that it is, or is in."""
        self._parents: dict[int, int] = {}

    def of(self, records: list[Record], bodies: list[list[int]], dates: Facts) -> Facts:
        """The name of each record's author."""
        page, text = self._page, self._page.text
        spans = np.array(run_spans(page, records), dtype=np.intp).reshape(-1, 2)
        runs, owners = spread(spans[:, 0], spans[:, 1])
        rows, starts, stops = page.runs.element[runs], page.runs.text_start[runs], page.runs.text_stop[runs]
        n_bytes = stops - starts
        date_rows = np.array([date.row if date else -1 for date in dates], dtype=np.intp)
        may_be_name = (n_bytes > 1) & (n_bytes <= NAME_BYTES) & (rows != date_rows[owners])
        chosen = np.flatnonzero(may_be_name & ~_are_inside(page, bodies, rows, owners))
        rows_of: list[list[int]] = [[] for _ in records]
        shown: dict[int, str] = {}
        columns = (rows[chosen].tolist(), owners[chosen].tolist(), starts[chosen].tolist(), stops[chosen].tolist())
        for row, owner, start, stop in zip(*columns, strict=True):
            rows_of[owner].append(row)
            if row not in shown:
                shown[row] = text[start:stop].decode(errors="replace").strip(" :»«|,-")
        self._find_links(np.array(list(shown), dtype=np.intp))
        return best_facts(page, rows_of, shown, self._score)

    def _find_links(self, rows: NDArray[np.intp]) -> None:
        """Finds the links around elements: of most the element itself, or one near it."""
        if not len(rows):
            return
        tags, parents = self._page.elements.tag, self._page.elements.parent
        self._parents = dict(zip(rows.tolist(), parents[rows].tolist(), strict=True))
        link = np.full(len(rows), -1, dtype=np.intp)
        place = rows
        for _ in range(_LINK_LEVELS):
            link = np.where((link < 0) & (place >= 0) & (tags[place] == TAGS["a"]), place, link)
            place = np.where(place >= 0, parents[place], -1)
        found = np.flatnonzero(link >= 0)
        addresses = self._page.attribute(link[found], "href")
        self._links = dict(zip(rows[found].tolist(), (address or "" for address in addresses), strict=True))

    def link_of(self, author: Fact) -> str | None:
        """The address of the link around a name."""
        return self._links.get(author.row) or None

    def _score(self, known: list[Fact], n_records: int) -> float:
        """How likely texts are names; 0 if they are not."""
        n_known = len(known)
        share = n_known / n_records
        texts = [fact.text for fact in known]
        if sum(map(_is_other, texts)) > MOST_OTHERS * n_known:
            return 0.0
        different = set(texts)
        # The same in all records, or with a word that all of them have: a control, or a rank.
        if n_known > 2 and (len(different) == 1 or _have_common_word(different)):
            return 0.0
        links, marked, parents = self._links, self._marked, self._parents
        n_profiles = sum(is_profile(links[fact.row]) for fact in known if fact.row in links)
        n_marked = sum(fact.row in marked or parents[fact.row] in marked for fact in known)
        n_words = sum(len(text.split()) for text in texts) / n_known
        if not n_profiles and not n_marked and (share < LEAST_RECORDS or n_words > 2):
            return 0.0
        n_parts = 0.5 * min(1.0, 2 * len(different) / n_known) + n_profiles / n_known + 0.7 * (n_marked / n_known)
        return share + n_parts - 0.1 * n_words


def _is_other(text: str) -> bool:
    """Whether a text is a number, a control or a date rather than a name."""
    if not text or text.lower() in _CONTROLS:
        return True
    return _NUMBER.fullmatch(text.lower()) is not None or shows_date(text)


def _have_common_word(texts: set[str]) -> bool:
    common: set[str] | None = None
    for text in texts:
        words = set(text.lower().split())
        common = words if common is None else common & words
        if not common:
            return False
    return True


def _are_inside(
    page: Page, bodies: list[list[int]], rows: NDArray[np.integer], owners: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Of some elements of records: whether they are inside the text of their own record."""
    n_rows = len(page.elements) + 1
    pairs = [(index, row) for index, body in enumerate(bodies) for row in body[:MAX_BODIES]]
    if not pairs:
        return np.zeros(len(rows), dtype=bool)
    indexes, firsts = np.array(pairs, dtype=np.intp).T
    # A row and its record as one number, so that one search does for all records. Elements may be inside each other.
    stops = np.maximum.accumulate(indexes * n_rows + page.elements.end[firsts])
    places = owners * n_rows + rows
    before = np.searchsorted(indexes * n_rows + firsts, places, side="right") - 1
    return (before >= 0) & (places < stops[before])
