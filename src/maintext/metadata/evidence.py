"""Page, address -> all claims about it; a source is only read when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, plain
from maintext.metadata.order import ORDER, SHOWN
from maintext.metadata.sources.address import day_in_address
from maintext.metadata.sources.byline import read_byline
from maintext.metadata.sources.json_ld import read_json_ld
from maintext.metadata.sources.links import read_links
from maintext.metadata.sources.marks import Marks, read_marks
from maintext.metadata.sources.meta_tags import read_meta_tags
from maintext.metadata.sources.microdata import read_microdata
from maintext.metadata.sources.rdfa import read_rdfa
from maintext.metadata.sources.surroundings import Surroundings
from maintext.metadata.values.timestamps import read_labelled, read_timestamps

if TYPE_CHECKING:
    from maintext.page import Page


class Evidence:
    """The claims about one page."""

    def __init__(self, page: Page, url: str | None) -> None:
        self.page = page
        self.url = url
        self.title: str | None = None
        """The title, once it is known: bylines stand near it."""
        self.language: str | None = None
        """The declared language, once it is known: dates are written in it."""
        self.address: str | None = None
        """The canonical address, once it is known: many have a day in them."""
        self._claims: dict[str, Claims] = {}

    @cached_property
    def around(self) -> Surroundings:
        """The neighbourhood of the title's heading."""
        return Surroundings(self.page, self.title, self.marks)

    @cached_property
    def marks(self) -> Marks:
        """The elements that are marked by their class or itemprop."""
        return read_marks(self.page)

    def said(self, field: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The sources of a field of `order.ORDER`, or `order.SHOWN`, that say something, and what, in their order."""
        for reader, sources in _sources_by_reader(field):
            if reader not in self._claims:
                self._claims[reader] = _READERS[reader](self)
            claims = self._claims[reader]
            if claims:
                yield from ((source, claims[source]) for source in sources if source in claims)


def _read_address(evidence: Evidence) -> Claims:
    return {"address given": (evidence.url,)} if evidence.url else {}


def _read_day(evidence: Evidence) -> Claims:
    day = day_in_address(evidence.url) or day_in_address(evidence.address)
    return {"day in the address": (day,)} if day else {}


def _read_title(evidence: Evidence) -> Claims:
    title = evidence.page.head.title
    return {"title": (plain(title),)} if title else {}


def _read_html(evidence: Evidence) -> Claims:
    language = evidence.page.head.language
    return {"html lang": (language,)} if language else {}


_READERS: Mapping[str, Callable[[Evidence], Claims]] = {
    "address": _read_address,
    "byline": lambda evidence: read_byline(evidence.around),
    "day": _read_day,
    "html": _read_html,
    "json-ld": lambda evidence: read_json_ld(evidence.page),
    "labelled": lambda evidence: read_labelled(evidence.around, evidence.language),
    "link": lambda evidence: read_links(evidence.page),
    "meta": lambda evidence: read_meta_tags(evidence.page),
    "microdata": lambda evidence: read_microdata(evidence.page, evidence.marks),
    "rdfa": lambda evidence: read_rdfa(evidence.page),
    "timestamps": lambda evidence: read_timestamps(evidence.around, evidence.language),
    "title": _read_title,
}
_ORDERS = {**ORDER, **SHOWN}
_SHARED = {
    "class author": "byline",
    "link to": "byline",
    "class date": "timestamps",
    "text": "timestamps",
    "time": "timestamps",
}


@lru_cache(maxsize=64)
def _sources_by_reader(field: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sources of a field in order, those together that stand together and have one reader."""
    return tuple((reader, tuple(sources)) for reader, sources in groupby(_ORDERS[field], _reader_of))


def _reader_of(source: str) -> str:
    """The reader of a source: its first word, but for what one reader finds in several ways.

    >>> _reader_of("meta og:title"), _reader_of("class author elsewhere"), _reader_of("time published elsewhere")
    ('meta', 'byline', 'timestamps')
    """
    first, second, *_ = [*source.split(" "), ""]
    return _SHARED.get(f"{first} {second}") or _SHARED.get(first) or first
