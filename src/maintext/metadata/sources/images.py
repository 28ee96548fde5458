"""Page -> its images with their captions, without those of navigation, sidebars and decoration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from maintext.metadata.values.element_text import element_text
from maintext.page.flags import UNSHOWN
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.page import Page

MAX_IMAGES = 1000


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
    found: dict[str, Image] = {}
    for (address, alt, is_decorative), caption in zip(
        page.images(rows, base or ""), _captions(page, rows), strict=True
    ):
        if address and not is_decorative:
            found.setdefault(address, Image(address, plain(alt) or None, caption))
    return tuple(found.values())


def _rows(page: Page) -> NDArray[np.intp]:
    import numpy as np

    elements = page.elements
    is_image = (elements.tag == TAGS["img"]) & (elements.flags & UNSHOWN == 0)
    for name in ("nav", "aside", "footer"):
        for row in np.flatnonzero(elements.tag == TAGS[name]).tolist()[:MAX_IMAGES]:
            is_image[row : int(elements.end[row])] = False
    return np.flatnonzero(is_image)[:MAX_IMAGES]


def _captions(page: Page, rows: NDArray[np.intp]) -> list[str | None]:
    import numpy as np

    elements = page.elements
    captions: list[str | None] = [None] * len(rows)
    for row in np.flatnonzero(elements.tag == TAGS["figcaption"]).tolist()[:MAX_IMAGES]:
        figure = int(elements.parent[row])
        first, stop = np.searchsorted(rows, [figure, int(elements.end[figure])]).tolist()
        # A caption outside a figure belongs to no image.
        if figure >= 0 and int(elements.tag[figure]) == TAGS["figure"] and first < stop:
            captions[first:stop] = [element_text(page, row) or None] * (stop - first)
    return captions
