"""`lp`, Largest Pagelet: the largest part of the page that is not divided further by its links.

Z. Bar-Yossef, S. Rajagopalan: Template detection via data mining and its applications. WWW, 2002. A pagelet is a region
of a page with one topic. Starting from the root, an element is divided into its children as long as one of them holds
at least `min_links` links; an element whose children all hold fewer is a pagelet. Pagelets that several pages of a site
have are its template. The content is the largest pagelet that is not one of them.

    is_pagelet(e)   every child of e holds fewer than k links, and no ancestor of e is a pagelet

An extractor sees one page; `template_pagelets` finds the templates of a site's pages, for the field `templates`. The
CETR paper (WWW 2010) measured the method without templates.

Departures from the paper: a pagelet's size is its text outside links. Two pagelets are the same if the hashes of
their blocks are; the paper compares shingles.

>>> import maintext
>>> menu = "<ul>" + "<li><a href=/>Link</a>" * 5 + "</ul>"
>>> page = maintext.parse(f"<body>{menu}<div><p>A paragraph.<p>Another, with a <a href=/>link</a>.</div>{menu}")
>>> page.texts(LargestPagelet()(page).keep)
['A paragraph.', 'Another, with a link.']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.subtrees import linked, own_chars, subtree_sums
from maintext.extractors.measures.tokens import UNSEEN
from maintext.extractors.parameters import Count
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class LargestPagelet:
    """Keeps the pagelet with the most text outside links; a block's score is its pagelet's share of the largest."""

    name: ClassVar[str] = "lp"
    min_links: Count = 3
    """k: an element is divided if one of its children has this many links."""
    templates: frozenset[int] = frozenset()
    """Keys of pagelets that other pages of the site have; see `template_pagelets`."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        rows = pagelets(page, self.min_links)
        sizes = subtree_sums(page, own_chars(page) * ~linked(page))[rows].astype(np.float64)
        if self.templates:
            sizes *= [key not in self.templates for key in pagelet_keys(page, rows)]
        if not len(rows) or not sizes.any():
            return empty_scores(page, f"none of {len(rows)} pagelets has text outside links")
        pagelet = _pagelet_of_blocks(page, rows)
        is_shown = (page.blocks.flags & UNSEEN == 0) & (pagelet >= 0)
        score = np.where(is_shown, sizes[pagelet] / sizes.max(), 0.0)
        return Scores(score, is_shown & (pagelet == sizes.argmax()), "the largest pagelet shows no text")


def pagelets(page: Page, min_links: int = 3) -> NDArray[np.intp]:
    """The rows of the elements that are pagelets, in the order of the page."""
    elements = page.elements
    n_links = subtree_sums(page, (elements.tag == TAGS["a"]).astype(np.int64))
    is_divided = np.zeros(len(elements), dtype=np.bool_)
    parents = elements.parent[n_links >= min_links]
    is_divided[parents[parents >= 0]] = True
    # Elements below one that is not divided are parts of it.
    whole = np.flatnonzero(~is_divided)
    n_rows = len(elements)
    changes = np.bincount(whole + 1, minlength=n_rows + 1) - np.bincount(elements.end[whole], minlength=n_rows + 1)
    return np.flatnonzero(~is_divided & (np.cumsum(changes)[:n_rows] == 0))


def pagelet_keys(page: Page, rows: NDArray[np.intp]) -> list[int]:
    """A number for the text of each pagelet: the same on every page that has it."""
    hashes, elements = page.blocks.hash.copy(), page.elements
    texts = [hashes[elements.first_block[row] : elements.stop_block[row]].tobytes() for row in rows.tolist()]
    # Not Python's own hash, which differs from process to process.
    return [int.from_bytes(blake2b(text, digest_size=8).digest(), "little") for text in texts]


def template_pagelets(pages: Iterable[Page], min_pages: int = 2, min_links: int = 3) -> frozenset[int]:
    """The keys of the pagelets that at least this many pages of a site have."""
    counts = Counter(key for page in pages for key in set(pagelet_keys(page, pagelets(page, min_links))))
    return frozenset(key for key, n_pages in counts.items() if n_pages >= min_pages)


def _pagelet_of_blocks(page: Page, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """For each block the number of its pagelet; -1 for text directly inside a divided element."""
    pagelet = np.full(len(page.blocks), -1)
    for number, row in enumerate(rows.tolist()):
        pagelet[page.elements.first_block[row] : page.elements.stop_block[row]] = number
    return pagelet
