"""The worst pages of each candidate -> HTML: a table with links, and the texts with lost and extra words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from maintext.barcodes.compare import Row, compare_svg
from maintext.errors import MissingPackageError
from maintext.evaluate.evaluation import WorstPage
from maintext.evaluate.tokens import pieces

MAX_PIECES = 3000
"""Words of a text that are shown: enough to see what went wrong."""
MAX_SHOWN = 100
"""Characters shown of a block and of its path."""


def worst_html(by: str, worst: Sequence[WorstPage]) -> str:
    """A table of the worst pages of one candidate, and their texts."""
    rows = "".join(_row(by, number, page) for number, page in enumerate(worst))
    texts = "".join(_texts(by, number, page) for number, page in enumerate(worst))
    columns = ("page", "type", "F1", "precision", "recall", "what happened")
    head = "".join(f"<th scope=col>{name}" for name in columns)
    table = f'<table class="words"><tr>{head}</tr>{rows}</table>'
    return f'<h3>{escape(by)}</h3><div class="scroll" tabindex="0">{table}</div>{texts}'


def marked_text(kept: str, gold: str) -> str:
    """The gold text with lost words in <del>, and with extra words in <ins>.

    >>> marked_text(kept="Menu one two", gold="one two three")
    '<ins>Menu</ins> one two <del>three</del>'
    """
    try:
        from rapidfuzz.distance import Indel
    except ImportError:
        raise MissingPackageError("rapidfuzz", "evaluate") from None
    kept_pieces, gold_pieces = pieces(kept)[:MAX_PIECES], pieces(gold)[:MAX_PIECES]
    marked: list[str] = []
    for code in Indel.opcodes(gold_pieces, kept_pieces):
        lost = escape(" ".join(gold_pieces[code.src_start : code.src_end]))
        extra = escape(" ".join(kept_pieces[code.dest_start : code.dest_end]))
        if code.tag == "equal":
            marked.append(lost)
        else:
            marked.extend(f"<{tag}>{text}</{tag}>" for tag, text in (("del", lost), ("ins", extra)) if text)
    return " ".join(marked)


def _row(by: str, number: int, worst: WorstPage) -> str:
    figures = worst.result.figures["bag-of-words"]
    link = f'<a href="#{_anchor(by, number)}">{escape(worst.page.corpus)}/{escape(worst.page.id)}</a>'
    cells = "".join(f"<td>{figures[name]:.3f}" for name in ("f1", "precision", "recall"))
    return f"<tr><td>{link}<td>{escape(worst.page.kind)}{cells}<td>{_verdict(worst)}</tr>"


def _verdict(worst: WorstPage) -> str:
    if worst.result.error:
        return f"raised {escape(worst.result.error)}"
    if not worst.result.kept.strip():
        return "kept nothing"
    if not worst.page.gold.strip():
        return "kept text of a page without main content"
    figures = worst.result.figures["bag-of-words"]
    return "lost too much" if figures["recall"] < figures["precision"] else "kept too much"


def _texts(by: str, number: int, worst: WorstPage) -> str:
    page = worst.page
    # The anchor is inside, because browsers open a closed <details> for a link to something in it.
    source = _link(page.url or "")
    is_cut = max(len(pieces(page.gold)), len(pieces(worst.result.kept))) > MAX_PIECES
    note = f"<p class=note>The first {MAX_PIECES:,} words.</p>" if is_cut else ""
    facts = f"{source}{_barcode(worst)}{_amounts(worst)}{note}"
    return (
        f"<details><summary>{escape(page.corpus)}/{escape(page.id)}</summary>"
        f'<div class="text" id="{_anchor(by, number)}">{facts}<p>{marked_text(worst.result.kept, page.gold)}</p>'
        f"{_blocks(worst)}</div></details>"
    )


def _barcode(worst: WorstPage) -> str:
    """The gold blocks and below them those that were kept; nothing for peers, which do not judge by block."""
    fates = worst.fates
    if fates is None or not len(fates.keep):
        return ""
    rows = [Row("gold", fates.gold), Row(worst.result.by, fates.keep)]
    return compare_svg(fates.chars, rows, worst.page.id, is_gold=True)


def _amounts(worst: WorstPage) -> str:
    """How many words were lost and how many were too much."""
    kept, gold = (Counter(pieces(text.lower())) for text in (worst.result.kept, worst.page.gold))
    lost, extra = (gold - kept).total(), (kept - gold).total()
    return f"<p>{lost:,} of {gold.total():,} words lost, {extra:,} of {kept.total():,} too much.</p>"


def _blocks(worst: WorstPage) -> str:
    """The wrong blocks, longest first."""
    rows = "".join(
        f"<tr><td>{'kept' if block.is_kept else 'lost'}<td>{block.score:.2f}<td>{block.content:.2f}"
        f"<td><code>{escape(_cut(block.xpath, from_end=True))}</code><td>{escape(_cut(block.text))}</tr>"
        for block in worst.wrong
    )
    columns = ("wrongly", "score", "share in the gold", "where", "block")
    head = "".join(f"<th scope=col>{name}" for name in columns)
    return f'<div class="scroll" tabindex="0"><table class="words"><tr>{head}</tr>{rows}</table></div>' if rows else ""


def _cut(text: str, *, from_end: bool = False) -> str:
    """The beginning of a long text, or its end.

    >>> _cut("a" * 200)[-3:], _cut("/div" * 200, from_end=True)[:5]
    ('aa…', '…/div')
    """
    if len(text) <= MAX_SHOWN:
        return text
    return "…" + text[-MAX_SHOWN:] if from_end else text[:MAX_SHOWN] + "…"


def _link(url: str) -> str:
    # Addresses come from data sets, so only web addresses become links.
    is_web = url.startswith(("http://", "https://"))
    return f'<a href="{escape(url)}" rel="noreferrer">{escape(url)}</a>' if is_web else ""


def _anchor(by: str, number: int) -> str:
    return f"worst-{escape(by)}-{number}"
