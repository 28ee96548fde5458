"""What is known about a page, and the source of each value."""

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
    """The metadata of a page. Unknown fields are None or empty."""

    title: str | None = None
    """Without the name of the site."""
    authors: tuple[str, ...] = ()
    date: str | None = None
    """The day of publication, YYYY-MM-DD; or of the last modification if the page has no other day."""
    date_modified: str | None = None
    """The day of the last modification, YYYY-MM-DD."""
    sitename: str | None = None
    description: str | None = None
    language_declared: str | None = None
    """As the page declares it: en-GB."""
    language_detected: str | None = None
    """The language of its text: en."""
    language_score: float | None = None
    """How sure `language_detected` is, from 0 to 1; see `values.language.Detected`."""
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    license: str | None = None
    image: str | None = None
    """The address of the lead image."""
    page_type: str | None = None
    """The type that the page declares, in lower case: newsarticle, product, website."""
    url: str | None = None
    """The canonical address, or else the one that the page was fetched from."""
    hostname: str | None = None
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By field: the name of its source, such as `json-ld datePublished`. See `order.ORDER`."""
    page: Page | None = field(default=None, repr=False, compare=False)
    base: str | None = field(default=None, repr=False, compare=False)
    """What the page's relative addresses are relative to."""

    @cached_property
    def images(self) -> tuple[Image, ...]:
        """The images of the page with their captions. Read when first needed: few programs use them."""
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
        """All fields as JSON can hold them, with the usual names of this field."""
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
