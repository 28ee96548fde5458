"""A text -> the day it names, by patterns: the twin of `crates/pagetable/src/query/dates/days.rs`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timezone

from maintext.metadata.values.months import month_number

_FIRST_YEAR, _LAST_YEAR = 1900, 2099
_UNSET_CLOCK = "1970-01-01"
_MAX_CHARS = 300
"""Longer values are texts that happen to contain numbers."""
_MONTH_FIRST = {"en", "en-us", "en-ph", "en-ca"}

# Also in digits of other scripts.
_YEAR = re.compile(r"(?:19|20)\d\d|(?![0-9])\d{4}")
_ASCII_YEAR = re.compile(r"(?:19|20)[0-9][0-9]")
_YEAR_FIRST = re.compile(r"(?<![\d/.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?!\2\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?=$|T\d|\D)")
_EAST_ASIAN = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号號]")
_DAY_MONTH_YEAR = re.compile(
    r"(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|er|[ºª°.])?(?:\s+(?:(?:de|of|di)\b|d['’]))?[\s\-/]*"
    r"([^\W\d_][^\s\d,/|()\-]{1,14}?)\.?(?:[\s\-/,]+(?:de|del|of))?[\s\-/,]+(\d{4})(?!\d)",
    re.IGNORECASE,
)
_MONTH_DAY_YEAR = re.compile(
    r"([^\W\d_][^\s\d,/|()\-]{1,14}?)\.?[\s\-/]+(\d{1,2})(?:st|nd|rd|th)?[\s\-/]*,?[\s\-/]+(\d{4})(?!\d)", re.IGNORECASE
)
_YEAR_MONTH_DAY = re.compile(r"(?<!\d)(\d{4})\.?\s*(?:m\.|de)?\s+([^\W\d_][^\s\d,/|()]{2,14})\s+(\d{1,2})(?!\d)")
_NUMBERS = re.compile(r"(?<![\d/.:-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)")
_EPOCH = re.compile(r"^\d{10}(?:\d{3})?$")


def find_day(text: str, language: str | None = None) -> str | None:
    """The first day that a text names."""
    text = text[:_MAX_CHARS]
    if not has_year(text):
        return None
    # Most are written for machines, and no other form could begin earlier.
    iso = _YEAR_FIRST.match(text)
    if iso and (day := _of_numbers(iso[1], iso[3], iso[4])):
        return day
    return min(_days(text, language), default=(0, None))[1]


def has_year(text: str) -> bool:
    """Whether a text may name a day at all: a quick look, for none is without a year."""
    # Two searches for two characters, and a pattern that can only begin with them, take a fraction of the time.
    if text.isascii():
        return ("20" in text or "19" in text) and _ASCII_YEAR.search(text) is not None
    return _YEAR.search(text) is not None


def read_day(value: str, language: str | None = None) -> str | None:
    """The day of a value that is meant to be a time: also seconds or milliseconds since 1970."""
    value = value.strip()
    if _EPOCH.match(value):
        seconds = int(value[:10])
        return _checked_text(datetime.fromtimestamp(seconds, timezone.utc).date())
    return find_day(value, language)


def _days(text: str, language: str | None) -> Iterator[tuple[int, str]]:
    """Place and day of everything in a text that is one."""
    for pattern, read in _patterns(text):
        for match in pattern.finditer(text):
            day = read(match, language)
            if day is not None:
                yield match.start(), day
                break


def _patterns(text: str) -> tuple[tuple[re.Pattern[str], _Read], ...]:
    """The patterns that may match. Most days have their month in letters, and a quick look rules out the others."""
    if not text.isascii():
        return _PATTERNS
    return _ASCII_PATTERNS if _HAS_NUMBERS.search(text) else _NAMED_PATTERNS


def _of_numbers(year: str, month: str, day: str) -> str | None:
    try:
        return _checked_text(date(int(year), int(month), int(day)))
    except ValueError:  # the 30th of February
        return None


def _checked_text(day: date) -> str | None:
    text = day.isoformat()
    return text if _FIRST_YEAR <= day.year <= _LAST_YEAR and text != _UNSET_CLOCK else None


def _named(year: str, month: str, day: str, language: str | None) -> str | None:
    number = month_number(month, (language or "").split("-")[0])
    return _of_numbers(year, str(number), day) if number else None


def _of_two_numbers(match: re.Match[str], language: str | None) -> str | None:
    first, mark, second, year = match.groups()
    if int(first) > 12 or mark == "." or first == second:
        return _of_numbers(year, second, first)
    if int(second) > 12:
        return _of_numbers(year, first, second)
    if not language:
        return None
    is_month_first = language.lower().replace("_", "-") in _MONTH_FIRST
    return _of_numbers(year, first, second) if is_month_first else _of_numbers(year, second, first)


_Read = Callable[[re.Match[str], "str | None"], "str | None"]
_PATTERNS: tuple[tuple[re.Pattern[str], _Read], ...] = (
    (_YEAR_FIRST, lambda match, language: _of_numbers(match[1], match[3], match[4])),
    (_EAST_ASIAN, lambda match, language: _of_numbers(*match.groups())),
    (_MONTH_DAY_YEAR, lambda match, language: _named(match[3], match[1], match[2], language)),
    (_DAY_MONTH_YEAR, lambda match, language: _named(match[3], match[2], match[1], language)),
    (_YEAR_MONTH_DAY, lambda match, language: _named(match[1], match[2], match[3], language)),
    (_NUMBERS, _of_two_numbers),
    (_COMPACT, lambda match, language: _of_numbers(*match.groups())),
)
_ASCII_PATTERNS = tuple(pair for pair in _PATTERNS if pair[0] is not _EAST_ASIAN)
_NAMED_PATTERNS = tuple(pair for pair in _ASCII_PATTERNS if pair[0] not in (_YEAR_FIRST, _NUMBERS, _COMPACT))
# What the patterns of a year first, of two numbers and of digits alone have in common, in ASCII.
_HAS_NUMBERS = re.compile(r"[0-9](?:[-/.][0-9]|[0-9]{7})")
