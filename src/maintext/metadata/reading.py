"""Page, address -> Metadata: the steps in order, and how the claims of each field become its value."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from maintext.metadata.claims import plain
from maintext.metadata.evidence import Evidence
from maintext.metadata.order import FOR_MACHINES
from maintext.metadata.record import Metadata
from maintext.metadata.sources.address import absolute, host_of
from maintext.metadata.sources.titles import Site, TitleForms, choose_title
from maintext.metadata.values.dates import read_day
from maintext.metadata.values.language import MOST_CHARS, detect_language
from maintext.metadata.values.licenses import license_name
from maintext.metadata.values.names import read_names

if TYPE_CHECKING:
    from maintext.page import Page

Value = TypeVar("Value")

MOST_TAGS = 50
MOST_HEADINGS = 500
MOST_FIRST_HEADINGS = 20
MOST_SECOND_HEADINGS = 3


def read_metadata(page: Page, url: str | None = None) -> Metadata:
    """What a page says about itself; `url` is where it was got from, if that is known.

    >>> import maintext
    >>> page = maintext.parse('<title>Tea | Kettle</title><meta name="author" content="A. Writer"><h1>Tea</h1>')
    >>> metadata = read_metadata(page, "https://kettle.example/tea")
    >>> metadata.title, metadata.authors, metadata.sources["authors"]
    ('Tea', ('A. Writer',), 'meta author')
    """
    return _Reading(page, url).metadata()


class _Reading:
    """One page's metadata on its way: values are put beside the sources that gave them."""

    def __init__(self, page: Page, url: str | None) -> None:
        self._page = page
        self._evidence = Evidence(page, url)
        self._sources: dict[str, str] = {}
        self._base = absolute(page.head.base or "", url) or url

    def metadata(self) -> Metadata:
        """Reads the fields, those first that others build on."""
        language = self._evidence.language = self._first("language_declared", _first_value)
        url = self._first("url", self._first_address)
        self._evidence.address = url
        hostname = host_of(url) or host_of(self._evidence.url)
        site = self._site(hostname)
        title = self._evidence.title = self._title(site)
        modified = self._first("date_modified", self._day)
        return Metadata(
            title=title,
            authors=self._authors(site) or (),
            date=self._date(modified),
            date_modified=modified,
            sitename=self._first("sitename", _first_value),
            description=self._first("description", _first_value),
            language_declared=language,
            language_detected=self._detected(),
            categories=self._first("categories", _items) or (),
            tags=self._first("tags", _items) or (),
            license=self._first("license", lambda values: license_name(values[0])),
            image=self._first("image", self._first_address),
            page_type=self._first("page_type", lambda values: values[0].lower()),
            url=url,
            hostname=hostname,
            sources=MappingProxyType(self._sources),
            page=self._page,
            base=self._base,
        )

    def _first(self, field: str, read: Callable[[tuple[str, ...]], Value | None]) -> Value | None:
        """The value of the first source that has one; the source is noted."""
        for source, values in self._evidence.said(field):
            value = read(values)
            if value:
                self._sources[field] = source
                return value
        return None

    def _first_address(self, values: tuple[str, ...]) -> str | None:
        return next((address for value in values if (address := absolute(value, self._base))), None)

    def _day(self, values: tuple[str, ...]) -> str | None:
        return next((day for value in values if (day := read_day(value, self._evidence.language))), None)

    def _date(self, modified: str | None) -> str | None:
        """The day of publication; that of modification, for a page that tells no other or shows no other."""
        date = self._first("date", self._day)
        if date is None and modified:
            self._sources["date"] = self._sources["date_modified"]
        if self._sources.get("date") in FOR_MACHINES and not any(self._evidence.said("date shown")):
            shown = next(self._evidence.said("date_modified shown"), None)
            if shown:
                self._sources["date"], (date, *_) = shown
        return date or modified

    def _site(self, hostname: str | None) -> Site:
        names = [value for _, values in self._evidence.said("sitename") for value in values]
        return Site(tuple(dict.fromkeys(names)), hostname)

    def _title(self, site: Site) -> str | None:
        heads = [(source, values[0]) for source, values in self._evidence.said("title")]
        headings = [(level, plain(text)) for level, text in self._page.head.headings[:MOST_HEADINGS] if level <= 2]
        first = tuple(text for level, text in headings if level == 1)[:MOST_FIRST_HEADINGS]
        second = tuple(text for level, text in headings if level == 2)[:MOST_SECOND_HEADINGS]
        chosen = choose_title(TitleForms(tuple(heads), first, second), site)
        if chosen is None:
            return None
        self._sources["title"], title = chosen
        return title

    def _authors(self, site: Site) -> tuple[str, ...] | None:
        """Names of people first: a site signs its pages with its own name where it has no other."""

        def people(values: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name for name in read_names(values) if not site.is_called(name))

        return self._first("authors", people) or self._first("authors", read_names)

    def _detected(self) -> str | None:
        found = detect_language(self._page.prose(MOST_CHARS))
        if found is None:
            return None
        language, self._sources["language_detected"] = found
        return language


def _first_value(values: tuple[str, ...]) -> str | None:
    return values[0]


def _items(values: tuple[str, ...]) -> tuple[str, ...]:
    """One value may hold several, with commas or semicolons between them."""
    parts = [part.strip() for value in values for part in value.replace(";", ",").split(",")]
    return tuple(dict.fromkeys(part for part in parts if part))[:MOST_TAGS]
