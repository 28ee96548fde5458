"""Records -> the author, date, link and number of each: what most records show in the same way outside of their text.

Names differ from post to post; controls ("Reply", "Quote") read the same in all. Dates of posts are in order, up or
down; the days on which authors joined are not.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext import _core
from maintext.metadata.values.dates import read_day
from maintext.metadata.values.months import month_number
from maintext.page.tags import TAGS
from maintext.shapes.posts.anchors import DatedRuns, shows_date

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.shapes.posts.records import Record

NAME_BYTES = 60
MAX_GROUPS = 300
"""Ways of showing something that are compared, in the order of the page."""
MAX_BODIES, MAX_LINKS = 100, 100
"""Elements with the text of a record, and links of it, that are looked at."""
MAX_RUNS = 2_000
"""Pieces of text of a record that are read: names and dates are among the first."""
LEAST_RECORDS = 0.6
"""Share of the records that must show a name or a date in the same way."""
MOST_OTHERS = 0.2
"""Share of texts in a group of names that may look like numbers, dates or controls: people choose odd names."""
_PROFILE = re.compile(r"user|profil|member|membre|author|people|/u/|/@|uid=|personal", re.IGNORECASE)
_NAME_WORDS = tuple("author username user poster member nick nickname creator fn name userinfo".split())
_NOT_NAMES = re.compile(
    r"^(?:#?\d[\d.,:\s]*(?:am|pm)?|reply|quote|share|report|like|edit|link|permalink|more|antworten|zitieren)$",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"join|regist|member since|dabei seit|mitglied seit|inscrit|beitritt|edited|bearbeitet|last", re.IGNORECASE
)


_CLOCK = re.compile(r"\d{1,2}[:.h]\d\d(?!\d|\.)")
_SHORT_YEAR = re.compile(r"(?<![\d./-])(\d{1,2}[./-]\d{1,2}[./-])(\d\d)(?!\d)")
_MONTH_YEAR = re.compile(r"([^\W\d_]{3,12})\.? ((?:19|20)\d\d)")


class Fact(NamedTuple):
    """A value of a record and the element that shows it."""

    text: str
    row: int


Facts = list["Fact | None"]


def _groups(page: Page, records: list[Record], rows_of: list[list[int]], shown: dict[int, str]) -> list[Facts]:
    """Facts by how they are shown: one list per signature of element and parent, with the first one of each record."""
    elements = page.elements
    groups: dict[tuple[int, int], Facts] = {}
    flat = np.array([row for rows in rows_of for row in rows], dtype=np.intp)
    indexes = [index for index, rows in enumerate(rows_of) for _ in rows]
    own, around = elements.signature[flat].tolist(), elements.signature[elements.parent[flat]].tolist()
    for row, index, signature, parent in zip(flat.tolist(), indexes, own, around, strict=True):
        for key in ((signature, parent), (signature, 0)):
            group = groups.get(key)
            if group is None:
                if len(groups) >= MAX_GROUPS:
                    continue
                group = groups[key] = [None] * len(records)
            if group[index] is None:
                group[index] = Fact(shown[row], row)
    return list(groups.values())


def authors_of(page: Page, records: list[Record], bodies: list[list[int]], dates: Facts) -> Facts:
    """The name of each record's author."""
    runs, first_runs, end_of = page.runs, page.blocks.first_run, page.elements.end.item
    marked = frozenset(page.marked_rows(_name_marks())[0])
    rows_of: list[list[int]] = []
    shown: dict[int, str] = {}
    for record, body, date in zip(records, bodies, dates, strict=True):
        inside = [(row, end_of(row)) for row in body[:MAX_BODIES]]
        start = first_runs.item(record.first_block)
        stop = first_runs.item(record.stop_block) if record.stop_block < len(first_runs) else len(runs)
        rows = []
        stop = min(stop, start + MAX_RUNS)
        columns = (runs.element[start:stop], runs.text_start[start:stop], runs.text_stop[start:stop])
        for row, first, last in zip(*(column.tolist() for column in columns), strict=True):
            is_short = 1 < last - first <= NAME_BYTES and not (date and date.row == row)
            if is_short and not any(begin <= row < end for begin, end in inside):
                rows.append(row)
                shown.setdefault(row, page.text[first:last].decode(errors="replace").strip(" :»«|,-"))
        rows_of.append(rows)
    scored = [(_name_score(page, facts, marked), facts) for facts in _groups(page, records, rows_of, shown)]
    return _filled(scored, len(records))


