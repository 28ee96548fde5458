"""Pieces of Markdown -> chunks of at most this many tokens, along headings and paragraphs.

A section that fits into what is left of a chunk, with the sections inside, is added to it; one that does not begins a
new chunk. A section that is too long for one chunk is cut before the sections inside and between paragraphs, items,
tables and code blocks; where one of these is too long alone, see `long_pieces`. A heading is in the chunk of the text
below it, and so is a paragraph that is one strong text, such as the name of a tab.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate, takewhile
from typing import Any

from maintext.document.parts.long_pieces import Room, end_of, fitting
from maintext.document.parts.text_fragments import KeptBlocks, text_fragment
from maintext.document.parts.tokens import Tokenizer, token_counter
from maintext.errors import OptionError
from maintext.render.pieces import PARAGRAPH, Piece

MIN_TOKENS = 16
"""A smaller chunk has no room for the marks of Markdown around its text."""
MAX_HEADING_CHARS = 300
"""Of a heading as chunks have it: each chunk repeats those above it."""
MAX_ADDED_CHARS = 1_000_000
"""Of what all chunks together repeat, the headings above them and the address of the page; and four times the page."""
_STRONG_TEXT = re.compile(r"\*\*[^*\n]+\*\*")


@dataclass(frozen=True)
class Chunk:
    """A part of a document, small enough for a search index or a language model."""

    text: str
    """Markdown. Tables that were cut repeat their header row, code blocks their fences."""
    headings: tuple[str, ...]
    """The headings that all of it is under, outermost first, the title of the document included. Of a page that would
    repeat megabytes of headings and of its address, the last chunks have neither."""
    start: int
    """Offset in `page.source` of the first block it has text of."""
    stop: int
    n_tokens: int
    n_repeated: int
    """How many characters at its beginning repeat the end of the chunk before."""
    url: str | None
    """The address of the page."""
    _blocks: KeptBlocks = field(repr=False, compare=False)
    _edges: tuple[str, str] = field(repr=False, compare=False)

    @property
    def link(self) -> str:
        """A link that browsers scroll to this text on the page; without an address, only its `#:~:text=` part."""
        fragment = text_fragment(self._blocks, (self.start, self.stop), self._edges)
        address = (self.url or "").partition("#")[0]
        return f"{address}#{fragment}" if fragment else address

    def to_dict(self) -> dict[str, Any]:
        """The chunk as values that JSON has."""
        names = ("text", "headings", "start", "stop", "n_tokens", "n_repeated")
        return {**{name: getattr(self, name) for name in names}, "headings": list(self.headings), "link": self.link}


@dataclass(frozen=True)
class ChunkRequest:
    """How long chunks may be, and how much of the end of one the next repeats."""

    max_tokens: int = 512
    overlap: int = 0
    tokenizer: Tokenizer | None = None

    def __post_init__(self) -> None:
        for name, least in (("max_tokens", MIN_TOKENS), ("overlap", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise OptionError(f"{name} must be a whole number of at least {least}, got {value!r}")
        if 2 * self.overlap > self.max_tokens:
            raise OptionError(
                f"overlap must be at most half of max_tokens, which is {self.max_tokens}, got {self.overlap}"
            )


@dataclass(frozen=True)
class Origin:
    """The document that chunks are made of."""

    blocks: KeptBlocks
    url: str | None
    title: str


@dataclass(frozen=True)
class _Unit:
    """A piece, or a part of one that is too long."""

    piece: Piece
    path: tuple[tuple[int, str], ...]
    """Number and text of each heading above it."""
    n_tokens: int
    source: tuple[int, int] | None
    """Where it is in the source. The name of a tab, which the page has elsewhere, is where the text before it ends."""
    is_cut: tuple[bool, bool] = (False, False)
    """Whether there are parts of the same piece before and after it."""

    @property
    def is_label(self) -> bool:
        """Whether it introduces what follows."""
        return bool(self.piece.level or _STRONG_TEXT.fullmatch(self.piece.own_text))


def make_chunks(pieces: list[Piece], request: ChunkRequest, origin: Origin) -> list[Chunk]:
    """The chunks of a document, in order."""
    room = Room(token_counter(request.tokenizer), request.max_tokens)
    units = list(_units(pieces, room, origin))
    sizes = _section_sizes(units, room)
    chunks: list[Chunk] = []
    n_left = MAX_ADDED_CHARS + 4 * len(origin.blocks.page.source)
    start, repeated = 0, ""
    while start < len(units):
        if units[start].piece.level:
            # The end of another section does not help to understand this one.
            repeated = ""
        # A sentence that was cut continues in the same paragraph.
        goes_on = units[start].is_cut[0] and units[start].piece.kind == PARAGRAPH
        before = repeated and repeated + (" " if goes_on else "\n\n")
        stop = _stop(units, sizes, start, room.less(before) if before else room)
        text = _joined(units[start:stop])
        whole = before + text
        if not room.has(whole):
            whole = text
        chunk = _chunk(units[start:stop], whole, len(whole) - len(text), room, origin)
        n_left -= len(chunk.url or "") + sum(map(len, chunk.headings))
        chunks.append(chunk if n_left > 0 else replace(chunk, headings=(), url=None))
        repeated = end_of(units[stop - 1].piece, Room(room.count, request.overlap)) if request.overlap else ""
        start = stop
    return chunks


def _units(pieces: list[Piece], room: Room, origin: Origin) -> Iterator[_Unit]:
    path: list[tuple[int, int, str]] = []
    above: list[str] = []
    last_start, last_stop = 0, 0
    for number, piece in enumerate(pieces):
        if piece.level:
            path = [*_above(path, piece.level), _heading(number, piece, origin)]
        source = piece.source
        if source and source[0] < last_start:
            source = (last_stop, last_stop)
        elif source:
            last_start, last_stop = source
        # A paragraph leaves room for the headings that belong to it.
        parts = fitting(piece, room.less("".join(above)) if above and piece.kind == PARAGRAPH else room)
        for at, part in enumerate(parts):
            is_cut = (at > 0, at < len(parts) - 1)
            own_path = tuple((own, text) for _, own, text in path)
            yield _Unit(part, own_path, room.count(part.before + part.text), source, is_cut)
        if piece.level:
            # A list: any number of headings may follow each other.
            above.append(f"{piece.text}\n\n")
        else:
            above.clear()


def _above(path: list[tuple[int, int, str]], level: int) -> Iterator[tuple[int, int, str]]:
    return takewhile(lambda heading: heading[0] < level, path)


def _heading(number: int, piece: Piece, origin: Origin) -> tuple[int, int, str]:
    """Level, number and text of a heading."""
    text = piece.heading if piece.source else origin.title
    return piece.level, number, text[:MAX_HEADING_CHARS]


def _section_sizes(units: list[_Unit], room: Room) -> list[int]:
    """For each heading: the tokens of its section with the sections inside, or up to the next heading if these are too
    many for a chunk."""
    before = [0, *accumulate(unit.n_tokens for unit in units)]
    sizes = [0] * len(units)
    following: list[int] = []
    for at in reversed(range(len(units))):
        level = units[at].piece.level
        if not level:
            continue
        next_heading = following[-1] if following else len(units)
        while following and units[following[-1]].piece.level > level:
            following.pop()
        whole = before[following[-1] if following else len(units)] - before[at]
        sizes[at] = whole if whole <= room.max_tokens else before[next_heading] - before[at]
        following.append(at)
    return sizes


def _stop(units: list[_Unit], sizes: list[int], start: int, room: Room) -> int:
    """Where the chunk that begins with a unit ends."""
    n_tokens, stop = units[start].n_tokens, start + 1
    while stop < len(units):
        n_more = sizes[stop] if units[stop].piece.level else units[stop].n_tokens
        if n_tokens + n_more > room.max_tokens:
            break
        n_tokens += units[stop].n_tokens
        stop += 1
    # A tokenizer may find more tokens in the whole than in its parts.
    while stop > start + 1 and not room.has(_joined(units[start:stop])):
        stop -= 1
    last = stop
    while last > start and stop < len(units) and units[last - 1].is_label:
        last -= 1
    return last if last > start else stop


def _joined(units: list[_Unit]) -> str:
    """The Markdown of units that follow each other. Inside of a list it begins without the list's indentation."""
    # A further part of an item has no indentation, but what follows in the item has.
    is_further = units[0].is_cut[0] and not units[0].piece.marks
    first = units[1 if is_further and len(units) > 1 else 0].piece.text
    indentation = first[: len(first) - len(first.lstrip(" "))]
    written: list[str] = []
    for number, unit in enumerate(units):
        text, before = unit.piece.text, unit.piece.before if number else ""
        if number == 0 and is_further:
            pass
        elif indentation and text.startswith(indentation):
            text = "\n".join(line.removeprefix(indentation) for line in text.split("\n"))
        else:
            indentation = ""
        written += [before, text]
    return "".join(written)


def _chunk(units: list[_Unit], text: str, n_repeated: int, room: Room, origin: Origin) -> Chunk:
    sources = [unit.source for unit in units if unit.source]
    first, last = units[0], units[-1]
    steps = zip(*(unit.path for unit in units), strict=False)
    common = [own[0] for own in takewhile(lambda own: len(set(own)) == 1, steps)]
    return Chunk(
        text=text,
        headings=tuple(heading for _, heading in common),
        start=min((start for start, _ in sources), default=0),
        stop=max((stop for _, stop in sources), default=0),
        n_tokens=room.count(text),
        n_repeated=n_repeated,
        url=origin.url,
        _blocks=origin.blocks,
        _edges=(first.piece.own_text if first.is_cut[0] else "", last.piece.own_text if last.is_cut[1] else ""),
    )
