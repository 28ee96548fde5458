"""Which images and rules belong to the kept text, and what an image shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext import flags
from maintext.render import roles as role

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.render.addresses import Addresses


@dataclass(frozen=True)
class Image:
    """An image of the page."""

    address: str | None
    """Where it is; None if it is not told, or stands in the page itself."""
    alt: str
    title: str | None


# Where pages keep the address of an image that a script is to load, the likeliest first.
_LATER = ("data-src", "data-original", "data-lazy-src", "data-srcset", "srcset")


def read_image(page: Page, row: int, addresses: Addresses) -> Image:
    """What an `<img>` says of itself."""
    attributes = page.attributes(row)
    written = [attributes.get(name, "") for name in ("src", *_LATER)]
    # An image inside the address is a placeholder, or too long for a text.
    usable = [value for value in written if value.strip() and not value.lstrip().lower().startswith("data:")]
    # A set of addresses has a size after each.
    address = addresses.resolve(usable[0].split()[0].rstrip(",")) if usable else None
    title = " ".join(attributes.get("title", "").split())
    return Image(address, " ".join(attributes.get("alt", "").split()), title or None)


def place_lone_elements(page: Page, keep: NDArray[np.bool_], roles: NDArray[np.uint8]) -> None:
    """Takes the role of images, rules and formulas that do not stand with kept text.

    What has no text goes with the smallest element around it that has some. There it belongs if at least half
    of the shown text is kept, and it stands between kept texts or all of it is kept. A rule always stands between.
    """
    elements, blocks = page.elements, page.blocks
    rows = np.flatnonzero((roles >= role.IMAGE) & (roles <= role.FORMULA))
    is_shown = elements.flags[rows] & (flags.UNSHOWN | flags.SVG) == 0
    around = _around_with_text(page, rows)
    first, stop = elements.first_block[around], elements.stop_block[around]
    is_text = blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
    n_shown = _between(np.where(is_text, blocks.chars, 0), first, stop)
    n_kept = _between(np.where(keep, blocks.chars, 0), first, stop)
    here = elements.first_block[rows]
    is_between = (_between(keep, first, here) > 0) & (_between(keep, elements.stop_block[rows], stop) > 0)
    is_whole = (n_kept >= n_shown) & (roles[rows] != role.RULE)
    belongs = (n_kept > 0) & (2 * n_kept >= n_shown) & (is_between | is_whole)
    # A formula of kept text has its text in the page; that of a script has none.
    own = (roles[rows] == role.FORMULA) & (_between(keep, here, elements.stop_block[rows]) > 0)
    roles[rows[~(is_shown & belongs | own)]] = 0


def _around_with_text(page: Page, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The smallest element around each of the rows that has text, the root if none has."""
    chars, parents = page.elements.chars, page.elements.parent
    around = np.maximum(parents[rows], 0).astype(np.intp)
    for _ in range(int(page.elements.depth[rows].max(initial=0))):
        is_empty = (chars[around] == 0) & (around > 0)
        if not is_empty.any():
            break
        around = np.where(is_empty, parents[around], around)
    return around


def _between(
    counts: NDArray[np.integer] | NDArray[np.bool_], first: NDArray[np.integer], stop: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Sums of slices."""
    before = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    return np.asarray(before[np.maximum(first, stop)] - before[first])
