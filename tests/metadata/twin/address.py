"""The page's address -> claims: the address itself, and the day that many addresses have in their path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.metadata.values.months import month_number
from tests.metadata.twin.claims import Claims

if TYPE_CHECKING:
    from tests.metadata.twin.evidence import Evidence

_DAY = re.compile(
    r"/((?:19|20)\d\d)[/\-_](\d{1,2})[/\-_](\d{1,2})(?:[/\-_.]|$)|[/\-_]((?:19|20)\d\d)-?(\d\d)-?(\d\d)(?:[/\-_.]|$)"
)
_NAMED_DAY = re.compile(r"/((?:19|20)\d\d)/([a-z]{3,9})/(\d{1,2})(?:/|$)", re.IGNORECASE)


def read_given_address(evidence: Evidence) -> Claims:
    return {"address": (evidence.url,)} if evidence.url else {}


def read_day_in_address(evidence: Evidence) -> Claims:
    day = day_in_address(evidence.url) or day_in_address(evidence.address)
    return {"day": (day,)} if day else {}


def day_in_address(address: str | None) -> str | None:
    """Year, month and day of an address, if it has all three.

    >>> day_in_address("https://example.org/2024/03/05/tea"), day_in_address("https://example.org/2024/tea")
    ('2024-03-05', None)
    >>> day_in_address("https://example.org/2024/march/5/tea"), day_in_address("https://example.org/2024/tea/5/")
    ('2024-03-05', None)
    """
    match = _DAY.search(address or "")
    if match:
        return "-".join(part for part in match.groups() if part)
    named = _NAMED_DAY.search(address or "")
    month = month_number(named[2]) if named else None
    return f"{named[1]}-{month:02}-{named[3]:0>2}" if named and month else None
