"""Results of extractors on a page -> the sections of a report, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from maintext.document.barcode import barcode
from maintext.explain.cards import CardWriter
from maintext.explain.coloured import SANDBOX, coloured_page
from maintext.explain.explained import Explained, agreement, differing
from maintext.explain.extractor_facts import documentation_of, sentence_about
from maintext.explain.pictures.picture import Picture
from maintext.explain.site import SiteBlock
from maintext.page import Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_ROWS = 5000
"""Rows of the table. Nobody reads more, and browsers take long to lay them out."""
_TAG_OF_KIND = {"heading": "h3", "list item": "li", "code": "pre", "quote": "blockquote"}


def facts_html(page: Page, name: str) -> str:
    """The title of the page, and its counts."""
    title = page.head.title or name
    numbers = (
        f"{escape(name)} · {len(page.source):,} bytes of {escape(page.encoding)} ({escape(page.encoding_evidence)}) · "
        f"{len(page.elements):,} elements · {len(page.blocks):,} blocks · {int(page.blocks.words.sum()):,} words"
    )
    return f"<header><h1>{escape(title)}</h1><p class=note>{numbers}</p></header>"


def answers_html(answers: Sequence[Explained], first: int) -> str:
    """One card per extractor: what it is, and what it kept and predicts; the chosen one colours the frame."""
    cards = "".join(_card(number, answer, number == first) for number, answer in enumerate(answers))
    return f'<fieldset class="answers"><legend>Shown below</legend>{cards}</fieldset>'


def _card(number: int, answer: Explained, is_chosen: bool) -> str:
    document, name = answer.document, f"by-{number}"
    keep, words = document.keep, document.page.blocks.words
    parts = [f"{int(keep.sum()):,} of {len(keep):,} blocks", f"{int(words[keep].sum()):,} words"]
    if document.page_type is not None and document.confidence is not None:
        parts += [f"page type {document.page_type}", f"expected F1 {document.confidence:.2f}"]
    if not document.verdict.is_content:
        parts.append(f"not content: {document.verdict.kind}")
    if document.reason:
        parts.append(f"empty: {document.reason}")
    address = documentation_of(answer.by)
    more = f' <a href="{address}" target="_blank" rel="noopener noreferrer">how it works</a>' if address else ""
    return (
        f'<div class="card"><input type="radio" name="by" id="{name}" value="{number}"{" checked" * is_chosen}>'
        f'<label for="{name}"><b>{escape(answer.by)}</b> {escape(" · ".join(parts))}</label>'
        f"<p>{escape(sentence_about(answer.by))}{more}</p></div>"
    )


def barcodes_html(answers: Sequence[Explained], first: int) -> str:
    """The barcode of each extractor; the script makes the chosen one a navigator."""
    strips = "".join(
        f'<div data-by="{number}"{"" if number == first else " hidden"}>{barcode(answer.document)}</div>'
        for number, answer in enumerate(answers)
    )
    return f'<div id="barcodes">{strips}</div>'


def frame_html(page: Page) -> str:
    """The page in its sandbox, which the script colours by the chosen extractor."""
    html = coloured_page(page, None)
    # Between single quotes: pages have many double ones, which would take six characters each.
    quoted = html.replace("&", "&amp;").replace("'", "&#39;")
    return (
        f'<iframe id="page" title="The page, its blocks coloured by score" sandbox="{SANDBOX}" '
        f"referrerpolicy=\"no-referrer\" srcdoc='{quoted}'></iframe>"
    )


def document_html(number: int, answer: Explained) -> str:
    """The extracted document of one extractor."""
    document = answer.document
    all_blocks = document.blocks

    def write_blocks(mask: NDArray[np.bool_]) -> str:
        written = ""
        chosen = ((row, all_blocks[row]) for row in mask.nonzero()[0].tolist())
        for is_list, group in groupby(chosen, key=lambda pair: pair[1].kind == "list item"):
            tags = ((row, block.text, _TAG_OF_KIND.get(block.kind, "p")) for row, block in group)
            inside = "".join(f'<{tag} data-block="{row}">{escape(text)}</{tag}>' for row, text, tag in tags)
            written += f"<ul>{inside}</ul>" if is_list else inside
        return written

    headline = document.title or ""
    kept = document.keep.nonzero()[0].tolist()
    # A headline that is among the first blocks is not shown twice.
    is_inside = any(all_blocks[row].text == headline for row in kept[:3])
    above = f'<p class="headline">{escape(headline)}</p>' if headline and kept and not is_inside else ""
    empty = f"<p class=note>Nothing: {escape(document.reason or '')}.</p>"
    blocks = CardWriter(write_blocks, with_links=False).document_html(document, document.keep) if kept else empty
    return f'<article data-by="{number}"><h2>{escape(answer.by)}</h2>{above}{blocks}</article>'


def side_by_side_html(answers: Sequence[Explained]) -> str:
    """The barcodes below each other, and how far each two agree; the script adds the documents side by side."""
    if len(answers) < 2:
        return ""
    names = "".join(f"<th scope=col>{escape(answer.by)}" for answer in answers)
    rows = "".join(
        f"<tr><th scope=row>{escape(one.by)}{''.join(f'<td>{agreement(one, other):.2f}' for other in answers)}"
        for one in answers
    )
    documents = [answer.document for answer in answers]
    n_differing = int(differing(answers).sum())
    return folded(
        f"Side by side: {len(answers)} extractors differ on {n_differing:,} of {len(documents[0].keep):,} blocks",
        f'<div class="scroll">{barcode(documents[0], *documents[1:])}</div>'
        "<p class=note>The table shows agreement: words that both keep, divided by words that at least one keeps. "
        "Marked below: blocks that not all of them keep.</p>"
        f'<div class="scroll"><table class="agreement"><tr><td>{names}</tr>{rows}</table></div>'
        '<div class="columns" id="columns" tabindex="0" role="region" aria-label="All documents"></div>',
        name="side-by-side",
    )


def site_html(blocks: Sequence[SiteBlock] | None) -> str:
    """The blocks of the page that other pages of its site have, too; nothing if they were not compared."""
    if blocks is None:
        return ""
    if not blocks:
        return folded("Shared with the site: no block that was kept", "<p class=note>Nothing was dropped.</p>", "site")
    rows = "".join(
        f'<tr data-block="{block.row}"><td>{block.row}<td>{block.n_with:,} of {block.n_pages:,}<td>{escape(block.text)}'
        for block in blocks
    )
    noun = "block" if len(blocks) == 1 else "blocks"
    return folded(
        f"Shared with the site: {len(blocks):,} {noun} dropped",
        "<p class=note>The extractor kept them, but the site repeats them on other pages. In the page they are struck "
        'out.</p><div class="scroll" tabindex="0" role="region" aria-label="Shared blocks"><table><thead><tr>'
        f"<th scope=col>block<th scope=col>pages with it<th scope=col>text</tr></thead><tbody>{rows}</tbody></table>"
        "</div>",
        name="site",
    )


def pictures_html(pictures: Sequence[Picture]) -> str:
    """The plots, each with its caption."""
    figures = "".join(
        f"<figure{' class=wide' if picture.is_wide else ''}><h3>{escape(picture.title)}</h3>{picture.svg}"
        f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
        for picture in pictures
    )
    return folded("How the methods see it", f'<div class="pictures">{figures}</div>', name="pictures")


def blocks_html(answers: Sequence[Explained], n_blocks: int) -> str:
    """The head of the table of blocks; the script writes its rows when it is unfolded."""
    names = "".join(f"<th scope=col>{escape(answer.by)}" for answer in answers)
    choices = ["all", "kept", "dropped", *(["differing"] if len(answers) > 1 else [])]
    buttons = "".join(
        f'<button type="button" data-show="{name}" aria-pressed="{str(name == "all").lower()}">{name}</button>'
        for name in choices
    )
    cut = f" · the first {MAX_ROWS:,} of {n_blocks:,}; the page above has all" if n_blocks > MAX_ROWS else ""
    return folded(
        f"All {n_blocks:,} blocks",
        f'<p class="filter">Show {buttons}{cut}</p><div class="scroll" tabindex="0" role="region" '
        f'aria-label="Blocks"><table id="blocks" data-show="all" data-rows="{MAX_ROWS}"><thead><tr><th scope=col>block'
        f"<th scope=col>kind<th scope=col>words<th scope=col>in links{names}<th scope=col>text</tr></thead>"
        "<tbody></tbody></table></div>",
        name="all-blocks",
    )


def folded(title: str, body: str, name: str) -> str:
    """A section that opens by a click or a key."""
    return f'<details id="{name}"><summary><h2>{escape(title)}</h2></summary>{body}</details>'
