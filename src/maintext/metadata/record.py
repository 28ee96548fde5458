"""What is known about a page, and what said so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from maintext.metadata.sources.images import Image, read_images

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Metadata:
    """What a page says about itself. What it does not say is None or empty."""

    title: str | None = None
    """Without the name of the site."""
    authors: tuple[str, ...] = ()
    date: str | None = None
    """The day it was published, YYYY-MM-DD. If the page only tells when it was modified, that; the source says so."""
    date_modified: str | None = None
    """The day it was last modified, YYYY-MM-DD."""
    sitename: str | None = None
    description: str | None = None
    language_declared: str | None = None
    """As the page writes it: en-GB."""
    language_detected: str | None = None
    """What its text is written in: en."""
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    license: str | None = None
    image: str | None = None
    """The address of the lead image."""
    page_type: str | None = None
    """What the page says it is, in lower case: newsarticle, product, website."""
    url: str | None = None
    """The canonical address, or else the one the page was got from."""
    hostname: str | None = None
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By field: what gave it, such as `json-ld datePublished`. See `order.ORDER`."""
    page: Page | None = field(default=None, repr=False, compare=False)
    base: str | None = field(default=None, repr=False, compare=False)
    """What the page's relative addresses are relative to."""

    @cached_property
    def images(self) -> tuple[Image, ...]:
        """The images of the page with their captions. Read when asked for: few ask, and pages have many."""
        return read_images(self.page, self.base) if self.page is not None else ()

    @property
    def author(self) -> str | None:
        """All authors in one text."""
        return "; ".join(self.authors) or None

    @property
    def language(self) -> str | None:
        """The language of the text, or else the declared one without its country."""
        declared = (self.language_declared or "").replace("_", "-").split("-")[0].lower()
        return self.language_detected or declared or None

    def to_dict(self) -> dict[str, object]:
        """All that is known, under the names that people know from this field, as JSON can have it."""
        return {
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "url": self.url,
            "hostname": self.hostname,
            "sitename": self.sitename,
            "description": self.description,
            "categories": list(self.categories),
            "tags": list(self.tags),
            "language": self.language,
            "image": self.image,
            "license": self.license,
            "page_type_declared": self.page_type,
            "authors": list(self.authors),
            "date_modified": self.date_modified,
            "language_declared": self.language_declared,
            "language_detected": self.language_detected,
            "sources": dict(self.sources),
        }
