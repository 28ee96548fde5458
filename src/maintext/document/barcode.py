"""Document -> its barcode: how much of the page was kept, and where. See `maintext.barcodes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.barcodes.compare import Row, compare_svg
from maintext.barcodes.strip import Strip, unit_scores
from maintext.barcodes.svg import Theme, to_svg
from maintext.errors import OptionError
from maintext.page.kinds import KINDS, block_kinds

if TYPE_CHECKING:
    from maintext.document.document import Document

_HEADING = KINDS.index("heading")


def barcode(document: Document, *others: Document, theme: Theme = "auto") -> str:
    """An SVG picture of what was kept of a page; with other documents of the same page, of what each kept.

    Every block is a bar, in page order and as wide as its text: kept blocks above the line, dropped ones below, taller
    and bluer the surer the extractor was. `theme` is light, dark, auto (as the reader's system) or page (texts in
    the colour of the page around).

    >>> import maintext
    >>> svg = barcode(maintext.extract("<title>Tea</title><p>Boil the water.</p><p hidden>Not shown.</p>", by="all"))
    >>> svg[svg.index("aria-label") : svg.index("><style>")]
    'aria-label="Tea. By all. Kept, 59% of the text in 1 of 2 blocks"'
    """
    if not others:
        return to_svg(strip_of(document), theme)
    documents = (document, *others)
    if any(len(other.keep) != len(document.keep) for other in others):
        raise OptionError("documents can only be compared if they are of the same page")
    rows = [Row(one.by, one.keep) for one in documents]
    return compare_svg(document.page.blocks.chars, rows, document.title or "Who keeps what", theme)


def strip_of(document: Document) -> Strip:
    """What the barcode of a document shows."""
    page = document.page
    facts = [document.page_type or "", expected_f1(document.confidence)]
    return Strip(
        page.blocks.chars,
        document.keep,
        unit_scores(document.scores.score),
        block_kinds(page) == _HEADING,
        document.title or page.head.title or "",
        " · ".join(filter(None, [*facts, "" if document.confidence is not None else f"by {document.by}"])),
    )


def expected_f1(confidence: float | None) -> str:
    """The confidence in words.

    >>> expected_f1(0.912), expected_f1(1.0), expected_f1(None)
    ('expected F1 .91', 'expected F1 1.00', '')
    """
    return "" if confidence is None else f"expected F1 {confidence:.2f}".replace(" 0.", " .")
