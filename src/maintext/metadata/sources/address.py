"""The page's address -> claims: its host, and the day that many addresses have in their path."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from maintext.metadata.values.months import month_number

_DAY = re.compile(
    r"/((?:19|20)\d\d)[/\-_](\d{1,2})[/\-_](\d{1,2})(?:[/\-_.]|$)|[/\-_]((?:19|20)\d\d)-?(\d\d)-?(\d\d)(?:[/\-_.]|$)"
)
_NAMED_DAY = re.compile(r"/((?:19|20)\d\d)/([a-z]{3,9})/(\d{1,2})(?:/|$)", re.IGNORECASE)
# Nothing to join and nothing to check; most addresses are such, and joining is slow.
_IS_PLAIN = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.\-]*(?:[/?#]|$)")


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
    """A web address, seen from the page; None if it is none.

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
    """Year, month and day of an address, as it has them.

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
