"""Blocks of a page that the site shares -> those that are a quotation, and stay.

What a site puts on its pages beside their content is short, or on many of them. A press release, or a post that
stands on its own page and in three archives, is long prose on a few. So a stretch of shared blocks, none of
the page's own between them, that has much prose on less than a `prose` share of the pages is quoted: its prose
is content on each of them.

>>> keep, is_shared = np.array([True] * 5), np.array([True, False, True, True, True])
>>> quotations(keep, is_shared, np.array([90, 300, 280, 0, 270])).tolist()
[False, False, True, False, True]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

QUOTE_CHARS = 500
"""Characters of prose in a stretch from which on it is a quotation: a paragraph or two. With fewer, teasers in a row
are taken for one; with more, short articles are lost. benches/quotations.py measures it."""


def quotations(
    keep: NDArray[np.bool_], is_shared: NDArray[np.bool_], prose_chars: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """One a block: whether it is part of a quotation. `prose_chars` is 0 for what is no prose or is on many pages."""
    rows = np.flatnonzero(keep)
    chars = np.where(is_shared, prose_chars, 0)[rows]
    stretch = np.cumsum(~is_shared[rows])
    is_quoted = np.zeros(len(keep), dtype=np.bool_)
    is_quoted[rows] = (chars > 0) & (np.bincount(stretch, chars, minlength=1)[stretch] >= QUOTE_CHARS)
    return is_quoted
