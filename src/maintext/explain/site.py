"""Counts of a site's blocks, documents -> the documents without shared blocks, and a list of those blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.shared_blocks.keys import block_keys

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.shared_blocks import SiteCounts

MAX_TEXT_CHARS = 160


class SiteBlock(NamedTuple):
    """A block that an extractor kept and other pages of the site have, too."""

    row: int
    n_with: int
    """Pages that have it."""
    n_pages: int
    """Pages of the site that were counted."""
    text: str


def site_blocks(document: Document, counts: SiteCounts) -> list[SiteBlock]:
    """The blocks that were dropped from a matched document because the site's pages share them."""
    mask = document.shared
    if mask is None:
        return []
    rows = np.flatnonzero(mask & document.scores.keep)
    keys = block_keys(document.page, mask, counts.rule.compared)
    known = {block.key: block.n_with for block in counts.shared()}
    texts, n_pages = document.page.texts(), counts.n_pages()
    # Every one of them is shared by its text or else by its template.
    return [
        SiteBlock(row, known.get(exact, known.get(template, 0)), n_pages, texts[row][:MAX_TEXT_CHARS])
        for row, exact, template in zip(
            rows.tolist(), keys.exact[rows].tolist(), keys.template[rows].tolist(), strict=True
        )
    ]
