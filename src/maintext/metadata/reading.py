"""Page, address -> Metadata. The native core chooses the values by the tables of `order`, `sources` and `values`."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from maintext import _core
from maintext.metadata.order import SOURCES, UNSEEN_PUBLISHED
from maintext.metadata.outside import Outside
from maintext.metadata.record import Metadata
from maintext.metadata.sources.marks import wanted_words
from maintext.metadata.values.language import ENGLISH, native_small_words
from maintext.metadata.values.months import native_months
from maintext.page.parsing import checked_text

if TYPE_CHECKING:
    from maintext.page import Page


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
    """Title, authors, dates and languages alone: the fields that a batch writes."""
    return Reading(page, url).metadata(is_brief=True)


class Reading:
    """The values of one page, of which the title may be needed first."""

    def __init__(self, page: Page, url: str | None) -> None:
        self._page = page
        self._url = url
        self._native = _core.Reading(page, _rules(), url)

    def __reduce__(self) -> tuple[type[Reading], tuple[Page, str | None]]:
        """A copy reads anew."""
        return Reading, (self._page, self._url)

    @cached_property
    def title(self) -> str | None:
        """The title."""
        return self._native.title()

    def metadata(self, *, is_brief: bool = False) -> Metadata:
        """All fields, or those that a batch writes."""
        return Metadata(*self._native.fields(is_brief))

    def claims(self, field: str) -> list[tuple[str, tuple[str, ...]]]:
        """The names of the sources of a field that have values, in the order of trust, each with its values."""
        return [(name, tuple(values)) for name, values in self._native.claims(field)]


@lru_cache(maxsize=1)
def _rules() -> _core.MetadataRules:
    sources = {
        field: [(source.kind, source.key, source.name) for source in sources] for field, sources in SOURCES.items()
    }
    words = native_months(), native_small_words(), ENGLISH
    return _core.MetadataRules(sources, sorted(UNSEEN_PUBLISHED), wanted_words(), words, Outside)