def _name_score(page: Page, facts: Facts, marked: frozenset[int]) -> float:
    """How likely texts are names; 0 if they are not."""
    known = [fact for fact in facts if fact is not None]
    share = len(known) / len(facts)
    texts = [fact.text for fact in known]
    n_others = sum(not text or _NOT_NAMES.match(text) is not None or shows_date(text) for text in texts)
    if n_others > MOST_OTHERS * len(texts):
        return 0.0
    n_different = len(set(texts))
    # The same in all records, or with a word that all of them have: a control, or a rank.
    common = set.intersection(*(set(text.lower().split()) for text in texts))
    if len(known) > 2 and (n_different == 1 or common):
        return 0.0
    links = [link_around(page, fact.row) for fact in known]
    is_profile = sum(bool(_PROFILE.search(address)) for address in links) / len(known)
    is_marked = sum(_is_marked(page, fact.row, marked) for fact in known) / len(known)
    n_words = sum(len(text.split()) for text in texts) / len(texts)
    if not is_profile and not is_marked and (share < LEAST_RECORDS or n_words > 2):
        return 0.0
    return share + 0.5 * min(1.0, 2 * n_different / len(known)) + is_profile + 0.7 * is_marked - 0.1 * n_words


def link_around(page: Page, row: int) -> str:
    """The address of the link that an element is, or is in."""
    for _ in range(3):
        if row >= 0 and page.elements.tag.item(row) == TAGS["a"]:
            return page.attribute([row], "href")[0] or ""
        row = page.elements.parent.item(row) if row >= 0 else -1
    return ""


def _is_marked(page: Page, row: int, marked: frozenset[int]) -> bool:
    parent = page.elements.parent.item(row)
    return row in marked or parent in marked


