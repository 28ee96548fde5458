"""Page -> its images with their captions, those of navigation, sidebars and counters left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.metadata.claims import plain
from maintext.metadata.sources.address import absolute
from maintext.metadata.values.element_text import element_text
from maintext.page.flags import UNSHOWN
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

MAX_IMAGES = 1000
SMALLEST = 3
"""Pixels; smaller ones are not there to be seen."""
_LAZY = ("data-src", "data-original", "data-lazy-src")


@dataclass(frozen=True)
class Image:
    """An image of the page."""

    address: str
    """Absolute if the page's own address is known."""
    alt: str | None
    caption: str | None
    """The text of the `<figcaption>` around it."""


def read_images(page: Page, base: str | None) -> tuple[Image, ...]:
    """The images in the order of the page, each address once."""
    rows = _rows(page)
    captions = _captions(page, rows)
    found: dict[str, Image] = {}
    for row, caption in zip(rows.tolist(), captions, strict=True):
        attributes = page.attributes(row)
        source = _source(attributes)
        if not source or _is_tiny(attributes):
            continue
        address = absolute(source, base) or source
        found.setdefault(address, Image(address, plain(attributes.get("alt", "")) or None, caption))
    return tuple(found.values())


def _rows(page: Page) -> NDArray[np.intp]:
    elements = page.elements
    is_image = (elements.tag == TAGS["img"]) & (elements.flags & UNSHOWN == 0)
    for name in ("nav", "aside", "footer"):
        for row in np.flatnonzero(elements.tag == TAGS[name]).tolist()[:MAX_IMAGES]:
            is_image[row : int(elements.end[row])] = False
    return np.flatnonzero(is_image)[:MAX_IMAGES]


def _source(attributes: dict[str, str]) -> str | None:
    for name in (*_LAZY, "src"):
        value = attributes.get(name, "").strip()
        if value and not value.lower().startswith(("data:", "javascript:", "about:", "blob:")):
            return value
    # "small.jpg 1x, large.jpg 2x"
    return next(iter(attributes.get("srcset", "").split()), "").rstrip(",") or None


def _is_tiny(attributes: dict[str, str]) -> bool:
    return any(
        attributes.get(side, "").isdecimal() and int(attributes[side][:6]) < SMALLEST for side in ("width", "height")
    )


def _captions(page: Page, rows: NDArray[np.intp]) -> list[str | None]:
    elements = page.elements
    captions: list[str | None] = [None] * len(rows)
    for row in np.flatnonzero(elements.tag == TAGS["figcaption"]).tolist()[:MAX_IMAGES]:
        figure = int(elements.parent[row])
        first, stop = np.searchsorted(rows, [figure, int(elements.end[figure])]).tolist()
        # A caption outside a figure belongs to no image.
        if figure >= 0 and int(elements.tag[figure]) == TAGS["figure"] and first < stop:
            captions[first:stop] = [element_text(page, row) or None] * (stop - first)
    return captions
