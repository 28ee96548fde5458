"""Records -> the date of each. Dates of posts are in order, up or down; the days on which authors joined are not."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

from maintext.metadata.values.months import month_number
from maintext.page.tags import TAGS
from tests.metadata.twin_dates import read_day
from tests.shapes.twin.posts.anchors import DatedRuns
from tests.shapes.twin.posts.facts import LEAST_RECORDS, Fact, Facts, best_facts, run_spans
from tests.shapes.twin.posts.records import Record

# For texts in small letters: a pattern that ignores case takes several times as long.
_JOINED = re.compile(r"join|regist|member since|dabei seit|mitglied seit|inscrit|beitritt|edited|bearbeitet|last")
_CLOCK = re.compile(r"\d{1,2}[:.h]\d\d(?!\d|\.)")
_SHORT_YEAR = re.compile(r"(?<![\d./-])(\d{1,2}[./-]\d{1,2}[./-])(\d\d)(?!\d)")
_MONTH_YEAR = re.compile(r"([^\W\d_]{3,12})\.? ((?:19|20)\d\d)")
_MACHINE = ("datetime", "content", "title", "data-time")
"""Attributes that have a date for machines."""


class _Look(NamedTuple):
    """What an element that shows a date is like."""

    day: str | None
    order: str | None
    """The day, or else a month or a short date that is only good for comparing."""
    is_joined: bool
    is_time: bool
    has_clock: bool


class Dates:
    """The dates of a page's records. Each element is looked at once, because it is in several groups."""

    def __init__(self, dated: DatedRuns) -> None:
        self._dated = dated
        self._page = dated.page
        self._language = dated.page.head.language
        self._looks: dict[int, _Look] = {}

    def day_of(self, fact: Fact) -> str | None:
        """The day of a date, by the attribute for machines or else by its text."""
        return self._look(fact).day

    def _look(self, fact: Fact) -> _Look:
        known = self._looks.get(fact.row)
        if known is None:
            attributes = self._page.attributes(fact.row)
            values = (attributes[name] for name in _MACHINE if name in attributes)
            days = (read_day(value, self._language) for value in values)
            day = next(filter(None, days), None) or read_day(fact.text, self._language)
            known = self._looks[fact.row] = _Look(
                day=day,
                order=day or _short_day(fact.text, self._language),
                is_joined=_JOINED.search(fact.text.lower()) is not None,
                is_time=self._page.elements.tag.item(fact.row) == TAGS["time"],
                has_clock=_CLOCK.search(fact.text) is not None,
            )
        return known

    def of(self, records: list[Record]) -> Facts:
        """The date of each record, as shown."""
        page, dated = self._page, self._dated
        rows_of: list[list[int]] = []
        shown: dict[int, str] = {}
        for record, (start, stop) in zip(records, run_spans(page, records), strict=True):
            rows = []
            for row, text in dated.between(start, stop):
                rows.append(row)
                shown.setdefault(row, text)
            first, last = bisect_left(dated.times, record.rows[0]), bisect_left(dated.times, record.stop_row)
            for row in dated.times[first:last]:
                if row not in shown and (text := self._time_text(row)):
                    rows.append(row)
                    shown[row] = text
            rows_of.append(rows)
        return best_facts(page, rows_of, shown, self._score)

    def _time_text(self, row: int) -> str:
        return self._page.element_text(row, " ") or self._page.attributes(row).get("datetime", "")

    def _score(self, known: list[Fact], n_records: int) -> float:
        n_known = len(known)
        share = n_known / n_records
        if share < LEAST_RECORDS and n_known > 1:
            return 0.0
        looks = [self._look(fact) for fact in known]
        days = [look.order for look in looks if look.order]
        n_up = n_down = 0
        for earlier, later in pairwise(days):
            n_up += later > earlier
            n_down += later < earlier
        n_steps = len(days) - 1
        in_order = (n_steps - min(n_up, n_down)) / n_steps if n_steps > 0 else 1.0
        joined = sum(look.is_joined for look in looks) / n_known
        is_time = sum(look.is_time for look in looks) / n_known
        has_clock = sum(look.has_clock for look in looks) / n_known
        n_chars = sum(len(fact.text) for fact in known) / n_known
        return share + in_order + 0.3 * max(is_time, has_clock) - joined - n_chars / 100


def _short_day(text: str, language: str | None) -> str | None:
    """A day or month that is only good for comparing: with two digits of the year, or without a day."""
    match = _SHORT_YEAR.search(text)
    if match:
        return read_day(f"{match[1]}20{match[2]}", language)
    match = _MONTH_YEAR.search(text)
    number = month_number(match[1], "") if match else None
    return f"{match[2]}-{number:02}" if match and number else None
