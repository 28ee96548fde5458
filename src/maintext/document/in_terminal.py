"""Documents of one page -> a few lines for a terminal: their barcodes, and how much each kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.barcodes.terminal import to_line
from maintext.document.barcode import expected_f1, strip_of

if TYPE_CHECKING:
    from maintext.document.document import Document


def terminal_lines(documents: Sequence[Document], *, has_colour: bool = False) -> list[str]:
    """The title, and a line per document.

    >>> import maintext
    >>> html = "<title>Tea</title><p>Boil the water, then wait.</p><p hidden>Not shown, so not kept.</p>"
    >>> for line in terminal_lines([maintext.extract(html, by="all")]):
    ...     print(line)
    Tea
    all ▕█████████████████████████████████▅                              ▏ 54% of the text in 1 of 2 blocks
    """
    width = max(len(document.by) for document in documents)
    lines = [strip_of(documents[0]).title or "Page without a title"]
    for document in documents:
        strip = strip_of(document)
        facts = [strip.summary.removeprefix("kept, "), document.page_type or "", expected_f1(document.confidence)]
        shown = to_line(strip, has_colour=has_colour)
        lines.append(f"{document.by:{width}} ▕{shown}▏ {' · '.join(filter(None, facts))}")
        if document.reason:
            lines.append(f"{'':{width}}  empty: {document.reason}")
    return lines
