"""Document -> what a notebook shows of it: its barcode, facts about it, and its Markdown, folded."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from maintext.document.barcode import barcode

if TYPE_CHECKING:
    from maintext.document.document import Document

MAX_CHARS = 50_000
"""The most characters of Markdown shown: a notebook file stores everything that it shows."""


def document_html(document: Document) -> str:
    """HTML without scripts; everything that comes from the page is text."""
    words = int(document.page.blocks.words[document.keep].sum())
    facts = [
        document.author,
        document.date,
        document.sitename,
        document.language,
        f"{words:,} words",
        f"by {document.by}",
        f"empty: {document.reason}" if document.reason else None,
    ]
    markdown = document.to_markdown()
    cut = f"\n… {len(markdown) - MAX_CHARS:,} more characters" if len(markdown) > MAX_CHARS else ""
    return (
        f'<div style="max-width:960px">{barcode(document, theme="page")}'
        f'<p style="margin:.4em 0">{escape(" · ".join(filter(None, facts)))}</p>'
        f"<details><summary>Markdown, {len(markdown):,} characters</summary>"
        f'<pre style="white-space:pre-wrap">{escape(markdown[:MAX_CHARS] + cut)}</pre></details></div>'
    )
