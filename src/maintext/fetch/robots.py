"""robots.txt of an origin -> what may be fetched there, as RFC 9309 and Google's documentation define it.

    2xx                    the rules in the first 500 KiB; lines that are not rules are ignored
    redirects              up to five are followed; past that there is no robots.txt
    4xx, but not 429       there is no robots.txt: everything may be fetched
    429, 5xx, no answer    nothing may be fetched until it can be read; later runs try again

Google continues with an older copy, or without any, after half a day. A crawl does not last so long: its pages are
refused with the reason.

Of all groups only those for our name are kept, or those for `*` if there are none. Parsers that keep every group take
minutes and gigabytes for a file in which 20,000 names share 1,000 rules. A pattern is matched part by part from left to
right, which never goes back, so no pattern is slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from urllib.parse import urlsplit

from maintext.errors import FetchError, ForbiddenAddressError, RobotsRefusedError, TooManyRedirectsError
from maintext.fetch.addresses import QUERY_SAFE, escape
from maintext.fetch.fetching import fetch_with
from maintext.fetch.response import FetchedPage, Transport

MAX_BYTES = 500 * 1024
MAX_REDIRECTS = 5
MAX_DELAY_S = 60.0
"""A site that requests a longer pause between two requests is not crawled at all."""
MAX_PARTS = 20_000
"""Pieces between the wildcards of all rules for us: each URL is compared with each of them."""

_FIELDS = {
    "user-agent": "agent",
    "useragent": "agent",
    "user agent": "agent",
    "allow": "allow",
    **dict.fromkeys(["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"], "disallow"),
    "crawl-delay": "delay",
    "crawl delay": "delay",
    **dict.fromkeys(["sitemap", "sitemaps", "site-map"], "sitemap"),
}
"""The spellings that occur, with those mistakes that Google accepts."""
_LINE = re.compile(r"\s*([^#:\s][^#:]{0,30}?)\s*:\s*([^#]*)")
_SPACED_LINE = re.compile(r"\s*([A-Za-z-]{1,20})[ \t]+([^#]*)")
_PRODUCT = re.compile(r"[\w.-]+|\*")


@dataclass(frozen=True)
class Robots:
    """The robots.txt of an origin."""

    text: str | None
    """The rules; None if they could not be read, so that nothing may be fetched."""
    reason: str = ""
    """Why they could not be read."""


async def fetch_robots(transport: Transport, origin: str) -> Robots:
    """The robots.txt of an origin such as https://example.org."""
    try:
        page = await fetch_with(transport, f"{origin}/robots.txt", MAX_REDIRECTS)
    except (ForbiddenAddressError, TooManyRedirectsError):
        # A forbidden origin refuses each of its pages with that error.
        return Robots("")
    except FetchError as error:
        return Robots(None, f"cannot read robots.txt: {type(error).__name__}: {error}")
    return read_robots(page)


def read_robots(page: FetchedPage) -> Robots:
    """The meaning of a response to the request for robots.txt."""
    if page.status == 429 or page.status >= 500:
        return Robots(None, f"cannot read robots.txt: status {page.status}")
    if 200 <= page.status < 300:
        return Robots(page.body[:MAX_BYTES].decode("utf-8-sig", "replace"))
    return Robots("")


@dataclass
class _Group:
    """The rules for one name."""

    patterns: dict[str, bool] = field(default_factory=dict)
    """Each pattern with whether it allows; of equal patterns the one that allows wins."""
    delay_s: float = 0.0

    def add(self, kind: str, value: str) -> None:
        if kind == "delay":
            self.delay_s = _seconds(value) or self.delay_s
        elif value:
            pattern = _normal_pattern(value)
            self.patterns[pattern] = self.patterns.get(pattern, False) or kind == "allow"
            if kind == "allow" and pattern.endswith("/index.html"):
                self.patterns[f"{pattern.removesuffix('index.html')}$"] = True


