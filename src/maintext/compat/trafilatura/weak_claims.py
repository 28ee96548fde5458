"""Metadata that a page states weakly: trafilatura returns it where nothing better is found; our own metadata does not.

An author from a person that the page describes, a site's name from its address, categories and
tags from the links of an entry's footer, a licence from a link that looks like one, an address or an image from tags
that few sites use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from maintext.metadata.claims import plain
from maintext.metadata.license import license_name
from maintext.page.tags import TAGS
from maintext.shapes.structured.json_ld import read_json_ld
from maintext.shapes.structured.thing import texts_of

if TYPE_CHECKING:
    from maintext.metadata import Metadata
    from maintext.page import Page

MAX_LINKS = 2000
"""Links of a page that are looked at; categories and licences are not among the last of thousands."""
MAX_TITLE_CHARS = 200
"""A longer title names no site, and would take long to search."""
_ENTRY_FACTS = re.compile(
    r"categor|cat-links|\btags?\b|-tags?\b|post-?(?:meta|info)|entry-?(?:meta|footer|header)", re.IGNORECASE
)
"""Class names of the places where blogs list an entry's categories and tags."""
_CATEGORY, _TAG = re.compile(r"/categor(?:y|ies)/", re.IGNORECASE), re.compile(r"/tags?/", re.IGNORECASE)
_TAG_NAMES = ("keywords", "article:tag")
_FOOTER = re.compile(r"footer", re.IGNORECASE)
_LICENCE_ADDRESS = re.compile(r"creativecommons\.org/(?:licenses|publicdomain)/", re.IGNORECASE)
_LICENCE_TEXT = re.compile(r"(?:CC|Creative Commons)[ -](?:BY|0)[\w. -]*", re.IGNORECASE)
_SITE_IN_TITLE = re.compile(r"^.+?[-–|]\s+(\S+\.\S+)$|^(\S+\.\S+)\s+[-–|]\s+.+$")


def fill_in(metadata: Metadata, values: dict[str, Any]) -> dict[str, Any]:
    """The values of an `Extracted`, with weak claims where nothing is known."""
    page = metadata.page
    if page is None:
        return values
    meta = dict(reversed(page.head.meta))
    links = _Links(page)
    found = {
        "url": meta.get("twitter:url") or _alternate(page) or page.head.base,
        "image": meta.get("image") or meta.get("og:image:url") or meta.get("twitter:image:src"),
        "categories": links.texts(_CATEGORY, _ENTRY_FACTS),
        "tags": links.texts(_TAG, _ENTRY_FACTS),
        "license": links.licence(),
        **_described(page),
    }
    # A licence that is only an address says less than the link's text.
    known = {**values, "license": None if "/" in (values["license"] or "") else values["license"]}
    # trafilatura does not split the keywords of a page.
    known["tags"] = _tags_as_written(page) or known["tags"]
    filled: dict[str, Any] = {name: value or found.get(name) or value for name, value in known.items()}
    if not filled["sitename"]:
        filled["sitename"] = _site_name(page, meta, filled["hostname"])
    return filled


def _described(page: Page) -> dict[str, str]:
    """The person and the kind of page that JSON-LD describes beside the page itself."""
    found: dict[str, str] = {}
    for thing in read_json_ld(page):
        name = thing.properties.get("name")
        if "Person" in thing.types and isinstance(name, str):
            found.setdefault("author", name)
        if any(kind.endswith("Organization") for kind in thing.types):
            names = texts_of(thing.properties.get("name")) or texts_of(thing.properties.get("legalName"))
            found.update({"sitename": names[0]} if names and "sitename" not in found else {})
        if "WebSite" in thing.types:
            found.setdefault("pagetype", "website")
    return found


def _tags_as_written(page: Page) -> list[str]:
    """The keywords and tags of the page's head, one for each `<meta>`; without those that are only punctuation."""
    found: dict[str, None] = {}
    for name, content in page.head.meta:
        if name in _TAG_NAMES:
            words = [word.strip() for word in plain(content).split(",")]
            kept = ", ".join(word for word in words if any(map(str.isalnum, word)))
            found.update(dict.fromkeys([kept] if kept else []))
    return list(found)


def _alternate(page: Page) -> str | None:
    """The address of the page in no particular language."""
    for row in page.rows_by_tag([TAGS["link"]])[0]:
        attributes = page.attributes(row)
        if attributes.get("hreflang") == "x-default":
            return attributes.get("href")
    return None


def _site_name(page: Page, meta: dict[str, str], hostname: str | None) -> str | None:
    publisher = meta.get("article:publisher", "")
    if publisher.strip("@ ") and not publisher.startswith(("@", "http")):
        is_plain = publisher.islower() and "." not in publisher
        return publisher.title() if is_plain else publisher
    named = _SITE_IN_TITLE.match((page.head.title or "")[:MAX_TITLE_CHARS])
    if named:
        return named[1] or named[2]
    return hostname.removeprefix("www.") if hostname else None


class _Links:
    """The links of a page, each with its address and text; read when they are needed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.rows = page.rows_by_tag([TAGS["a"]])[0][:MAX_LINKS]
        self.addresses = page.attribute(self.rows, "href")

    def texts(self, address: re.Pattern[str], place: re.Pattern[str]) -> list[str]:
        """The texts of links to some addresses in elements of some classes, each once."""
        found = (
            self.page.element_text(row, " ").strip()
            for row, target in zip(self.rows, self.addresses, strict=True)
            if target and address.search(target) and self._is_in(row, place)
        )
        return list(dict.fromkeys(filter(None, found)))

    def licence(self) -> str | None:
        """The licence that a link in the page's footer names, by its address or its text."""
        for row, target in zip(self.rows, self.addresses, strict=True):
            is_licence = "license" in (self.page.attributes(row).get("rel") or "").split()
            if not is_licence and not self._is_in(row, _FOOTER):
                continue
            text = self.page.element_text(row, " ").strip()
            if target and _LICENCE_ADDRESS.search(target):
                return license_name(target)
            if text and (is_licence or _LICENCE_TEXT.fullmatch(text)):
                return text
        return None

    def _is_in(self, row: int, place: re.Pattern[str]) -> bool:
        return any(place.search(f"{self.page.tag_name(above)} {name}") for above, name in self._above(row))

    def _above(self, row: int) -> Iterator[tuple[int, str]]:
        """The elements around a link, with their class names."""
        parents = self.page.elements.parent
        while row >= 0:
            yield row, self.page.attributes(row).get("class") or ""
            row = int(parents[row])
