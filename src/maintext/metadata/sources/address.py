"""Addresses as pages write them -> addresses of the web, and their hosts."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from maintext.page.head import MAX_ADDRESS_CHARS

# Addresses that need no joining and no checks. Most are such, and joining is slow.
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
    """A web address, resolved against the page's own; None if it is not an address of the web, or too long.

    >>> absolute("/a.png", "https://example.org/b/"), absolute("javascript:void(0)", None), absolute("/a", None)
    ('https://example.org/a.png', None, None)
    """
    address = address.strip()
    if len(address) > MAX_ADDRESS_CHARS:
        return None
    if _IS_PLAIN.match(address):
        return address
    try:
        joined = urljoin(base or "", address)
        parts = urlsplit(joined)
    except ValueError:
        return None
    is_usable = parts.scheme in ("http", "https") and parts.netloc and len(joined) <= MAX_ADDRESS_CHARS
    return joined if is_usable else None