class Days:
    """The days that elements of a page show, each read once: a date is in several groups."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.language = page.head.language
        self._known: dict[int, str | None] = {}

    def of(self, fact: Fact) -> str | None:
        """The day of a date, by the attribute for machines or else by its text."""
        if fact.row not in self._known:
            attributes = self._page.attributes(fact.row)
            values = (attributes[name] for name in ("datetime", "content", "title", "data-time") if name in attributes)
            days = (read_day(value, self.language) for value in values)
            self._known[fact.row] = next(filter(None, days), None) or read_day(fact.text, self.language)
        return self._known[fact.row]


def dates_of(dated: DatedRuns, records: list[Record], days: Days) -> Facts:
    """The date of each record, as shown."""
    page, times = dated.page, dated.times
    first_runs = page.blocks.first_run
    rows_of: list[list[int]] = []
    shown: dict[int, str] = {}
    for record in records:
        start = first_runs.item(record.first_block)
        stop = first_runs.item(record.stop_block) if record.stop_block < len(first_runs) else len(page.runs)
        rows = []
        for row, text in dated.between(start, min(stop, start + MAX_RUNS)):
            rows.append(row)
            shown.setdefault(row, text)
        first, end = record.rows[0], record.stop_row
        for row in times[bisect_left(times, first) : bisect_left(times, end)]:
            if row not in shown and (text := page.element_text(row, " ") or page.attributes(row).get("datetime", "")):
                rows.append(row)
                shown[row] = text
        rows_of.append(rows)
    scored = [(_date_score(page, facts, days), facts) for facts in _groups(page, records, rows_of, shown)]
    return _filled(scored, len(records))


def _filled(scored: list[tuple[float, Facts]], n_records: int) -> Facts:
    """The facts of the best group; where it has none, those of the next best."""
    found: Facts = [None] * n_records
    for score, facts in sorted(scored, key=lambda pair: -pair[0]):
        if score > 0:
            found = [own or other for own, other in zip(found, facts, strict=True)]
    return found


def _date_score(page: Page, facts: Facts, known_days: Days) -> float:
    known = [fact for fact in facts if fact is not None]
    share = len(known) / len(facts)
    if share < LEAST_RECORDS and len(known) > 1:
        return 0.0
    language = known_days.language
    days = [day for fact in known if (day := known_days.of(fact) or _short_day(fact.text, language))]
    pairs = [(days[index], days[index + 1]) for index in range(len(days) - 1)]
    steps = Counter((later > earlier) - (later < earlier) for earlier, later in pairs)
    n_steps = sum(steps.values())
    in_order = (steps[0] + max(steps[1], steps[-1])) / n_steps if n_steps else 1.0
    joined = sum(bool(_JOINED.search(fact.text)) for fact in known) / len(known)
    is_time = sum(page.tag_name(fact.row) == "time" for fact in known) / len(known)
    has_clock = sum(bool(_CLOCK.search(fact.text)) for fact in known) / len(known)
    n_chars = sum(len(fact.text) for fact in known) / len(known)
    return share + in_order + 0.3 * max(is_time, has_clock) - joined - n_chars / 100


def _short_day(text: str, language: str | None) -> str | None:
    """A day or month that is only good for comparing: with two digits of the year, or without a day."""
    match = _SHORT_YEAR.search(text)
    if match:
        return read_day(f"{match[1]}20{match[2]}", language)
    match = _MONTH_YEAR.search(text)
    number = month_number(match[1], "") if match else None
    return f"{match[2]}-{number:02}" if match and number else None


def links_of(page: Page, records: list[Record], bodies: list[list[int]]) -> list[str | None]:
    """The address of each record: of a link around its date or number, or of one to a place of the page."""
    elements = page.elements
    (links,) = page.rows_by_tag([TAGS["a"]])
    rows = np.array(links, dtype=np.intp)
    found: list[str | None] = []
    for record, body in zip(records, bodies, strict=True):
        first, stop = record.rows[0], record.stop_row
        inside = [(row, elements.end.item(row)) for row in body[:MAX_BODIES]]
        own = [
            row
            for row in rows[np.searchsorted(rows, first) : np.searchsorted(rows, stop)][:MAX_LINKS].tolist()
            if not any(start <= row < end for start, end in inside)
        ]
        addresses = page.attribute(own, "href") if own else []
        ranked = sorted(
            (_link_rank(page, row, address or ""), index, address)
            for index, (row, address) in enumerate(zip(own, addresses, strict=True))
        )
        found.append(ranked[0][2] if ranked and ranked[0][0] < 9 else None)
    return found


def _link_rank(page: Page, row: int, address: str) -> int:
    text = page.element_text(row, " ")
    is_place = re.search(r"#[\w-]*\d|post[-/=]?\d|comment[-/_]?\d|/p/\d|[?&]p=\d", address) is not None
    if address.startswith("javascript:") or not address:
        return 9
    if is_place and (shows_date(text) or re.fullmatch(r"#?\s?\d+", text)):
        return 0
    if shows_date(text):
        return 1
    return 2 if is_place and not _PROFILE.search(address) and "quote" not in address and "reply" not in address else 9


@lru_cache(maxsize=1)
def _name_marks() -> _core.Marks:
    hashes = [_core.word_hash(word, "class") for word in _NAME_WORDS]
    hashes += [_core.word_hash(word, "itemprop") for word in _NAME_WORDS]
    return _core.Marks([(number, 0) for number in hashes])
