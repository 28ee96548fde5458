"""A piece of Markdown that is too long for a chunk -> parts that are not.

A table is cut between its rows, and every part begins with the header row. A code block is cut between its lines, and
every part is fenced. Other text is cut after sentences. A row, line or sentence that is too long alone is cut between
words, and a word that is too long alone between characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from maintext.errors import OptionError
from maintext.render.pieces import CODE, PARAGRAPH, TABLE, Piece

_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[\"')\]*_]*\s+|[。！？]+|\n")
_WORD = re.compile(r"\s*\S+")

Part: TypeAlias = tuple[str, str]
"""What separates a text from the one before it, and the text."""


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
        sentences = _WORD.findall(sentences[-1])
    text = ""
    for sentence in reversed(sentences):
        if not room.has(sentence + text):
            break
        text = sentence + text
    return text.strip()


def split_sentences(text: str) -> list[str]:
    """The sentences and lines of a text, each with the white space after it.

    >>> split_sentences('It is 3.5 m. "Is it?" Yes')
    ['It is 3.5 m. ', '"Is it?" ', 'Yes']
    """
    # The ends are searched, not the sentences: a pattern that repeats alternatives takes 125 bytes per character.
    stops = [found.end() for found in _SENTENCE_END.finditer(text)]
    return [text[start:stop] for start, stop in zip([0, *stops], [*stops, len(text)], strict=True) if start < stop]


def _with_marks(piece: Piece, quote: str, parts: Iterator[Part]) -> list[Piece]:
    """The parts of a piece; the first has its marks, and the lines of all others those of a quotation."""
    made: list[Piece] = []
    for gap, text in parts:
        marks = quote if made else piece.marks
        before = piece.before if not made else "\n" if quote and "\n" not in gap else gap
        kind = PARAGRAPH if piece.level and made else piece.kind
        own = marks + text.replace("\n", "\n" + quote)
        made.append(replace(piece, text=own, before=before, n_marks=len(marks), indent=len(quote), kind=kind))
    return made


def _parts(piece: Piece, room: Room) -> Iterator[Part]:
    own = piece.own_text
    if piece.kind == TABLE:
        return _rows(own, room)
    if piece.kind == CODE:
        return _code(own, room)
    return _grouped(_sentences(own, room), room)


def _rows(table: str, room: Room) -> Iterator[Part]:
    head, rule, *rows = table.split("\n")
    header = f"{head}\n{rule}\n"
    below = replace(room, max_tokens=room.max_tokens - room.count(header))
    if 2 * below.max_tokens < room.max_tokens or any(room.has(row) and not below.has(row) for row in rows):
        # A header this long leaves no room for the rows below it.
        return _grouped(_lines([head, *rows], room), room)
    return (("\n\n", header + text) for _, text in _grouped(_lines(rows, below), below))


def _code(block: str, room: Room) -> Iterator[Part]:
    opening, *lines, closing = block.split("\n")
    n_fences = room.count(f"{opening}\n") + room.count(f"\n{closing}")
    if 2 * n_fences > room.max_tokens:
        return _grouped(_lines(lines, room), room)
    inside = replace(room, max_tokens=room.max_tokens - n_fences)
    return (("\n\n", f"{opening}\n{text}\n{closing}") for _, text in _grouped(_lines(lines, inside), inside))


def _lines(lines: Iterable[str], room: Room) -> Iterator[Part]:
    """Rows or lines of code, and the words of those that are too long alone."""
    for line in lines:
        if room.has(line):
            yield "\n", line
            continue
        break_before = "\n"
        for gap, words in _words("", line, room):
            yield break_before + gap, words
            break_before = ""


def _sentences(text: str, room: Room) -> Iterator[Part]:
    gap = ""
    for sentence in split_sentences(text):
        # A backslash at the end of a line is a hard break.
        own = sentence.removesuffix("\\\n").rstrip()
        if own:
            yield from [(gap, own)] if room.has(own) else _words(gap, own, room)
            gap = ""
        gap += sentence[len(own) :]


def _words(gap: str, text: str, room: Room) -> Iterator[Part]:
    """Groups of words."""
    return _grouped(_single_words(gap, text, room), room)


def _single_words(gap: str, text: str, room: Room) -> Iterator[Part]:
    for spaced in _WORD.findall(text):
        word = spaced.lstrip()
        gap += spaced[: len(spaced) - len(word)]
        for part in [word] if room.has(word) else _slices(word, room):
            yield gap, part
            gap = ""


def _slices(word: str, room: Room) -> Iterator[str]:
    """Slices of a word, each of about as many characters as fit."""
    start, size = 0, len(word)
    while start < len(word):
        # The last size is a good guess for the next.
        size = min(len(word) - start, 2 * size)
        while size > 1 and not room.has(word[start : start + size]):
            size = size * 3 // 4
        if not room.has(word[start : start + size]):
            raise OptionError(
                f"max_tokens is too small: {word[start]!r} alone has {room.count(word[start])} tokens, and there is "
                f"room for {room.max_tokens}"
            )
        # A backslash belongs to the character after it.
        size -= size > 1 and word[start + size - 1] == "\\"
        yield word[start : start + size]
        start += size


def _grouped(parts: Iterator[Part], room: Room) -> Iterator[Part]:
    """As many parts together as fit."""
    group: list[Part] = []
    n_tokens = 0
    for gap, text in parts:
        n_more = room.count(gap + text)
        if group and n_tokens + n_more > room.max_tokens:
            yield from _checked(group, room)
            group, n_tokens = [], 0
        group.append((gap, text))
        n_tokens += n_more
    if group:
        yield from _checked(group, room)


def _checked(group: list[Part], room: Room) -> Iterator[Part]:
    """A group as one part; as two if a tokenizer finds more tokens in the whole than in its parts."""
    (gap, first), *others = group
    text = first + "".join(gap + text for gap, text in others)
    if not others or room.has(text):
        yield gap, text
    else:
        half = len(group) // 2
        yield from _checked(group[:half], room)
        yield from _checked(group[half:], room)
