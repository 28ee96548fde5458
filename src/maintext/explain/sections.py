"""Results of extractors on a page -> the sections of a report, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from maintext.explain.block_facts import BlockFacts
from maintext.explain.coloured import SANDBOX, coloured_page
from maintext.explain.explained import Explained, agreement, differing
from maintext.explain.figures import Picture
from maintext.page import Page

MAX_TEXT_CHARS = 160
"""Characters of a block's text in the table; the frame has all of it."""
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


def answers_html(answers: Sequence[Explained]) -> str:
    """One card per extractor: what it kept and predicts; the chosen one colours the frame."""
    cards = "".join(_card(number, answer) for number, answer in enumerate(answers))
    return f'<fieldset class="answers"><legend>Shown below</legend>{cards}</fieldset>'


def _card(number: int, answer: Explained) -> str:
    document = answer.document
    keep, words = document.scores.keep, document.page.blocks.words
    parts = [f"{int(keep.sum()):,} of {len(keep):,} blocks", f"{int(words[keep].sum()):,} words"]
    if document.page_type is not None and document.confidence is not None:
        parts += [f"page type {document.page_type}", f"confidence {document.confidence:.2f}"]
    if document.reason:
        parts.append(f"empty: {document.reason}")
    chosen = " checked" if number == 0 else ""
    return (
        f'<label class="card"><input type="radio" name="by" value="{number}"{chosen}>'
        f"<b>{escape(answer.by)}</b><span>{escape(' · '.join(parts))}</span></label>"
    )


def frame_html(answer: Explained) -> str:
    """The page in its sandbox, coloured by one extractor."""
    html = coloured_page(answer.document.page, answer.document.scores)
    return (
        f'<iframe id="page" title="The page, its blocks coloured by score" sandbox="{SANDBOX}" '
        f'referrerpolicy="no-referrer" srcdoc="{escape(html)}"></iframe>'
    )


def document_html(number: int, answer: Explained, marked: Sequence[bool]) -> str:
    """The extracted document of one extractor; marked blocks are those that others don't keep."""
    kept = [(row, block) for row, block in enumerate(answer.document.blocks) if block.is_kept]
    blocks = "".join(
        f'<{tag} data-block="{row}"{" data-differs" if marked[row] else ""}>{escape(block.text)}</{tag}>'
        for row, block in kept
        for tag in (_TAG_OF_KIND.get(block.kind, "p"),)
    )
    empty = f"<p class=note>Nothing: {escape(answer.document.reason or '')}.</p>"
    return f'<article data-by="{number}"><h2>{escape(answer.by)}</h2>{blocks or empty}</article>'


def side_by_side_html(answers: Sequence[Explained]) -> str:
    """All documents side by side, and how far each two agree; empty for a single extractor."""
    if len(answers) < 2:
        return ""
    marked = differing(answers).tolist()
    names = "".join(f"<th>{escape(answer.by)}" for answer in answers)
    rows = "".join(
        f"<tr><th>{escape(one.by)}{''.join(f'<td>{agreement(one, other):.2f}' for other in answers)}" for one in answers
    )
    columns = "".join(document_html(number, answer, marked) for number, answer in enumerate(answers))
    return (
        "<section><h2>Side by side</h2><p class=note>Marked: blocks that not all of them keep. The table shows "
        "agreement: words that both keep, divided by words that at least one keeps.</p>"
        f'<table class="agreement"><tr><td>{names}</tr>{rows}</table><div class="columns">{columns}</div></section>'
    )


def pictures_html(pictures: Sequence[Picture]) -> str:
    """The plots, each with its caption."""
    figures = "".join(
        f"<figure{' class=wide' if picture.is_wide else ''}><h3>{escape(picture.title)}</h3>{picture.svg}"
        f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
        for picture in pictures
    )
    return f'<section><h2>How the methods see it</h2><div class="pictures">{figures}</div></section>'


def blocks_html(answers: Sequence[Explained], facts: Sequence[BlockFacts]) -> str:
    """One row per block, one column per extractor."""
    marked, page = differing(answers).tolist(), answers[0].document.page
    names = "".join(f"<th>{escape(answer.by)}" for answer in answers)
    columns = [(_scores(answer), answer.document.scores.keep.tolist()) for answer in answers]
    texts = page.texts()
    rows = "".join(
        _row(row, text, facts[row], marked[row], [(score[row], keep[row]) for score, keep in columns])
        for row, text in enumerate(texts[:MAX_ROWS])
    )
    choices = ["all", "kept", "dropped", *(["differing"] if len(answers) > 1 else [])]
    buttons = "".join(f'<button type="button" data-show="{name}">{name}</button>' for name in choices)
    cut = f" · the first {MAX_ROWS:,} of {len(texts):,}; the page above has all" if len(texts) > MAX_ROWS else ""
    return (
        f'<section><h2>Blocks</h2><p class="filter">Show {buttons}{cut}</p><div class="scroll"><table id="blocks">'
        f"<thead><tr><th>block<th>kind<th>words<th>links{names}<th>text</tr></thead><tbody>{rows}</tbody></table></div>"
        "</section>"
    )


def _scores(answer: Explained) -> list[str]:
    """Probabilities with two digits; other numbers may be of any size."""
    score = answer.document.scores.score
    form = ".2f" if ((score >= 0) & (score <= 1)).all() else ".3g"
    return [format(value, form) for value in score.tolist()]


def _row(row: int, text: str, facts: BlockFacts, is_marked: bool, answers: Sequence[tuple[str, bool]]) -> str:
    is_kept = any(keep for _, keep in answers)
    cells = "".join(f"<td{' class=kept' if keep else ''}>{score}" for score, keep in answers)
    shown = text if len(text) <= MAX_TEXT_CHARS else text[: MAX_TEXT_CHARS - 1] + "…"
    state = f'data-kept="{int(is_kept)}"' + (" data-differs" if is_marked else "")
    return (
        f'<tr data-block="{row}" {state}><td>{row}<td>{facts["kind"]}<td>{facts["words"]:,}'
        f"<td>{facts['link_share']:.0%}{cells}<td>{escape(shown)}</tr>"
    )
