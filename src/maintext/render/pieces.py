"""(Page, mask) -> the Markdown of a document as pieces: headings, paragraphs, items, code blocks, tables.

The pieces, joined, are the Markdown of `to_markdown`. Each knows where its text is in the source of the page, so that
sections and chunks can be made of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from maintext.render.options import Options
from maintext.render.source import Source

PARAGRAPH, CODE, TABLE, FORMULA = 0, 7, 8, 9
"""The kinds of pieces; 1 to 6 are headings of that level."""

_SEPARATOR = re.compile(r"\n(?:[ >]*\n)?\Z")


@dataclass(frozen=True)
class Piece:
    """A block of Markdown."""

    text: str
    """Its lines, with the marks of the lists and quotes around it; no line feed at the end."""
    before: str
    """What separates it from the piece before it."""
    kind: int
    source: tuple[int, int] | None
    """Offsets into `page.source`; None if it is not from the body of the page, such as a headline from its metadata."""
    n_marks: int = 0
    """How many characters the marks before its own text have; of an item, `- ` and the indentation before it."""
    indent: int = 0
    """How many characters such marks have on its further lines."""
    heading: str = ""
    """The text of a heading in the body, without marks."""

    @property
    def level(self) -> int:
        """The level of a heading; 0 if it is something else."""
        return self.kind if 1 <= self.kind <= 6 else 0

    @property
    def marks(self) -> str:
        """What its own text begins after: the marks of lists and quotes."""
        return self.text[: self.n_marks]

    @property
    def own_text(self) -> str:
        """Its Markdown without the marks of the lists and quotes around it."""
        first, *others = self.text[self.n_marks :].split("\n")
        return "\n".join([first, *(line[self.indent :] for line in others)])


def markdown_pieces(source: Source, options: Options) -> list[Piece]:
    """The pieces of a document's Markdown, in order."""
    markdown, found = source.page.markdown_pieces(source.mask, options.for_core(source.base, source.headline))
    # Offsets count bytes.
    raw = markdown.encode()
    pieces: list[Piece] = []
    before = ""
    for number, (start, own_start, indent, kind, span, heading) in enumerate(found):
        stop = found[number + 1][0] if number + 1 < len(found) else len(raw)
        text = raw[start:stop].decode()
        separator = _SEPARATOR.search(text) if number + 1 < len(found) else None
        after = separator.group() if separator else ""
        n_marks = len(raw[start:own_start].decode())
        own = text[: len(text) - len(after)]
        source_span = span if span[0] <= span[1] else None
        pieces.append(Piece(own, before, kind, source_span, n_marks, indent, heading or ""))
        before = after
    return pieces
