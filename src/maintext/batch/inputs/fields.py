"""Values of a record or row -> the fields of a page. A value that its field can't hold is an error of the record.

No value is dropped silently: a record with a time of {} is reported, not read without its time.
"""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta, timezone
from uuid import UUID

from maintext.errors import DamagedRecordError

_SHOWN_CHARS = 60
# ISO 8601 as WARC and JSON use it, also without day or time, and the 14 digits of ARC files.
_TIME = re.compile(
    r"(\d{4})(?:-?(\d\d)(?:-?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?)?)?"
    r"\s*(Z|[+-]\d\d(?::?\d\d)?)?",
    re.ASCII | re.IGNORECASE,
)


def parse_time(value: object, name: str) -> datetime | None:
    """A time in UTC; None if the value is None or empty.

    >>> parse_time("2026-01-31T12:00:00.5+01:00", "fetched"), parse_time("20260131120000", "WARC-Date").isoformat()
    (datetime.datetime(2026, 1, 31, 11, 0, 0, 500000, tzinfo=datetime.timezone.utc), '2026-01-31T12:00:00+00:00')
    """
    if value is None or value == "":
        return None
    try:
        time = _read_time(value) if isinstance(value, str) else value if isinstance(value, datetime) else None
        if time is not None:
            return time.astimezone(timezone.utc) if time.tzinfo else time.replace(tzinfo=timezone.utc)
    except (ValueError, OverflowError):
        # A day that no month has, or a time that in UTC lies outside the years 1 to 9999.
        pass
    raise DamagedRecordError(f"{name} is {_shown(value)}, expected a time such as 2026-01-31T12:00:00Z")


def _read_time(text: str) -> datetime | None:
    found = _TIME.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part) if part else None for part in found.groups()[:6])
    n_micro = int((found[7] or "").ljust(9, "0")[:6])
    return datetime(year or 0, month or 1, day or 1, hour or 0, minute or 0, second or 0, n_micro, _zone(found[8]))


def _zone(text: str | None) -> timezone:
    if not text or text in "Zz":
        return timezone.utc
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset)


def parse_status(value: object) -> int | None:
    """An HTTP status; None if there is none. Tables write whole numbers as floats where some are missing."""
    if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 3:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 999:
        return value
    raise DamagedRecordError(f"http_status is {_shown(value)}, expected a number from 0 to 999")


def parse_count(value: object, name: str) -> int | None:
    """A whole number from 0 on; None if there is none."""
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63:
        return value
    raise DamagedRecordError(f"{name} is {_shown(value)}, expected a whole number")


def parse_text(value: object, name: str) -> str | None:
    """A text that Arrow can hold; None if there is none."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise DamagedRecordError(f"{name} is {_shown(value)}, expected a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise DamagedRecordError(f"{name} is {_shown(value)}, which has half a surrogate pair") from None
    return value


def parse_id(value: object) -> str | None:
    """An identifier as text, also if it is a number or a UUID; None if there is none.

    Tables write whole numbers as floats where some are missing.

    >>> parse_id("a-1"), parse_id(7), parse_id(7.0), parse_id(float("nan"))
    ('a-1', '7', '7', None)
    """
    if isinstance(value, float):
        return None if math.isnan(value) else str(int(value) if value.is_integer() else value)
    if isinstance(value, (int, UUID)) and not isinstance(value, bool):
        return str(value)
    return parse_text(value, "id")


def parse_html(value: object) -> bytes | None:
    """The bytes of a page given as text or bytes; None if there is none."""
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    raise DamagedRecordError(f"html is {_shown(value)}, expected text or bytes")


def _shown(value: object) -> str:
    """A value in an error message: short, and printable everywhere."""
    shown = ascii(value)
    return shown if len(shown) <= _SHOWN_CHARS else f"{shown[:_SHOWN_CHARS]}..."
