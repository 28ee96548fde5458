"""The page's address -> claims: the address itself, and the day that many addresses have in their path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from maintext.metadata.claims import Claims, Source
from maintext.metadata.values.months import month_number

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence

_DAY = re.compile(
    r"/((?:19|20)\d\d)[/\-_](\d{1,2})[/\-_](\d{1,2})(?:[/\-_.]|$)|[/\-_]((?:19|20)\d\d)-?(\d\d)-?(\d\d)(?:[/\-_.]|$)"
)
_NAMED_DAY = re.compile(r"/((?:19|20)\d\d)/([a-z]{3,9})/(\d{1,2})(?:/|$)", re.IGNORECASE)
# Addresses that need no joining and no checks. Most are such, and joining is slow.
_IS_PLAIN = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.\-]*(?:[/?#]|$)")


def _read_given_address(evidence: Evidence) -> Claims:
    return {"address": (evidence.url,)} if evidence.url else {}


def _read_day(evidence: Evidence) -> Claims:
    day = day_in_address(evidence.url) or day_in_address(evidence.address)
    return {"day": (day,)} if day else {}


GIVEN_ADDRESS = Source(_read_given_address, "address", "address given")
DAY_IN_ADDRESS = Source(_read_day, "day", "day in the address")


def host_of(address: str | None) -> str | None:
    """The host of an address, in lower case, without its port.

    >>> host_of("https://WWW.Example.org:80/a"), host_of("/a"), host_of("http://[broken")
    ('www.example.org', None, None)
    """
    try:
        return urlsplit(address or "").hostname
    except ValueError:  # pages write anything there
        return None


def absolute(address: str, base: str | None) -> str | None:
    """A web address, resolved against the page's own; None if it is not an address of the web.

    >>> absolute("/a.png", "https://example.org/b/"), absolute("javascript:void(0)", None), absolute("/a", None)
    ('https://example.org/a.png', None, None)
    """
    address = address.strip()
    if _IS_PLAIN.match(address):
        return address
    try:
        joined = urljoin(base or "", address)
        parts = urlsplit(joined)
    except ValueError:
        return None
    return joined if parts.scheme in ("http", "https") and parts.netloc else None


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
