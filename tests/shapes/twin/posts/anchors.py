"""Page -> groups of elements that show a date in the same way: the candidates for the dates of posts.

A date is a `<time>`, an element with a date's itemprop, or a short piece of text that names a day or a time that has
passed. Elements are of a group if they and their parents have the same tags and classes; and, because the first post
of a thread often has other classes, also if they have the same tags from the root down.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.values.months import month_number
from maintext.page.flags import HIDDEN, TEMPLATE
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

DATE_BYTES = 80
"""A piece of text that shows a date is at most so long."""
MAX_RUNS = 20_000
MAX_RECORDS = 1_000
"""Dates of a group that are used: no page shows more posts."""
MAX_GROUPS = 60
"""Groups that are compared, those with the most members first."""

_UNSEEN = HIDDEN | TEMPLATE
"""Text for browsers without scripts is read: some forums have the whole thread there."""
_NUMERIC = re.compile(r"(?<![\d.])\d{1,4}([./-])\d{1,2}\1\d{2,4}(?![\d.])|\d{4}年\s?\d{1,2}月|\d{1,2}月\s?\d{1,2}日")
_NAMED = re.compile(r"(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s?(?:de )?([^\W\d_]{3,12})|([^\W\d_]{3,12})\.?\s?(\d{1,4}))")
# For texts in small letters: a pattern that ignores case takes several times as long.
_PASSED = re.compile(
    r"\b(?:\d{1,3}|an?|one)\s?(?:s|m|h|d|w|y|mo|mth|sec|min|hr|minute|hour|day|week|month|year)s?\.?\sago\b|"
    r"\b(?:vor|il y a|hace|há) (?:\d{1,3}|einem|einer|un|una|um|uma) \w{1,9}|"
    r"\d{1,3}\s?(?:minuti|ore|giorni|mesi|anni) fa\b|"
    r"\b(?:today|yesterday|heute|gestern|hier|aujourd'hui|ayer|hoy|ieri|oggi|вчера|сегодня),?\s"
    r"(?:at|um|à|alle|a las|в)?\s?\d{1,2}[:h.]\d\d|"
    r"\d{1,3}\s?(?:秒|分钟|分鐘|小时|小時|天|个月|個月|年)前|\d{1,2}\s?(?:時間|日|分|か月|ヶ月)前"
)
_NOT_MONTHS = frozenset(["out", "set"])
"""Short names of months that are more often words: 4 out of 5, set 2."""
_HAS_NUMBER = re.compile(r"\d|\bago\b|^vor ein|^(?:il y a|hace|há) u")


def shows_date(text: str) -> bool:
    """Whether a short text shows when something was written."""
    if not _HAS_NUMBER.search(text):
        return False
    if _NUMERIC.search(text) or _PASSED.search(text.lower()):
        return True
    return any(_is_month(match[2] or match[3]) for match in _NAMED.finditer(text))


def _is_month(word: str) -> bool:
    if word.lower() in _NOT_MONTHS:
        return False
    # "Sept" and "Juil" are longer than the short names that are listed.
    return month_number(word, "") is not None or (len(word) == 4 and month_number(word[:3], "") is not None)


class DatedRuns:
    """The pieces of text that show a date to readers, found once for a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        runs, text = page.runs, page.text
        starts, stops = runs.text_start, runs.text_stop
        n_bytes = stops - starts
        numbers = np.flatnonzero((n_bytes <= DATE_BYTES) & (n_bytes >= 4))
        spans = zip(numbers.tolist(), starts[numbers].tolist(), stops[numbers].tolist(), strict=True)
        pieces = ((number, text[start:stop].decode(errors="replace")) for number, start, stop in spans)
        found = [(number, piece) for number, piece in pieces if shows_date(piece)]
        self._numbers = [number for number, _ in found]
        self._texts = [piece for _, piece in found]
        self._rows: list[int] = runs.element[self._numbers].tolist() if found else []
        self.times: list[int] = page.rows_by_tag([TAGS["time"]])[0]
        """The `<time>` elements."""

    def between(self, start: int, stop: int) -> list[tuple[int, str]]:
        """Element and text of the dates in a range of runs."""
        first, last = bisect_left(self._numbers, start), bisect_left(self._numbers, stop)
        return list(zip(self._rows[first:last], self._texts[first:last], strict=True))

    def rows(self) -> NDArray[np.intp]:
        """The elements that show a date to readers, in order."""
        last = bisect_left(self._numbers, MAX_RUNS)
        flags = self.page.runs.flags[self._numbers[:last]] if last else np.zeros(0, dtype=np.uint32)
        rows = {row for row, flag in zip(self._rows, flags.tolist(), strict=False) if not flag & _UNSEEN}
        if self.times:
            of_times = self.page.elements.flags[self.times].tolist()
            rows.update(row for row, flag in zip(self.times, of_times, strict=True) if not flag & _UNSEEN)
        return np.array(sorted(rows), dtype=np.intp)


def date_groups(dated: DatedRuns) -> list[NDArray[np.intp]]:
    """Groups of two or more elements that show a date in the same way, the largest first."""
    page, rows = dated.page, dated.rows()
    if len(rows) < 2:
        return []
    elements = page.elements
    parents = elements.parent[rows]
    by_class = elements.signature[rows] * np.uint64(31) + elements.signature[parents]
    texts = dict(zip(rows.tolist(), page.element_texts(rows, " "), strict=True))
    groups: dict[tuple[int, ...], NDArray[np.intp]] = {}
    for keys in (by_class, elements.path[rows], elements.signature[rows]):
        values, counts = np.unique(keys, return_counts=True)
        for key in values[np.argsort(-counts, kind="stable")][:MAX_GROUPS]:
            members = rows[keys == key][:MAX_RECORDS]
            for variant in (members, _without_repeated(members, texts)):
                if len(variant) > 1:
                    groups.setdefault(tuple(variant.tolist()), variant)
    return sorted(groups.values(), key=len, reverse=True)[:MAX_GROUPS]


def _without_repeated(rows: NDArray[np.intp], texts: dict[int, str]) -> NDArray[np.intp]:
    """The elements whose text is not that of the one before: some posts show their date twice."""
    own = [texts[row] for row in rows.tolist()]
    is_new = [index == 0 or text != own[index - 1] for index, text in enumerate(own)]
    return rows if all(is_new) else rows[np.flatnonzero(is_new)]
