"""A text -> the day it names, as YYYY-MM-DD, or None. A date is read, never guessed.

The native core reads them (`crates/pagetable/src/query/dates`). The day is the one that is written, in whatever time
zone. A year and a month alone give None. If both numbers could be the month, the day is first with dots (5.3.2024) and
in any language but American English; in `en`, `en-US` and the like the month is first; without a known language the
answer is None. Years go from 1900 to 2099, and 1970-01-01 is a clock that was never set.
"""

from __future__ import annotations

from maintext.metadata.values.months import native_months


def find_day(text: str, language: str | None = None) -> str | None:
    """The first day that a text names.

    >>> find_day("2024-03-05T23:30:00-05:00"), find_day("Posted on 5. März 2024"), find_day("Mar 5th, 2024")
    ('2024-03-05', '2024-03-05', '2024-03-05')
    >>> find_day("3/5/2024", "en-GB"), find_day("3/5/2024", "en"), find_day("3/5/2024"), find_day("25/5/2024")
    ('2024-05-03', '2024-03-05', None, '2024-05-25')
    >>> find_day("2024-02-30"), find_day("2024"), find_day("12 Monkeys 2024")
    (None, None, None)
    """
    return native_months().find_day(text, language)


def read_day(value: str, language: str | None = None) -> str | None:
    """The day of a value that is meant to be a time: also seconds or milliseconds since 1970."""
    return native_months().read_day(value, language)


def shows_date(text: str) -> bool:
    """Whether a short text shows when something was written: a date, perhaps without its year, or a time that passed.

    >>> [shows_date(text) for text in ("14.12.2019 21:42", "Sept 9, 2017", "March 30", "11 days ago", "September 2019")]
    [True, True, True, True, True]
    >>> [shows_date(text) for text in ("12 replies", "Posts: 2,019", "Version 2.0.1", "Page 3 of 7", "4 out of 5")]
    [False, False, False, False, False]
    """
    return native_months().shows_date(text)
