"""Which addresses belong to a crawl."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from maintext.errors import AddressError, CrawlError
from maintext.fetch.addresses import resolve, site_of

AUTO = "auto"
"""For sitemaps and feeds: those that the site itself names."""

_NOT_PAGES = re.compile(
    r"\.(avi|bmp|bz2|css|csv|dmg|docx?|eps|epub|exe|flv|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|mov|mp[34]|mpe?g|msi|odt"
    r"|og[gv]|pdf|png|pptx?|ps|rar|rpm|svg|tar|tgz|tiff?|ttf|wav|web[mp]|wmv|woff2?|xlsx?|xz|zip|7z)$",
    re.IGNORECASE,
)
"""File name endings of what pages link to but is not a page: no request is needed to know that."""
MAX_REPEATS = 3
"""Times that a path may repeat the same segments in a row. More come from relative links that lead into themselves."""
_MAX_LOOP_SEGMENTS = 4


@dataclass(frozen=True)
class Scope:
    """Where a crawl starts and how far it goes. The default is the seed page and the pages it links to on its site."""

    seeds: tuple[str, ...]
    depth: int = 1
    """Links from a seed to the farthest page."""
    max_pages: int = 10_000
    """Pages to request, whether they exist or not; redirects do not count."""
    include: tuple[str, ...] = ()
    """Regular expressions; if there are any, an address must contain a match of one of them. Seeds need not."""
    exclude: tuple[str, ...] = ()
    """Regular expressions; an address must not contain a match of any of them."""
    sitemaps: tuple[str, ...] = ()
    """Addresses of sitemaps to start from, or `AUTO`."""
    feeds: tuple[str, ...] = ()
    """Addresses of feeds to start from, or `AUTO`."""
    with_subdomains: bool = False
    max_links: int = 5_000
    """Links of one page that are followed; the page's note reports if it has more."""

    def __post_init__(self) -> None:
        if not self.seeds:
            raise CrawlError("a crawl needs at least one address to start from")
        try:
            object.__setattr__(self, "seeds", tuple(resolve(seed) for seed in self.seeds))
            for name in ("sitemaps", "feeds"):
                named = tuple(url if url == AUTO else resolve(url) for url in getattr(self, name))
                object.__setattr__(self, name, named)
        except AddressError as error:
            raise CrawlError(str(error)) from error
        _ = self._included, self._excluded

    @cached_property
    def _included(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(_pattern, self.include))

    @cached_property
    def _excluded(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(_pattern, self.exclude))

    def to_dict(self) -> dict[str, Any]:
        """All its fields, for JSON."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Scope:
        """The scope with these fields, as `to_dict` returned them."""
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
        }
        return cls(**given)

    def is_inside(self, url: str, sites: Iterable[str]) -> bool:
        """Whether a page at that address belongs to the crawl of these sites."""
        path = urlsplit(url).path
        if not self.is_on(url, sites) or _NOT_PAGES.search(path) or is_loop(path):
            return False
        if any(pattern.search(url) for pattern in self._excluded):
            return False
        return not self._included or any(pattern.search(url) for pattern in self._included)

    def is_on(self, url: str, sites: Iterable[str]) -> bool:
        """Whether the address is on one of the sites."""
        site = site_of(url)
        return any(site == known or (self.with_subdomains and site.endswith("." + known)) for known in sites)


def is_loop(path: str) -> bool:
    """Whether a path repeats the same segments too often, as relative links do that lead into themselves.

    >>> is_loop("/news/a/b/a/b/a/b/a/b"), is_loop("/2024/01/01/01/story")
    (True, False)
    """
    segments = path.strip("/").split("/")
    for length in range(1, _MAX_LOOP_SEGMENTS + 1):
        n_same = 0
        for place in range(length, len(segments)):
            n_same = n_same + 1 if segments[place] == segments[place - length] else 0
            if n_same >= MAX_REPEATS * length:
                return True
    return False


def _pattern(pattern: str) -> re.Pattern[str]:
    """Each pattern is compiled by itself, so that each may have its own flags, such as (?i)."""
    try:
        return re.compile(pattern)
    except re.error as error:
        raise CrawlError(f"{pattern!r} is not a regular expression: {error}") from error
