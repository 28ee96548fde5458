"""(Page, mask) -> Outline: the kept text in order, with what opens and closes around it, the same for all formats.

First every element gets its role from its tag, and formulas and footnotes are found. Then the native walk corrects
the roles whose tag says too much (tables that only lay out a page, headings around half of it, images that stand with
dropped text) and gives the steps. Markdown, which most people want, is written natively too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.render import roles as role
from maintext.render.addresses import Addresses
from maintext.render.formulas import Formula, find_formulas
from maintext.render.images import Image, read_images
from maintext.render.notes import find_notes
from maintext.render.options import Options

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Source:
    """What a rendering is made from."""

    page: Page
    keep: NDArray[np.bool_]
    """One a block."""
    url: str | None = None
    """The page's address, against which relative ones are resolved."""


@dataclass(frozen=True, eq=False)
class Outline:
    """What all formats are written from."""

    page: Page
    codes: bytes
    """What each step is: see `roles`."""
    rows: list[int]
    """The run of a text, else the element."""
    texts: list[str]
    """The text of each TEXT step, after the white space before it."""
    addresses: Addresses
    labels: dict[int, str] = field(default_factory=dict)
    """Labels of footnotes, by the row of the note or of what refers to it."""
    formulas: dict[int, Formula] = field(default_factory=dict)

    def steps(self) -> Iterator[tuple[int, int]]:
        """Code and row of each step."""
        return zip(self.codes, self.rows, strict=True)

    def steps_with_texts(self) -> Iterator[tuple[int, int, str]]:
        """Code, row and text of each step; only TEXT steps have one."""
        texts = iter(self.texts)
        for code, row in self.steps():
            yield code, row, next(texts) if code == role.TEXT else ""

    def rows_with(self, code: int) -> list[int]:
        """The elements that have steps of a code."""
        if code not in self.codes:
            return []
        return [row for own, row in zip(self.codes, self.rows, strict=True) if own == code]

    def links(self) -> dict[int, str]:
        """The address of each link that has one which is safe to follow."""
        rows = self.rows_with(role.LINK)
        return self.addresses.of(rows, "href") if rows else {}

    def images(self) -> dict[int, Image]:
        """What each image shows, and where it is."""
        return read_images(self.page, self.rows_with(role.IMAGE), self.addresses)


@dataclass(frozen=True, eq=False)
class Reading:
    """What the walk needs to know beside the page: found out once, before it."""

    roles: NDArray[np.uint8]
    """One an element, as its tag says."""
    rows: _core.NotableRows
    addresses: Addresses
    labels: dict[int, str]
    formulas: dict[int, Formula]


def read_roles(source: Source, options: Options) -> Reading:
    """Every element's role by its tag, with formulas and footnotes found."""
    page = source.page
    roles, rows = page.read_roles(role.roles_by_tag(options))
    formulas = find_formulas(page, roles, rows)
    labels = find_notes(page, source.keep, roles, rows["superscript_links"]) if rows["superscript_links"] else {}
    addresses = Addresses(page, source.url, has_base=bool(rows["bases"]))
    return Reading(roles, rows, addresses, labels, formulas)


def make_outline(source: Source, options: Options) -> Outline:
    """Walks over a page."""
    page, reading = source.page, read_roles(source, options)
    steps = page.steps(source.keep, reading.roles, options.include_tables)
    return Outline(page, *steps, reading.addresses, reading.labels, reading.formulas)
