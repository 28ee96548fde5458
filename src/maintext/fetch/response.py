"""What a server answered, and the one interface through which anything is asked of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Protocol

from maintext.errors import HttpStatusError, NoHtmlError

_REDIRECTS = frozenset([301, 302, 303, 307, 308])
_PAGE_TYPES = frozenset(["text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml", ""])
"""A server that says nothing, or says plain text, often means HTML."""
_NEVER_PAGES = re.compile(
    r"(image|video|audio|font|model)/|application/(pdf|zip|x-(zip|rar|7z|tar|bzip2)|java-archive|vnd\.)"
)
"""What need not be read to know that it is no page; a gzip may hold a sitemap."""


@dataclass(frozen=True)
class FetchedPage:
    """A response: of one request, or of the last of several redirects."""

    url: str
    """The address that answered, after redirects."""
    status: int
    headers: tuple[tuple[str, str], ...]
    """Names are in lower case."""
    body: bytes
    """After decompression."""
    redirects: tuple[str, ...] = ()
    """The addresses that led here, first one first."""
    n_sent_bytes: int = 0
    """Bytes of the body as it was sent."""
    elapsed_s: float = 0.0

    def header(self, name: str) -> str | None:
        """The first header of that name, given in lower case."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def content_type(self) -> str | None:
        """The whole Content-Type, as `maintext.extract` takes it for its `encoding`."""
        return self.header("content-type")

    @property
    def encoding(self) -> str | None:
        """The charset that the header names, if it names one."""
        message = Message()
        message["content-type"] = self.content_type or ""
        charset = message.get_param("charset")
        return charset.strip("'\" ") or None if isinstance(charset, str) else None

    @property
    def location(self) -> str | None:
        """Where a redirect points, as written; None if this is none."""
        written = self.header("location") if self.status in _REDIRECTS else None
        try:
            # Headers are read byte by byte; servers that write other scripts mean UTF-8.
            return written.encode("latin-1").decode() if written else written
        except UnicodeError:
            return written

    @property
    def is_page(self) -> bool:
        """Whether it may be HTML, by its type."""
        return (self.content_type or "").split(";")[0].strip().lower() in _PAGE_TYPES

    @property
    def is_never_page(self) -> bool:
        """Whether it is a picture, a film or the like, by its type."""
        return _NEVER_PAGES.match((self.content_type or "").strip().lower()) is not None

    def checked(self) -> FetchedPage:
        """Itself, if it is a page; otherwise a named error says what it is."""
        if not 200 <= self.status < 300:
            raise HttpStatusError(self.url, self.status)
        if not self.is_page:
            raise NoHtmlError(f"{self.url} is {self.content_type}, not HTML")
        return self


class Transport(Protocol):
    """Asks one address once; follows nothing. The crawler knows the network only through this."""

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> FetchedPage:
        """The response of one request, whatever its status; a FetchError if there is none."""
        ...

    async def close(self) -> None:
        """Lets go of open connections."""
        ...
