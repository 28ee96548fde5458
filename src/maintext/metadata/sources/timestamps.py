"""Surroundings -> claims of the days that readers see: `<time>`, elements with the class of a date, lines with a date.

A word such as "updated" in the line, in the mark or in the short line just before makes it a day of modification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.claims import Claims, Source
from maintext.metadata.sources.surroundings import AFTER_HEADING, BEFORE_HEADING, MAX_LINE_CHARS, Surroundings
from maintext.metadata.values.dates import find_day, has_year, read_day
from maintext.metadata.values.element_text import element_text

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence

PUBLISHED, MODIFIED = "published", "modified"
"""What happened on a day."""
BY_LABEL = "by its label"
"""The place of an element with a label such as "Published"; it may be at the side of the page."""
MAX_ROWS = 60
MAX_LABELLED = 500
LABELLED_BYTES, LABELLED_DIGITS = 90, 5
"""A line with a label and a day has at most so many bytes, and at least so many digits: a year and a day."""
LABEL_CHARS = 30
"""A longer line before a date is not its label."""

# For texts in small letters: a pattern that ignores case takes several times as long.
_MODIFIED = re.compile(
    r"updat|modif|edited|revised|reviewed|aktualisiert|geändert|mis à jour|actualiz|aggiornat|bijgewerkt|gewijzigd|"
    r"обновлен|изменен|更新|修改|수정"
)
_PUBLISHED = re.compile(
    r"publish|posted|created|written|veröffentlicht|erstellt|publié|publicad|pubblicat|gepubliceerd|geplaatst|"
    r"опубликован|发布|发表|公開|投稿|게시|작성"
)

# Forums show since when the author of a post has been a member.
_OF_MEMBER = re.compile(r"(?:founded|joined|join date|registered|member since)\b", re.IGNORECASE)
_LABELLED = re.compile(
    r"(?:(?:first|originally|article)\s)?(?:posted|published|date posted|publication date|publié|publicado|pubblicato|"
    r"veröffentlicht|erstellt|gepubliceerd)\b",
    re.IGNORECASE,
)


def shown_day(what: str, event: str, place: str) -> Source:
    """The first day of a kind. `what` shows it: "time", "class date", or "text" for a line."""
    key = f"{what} {event} {place}"
    return Source(_read_timestamps, key, key)


def _read_timestamps(evidence: Evidence) -> Claims:
    around, language = evidence.around, evidence.language
    found: dict[str, tuple[str, ...]] = {}
    for source, text in chain(_times(around, language), _lines(around), _marked(around)):
        if source not in found and (day := find_day(text, language)):
            found[source] = (day,)
    return found


def _read_labelled(evidence: Evidence) -> Claims:
    around, language = evidence.around, evidence.language
    page, blocks = around.page, around.page.blocks
    is_short = (blocks.text_stop - blocks.text_start <= LABELLED_BYTES) & (blocks.digits >= LABELLED_DIGITS)
    for block in np.flatnonzero(is_short)[:MAX_LABELLED].tolist():
        line = page.text[blocks.text_start.item(block) : blocks.text_stop.item(block)].decode(errors="replace")
        day = find_day(line, language) if _LABELLED.match(line) else None
        if day and not around.is_apart(blocks.element.item(block)):
            return {"day": (day,)}
    return {}


LABELLED_LINE = Source(_read_labelled, "day", "labelled text elsewhere")
"""The first line anywhere on the page with a label such as "Published": many are below the text."""


def _times(around: Surroundings, language: str | None) -> Iterator[tuple[str, str]]:
    page = around.page
    for row in around.rows["time"][:MAX_ROWS]:
        attributes = page.attributes(row)
        text = element_text(page, row)
        day = read_day(attributes.get("datetime", ""), language) or find_day(text, language)
        if day:
            marks = f"{attributes.get('class', '')} {attributes.get('itemprop', '')} {text}"
            yield from _claim(around, row, ("time", marks, day))


def _lines(around: Surroundings) -> Iterator[tuple[str, str]]:
    own, before = around.heading - around.first, ""
    for number, line in enumerate(around.lines):
        if number != own and len(line) <= MAX_LINE_CHARS and has_year(line) and not _OF_MEMBER.match(line):
            place = AFTER_HEADING if number > own else BEFORE_HEADING
            yield f"text {_event(line.lower(), before.lower())} {place}", line
        before = line


def _marked(around: Surroundings) -> Iterator[tuple[str, str]]:
    page = around.page
    rows = around.marks["date"][:MAX_ROWS]
    for row, n_chars in zip(rows, page.elements.chars[rows].tolist(), strict=True):
        text = element_text(page, row) if 5 < n_chars <= MAX_LINE_CHARS else ""
        if has_year(text):
            marks = f"{page.attributes(row).get('class')} {text}"
            yield from _claim(around, row, ("class date", marks, text))


def _claim(around: Surroundings, row: int, found: tuple[str, str, str]) -> Iterator[tuple[str, str]]:
    """The claim of an element: what it is, its marks and its day. One with a label may be at the side of the page."""
    what, marks, day = found
    marks, label = marks.lower(), _label(around, row).lower()
    is_labelled = _PUBLISHED.search(label if len(label) <= LABEL_CHARS else "") or _PUBLISHED.search(marks)
    if is_labelled and not around.is_others(row):
        yield f"{what} {_event(marks, label)} {BY_LABEL}", day
    elif not around.is_apart(row):
        yield f"{what} {_event(marks, label)} {around.place(row)}", day


def _label(around: Surroundings, row: int) -> str:
    """The line before an element."""
    block = around.first_block_of(row) - 1
    return around.block_text(block) if block >= 0 else ""


def _event(marks: str, label: str) -> str:
    """What happened on a day, by its marks and its label in small letters."""
    own = _MODIFIED.search(marks)
    if own is None and not _PUBLISHED.search(marks) and len(label) <= LABEL_CHARS:
        own = _MODIFIED.search(label)
    return MODIFIED if own else PUBLISHED
