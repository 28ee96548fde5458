"""An `<img>` -> what it shows, and where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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


def read_images(page: Page, rows: list[int], addresses: Addresses) -> dict[int, Image]:
    """What each `<img>` says of itself, also of an address that a script is to load."""
    read = page.read_images(rows, addresses.base)
    return {row: Image(*own) for row, own in zip(rows, read, strict=True)}
