"""A piece of Markdown that is too long for a chunk -> parts that are not.

A table is cut between its rows, and every part begins with the header row. A code block is cut between its lines, and
every part is fenced. Other text is cut after sentences. A row, line or sentence that is too long alone is cut between
words, and a word that is too long alone between characters. No part ends inside code, a link or an escaped character,
so that what was text to readers of the whole is text to readers of a part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from maintext.document.parts import inline
from maintext.document.parts.inline import Part, escaped, outside, plain_start, words
from maintext.errors import OptionError
from maintext.render.pieces import CODE, FORMULA, PARAGRAPH, TABLE, Piece

_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[\"')\]*_]*\s+|[。！？]+|\n")
MAX_HEADER_CHARS = 16
"""A longer header row is not repeated in every part of a table: so many characters for each token that a part may have.
Estimates of tokens don't count white space, so tokens alone don't limit the length."""


@dataclass(frozen=True)
class Room:
    """How long a text may be."""

    count: Callable[[str], int]
    """The number of tokens of a text."""
    max_tokens: int

    def has(self, text: str) -> bool:
        """Whether a text fits."""
        return self.count(text) <= self.max_tokens

    def less(self, text: str) -> Room:
        """The room that a text leaves; half of it if it would leave less."""
        return replace(self, max_tokens=max(self.max_tokens // 2, self.max_tokens - self.count(text)))


def fitting(piece: Piece, room: Room) -> list[Piece]:
    """The piece, or the parts of it if it is too long."""
    if room.has(piece.text):
        return [piece]
    # Parts of a quotation are quotations, if every line has room for the marks.
    quote = "> " * piece.marks.count(">")
    parts = _with_marks(piece, quote, _parts(piece, room.less(piece.marks)))
    if all(room.has(part.text) for part in parts):
        return parts
    bare = replace(piece, text=piece.own_text, n_marks=0, indent=0)
    return _with_marks(bare, "", _parts(bare, room))


def end_of(piece: Piece, room: Room) -> str:
    """The last sentences or words of a piece that fit; a table or code block only as a whole, a heading never."""
    if piece.kind != PARAGRAPH:
        return piece.own_text if not piece.level and room.has(piece.own_text) else ""
    sentences = split_sentences(piece.own_text.rstrip())
    if sentences and not room.has(sentences[-1]):
        sentences = [gap + word for gap, word in words(sentences[-1])]
    text = ""
    for sentence in reversed(sentences):
        if not room.has(plain_start((sentence + text).strip())):
            break
        text = sentence + text
    return plain_start(text.strip())


def split_sentences(text: str) -> list[str]:
    """The sentences and lines of a text, each with the white space after it.

    >>> split_sentences('It is 3.5 m. "Is it?" Yes')
    ['It is 3.5 m. ', '"Is it?" ', 'Yes']
    """
    # The ends are searched, not the sentences: a pattern that repeats alternatives takes 125 bytes per character.
    stops = outside([found.end() for found in _SENTENCE_END.finditer(text)], text)
    return [text[start:stop] for start, stop in zip([0, *stops], [*stops, len(text)], strict=True) if start < stop]


def _with_marks(piece: Piece, quote: str, parts: Iterator[Part]) -> list[Piece]:
    """The parts of a piece; the first has its marks, and the lines of all others those of a quotation."""
    made: list[Piece] = []
    # The first part is in its list, and so are its further lines. The last line is never blank.
    own_lines = piece.text[piece.n_marks :].split("\n")
    further = own_lines[-1][: piece.indent] if len(own_lines) > 1 else quote
    for gap, text in parts:
        marks, further = (quote, quote) if made else (piece.marks, further)
        before = piece.before if not made else "\n" if quote and "\n" not in gap else gap
        kind = PARAGRAPH if piece.level and made else piece.kind
        own = marks + text.replace("\n", "\n" + further)
        made.append(replace(piece, text=own, before=before, n_marks=len(marks), indent=len(further), kind=kind))
    return made


def _parts(piece: Piece, room: Room) -> Iterator[Part]:
    own = piece.own_text
    if piece.kind == TABLE:
        return _rows(own, room)
    if piece.kind == CODE or (piece.kind == FORMULA and own.startswith("`")):
        return _code(own, room)
    return _grouped(_sentences(own, room), room)


def _rows(table: str, room: Room) -> Iterator[Part]:
    head, rule, *rows = table.split("\n")
    header = f"{head}\n{rule}\n"
    below = replace(room, max_tokens=room.max_tokens - room.count(header))
    is_long = 2 * below.max_tokens < room.max_tokens or len(header) > MAX_HEADER_CHARS * room.max_tokens
    if is_long or any(room.has(row) and not below.has(row) for row in rows):
        # A header this long leaves no room for the rows below it.
        return _grouped(_lines([head, *rows], room), room)
    return (("\n\n", header + text) for _, text in _grouped(_lines(rows, below), below))


def _code(block: str, room: Room) -> Iterator[Part]:
    opening, *lines, closing = block.split("\n")
    n_fences = room.count(f"{opening}\n") + room.count(f"\n{closing}")
    if 2 * n_fences > room.max_tokens:
        return _grouped(_lines(map(escaped, lines), room), room)
    inside = replace(room, max_tokens=room.max_tokens - n_fences)
    grouped = _grouped(_lines(lines, inside, is_code=True), inside, is_code=True)
    return (("\n\n", f"{opening}\n{text}\n{closing}") for _, text in grouped)


def _lines(lines: Iterable[str], room: Room, *, is_code: bool = False) -> Iterator[Part]:
    """Rows or lines of code, and the words of those that are too long alone."""
    for line in lines:
        if room.has(line):
            yield "\n", line
            continue
        break_before = "\n"
        for gap, text in _words("", line, room, is_code=is_code):
            yield break_before + gap, text
            break_before = ""


def _sentences(text: str, room: Room) -> Iterator[Part]:
    gap, is_first = "", True
    for sentence in split_sentences(text):
        # A backslash at the end of a line is a hard break.
        own = sentence.removesuffix("\\\n").rstrip()
        if own:
            yield from [(gap, own)] if room.has(plain_start(own)) else _words(gap, own, room, is_first=is_first)
            gap, is_first = "", False
        gap += sentence[len(own) :]


def _words(gap: str, text: str, room: Room, *, is_code: bool = False, is_first: bool = False) -> Iterator[Part]:
    """Groups of words."""
    return _grouped(_single_words(gap, text, room, is_code=is_code), room, is_code=is_code, is_first=is_first)


def _single_words(gap: str, text: str, room: Room, *, is_code: bool) -> Iterator[Part]:
    for space, word in words(text, is_code=is_code):
        gap += space
        if room.has(word if is_code else plain_start(word)):
            yield gap, word
            gap = ""
            continue
        for inner_gap, part in [("", own) for own in _slices(word, room)] if is_code else _divided(word, room):
            yield gap + inner_gap, part
            gap = ""


def _divided(word: str, room: Room) -> Iterator[Part]:
    """The atoms of a word, and slices of the text between them. A link that is too long is its text."""
    for kind, text, inner in inline.divided(word):
        if not kind:
            yield from (("", part) for part in _slices(text, room))
        elif room.has(text):
            yield "", text
        elif kind == inline.LINK:
            yield from _single_words("", inner, room, is_code=False)
        elif kind == inline.CODE:
            yield from _cut_code(text, inner, room)
        elif text.startswith("\\"):
            raise _no_room(text, room)
        else:
            # Half of a tag or a reference could mean something else.
            yield from _single_words("", escaped(text), room, is_code=False)


def _cut_code(span: str, code: str, room: Room) -> Iterator[Part]:
    """Cuts code within a line. Each part is code, or escaped text if the limit leaves no room for the ticks."""
    ticks = span[: len(span) - len(span.lstrip("`"))]
    n_ticks = room.count(f"{ticks} a") + room.count(f" {ticks}")
    # A part of the ticks inside could end the code.
    if 2 * n_ticks > room.max_tokens or "`" in code:
        yield from _single_words("", escaped(code), room, is_code=False)
        return
    inside = replace(room, max_tokens=room.max_tokens - n_ticks)
    for gap, text in _words("", code.strip(), inside, is_code=True):
        yield gap, f"{ticks}{text}{ticks}"


def _slices(word: str, room: Room) -> Iterator[str]:
    """Slices of a word without atoms, each of about as many characters as fit."""
    start, size = 0, len(word)
    while start < len(word):
        # The last size is a good guess for the next.
        size = min(len(word) - start, 2 * size)
        while size > 1 and not room.has(plain_start(word[start : start + size])):
            size = size * 3 // 4
        if not room.has(word[start : start + size]):
            raise _no_room(word[start], room)
        yield word[start : start + size]
        start += size


def _no_room(text: str, room: Room) -> OptionError:
    return OptionError(
        f"max_tokens is too small: {text!r} alone has {room.count(text)} tokens, and there is room for "
        f"{room.max_tokens}"
    )


def _grouped(parts: Iterator[Part], room: Room, *, is_code: bool = False, is_first: bool = True) -> Iterator[Part]:
    """As many parts together as fit. All but the first begin a line, which they did not before."""
    group: list[Part] = []
    n_tokens = 0
    start = str if is_code or is_first else plain_start
    for gap, text in parts:
        n_more = room.count(gap + text)
        if group and n_tokens + n_more > room.max_tokens:
            yield from _checked(group, room, start, is_code=is_code)
            group, n_tokens = [], 0
            start = str if is_code else plain_start
        group.append((gap, text))
        n_tokens += n_more
    if group:
        yield from _checked(group, room, start, is_code=is_code)


def _checked(group: list[Part], room: Room, start: Callable[[str], str], *, is_code: bool) -> Iterator[Part]:
    """A group as one part; as two if a tokenizer finds more tokens in the whole than in its parts."""
    (gap, first), *others = group
    text = start(first + "".join(gap + text for gap, text in others))
    if not others or room.has(text):
        yield gap, text
    else:
        half = len(group) // 2
        yield from _checked(group[:half], room, start, is_code=is_code)
        yield from _checked(group[half:], room, str if is_code else plain_start, is_code=is_code)
