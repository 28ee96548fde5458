"""An attribute -> an address that is absolute where it can be, and safe to follow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from maintext.head import read_base

if TYPE_CHECKING:
    from maintext.page import Page

SAFE_SCHEMES = frozenset("http https mailto tel ftp ftps sftp geo sms xmpp irc ircs news magnet".split())
"""Schemes that fetch or write to somebody. javascript, data, vbscript and file are none of them."""
# What a browser does before it looks at an address: these vanish, wherever they stand.
_IGNORED = re.compile(r"[\t\n\r]+")
_EDGES = "".join(map(chr, range(33)))
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_HAS_DOTS = re.compile(r"(^|/)\.\.?(/|$|[?#])")


@dataclass(frozen=True, eq=False)
class Addresses:
    """Reads and resolves addresses of one page."""

    page: Page
    url: str | None

    @cached_property
    def base(self) -> str | None:
        """What relative addresses are relative to: `<base>`, or the page's own address."""
        written = read_base(self.page)
        if not written:
            return self.url
        try:
            return urljoin(self.url or "", _cleaned(written))
        except ValueError:
            return self.url

    @cached_property
    def _origin(self) -> str | None:
        try:
            parts = urlsplit(self.base or "")
        except ValueError:
            return None
        return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"http", "https"} and parts.netloc else None

    def of(self, rows: list[int], attribute: str) -> dict[int, str]:
        """The resolved address of each element that has a safe one."""
        values = self.page.attribute(rows, attribute)
        found = ((row, self.resolve(value)) for row, value in zip(rows, values, strict=True) if value)
        return {row: address for row, address in found if address}

    def resolve(self, written: str) -> str | None:
        """The address as a browser would go there; None if that is not safe."""
        if written.startswith(("https://", "http://")) and written.isascii() and written.isprintable():
            return written.rstrip()
        address = _cleaned(written)
        scheme = _SCHEME.match(address)
        if scheme:
            return address if scheme[1].lower() in SAFE_SCHEMES else None
        if not address or not self.base:
            return address or self.base
        if address.startswith("/") and not address.startswith("//") and self._origin and not _HAS_DOTS.search(address):
            return self._origin + address
        try:
            resolved = urljoin(self.base, address)
        except ValueError:
            return None
        scheme = _SCHEME.match(resolved)
        return resolved if scheme is None or scheme[1].lower() in SAFE_SCHEMES else None


def _cleaned(written: str) -> str:
    return _IGNORED.sub("", written.strip(_EDGES))
