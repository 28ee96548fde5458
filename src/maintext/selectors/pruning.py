"""A page, selectors -> the page as if the elements that match were empty.

The content of these elements is cut out of the source, and the rest is read again. So text within a line can be pruned
too, and extractors don't see what was pruned. The tags stay, so that texts before and after don't run together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.page import Page, flags
from maintext.selectors.matching import Selectors, inside, matching_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray


def pruned(page: Page, selectors: Selectors) -> Page:
    """The page without the content of the elements that match; the same page if none does."""
    matches = matching_rows(page, selectors)
    # What is inside of another one goes with it; and formatting that was opened again is not at its place.
    rows = np.flatnonzero(matches & ~inside(page, matches) & (page.elements.flags & flags.IMPLIED == 0))
    if not len(rows):
        return page
    return Page(_without(page, rows), None, page.max_depth, (page.encoding, page.encoding_evidence))


def _without(page: Page, rows: NDArray[np.int64]) -> bytes:
    elements, source = page.elements, page.source
    parts: list[bytes] = []
    done = 0
    for row in rows.tolist():
        is_void = int(elements.stop[row]) <= int(elements.open_stop[row])
        start = int((elements.start if is_void else elements.open_stop)[row])
        stop = int((elements.stop if is_void else elements.close_start)[row])
        if start < done or stop <= start:
            continue
        parts.append(source[done:start])
        done = stop
    return b"".join([*parts, source[done:]])
