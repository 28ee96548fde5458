"""Page, address -> Metadata: how the claims of each field become its value."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from maintext.metadata.license import license_name
from maintext.metadata.order import SEEN_DATE, SEEN_DATE_MODIFIED, UNSEEN_PUBLISHED
from maintext.metadata.record import Metadata
from maintext.metadata.sources.address import absolute, host_of
from maintext.metadata.values.dates import read_day
from maintext.metadata.values.language import MAX_CHARS, Detected, detect_language
from maintext.metadata.values.names import read_names
from maintext.page import flags
from maintext.page.parsing import checked_text
from tests.metadata.twin.evidence import Evidence
from tests.metadata.twin.titles import HeadTitle, Site, TitleForms, choose_title, heading_text, letters

if TYPE_CHECKING:
    from maintext.page import Page

Value = TypeVar("Value")

MAX_TAGS = 50


def read_metadata(page: Page, url: str | None = None) -> Metadata:
    """The metadata of a page; `url` is the address that it was fetched from, if that is known.

    >>> import maintext
    >>> page = maintext.parse('<title>Tea | Kettle</title><meta name="author" content="A. Writer"><h1>Tea</h1>')
    >>> metadata = read_metadata(page, "https://kettle.example/tea")
    >>> metadata.title, metadata.authors, metadata.sources["authors"]
    ('Tea', ('A. Writer',), 'meta author')
    """
    return Reading(page, checked_text("url", url)).metadata()


def read_brief(page: Page, url: str | None = None) -> Metadata:
    """Title, authors, dates and languages alone: the fields that a batch writes, in two thirds of the time."""
    return Reading(page, url).metadata(is_brief=True)


class Reading:
    """Chooses the values of one page, and notes the source of each. What the title needs is read once."""

    def __init__(self, page: Page, url: str | None) -> None:
        self._page = page
        self._evidence = Evidence(page, url)
        self._sources: dict[str, str] = {}
        """By field: the name of the source of its value."""
        base = self._evidence.stated.addresses[1]
        self._base = (absolute(base, url) or url) if base else url

    @cached_property
    def title(self) -> str | None:
        """The title, and in `_evidence` the fields that it and others need."""
        evidence = self._evidence
        evidence.language = self._first("language_declared", _first_value)
        evidence.address = self._first("url", self._first_address)
        evidence.title = self._title()
        return evidence.title

    @cached_property
    def _site(self) -> Site:
        names = [value for _, values in self._evidence.claims_for("sitename") for value in values]
        host = host_of(self._evidence.address) or host_of(self._evidence.url)
        return Site(tuple(dict.fromkeys(names)), host)

    def metadata(self, *, is_brief: bool = False) -> Metadata:
        """Reads the fields, first those that others need."""
        other = self._no_value if is_brief else self._first
        title = self.title
        modified = self._first("date_modified", self._day)
        detected = self._detected()
        return Metadata(
            title=title,
            authors=self._authors() or (),
            date=self._date(modified),
            date_modified=modified,
            sitename=other("sitename", _first_value),
            description=other("description", _first_value),
            language_declared=self._evidence.language,
            language_detected=detected.language if detected else None,
            language_score=detected.score if detected else None,
            categories=other("categories", _items) or (),
            tags=other("tags", _items) or (),
            license=other("license", lambda values: license_name(values[0])),
            image=other("image", self._first_address),
            page_type=other("page_type", lambda values: values[0].lower()),
            url=self._evidence.address,
            hostname=self._site.host,
            sources=MappingProxyType(self._sources),
            page=self._page,
            base=self._base,
        )

    def _no_value(self, field: str, read: Callable[[tuple[str, ...]], Value | None]) -> Value | None:
        """Takes the place of `_first` for fields that nobody needs."""
        return None

    def _first(self, field: str, read: Callable[[tuple[str, ...]], Value | None]) -> Value | None:
        """The value of the first source with a usable one."""
        found = self._evidence.first(field, read)
        if found is None:
            return None
        self._sources[field] = found[0].name
        return found[1]

    def _first_address(self, values: tuple[str, ...]) -> str | None:
        return next((address for value in values if (address := absolute(value, self._base))), None)

    def _day(self, values: tuple[str, ...]) -> str | None:
        return next((day for value in values if (day := read_day(value, self._evidence.language))), None)

    def _date(self, modified: str | None) -> str | None:
        """The day of publication; or of modification, if the page has no other or shows no other."""
        date = self._first("date", self._day)
        if date is None:
            if modified:
                self._sources["date"] = self._sources["date_modified"]
            return modified
        if self._sources["date"] in UNSEEN_PUBLISHED and not any(self._evidence.claims_for(SEEN_DATE)):
            for seen, (day, *_) in self._evidence.claims_for(SEEN_DATE_MODIFIED):
                self._sources["date"] = seen.name
                return day
        return date

    def _title(self) -> str | None:
        heads = [
            # JSON-LD has the headline alone; the other titles may have the site's name or a slogan in them.
            HeadTitle(source.name, values[0], is_bare=source.kind == "json-ld")
            for source, values in self._evidence.claims_for("title")
        ]
        first, second = (tuple(map(heading_text, texts)) for texts in self._evidence.stated.headings)
        path = (self._evidence.url or "").partition("://")[2].partition("/")[2]
        forms = TitleForms(tuple(heads), first, second, path, self._is_shown, self._headline)
        chosen = choose_title(forms, self._site)
        if chosen is None:
            return None
        self._sources["title"], title = chosen
        return title

    def _is_shown(self, text: str) -> bool:
        """Whether the page shows a text as a block of its own, not as a link."""
        own, lengths = letters(text), (len(text) // 2, 2 * len(text))
        return any(letters(shown) == own for shown in self._page.prose_texts(lengths, flags.UNSHOWN | flags.SVG))

    def _headline(self) -> str | None:
        """The block that the default model takes for the headline, whichever extractor is used."""
        from maintext.model.classes import probable_headline

        found = probable_headline(self._page)
        return None if found is None else heading_text(found)

    def _authors(self) -> tuple[str, ...] | None:
        """The names of people; or of the site, if it signs its pages with its own name."""
        site = self._site

        def people(values: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name for name in read_names(values) if not site.is_called(name))

        return self._first("authors", people) or self._first("authors", read_names)

    def _detected(self) -> Detected | None:
        found = detect_language(self._page.prose(MAX_CHARS))
        if found is not None:
            self._sources["language_detected"] = found.source
        return found


def _first_value(values: tuple[str, ...]) -> str | None:
    return values[0]


def _items(values: tuple[str, ...]) -> tuple[str, ...]:
    """The items of values that may hold several, separated by commas or semicolons."""
    parts = [part.strip() for value in values for part in value.replace(";", ",").split(",")]
    return tuple(dict.fromkeys(part for part in parts if part))[:MAX_TAGS]
