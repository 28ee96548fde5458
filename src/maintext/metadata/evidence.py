"""Page, address -> the claims of its sources; a source is read when its claims are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, Source
from maintext.metadata.order import ORDER
from maintext.metadata.sources.marks import Marks, read_marks
from maintext.metadata.sources.surroundings import Surroundings

if TYPE_CHECKING:
    from maintext.page import Page


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
        self._claims: dict[Callable[[Evidence], Claims], Claims] = {}

    @cached_property
    def around(self) -> Surroundings:
        """The neighbourhood of the title's heading."""
        return Surroundings(self.page, self.title, self.marks)

    @cached_property
    def marks(self) -> Marks:
        """The elements that are marked by their class or itemprop."""
        return read_marks(self.page)

    def wants(self, read: Callable[[Evidence], Claims]) -> frozenset[str]:
        """The keys of all sources with a reader, so that it can skip everything else."""
        return _keys_of(read)

    def claims_for(self, sources: Sequence[Source]) -> Iterator[tuple[Source, tuple[str, ...]]]:
        """The sources that have a value, in their order, each with its values."""
        for source in sources:
            claims = self._claims.get(source.read)
            if claims is None:
                claims = self._claims[source.read] = source.read(self)
            if source.key in claims:
                yield source, claims[source.key]


@lru_cache(maxsize=64)
def _keys_of(read: Callable[[Evidence], Claims]) -> frozenset[str]:
    return frozenset(source.key for sources in ORDER.values() for source in sources if source.read is read)
