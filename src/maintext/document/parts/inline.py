"""A line of Markdown -> where it can be cut: not inside code, links, tags, references and escaped characters.

This reads what our writer writes, in which every other character that could mean something has a backslash. Cut text is
written so that it means the same alone: `plain_start` for what would be a block at the start of a line, `escaped` for
code that has no room for its ticks.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

CODE, LINK, OTHER = "code", "link", "other"
"""Kinds of atoms. Others are escaped characters, tags and references."""

_MARK = re.compile(
    r"(?P<other>\\[\s\S]|</?[A-Za-z][^<>]*>|&(?:#\w+|\w+);)|(?P<ticks>`+)|(?P<open>!?\[)"
    # The address of a link may be between angle brackets, and the title of an image follows it.
    r"|(?P<close>\](?:\((?:<[^<>\n]*>|[^\s()<>]*)(?: \"(?:[^\"\\]|\\[\s\S])*\")?\))?)"
)
_MEANS_SOMETHING = re.compile(r"[\\`*_\[\]<>&~|]")
_BLOCK_START = re.compile(
    r"(?P<number>\d{1,9})(?=[.)](?:\s|\Z))"
    r"|#{1,6}(?=\s|\Z)|>|[-+*](?=\s|\Z)|(?:[-=]+|\*{3,}|_{3,})[ \t]*(?=\n|\Z)|~~~"
)
_EDGES_OF_CODE = re.compile(r"`+")
_WORD = re.compile(r"\S+")


Part: TypeAlias = tuple[str, str]
"""What separates a text from the one before it, and the text."""


class Atom(NamedTuple):
    """A part of a line that no cut may divide."""

    start: int
    stop: int
    kind: str
    inner: tuple[int, int]
    """Where its text is: that of a link without brackets and address, that of code without ticks."""


def atoms(text: str) -> list[Atom]:
    """The atoms of a text, in order. Those inside a link are parts of it."""
    found: list[Atom] = []
    opened: list[tuple[re.Match[str], int]] = []
    closing = _closing_ticks(text) if "`" in text else {}
    at = 0
    while mark := _MARK.search(text, at):
        at = mark.end()
        if mark["other"]:
            found.append(Atom(mark.start(), at, OTHER, mark.span()))
        elif mark["ticks"]:
            at = closing.get(mark.start(), at)
            if at > mark.end():
                n_ticks = len(mark["ticks"])
                found.append(Atom(mark.start(), at, CODE, (mark.end(), at - n_ticks)))
        elif mark["open"]:
            opened.append((mark, len(found)))
        elif opened:
            opening, n_before = opened.pop()
            if len(mark["close"]) > 1:
                found[n_before:] = [Atom(opening.start(), at, LINK, (opening.end(), mark.start()))]
    return found


def _closing_ticks(text: str) -> dict[int, int]:
    """Where code that begins at a run of ticks ends: after the next run of the same length."""
    runs = [found.span() for found in _EDGES_OF_CODE.finditer(text)]
    later: dict[int, int] = {}
    ends: dict[int, int] = {}
    for start, stop in reversed(runs):
        if (stop - start) in later:
            ends[start] = later[stop - start]
        later[stop - start] = stop
    return ends


def words(text: str, *, is_code: bool = False) -> Iterator[Part]:
    """The words of a text, each after the white space before it. An atom is in one word; lines of code have none."""
    whole = [] if is_code else atoms(text)
    before, start, number = 0, -1, 0
    for found in _WORD.finditer(text):
        start = found.start() if start < 0 else start
        while number < len(whole) and whole[number].stop <= found.end():
            number += 1
        if number < len(whole) and whole[number].start < found.end():
            # White space inside of an atom.
            continue
        yield text[before:start], text[start : found.end()]
        before, start = found.end(), -1
    if start >= 0:
        yield text[before:start], text[start:].rstrip()


def outside(stops: list[int], text: str) -> list[int]:
    """Those of some places, in order, that are not inside an atom."""
    own = atoms(text) if stops else []
    starts = [atom.start for atom in own]

    def is_inside(stop: int) -> bool:
        number = bisect_left(starts, stop) - 1
        return number >= 0 and stop < own[number].stop

    return [stop for stop in stops if not is_inside(stop)]


def divided(word: str) -> Iterator[tuple[str, str, str]]:
    """A word as its atoms and the text between them: the kind, "" for text; all of it; and the text inside."""
    done = 0
    for atom in atoms(word):
        if done < atom.start:
            yield "", word[done : atom.start], ""
        yield atom.kind, word[atom.start : atom.stop], word[slice(*atom.inner)]
        done = atom.stop
    if done < len(word):
        yield "", word[done:], ""


def escaped(code: str) -> str:
    r"""Code as text that means nothing in Markdown, line by line.

    >>> print(escaped("if a < b:\n    <b>"))
    if a \< b:
    \<b\>
    """
    # Four spaces at the start of a line would make it code, in which backslashes are characters.
    lines = (_MEANS_SOMETHING.sub(r"\\\g<0>", line.strip()) for line in code.split("\n"))
    return "\n".join(map(plain_start, lines))


def plain_start(text: str) -> str:
    r"""Text that does not begin like a heading, an item, a quotation or a block of code.

    >>> print(plain_start("# a"), plain_start("1. a"), plain_start("#a"), plain_start("-"))
    \# a 1\. a #a \-
    """
    found = _BLOCK_START.match(text)
    if not found:
        return text
    at = found.end() if found["number"] else 0
    return f"{text[:at]}\\{text[at:]}"
