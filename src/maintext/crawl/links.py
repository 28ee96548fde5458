"""A page -> the addresses it leads to: links, frames, refreshes, its feeds and its canonical address."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from maintext.fetch.addresses import resolve_all
from maintext.page import Page
from maintext.page.tags import TAGS

_LINKS = (("a", "href"), ("area", "href"), ("frame", "src"))
_FEED_TYPES = frozenset(["application/rss+xml", "application/atom+xml"])
_REFRESH = re.compile(r"\s*\d+(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"']+)", re.IGNORECASE)


@dataclass(frozen=True)
class Links:
    """The addresses a page leads to, resolved, each once, in the order of the page."""

    links: list[str]
    n_unread: int
    """References past the limit, which were not resolved."""
    refresh: str | None
    """The address to which the page sends its readers on."""
    canonical: str | None
    feeds: list[str]


def read_links(page: Page, url: str, max_references: int = 20_000) -> Links:
    """The addresses on a page that was fetched from `url`, with at most this many different links."""
    head, encoding = page.head, page.encoding
    start = next(iter(resolve_all([head.base or ""], url, encoding)), url)
    refreshes = (_REFRESH.match(content) for name, content in head.meta if name.lower() == "refresh")
    targets = resolve_all([match[1] for match in refreshes if match], start, encoding)
    canonical = resolve_all([head.canonical], start, encoding) if head.canonical else []
    references = list(dict.fromkeys(_references(page)))
    return Links(
        links=resolve_all(references[:max_references], start, encoding),
        n_unread=max(0, len(references) - max_references),
        refresh=next(iter(targets), None),
        canonical=next(iter(canonical), None),
        feeds=resolve_all(_feeds(page), start, encoding),
    )


def _references(page: Page) -> list[str]:
    tags = page.elements.tag
    found: list[tuple[int, str]] = []
    for name, attribute in _LINKS:
        if name in TAGS:
            rows = np.flatnonzero(tags == TAGS[name])
            values = page.attribute(rows, attribute)
            found += [(row, value) for row, value in zip(rows.tolist(), values, strict=True) if value]
    return [value for _, value in sorted(found)]


def _feeds(page: Page) -> list[str]:
    rows = np.flatnonzero(page.elements.tag == TAGS["link"]).tolist()
    found = (page.attributes(row) for row in rows)
    return [
        link.get("href", "")
        for link in found
        if link.get("type", "").lower() in _FEED_TYPES and "alternate" in link.get("rel", "").lower().split()
    ]
