"""Document -> Markdown in trafilatura's dialect.

It is our Markdown, with these differences: a table without a header row has none, cells have no line ends, rows end
with a space, and deleted text is between tildes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from maintext.render import Options
from maintext.render.pieces import CODE, FORMULA, TABLE, markdown_pieces

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.render import Choices
    from maintext.render.pieces import Piece

_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_DELETED = re.compile(r"<del>(?=\S)((?:(?!</?del>).)*)(?<=\S)</del>", re.DOTALL)
_LINE_END = re.compile(r"\s*<br>\s*")
_IMAGE = re.compile(r"(\S?)(!\[(?:[^\]\\]|\\.)*\]\((?:<[^>]*>|[^()\s]*)(?: \"[^\"]*\")?\))(?=(\S?))")
_SEPARATOR = re.compile(r"\|(?: :?-+:? \|)+")


def to_markdown(document: Document, choices: Choices) -> str:
    """The Markdown of a document."""
    pieces = markdown_pieces(document.source_of(choices), Options.of(choices))
    while len(pieces) > 1 and pieces[-1].level:
        # A heading at the end is that of something which is not in the document.
        pieces.pop()
    return "".join(piece.before + _written(piece) for piece in pieces).strip()


def _written(piece: Piece) -> str:
    if piece.kind in (CODE, FORMULA):
        return piece.text
    if piece.kind == TABLE:
        return _table(piece)
    return _with_tildes(piece.text)


def _with_tildes(text: str) -> str:
    """Deleted text as GFM writes it."""
    return _outside_code(_DELETED, r"~~\1~~", text)


def _apart(image: re.Match[str]) -> str:
    """An image in a cell, with a space between it and the words beside it."""
    before, own, after = image.groups()
    gap_before = " " if before not in ("", "[", "(") else ""
    return f"{before}{gap_before}{own}{' ' if after not in ('', ']', ')') else ''}"


def _outside_code(pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
    r"""A text in which a pattern is replaced, except within code.

    >>> _outside_code(_DELETED, r"~~\1~~", "<del>a</del> `<del>b</del>`")
    '~~a~~ `<del>b</del>`'
    """
    parts, start = [], 0
    for code in _CODE_SPAN.finditer(text):
        parts += [pattern.sub(replacement, text[start : code.start()]), code.group()]
        start = code.end()
    return "".join([*parts, pattern.sub(replacement, text[start:])])


def _table(piece: Piece) -> str:
    marks = [piece.marks, *(line[: piece.indent] for line in piece.text.split("\n")[1:])]
    lines: list[str] = []
    for mark, line in zip(marks, piece.own_text.split("\n"), strict=True):
        if not line.startswith("|"):
            lines.append(mark + line)
        elif _SEPARATOR.fullmatch(line):
            if _is_empty(lines[-1]):
                # Ours have a header row for every reader's sake; trafilatura's only if the page has one.
                lines.pop()
            else:
                lines.append(f"{mark}{line.replace(' ', '')}")
        else:
            cells = _outside_code(_IMAGE, _apart, _outside_code(_LINE_END, " ", line))
            lines.append(f"{mark}{_with_tildes(cells)} ")
    return "\n".join(lines)


def _is_empty(row: str) -> bool:
    return not row.strip("| \t>")
