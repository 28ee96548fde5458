"""The response of a server, and the one interface through which anything is requested from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from maintext.errors import HttpStatusError, NotHtmlResponseError

_REDIRECTS = frozenset([301, 302, 303, 307, 308])
_PAGE_TYPES = frozenset(
    [
        "text/html",
        "application/xhtml+xml",
        "text/plain",
        "text/markdown",
        "text/x-markdown",
        "application/xml",
        "text/xml",
        "",
    ]
)
"""Servers that send no type, or text/plain, often send HTML."""
_NEVER_PAGES = re.compile(
    r"(image|video|audio|font|model)/|application/(pdf|zip|x-(zip|rar|7z|tar|bzip2)|java-archive|vnd\.)"
)
"""Types that need not be read to know that they are not HTML. A gzip file is not among them: it may be a sitemap."""
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)


@dataclass(frozen=True)
class FetchedPage:
    """The response to one request, or to the last of several redirects."""

    url: str
    """The address that answered, after redirects."""
    status: int
    headers: tuple[tuple[str, str], ...]
    """Names are in lower case."""
    body: bytes
    """After decompression."""
    redirects: tuple[str, ...] = ()
    """The addresses that redirected to `url`, in order."""
    n_sent_bytes: int = 0
    """Bytes of the body before decompression."""
    elapsed_s: float = 0.0

    def header(self, name: str) -> str | None:
        """The first header with that name, which is given in lower case."""
        return next((value for key, value in self.headers if key == name), None)

    def all_headers(self, name: str) -> list[str]:
        """Every header with that name, which is given in lower case."""
        return [value for key, value in self.headers if key == name]

    @property
    def content_type(self) -> str | None:
        """The whole Content-Type, which `maintext.extract` accepts as its `encoding`."""
        return self.header("content-type")

    @property
    def media_type(self) -> str:
        """The Content-Type without its parameters, in lower case; empty if there is none."""
        return (self.content_type or "").split(";")[0].strip().lower()

    @property
    def encoding(self) -> str | None:
        """The charset that the Content-Type names, if it names one."""
        found = _CHARSET.search(self.content_type or "")
        return found[1] if found else None

    @property
    def location(self) -> str | None:
        """The target of a redirect as the server wrote it; None for other responses."""
        written = self.header("location") if self.status in _REDIRECTS else None
        try:
            # Headers are decoded as Latin-1; servers that write other scripts mean UTF-8.
            return written.encode("latin-1").decode() if written else written
        except UnicodeError:
            return written

    @property
    def is_page(self) -> bool:
        """Whether it may be HTML, by its type."""
        return self.media_type in _PAGE_TYPES

    @property
    def is_never_page(self) -> bool:
        """Whether it is an image, a video or the like, by its type."""
        return _NEVER_PAGES.match(self.media_type) is not None

    def checked(self) -> FetchedPage:
        """Itself if it is a page; raises HttpStatusError or NotHtmlResponseError otherwise."""
        if not 200 <= self.status < 300:
            raise HttpStatusError(self.url, self.status)
        if not self.is_page:
            raise NotHtmlResponseError(f"{self.url} is {self.media_type[:100]}, not HTML")
        return self


class Transport(Protocol):
    """Makes one request for one address and follows nothing. The crawler knows the network only through this."""

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> FetchedPage:
        """The response to one request, whatever its status; a FetchError if there is none."""
        ...

    async def close(self) -> None:
        """Closes all connections."""
        ...
