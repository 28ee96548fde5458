"""An `<img>` -> what it shows, and where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext import _core

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.render.addresses import Addresses


@dataclass(frozen=True)
class Image:
    """An image of the page."""

    address: str
    """Where it is; empty if it is not told, or the image stands in the page itself."""
    alt: str
    title: str


def read_image(page: Page, row: int, addresses: Addresses) -> Image:
    """What an `<img>` says of itself, also of an address that a script is to load."""
    return Image(*_core.read_image(page.source, int(page.elements.start[row]), addresses.base))
