"""Parameters of htmldate, as trafilatura passes them -> which day of a page is returned, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from maintext.metadata.values.dates import find_day
from maintext.page.flags import UNSHOWN

if TYPE_CHECKING:
    from maintext.metadata import Metadata
    from maintext.page import Page

MAX_DATE_CHARS, MIN_DATE_DIGITS, MAX_DATE_BLOCKS = 60, 4, 200
"""Of blocks that may hold a date: 1.9.17 has four digits; many such blocks are a table."""
MAX_QUICK_BLOCKS = 100
"""Blocks of the page that are searched if the search is not to be extensive."""
_SHORT_YEAR = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d\d)(?![\d./-])")
_ISO = "%Y-%m-%d"


@dataclass(frozen=True)
class DateRules:
    """What htmldate's parameters say."""

    is_extensive: bool = True
    """Whether all of the page is searched if nothing states its day."""
    is_original: bool = True
    """The day of publication rather than that of the last change."""
    output_format: str = _ISO
    earliest: str = ""
    latest: str = "9999-12-31"

    @classmethod
    def of(cls, given: Mapping[str, Any] | None, is_extensive: bool = True) -> DateRules:
        """The rules of a dictionary of htmldate's parameters."""
        given = given or {}
        return cls(
            is_extensive=bool(given.get("extensive_search", is_extensive)),
            is_original=bool(given.get("original_date", True)),
            output_format=given.get("outputformat") or _ISO,
            earliest=str(given.get("min_date") or cls.earliest)[:10],
            latest=str(given.get("max_date") or cls.latest)[:10],
        )

    def day_of(self, metadata: Metadata) -> str | None:
        """The day of a page; None if it has none between the earliest and the latest."""
        stated = metadata.date if self.is_original else metadata.date_modified or metadata.date
        if not self.is_extensive and metadata.sources.get("date", "").endswith("elsewhere"):
            stated = None
        shown = None if stated or metadata.page is None else self._shown(metadata.page, metadata.language)
        day = stated or shown
        if day is None or not self.earliest <= day <= self.latest:
            return None
        return day if self.output_format == _ISO else date.fromisoformat(day).strftime(self.output_format)

    def _shown(self, page: Page, language: str | None) -> str | None:
        """The first day in a short block of the page, such as a line with nothing but a date."""
        is_short = (page.blocks.chars <= MAX_DATE_CHARS) & (page.blocks.digits >= MIN_DATE_DIGITS)
        is_short &= (page.blocks.flags & UNSHOWN) == 0
        if not self.is_extensive:
            is_short[MAX_QUICK_BLOCKS:] = False
        texts = page.texts(is_short)[:MAX_DATE_BLOCKS]
        return next((day for text in texts if (day := shown_day(text, language))), None)


def shown_day(text: str, language: str | None) -> str | None:
    """The first day that a text names, also with two digits of the year.

    >>> shown_day("1.9.17", None), shown_day("25/12/98", None), shown_day("3.1.4.15", None)
    ('2017-09-01', '1998-12-25', None)
    """
    return find_day(_SHORT_YEAR.sub(_with_century, text), language)


def _with_century(found: re.Match[str]) -> str:
    first, mark, second, year = found.groups()
    # As in POSIX: 69 is 1969, 68 is 2068.
    return f"{first}{mark}{second}{mark}{19 if int(year) >= 69 else 20}{year}"
