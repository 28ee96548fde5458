"""Pieces of text and marks around them -> one line of Markdown, or several with hard breaks.

A mark (emphasis, a link) is written when the first text inside it comes, after the white space before that text:
so `a<b> b </b>c` gives `a **b** c`. Where Markdown has no way to write emphasis, as between letters and
punctuation, the text stays without.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from maintext.render import roles as role

HARD_BREAK = "\\\n"
_DELIMITERS = {role.STRONG: ("**", "**"), role.EMPHASIS: ("*", "*")}
_PLAIN_MARKS = {
    role.STRIKE: ("<del>", "</del>"),
    role.SUB: ("<sub>", "</sub>"),
    role.SUP: ("<sup>", "</sup>"),
    role.QUOTED: ('"', '"'),
}
_TICKS = re.compile("`+")
_UNSAFE_IN_ADDRESS = re.compile(r"[\s()<>\\]")


@dataclass(slots=True)
class Mark:
    """An element within the line that is open."""

    role: int
    row: int
    value: str = ""
    """The address of a link, the label of a note."""
    start: int = -1
    """Where it was written in the pieces; -1 if it was not yet."""


class Line:
    """The text of one block, while it is being put together."""

    __slots__ = ("delimiters", "in_code", "marks", "n_unwritten", "pieces")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.marks: list[Mark] = []
        self.n_unwritten = 0
        self.delimiters: list[tuple[int, int]] = []
        self.in_code = False

    def add(self, piece: str) -> None:
        """Adds text with the white space before it."""
        gap = ""
        if piece[0] == " ":
            gap, piece = " ", piece[1:]
        elif piece[0] == "\n":
            gap, piece = " " if self.in_code else HARD_BREAK, piece[1:]
        elif piece.startswith(HARD_BREAK):
            gap, piece = HARD_BREAK, piece[2:]
        if gap and self.pieces:
            self.pieces.append(gap)
        if self.n_unwritten:
            self._begin_marks()
        self.pieces.append(piece.replace("\n", " ") if self.in_code else piece)

    def open(self, own: int, row: int, value: str = "") -> None:
        """A mark opens."""
        self.marks.append(Mark(own, row, value))
        self.n_unwritten += 1

    def close(self, row: int) -> None:
        """The mark of an element closes, if there is one."""
        if self.marks and self.marks[-1].row == row:
            mark = self.marks.pop()
            if mark.start < 0:
                self.n_unwritten -= 1
            else:
                self._end(mark)

    def take(self) -> str:
        """The whole text; marks that are still open go on in the next block."""
        for mark in reversed(self.marks):
            if mark.start >= 0:
                self._end(mark)
                mark.start = -1
        self.n_unwritten = len(self.marks)
        if self.delimiters:
            _drop_unreadable(self.pieces, self.delimiters)
            self.delimiters.clear()
        text = "".join(self.pieces)
        self.pieces.clear()
        return text

    def _begin_marks(self) -> None:
        for mark in self.marks[-self.n_unwritten :]:
            mark.start = len(self.pieces)
            self.pieces.append(self._opening(mark))
        self.n_unwritten = 0

    def _opening(self, mark: Mark) -> str:
        if mark.role == role.CODE:
            self.in_code = True
            return ""
        if mark.role == role.LINK:
            return "["
        if mark.role == role.NOTE_REF:
            return f"[^{mark.value}]"
        return (_DELIMITERS.get(mark.role) or _PLAIN_MARKS[mark.role])[0]

    def _end(self, mark: Mark) -> None:
        pieces = self.pieces
        if mark.role == role.CODE:
            self.in_code = False
            pieces[mark.start :] = [code_span("".join(pieces[mark.start :]))]
        elif mark.role == role.LINK:
            pieces.append(f"]({as_destination(mark.value)})")
        elif mark.role == role.NOTE_REF:
            del pieces[mark.start + 1 :]
        elif mark.role in _DELIMITERS:
            self.delimiters.append((mark.start, len(pieces)))
            pieces.append(_DELIMITERS[mark.role][1])
        else:
            pieces.append(_PLAIN_MARKS[mark.role][1])


def code_span(code: str) -> str:
    """Code within a line, between as many ticks as it takes."""
    ticks = "`"
    if "`" in code:
        ticks = "`" * (max(map(len, _TICKS.findall(code))) + 1)
    needs_space = code[0] == "`" or code[-1] == "`" or (code[0] == code[-1] == " " and code.strip())
    return f"{ticks} {code} {ticks}" if needs_space else ticks + code + ticks


def as_destination(address: str) -> str:
    """An address as it stands in a link."""
    if _UNSAFE_IN_ADDRESS.search(address):
        return "<" + re.sub(r"[<>\\]", lambda found: f"%{ord(found[0]):02X}", re.sub(r"\s", "%20", address)) + ">"
    return address


def _drop_unreadable(pieces: list[str], delimiters: list[tuple[int, int]]) -> None:
    """Takes away emphasis that Markdown would not read as such."""
    for attempt in range(3):
        unreadable = _unreadable(pieces, delimiters)
        if not unreadable:
            return
        for pair in delimiters:
            # What is taken away changes what stands beside the rest; the last time all goes.
            if attempt == 2 or not unreadable.isdisjoint(pair):
                pieces[pair[0]] = pieces[pair[1]] = ""
        delimiters[:] = [pair for pair in delimiters if pieces[pair[0]]]


def _unreadable(pieces: list[str], delimiters: list[tuple[int, int]]) -> set[int]:
    """The delimiters that do not open or close where they should."""
    opening, closing = {start for start, _ in delimiters}, {stop for _, stop in delimiters}
    bad: set[int] = set()
    before = ""
    run: list[int] = []
    for at, piece in enumerate([*pieces, "\n"]):
        if at in opening or at in closing:
            run.append(at)
        elif piece:
            if run:
                bad.update(_bad_in_run(run, opening, before, piece[0]))
                run = []
            before = piece[-1]
    return bad


def _bad_in_run(run: list[int], opening: set[int], before: str, after: str) -> list[int]:
    opens = [at for at in run if at in opening]
    if opens and len(opens) < len(run):
        return opens
    if opens:
        return [] if _flanks(before, after) else run
    return [] if _flanks(after, before) else run


def _flanks(outside: str, inside: str) -> bool:
    """Whether emphasis can begin between two characters; mirrored, whether it can end."""
    if inside.isspace() or not inside:
        return False
    if inside.isalnum() or unicodedata.category(inside)[0] not in "PS":
        return True
    return not outside or outside.isspace() or unicodedata.category(outside)[0] == "P" or (outside in "$+<=>^`|~")
