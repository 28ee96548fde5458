"""Pieces of Markdown -> Markdown of at most this many tokens, cut at a boundary, with a note on what was left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from maintext.document.parts.long_pieces import Room, fitting
from maintext.render.pieces import Piece


@dataclass(frozen=True)
class Shortened:
    """Markdown that was cut, and what is missing."""

    text: str
    n_left_out: int
    """About how many tokens were left out."""
    sections_left_out: tuple[str, ...]
    """The headings of the sections that were left out whole."""


def shorten(pieces: list[Piece], room: Room, heading_of: Callable[[Piece], str]) -> Shortened:
    """As many of the first pieces as fit, and a note on the others."""
    whole = _joined(pieces)
    if room.has(whole):
        return Shortened(whole, 0, ())
    headings = [(at, heading_of(piece)) for at, piece in enumerate(pieces) if piece.level]
    n_whole = room.count(whole)
    # The longest note that can be needed names all sections; its room is kept free.
    for n_named in (5, 1, 0):
        names = tuple(heading for _, heading in headings)
        inner = room.max_tokens - room.count(_note(n_whole, n_whole, names[-n_named:] if n_named else (), len(names)))
        if 2 * inner >= room.max_tokens:
            break
    n_kept, text = _cut(pieces, Room(room.count, max(inner, room.max_tokens // 2)))
    left_out = tuple(heading for at, heading in headings if at >= n_kept)
    n_left_out = max(n_whole - room.count(text), 1)
    notes = [_note(n_left_out, n_whole, left_out[:n_shown], len(left_out)) for n_shown in (n_named, 0)]
    noted = next((noted for note in (*notes, "…") if room.has(noted := f"{text}\n\n{note}")), text)
    return Shortened(noted, n_left_out, left_out)


def _cut(pieces: list[Piece], room: Room) -> tuple[int, str]:
    """How many of the first pieces fit, and their text; of a first one that is too long, its beginning."""
    n_tokens, n_kept = 0, 0
    for piece in pieces:
        n_tokens += room.count(piece.before + piece.text)
        if n_tokens > room.max_tokens:
            break
        n_kept += 1
    while n_kept > 1 and not room.has(_joined(pieces[:n_kept])):
        n_kept -= 1
    # A heading without text below it says nothing.
    n_headed = n_kept
    while n_headed and pieces[n_headed - 1].level:
        n_headed -= 1
    if n_headed:
        return n_headed, _joined(pieces[:n_headed])
    above = _joined(pieces[:n_kept])
    rest = room.less(f"{above}\n\n") if above else room
    beginning = fitting(pieces[n_kept], rest)[0].text if n_kept < len(pieces) else ""
    text = f"{above}\n\n{beginning}".strip("\n")
    # Headings that fill more than half of the room leave too little for the beginning of the text below them.
    return (n_kept + 1, text) if not above or room.has(text) else (n_kept, above)


def _joined(pieces: list[Piece]) -> str:
    return "".join(piece.before + piece.text for piece in pieces)


def _note(n_left_out: int, n_whole: int, names: tuple[str, ...], n_sections: int) -> str:
    """The last paragraph of a text that was cut."""
    note = f"about {n_left_out:,} of {n_whole:,} tokens are left out"
    if names:
        more = f" and {n_sections - len(names)} more" if n_sections > len(names) else ""
        note += f": {', '.join(map(_as_name, names))}{more}"
    return f"*(… {note})*"


def _as_name(heading: str) -> str:
    """A heading within a note: short, and without characters that mean something in Markdown."""
    name = "".join(" " if character in "*_`<>[]\\&|" else character for character in heading)
    name = " ".join(name.split())
    return f'"{name[:60]}…"' if len(name) > 60 else f'"{name}"'
