"""(Page, mask) -> Outline: the kept text in order, with what opens and closes around it, the same for all formats.

First every element gets its role from its tag; then those whose tag says too much or too little are corrected:
tables that only lay out a page, headings around half a page, images that stand with dropped text, formulas,
footnotes. Then one walk over the page table gives the steps.
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
from maintext.render.images import Image, place_lone_elements, read_image
from maintext.render.notes import find_notes
from maintext.render.options import Options
from maintext.render.tables import unroll_tables

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
        return {row: read_image(self.page, row, self.addresses) for row in self.rows_with(role.IMAGE)}


def make_outline(source: Source, options: Options, *, is_markdown: bool = False) -> Outline:
    """Walks over a page; with `is_markdown` the texts are escaped for it."""
    page, keep = source.page, np.ascontiguousarray(source.keep, dtype=np.bool_)
    roles = role.roles_by_tag(options)[page.elements.tag]
    n_of_role = np.bincount(roles, minlength=role.N_ROLES).tolist()
    addresses = Addresses(page, source.url)
    formulas = find_formulas(page, roles)
    if n_of_role[role.TABLE]:
        unroll_tables(page, roles, options)
    if any(n_of_role[role.H1 : role.H6 + 1]) or n_of_role[role.CODE_BLOCK]:
        _let_in_containers(page, roles)
    if n_of_role[role.IMAGE] or n_of_role[role.RULE] or formulas:
        place_lone_elements(page, keep, roles)
    labels = find_notes(page, keep, roles) if n_of_role[role.LINK] else {}
    rows = (page.elements.rows, page.blocks.rows, page.runs.rows)
    steps = _core.steps(rows, page.text, roles, keep, role.TRAITS, is_markdown)
    return Outline(page, *steps, addresses, labels, formulas)


def _let_in_containers(page: Page, roles: NDArray[np.uint8]) -> None:
    """A heading or code block around lists, tables or other headings is none."""
    is_container = np.isin(roles, role.CONTAINERS)
    before = np.concatenate([[0], np.cumsum(is_container)])
    outer = np.flatnonzero((roles >= role.H1) & (roles <= role.H6) | (roles == role.CODE_BLOCK))
    n_inside = before[page.elements.end[outer]] - before[outer] - 1
    roles[outer[n_inside > 0]] = 0
