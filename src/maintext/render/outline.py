"""(Page, mask) -> Outline: the kept text in order, with what opens and closes around it.

The native core finds the structure: roles, footnotes, formulas, addresses, numbers, languages, spans. Its own writers
of Markdown and text use the same facts, so all formats agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from maintext.render import roles as role
from maintext.render.options import Options
from maintext.render.source import Source


@dataclass(frozen=True)
class Image:
    """An image of the page."""

    address: str
    alt: str
    title: str


@dataclass(frozen=True)
class Formula:
    """A formula of the page."""

    tex: str
    is_display: bool
    """Whether it is on lines of its own."""


@dataclass(frozen=True, eq=False)
class Outline:
    """The steps of a rendering, and by row what is known about their elements."""

    headline: str | None
    """The headline to write before the text."""
    codes: bytes
    """What each step is: see `roles`."""
    rows: list[int]
    """The run of a text, else the element."""
    texts: list[str]
    """The text of each TEXT step, after the white space before it."""
    links: Mapping[int, str]
    """Addresses that are safe to follow."""
    images: Mapping[int, Image]
    """Images with an address, without spacers, counters, icons and avatars."""
    symbols: Mapping[int, str]
    """The characters that pictures of emojis and smileys show."""
    formulas: Mapping[int, Formula]
    languages: Mapping[int, str]
    """Of code blocks."""
    numberings: Mapping[int, tuple[int, int]]
    """Of ordered lists: the number of the first item, and what is added for each further one."""
    own_numbers: Mapping[int, int]
    """The numbers that items give themselves."""
    spans: Mapping[int, tuple[int, int]]
    """The columns and rows of cells that go over more than one place."""
    after_space: frozenset[int]
    """Images and formulas with white space before them."""
    n_long_addresses: int
    """Addresses that were left out because they are too long."""

    def steps(self) -> Iterator[tuple[int, int, str]]:
        """Code, row and text of each step; only TEXT steps have one."""
        texts = iter(self.texts)
        for code, row in zip(self.codes, self.rows, strict=True):
            yield code, row, next(texts) if code == role.TEXT else ""

    def rows_with(self, code: int) -> list[int]:
        """The elements that have steps of a code."""
        return [row for own, row in zip(self.codes, self.rows, strict=True) if own == code]


def make_outline(source: Source, options: Options) -> Outline:
    """Finds what is written of a page."""
    found = source.page.outline(source.mask, options.for_core(source.base, source.headline))
    return Outline(
        headline=found["headline"],
        codes=found["codes"],
        rows=found["rows"],
        texts=found["texts"],
        links=found["links"],
        images={row: Image(*image) for row, image in found["images"].items()},
        symbols=found["symbols"],
        formulas={row: Formula(*formula) for row, formula in found["formulas"].items()},
        languages=found["languages"],
        numberings=found["numberings"],
        own_numbers=found["own_numbers"],
        spans=found["spans"],
        after_space=frozenset(found["after_space"]),
        n_long_addresses=found["n_long_addresses"],
    )
