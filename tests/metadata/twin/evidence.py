"""Page, address -> the claims of its sources; a source is read when its claims are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from maintext import _core
from maintext.metadata.claims import Source
from maintext.metadata.order import ORDER, SOURCES
from tests.metadata.twin.address import read_day_in_address, read_given_address
from tests.metadata.twin.byline import read_byline
from tests.metadata.twin.claims import Claims
from tests.metadata.twin.head import read_head, read_links
from tests.metadata.twin.json_ld import read_json_ld
from tests.metadata.twin.marks import Marks, read_marks
from tests.metadata.twin.meta_tags import LABEL, read_meta_tags
from tests.metadata.twin.microdata import read_microdata
from tests.metadata.twin.rdfa import read_rdfa
from tests.metadata.twin.stated import Stated
from tests.metadata.twin.timestamps import read_labelled, read_timestamps

if TYPE_CHECKING:
    from maintext.page import Page

Value = TypeVar("Value")


class Evidence:
    """The claims about one page."""

    def __init__(self, page: Page, url: str | None) -> None:
        self.page = page
        self.url = url
        self.title: str | None = None
        """The title, once it is known: bylines are near it."""
        self.language: str | None = None
        """The declared language, once it is known: dates are written in it."""
        self.address: str | None = None
        """The canonical address, once it is known: many contain a date."""
        self.stated = Stated(*page.stated(_meta_names()))
        """What the head states."""
        self._claims: dict[Callable[[Evidence], Claims], Claims] = {}

    @cached_property
    def around(self) -> _core.Surroundings:
        """The neighbourhood of the title's heading."""
        return _core.Surroundings(self.page, self.title or "", self.marks["others"], self.marks["sides"])

    @cached_property
    def marks(self) -> Marks:
        """The elements that are marked by their class or itemprop."""
        return read_marks(self.page)

    def first(self, field: str, read: Callable[[tuple[str, ...]], Value | None]) -> tuple[Source, Value] | None:
        """The first source of a field with a usable value, and what `read` makes of it. A loop, not a use of
        `claims_for`: all fields of all pages come through here, and a generator takes as long as the rest."""
        known = self._claims
        for reader, keys, sources in _runs(field):
            claims = known.get(reader)
            if claims is None:
                claims = known[reader] = reader(self)
            if claims and not keys.isdisjoint(claims):
                for key, source in sources:
                    if key in claims and (value := read(claims[key])):
                        return source, value
        return None

    def claims_for(self, field: str) -> Iterator[tuple[Source, tuple[str, ...]]]:
        """The sources of a field of `order` that have a value, in their order, each with its values."""
        known = self._claims
        for read, keys, sources in _runs(field):
            claims = known.get(read)
            if claims is None:
                claims = known[read] = read(self)
            # Most fields have many sources of a kind, and a page has few of them or none.
            if claims and not keys.isdisjoint(claims):
                for key, source in sources:
                    if key in claims:
                        yield source, claims[key]


READERS: Mapping[str, Callable[[Evidence], Claims]] = MappingProxyType(
    {
        "meta": read_meta_tags,
        "json-ld": read_json_ld,
        "microdata": read_microdata,
        "rdfa": read_rdfa,
        "link": read_links,
        "head": read_head,
        "address given": read_given_address,
        "day in the address": read_day_in_address,
        "byline": read_byline,
        "shown day": read_timestamps,
        "labelled line": read_labelled,
    }
)
"""By kind of source: what reads all claims of it."""

_Run: TypeAlias = "tuple[Callable[[Evidence], Claims], frozenset[str], tuple[tuple[str, Source], ...]]"
"""Sources of a field that follow each other and share a reader: the reader, their keys, the sources with their keys."""


@cache  # the order is fixed
def _runs(field: str) -> tuple[_Run, ...]:
    grouped = [(read, tuple(run)) for read, run in groupby(SOURCES[field], lambda source: READERS[source.kind])]
    keyed = [(read, tuple((source.key, source) for source in run)) for read, run in grouped]
    return tuple((read, frozenset(key for key, _ in run), run) for read, run in keyed)


@lru_cache(maxsize=1)
def _meta_names() -> _core.MetaNames:
    """The names of all sources that are `<meta>` elements, and that of the label that one of them has."""
    sources = [source for sources in ORDER.values() for source in sources]
    return _core.MetaNames([LABEL, *dict.fromkeys(source.key for source in sources if source.kind == "meta")])