class Rules:
    r"""The rules of an origin for the robot of that name.

    >>> rules = Rules(Robots("User-agent: *\nDisallow: /private/*.html$"), "maintext")
    >>> rules.is_allowed("https://example.org/private/a.htm"), rules.is_allowed("https://example.org/private/a.html")
    (True, False)
    """

    def __init__(self, robots: Robots, name: str) -> None:
        own, common = _Group(), _Group()
        sitemaps: list[str] = []
        current: list[_Group] = []
        has_own, was_agent = False, False
        for kind, value in _read_lines(robots.text or ""):
            if kind == "sitemap":
                sitemaps += [value] if value else []
                continue
            if kind == "agent":
                current = current if was_agent else []
                product = _PRODUCT.match(value)
                if product and product[0].lower() == name.lower():
                    current.append(own)
                    has_own = True
                elif product and product[0] == "*":
                    current.append(common)
            else:
                for group in current:
                    group.add(kind, value)
            was_agent = kind == "agent"
        group = own if has_own else common
        self.delay_s = group.delay_s
        """The pause that the site requests between two requests."""
        self.sitemaps = tuple(sitemaps)
        """Addresses of sitemaps as the file gives them."""
        self._refusal = robots.reason if robots.text is None else _refusal(group)
        # The longest pattern decides; of two of one length the one that allows.
        ordered = sorted(group.patterns.items(), key=lambda rule: (-len(rule[0]), not rule[1]))
        self._patterns = [(_parts(pattern), pattern.endswith("$"), allows) for pattern, allows in ordered]

    def is_allowed(self, url: str) -> bool:
        """Whether the rules allow the page at an address that `resolve` returned."""
        parts = urlsplit(url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        matches = (allows for pieces, is_whole, allows in self._patterns if _is_match(path, pieces, is_whole))
        return path == "/robots.txt" or next(matches, True)

    def check(self, url: str) -> None:
        """Raises RobotsRefusedError if the page may not be fetched."""
        if self._refusal:
            raise RobotsRefusedError(self._refusal)
        if not self.is_allowed(url):
            raise RobotsRefusedError("robots.txt disallows it")


def _read_lines(text: str) -> Iterator[tuple[str, str]]:
    """The kind and value of each line that is known."""
    for line in text.splitlines():
        found = _LINE.match(line)
        if found is None or found[1].lower() not in _FIELDS:
            found = _SPACED_LINE.match(line)
        if found and (kind := _FIELDS.get(found[1].lower())):
            yield kind, found[2].strip()


def _refusal(group: _Group) -> str:
    """Why no page may be fetched at all; empty if some may."""
    if group.delay_s > MAX_DELAY_S:
        return f"robots.txt requests {group.delay_s:g} s between requests, the limit is {MAX_DELAY_S:g} s"
    if sum(1 + pattern.count("*") for pattern in group.patterns) > MAX_PARTS:
        return f"robots.txt has more than {MAX_PARTS:,} rules and wildcards for us"
    return ""


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if isfinite(seconds) and seconds > 0 else None


def _normal_pattern(pattern: str) -> str:
    """The pattern escaped as the addresses of pages are, with `*` and a `$` at its end left alone."""
    return re.sub(r"\*{2,}", "*", escape(pattern, QUERY_SAFE))


def _parts(pattern: str) -> list[str]:
    return pattern.removesuffix("$").split("*")


def _is_match(path: str, parts: list[str], is_whole: bool) -> bool:
    """Whether the parts follow each other in the path: the first at its start, the last at its end if `is_whole`."""
    first, *rest = parts
    if not path.startswith(first):
        return False
    if not rest:
        return not is_whole or path == first
    place = len(first)
    for part in rest[:-1]:
        place = path.find(part, place)
        if place < 0:
            return False
        place += len(part)
    last = rest[-1]
    if is_whole:
        return len(path) - len(last) >= place and path.endswith(last)
    return path.find(last, place) >= 0
