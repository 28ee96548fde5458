"""Surroundings -> claims of the days that readers see: `<time>`, elements with the class of a date, lines with a date.

A word such as "updated" in the line, in the mark or in the short line just before makes it a day of modification.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.metadata.values.dates import find_day, read_day
from tests.metadata.twin.claims import Claims
from tests.metadata.twin.surroundings import PLACES

if TYPE_CHECKING:
    from tests.metadata.twin.evidence import Evidence

PUBLISHED, MODIFIED = "published", "modified"
"""What happened on a day."""
BY_LABEL = "by its label"
"""The place of an element with a label such as "Published"; it may be at the side of the page."""
MAX_ROWS = 60
MAX_LABELLED = 500
SHOWN = ("time", "text", "class date")
"""By the number that `_core.Surroundings` gives: what shows a day."""
_LINE = SHOWN.index("text")

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


def read_timestamps(evidence: Evidence) -> Claims:
    language = evidence.language
    found: dict[str, tuple[str, ...]] = {}
    days: dict[str, str | None] = {}
    candidates = evidence.around.days(evidence.marks["date"][:MAX_ROWS], MAX_ROWS)
    for shown, datetime, marks, label, text, place in candidates:
        if shown == _LINE and _OF_MEMBER.match(text):
            continue
        where = _where(shown, marks.lower(), label.lower(), PLACES[place])
        if where is None or where in found:
            continue
        day = read_day(datetime, language) if datetime else None
        if day is None:
            # A line and the marked element in it have the same text.
            day = days[text] if text in days else days.setdefault(text, find_day(text, language))
        if day:
            found[where] = (day,)
    return found


def read_labelled(evidence: Evidence) -> Claims:
    for line in evidence.around.labelled_lines(MAX_LABELLED):
        day = find_day(line, evidence.language) if _LABELLED.match(line) else None
        if day:
            return {"day": (day,)}
    return {}


def _where(shown: int, marks: str, label: str, place: str | None) -> str | None:
    """The key of a day by what shows it, its marks and its label in small letters, and its place. An element with a
    label may be at the side of the page."""
    if shown != _LINE and (_has_word(_PUBLISHED, label) or _has_word(_PUBLISHED, marks)):
        place = BY_LABEL
    return f"{SHOWN[shown]} {_event(marks, label)} {place}" if place else None


def _event(marks: str, label: str) -> str:
    """What happened on a day, by its marks and its label in small letters."""
    if _has_word(_MODIFIED, marks):
        return MODIFIED
    return MODIFIED if _has_word(_MODIFIED, label) and not _has_word(_PUBLISHED, marks) else PUBLISHED


def _has_word(words: tuple[str, ...], text: str) -> bool:
    # A loop, not `any`: a generator takes as long as the search.
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False
