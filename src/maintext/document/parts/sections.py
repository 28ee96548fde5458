"""Pieces of Markdown -> the tree of headings, each with the text below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from maintext.document.parts.text_fragments import KeptBlocks
from maintext.render.pieces import Piece


@dataclass(frozen=True)
class Section:
    """A heading and what is below it."""

    heading: str
    """Its text; empty for the text before the first heading."""
    level: int
    """1 to 6 as in the Markdown of the document, where 1 is its title; 0 without a heading."""
    text: str
    """The text between this heading and the next one, a blank line between blocks."""
    markdown: str
    """All of the section as Markdown: heading, text, and the sections inside."""
    start: int
    """Offset of its first block in `page.source`."""
    stop: int
    """Offset after the last block of all of the section."""
    sections: tuple[Section, ...]
    """The sections inside, with headings of lower rank."""

    def walk(self) -> Iterator[Section]:
        """The section itself and all sections inside, in the order of the page."""
        waiting = [self]
        while waiting:
            section = waiting.pop()
            yield section
            waiting += reversed(section.sections)

    def to_dict(self) -> dict[str, Any]:
        """The section and those inside as values that JSON has."""
        names = ("heading", "level", "text", "markdown", "start", "stop")
        own = {name: getattr(self, name) for name in names}
        # At most six levels deep.
        return {**own, "sections": [section.to_dict() for section in self.sections]}


def make_sections(pieces: list[Piece], blocks: KeptBlocks) -> tuple[Section, ...]:
    """The sections of a document. Its title is not one of them."""
    body = pieces[1:] if pieces and pieces[0].level == 1 and pieces[0].source is None else pieces
    return tuple(_made(body, blocks))


def _made(pieces: list[Piece], blocks: KeptBlocks) -> Iterator[Section]:
    """The outermost sections of some pieces, which begin with a heading or with the text before the first one."""
    start = 0
    while start < len(pieces):
        level = pieces[start].level
        stop = start + 1
        # A section ends at the next heading of its rank or a higher one; the text before the first heading ends at any.
        while stop < len(pieces) and not (pieces[stop].level and (not level or pieces[stop].level <= level)):
            stop += 1
        yield _section(pieces[start:stop], blocks)
        start = stop


def _section(pieces: list[Piece], blocks: KeptBlocks) -> Section:
    level = pieces[0].level
    own = 1 if level else 0
    inner = next((at for at in range(own, len(pieces)) if pieces[at].level), len(pieces))
    sources = [piece.source for piece in pieces if piece.source]
    # Images between two paragraphs have the place of the one before them.
    rows = dict.fromkeys(row for piece in pieces[own:inner] if piece.source for row in blocks.between(*piece.source))
    return Section(
        heading=pieces[0].heading,
        level=level,
        text="\n\n".join(map(blocks.text, rows)),
        markdown="".join(piece.before + piece.text for piece in pieces).strip("\n"),
        start=min((start for start, _ in sources), default=0),
        stop=max((stop for _, stop in sources), default=0),
        sections=tuple(_made(pieces[inner:], blocks)),
    )
