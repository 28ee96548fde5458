"""robots.txt of an origin -> what may be fetched there, as Google documents how it reads one.

    2xx                    the rules in it, of the first 500 KiB; what is no rule is passed over
    redirects              up to five are followed; past that there is no robots.txt
    4xx, but not 429       there is no robots.txt: everything may be fetched
    429, 5xx, no answer    nothing may be fetched until it can be read; later runs try again

Google goes on with an older copy, or without any, after half a day. A crawl does not last so long: its pages are
refused with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from maintext.errors import (
    FetchError,
    ForbiddenAddressError,
    MissingPackageError,
    RobotsRefusedError,
    TooManyRedirectsError,
)
from maintext.fetch.fetching import fetch_with
from maintext.fetch.response import FetchedPage, Transport

MAX_BYTES = 500 * 1024
MAX_REDIRECTS = 5
MAX_DELAY_S = 60.0
"""A site that asks for a longer pause between two requests is not crawled at all."""


@dataclass(frozen=True)
class Robots:
    """What an origin says to robots."""

    text: str | None
    """The rules; None if they can't be read, so that nothing may be fetched."""
    reason: str = ""
    """Why they can't be read."""


async def fetch_robots(transport: Transport, origin: str) -> Robots:
    """The robots.txt of an origin, such as https://example.org."""
    try:
        page = await fetch_with(transport, f"{origin}/robots.txt", MAX_REDIRECTS)
    except (ForbiddenAddressError, TooManyRedirectsError):
        # Where nothing may be asked, each page is refused by that name.
        return Robots("")
    except FetchError as error:
        return Robots(None, f"robots.txt can't be read: {type(error).__name__}: {error}")
    return read_robots(page)


def read_robots(page: FetchedPage) -> Robots:
    """What a response to the request for robots.txt means."""
    if page.status == 429 or page.status >= 500:
        return Robots(None, f"robots.txt can't be read: status {page.status}")
    if 200 <= page.status < 300:
        return Robots(page.body[:MAX_BYTES].decode("utf-8-sig", "replace"))
    return Robots("")


class Rules:
    """The rules of an origin for a robot of some name, ready to be asked."""

    def __init__(self, robots: Robots, name: str) -> None:
        try:
            from protego import Protego
        except ImportError as error:
            raise MissingPackageError("protego", "crawl") from error
        self._robots, self._name = robots, name
        self._rules: Any = Protego.parse(robots.text or "")

    @property
    def delay_s(self) -> float:
        """The pause that is asked for between two requests."""
        return float(self._rules.crawl_delay(self._name) or 0.0)

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """Where the sitemaps are, as written."""
        return tuple(self._rules.sitemaps)

    def check(self, url: str) -> None:
        """A RobotsRefusedError if the page may not be fetched."""
        if self._robots.text is None:
            raise RobotsRefusedError(self._robots.reason)
        if self.delay_s > MAX_DELAY_S:
            raise RobotsRefusedError(f"robots.txt asks for {self.delay_s:g} s between requests, over {MAX_DELAY_S:g}")
        if not self._rules.can_fetch(url, self._name):
            raise RobotsRefusedError("robots.txt asks not to fetch it")
