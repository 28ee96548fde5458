"""Selectors, page -> the rows of the elements that match.

A path is followed from its first step to its last, for all elements at once: a column says which elements match the
steps so far, and the next step looks at what is inside of them. So the time does not depend on how deep a page is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.errors import SelectorError
from maintext.page.tags import TAGS
from maintext.selectors.css import read_css
from maintext.selectors.steps import Path, Step
from maintext.selectors.xpath import is_xpath, read_xpath

if TYPE_CHECKING:
    from maintext.page import Page

MAX_CHARS = 1_000
"""Of a selector."""


@dataclass(frozen=True)
class Selectors:
    """Selectors that were read; an element matches if it matches one of them."""

    paths: tuple[Path, ...]
    texts: tuple[str, ...]
    """As they were given."""

    def __str__(self) -> str:
        return ", ".join(self.texts)


def read_selectors(given: str | Iterable[str]) -> Selectors:
    """Reads a selector, or several; a SelectorError names the part that is not understood."""
    texts = (given,) if isinstance(given, str) else tuple(given)
    paths: list[Path] = []
    for text in texts:
        if not isinstance(text, str):
            raise SelectorError(repr(text), "a selector is a text")
        if not text.strip():
            raise SelectorError(text, "it is empty")
        if len(text) > MAX_CHARS:
            raise SelectorError(text, f"it has {len(text):,} characters, the limit is {MAX_CHARS:,}")
        paths += read_xpath(text) if is_xpath(text) else read_css(text)
    return Selectors(tuple(paths), texts)


def matching_rows(page: Page, selectors: Selectors) -> NDArray[np.bool_]:
    """Per element of the page: whether it matches."""
    matches = np.zeros(len(page.elements), np.bool_)
    for path in selectors.paths:
        matches |= _matches(page, path)
    return matches


def inside(page: Page, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Per element: whether it is inside one of the rows, themselves not counted unless inside another."""
    n = len(page.elements)
    changes = np.zeros(n + 1, np.int64)
    own = np.flatnonzero(rows)
    np.add.at(changes, own + 1, 1)
    np.add.at(changes, np.maximum(page.elements.end[own], own + 1), -1)
    found: NDArray[np.bool_] = np.cumsum(changes)[:n] > 0
    return found


def _matches(page: Page, path: Path) -> NDArray[np.bool_]:
    parents = page.elements.parent
    matches = np.zeros(0, np.bool_)
    for number, step in enumerate(path):
        if step.relation == "root":
            around = parents < 0
        elif not number:
            around = np.ones(len(parents), np.bool_)
        elif step.relation == "child":
            around = (parents >= 0) & matches[np.maximum(parents, 0)]
        else:
            around = inside(page, matches)
        matches = _passing(page, step, around)
    return matches


def _passing(page: Page, step: Step, around: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Per element: whether it passes the tests of a step, among those in the right place."""
    if step.tag is not None:
        around = around & _named(page, step.tag, around)
    for test in step.tests:
        rows = np.flatnonzero(around)
        around = np.zeros(len(around), np.bool_)
        values = page.attribute(rows, test.attribute)
        around[[row for row, value in zip(rows.tolist(), values, strict=True) if test.passes(value)]] = True
    if step.position is not None:
        end = f"[{step.position}]"
        rows = np.flatnonzero(around)
        around = np.zeros(len(around), np.bool_)
        around[[row for row in rows.tolist() if page.xpath_step(row).endswith(end)]] = True
    return around


def _named(page: Page, name: str, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    number = TAGS.get(name)
    if number is not None:
        known: NDArray[np.bool_] = page.elements.tag == number
        return known
    matches = np.zeros(len(among), np.bool_)
    rows = np.flatnonzero(among & (page.elements.tag == 0))
    matches[[row for row in rows.tolist() if page.tag_name(row) == name]] = True
    return matches
