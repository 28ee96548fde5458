"""Surroundings -> claims of the days that readers see: `<time>`, elements with the class of a date, lines with a date.

A word such as "updated" in the line, in the mark or in the short line just before makes it a day of modification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, Source
from maintext.metadata.sources.surroundings import AFTER_HEADING, BEFORE_HEADING, MAX_LINE_CHARS, Surroundings
from maintext.metadata.values.dates import find_day, has_year, read_day

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence

PUBLISHED, MODIFIED = "published", "modified"
"""What happened on a day."""
BY_LABEL = "by its label"
"""The place of an element with a label such as "Published"; it may be at the side of the page."""
MAX_ROWS = 60
MAX_LABELLED = 500
LABEL_CHARS = 30
"""A longer line before a date is not its label."""

# For texts in small letters. A pattern of all these words takes ten times as long as looking for one after the other.
_MODIFIED = (
    "updat", "modif", "edited", "revised", "reviewed", "aktualisiert", "geändert", "mis à jour", "actualiz",
    "aggiornat", "bijgewerkt", "gewijzigd", "обновлен", "изменен", "更新", "修改", "수정",
)  # fmt: skip
_PUBLISHED = (
    "publish", "posted", "created", "written", "veröffentlicht", "erstellt", "publié", "publicad", "pubblicat",
    "gepubliceerd", "geplaatst", "опубликован", "发布", "发表", "公開", "投稿", "게시", "작성",
)  # fmt: skip

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
    for block, line in around.page.labelled_lines(MAX_LABELLED):
        day = find_day(line, language) if _LABELLED.match(line) else None
        if day and not around.is_apart(around.page.blocks.element.item(block)):
            return {"day": (day,)}
    return {}


LABELLED_LINE = Source(_read_labelled, "day", "labelled text elsewhere")
"""The first line anywhere on the page with a label such as "Published": many are below the text."""


def _times(around: Surroundings, language: str | None) -> Iterator[tuple[str, str]]:
    for row, datetime, words, item, text in around.page.times(MAX_ROWS):
        day = read_day(datetime, language) or find_day(text, language)
        if day:
            yield from _claim(around, row, ("time", f"{words or ''} {item} {text}", day))


def _lines(around: Surroundings) -> Iterator[tuple[str, str]]:
    own = around.heading - around.first
    for number, _, may_be_dated, before, line, _ in around.lines:
        is_short = may_be_dated and number != own and len(line) <= MAX_LINE_CHARS
        if is_short and has_year(line) and not _OF_MEMBER.match(line):
            place = AFTER_HEADING if number > own else BEFORE_HEADING
            yield f"text {_event(line.lower(), before.lower())} {place}", line


def _marked(around: Surroundings) -> Iterator[tuple[str, str]]:
    for row, _, words, _, text in around.page.short_dated(around.marks["date"][:MAX_ROWS]):
        if has_year(text):
            yield from _claim(around, row, ("class date", f"{words} {text}", text))


def _claim(around: Surroundings, row: int, found: tuple[str, str, str]) -> Iterator[tuple[str, str]]:
    """The claim of an element: what it is, its marks and its day. One with a label may be at the side of the page."""
    what, marks, day = found
    marks, label = marks.lower(), _label(around, row).lower()
    is_labelled = (len(label) <= LABEL_CHARS and _has_word(_PUBLISHED, label)) or _has_word(_PUBLISHED, marks)
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
    if _has_word(_MODIFIED, marks):
        return MODIFIED
    is_by_label = len(label) <= LABEL_CHARS and _has_word(_MODIFIED, label) and not _has_word(_PUBLISHED, marks)
    return MODIFIED if is_by_label else PUBLISHED


def _has_word(words: tuple[str, ...], text: str) -> bool:
    # A loop, not `any`: a generator takes as long as the search.
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False
