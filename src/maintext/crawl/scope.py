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

_NO_PAGE = re.compile(
    r"\.(avi|bmp|bz2|css|csv|dmg|docx?|eps|epub|exe|flv|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|mov|mp[34]|mpe?g|msi|odt"
    r"|og[gv]|pdf|png|pptx?|ps|rar|rpm|svg|tar|tgz|tiff?|ttf|wav|web[mp]|wmv|woff2?|xlsx?|xz|zip|7z)$",
    re.IGNORECASE,
)
"""Endings of what is linked to but is no page; a server is not asked for a film to be told that it is one."""


@dataclass(frozen=True)
class Scope:
    """Where a crawl starts and how far it goes. The default is the seed page and what it links to on its site."""

    seeds: tuple[str, ...]
    depth: int = 1
    """Links from a seed to the farthest page."""
    max_pages: int = 10_000
    """Pages to ask for, found or not; redirects are not counted."""
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
    """Of one page; further ones are not followed, and the page's note says so."""

    def __post_init__(self) -> None:
        if not self.seeds:
            raise CrawlError("a crawl needs an address to start from")
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
        return _compiled(self.include)

    @cached_property
    def _excluded(self) -> tuple[re.Pattern[str], ...]:
        return _compiled(self.exclude)

    def to_dict(self) -> dict[str, object]:
        """All its fields, for JSON."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Scope:
        """The scope that gave these fields."""
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
        }
        return cls(**given)

    def is_inside(self, url: str, sites: Iterable[str]) -> bool:
        """Whether a page at that address belongs to the crawl of these sites."""
        if not self.is_on(url, sites) or _NO_PAGE.search(urlsplit(url).path):
            return False
        if any(pattern.search(url) for pattern in self._excluded):
            return False
        return not self._included or any(pattern.search(url) for pattern in self._included)

    def is_on(self, url: str, sites: Iterable[str]) -> bool:
        """Whether the address is on one of the sites."""
        site = site_of(url)
        return any(site == known or (self.with_subdomains and site.endswith("." + known)) for known in sites)


def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Each by itself, so that each may have flags of its own, as (?i)."""
    return tuple(map(_pattern, patterns))


def _pattern(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise CrawlError(f"{pattern!r} is no regular expression: {error}") from error
