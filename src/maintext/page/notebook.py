"""Page -> what a notebook shows of it: a barcode of its blocks, facts about it, and the table of blocks, folded.

Nothing has been extracted from a page yet, so the bars show what is known: blue for text, orange for links.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maintext.barcodes.strip import Strip
from maintext.barcodes.svg import to_svg
from maintext.page.kinds import KINDS, block_kinds

if TYPE_CHECKING:
    from maintext.page.table import Page

MAX_LINES = 300
"""Of the table of blocks."""


def page_html(page: Page) -> str:
    """HTML without scripts; everything that comes from the page is text."""
    blocks = page.blocks
    text_share = 1 - blocks.link_chars / np.maximum(blocks.chars, 1)
    title = page.head.title or "Page without a title"
    strip = Strip(blocks.chars, text_share > 0.5, text_share, block_kinds(page) == KINDS.index("heading"), title)
    facts = (
        f"above: blocks of text, below: blocks of links · {len(page.source):,} bytes of {page.encoding} "
        f"({page.encoding_evidence}) · {len(page.elements):,} elements · {len(blocks):,} blocks · "
        f"{int(blocks.words.sum()):,} words"
    )
    lines = page.show().split("\n")
    cut = [f"… {len(lines) - MAX_LINES:,} more lines"] if len(lines) > MAX_LINES else []
    table = "\n".join([*lines[:MAX_LINES], *cut])
    return (
        f'<div style="max-width:960px">{to_svg(strip, "page", captions=("", ""))}'
        f'<p style="margin:.4em 0">{escape(facts)}</p>'
        f"<details><summary>The blocks</summary><pre>{escape(table)}</pre></details></div>"
    )
