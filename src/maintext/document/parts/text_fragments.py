"""A place on a page -> the link that browsers scroll to: `https://example.org/page#:~:text=first%20words,last%20words`.

Browsers search the text that they show, without regard to case, for the first words and then for the last ones. Neither
may go over the end of a block, so they are taken from the first and the last block of the place.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

_FEW_WORDS, _MOST_WORDS = 4, 16
"""This many words are enough in most places; more are taken where the page has the same words shortly before."""
_LEAST_END_WORDS, _MAX_SHORT_BLOCKS = 2, 8
"""A place ends with the last of its blocks that has two words, if one of the last eight has."""
_BYTES_BEFORE = 50_000
"""How far back the same words are searched. To search all of a large page for each of its chunks would take long."""
_MAX_SEARCHED_BYTES = 200_000
"""In a longer block the place of a chunk is not searched, for the same reason: its link leads to the block."""
_WINDOW = 2_000
"""Bytes at the beginning and at the end of a place in which its first and last words are."""
MAX_LINK_CHARS = 300
"""Of the first and of the last words in a link. Longer ones are left out: the link has no last words, or no words."""
_WORD = re.compile(r"[^\s\u3001-\u3011\uff01-\uff0f\uff1a-\uff1f]+")
"""Browsers match whole words. In scripts without spaces, only the ends of clauses are sure to be ends of words."""
_MARK = re.compile(r"\\(.)|\]\([^)\s]*\)|!?\[|[*`]+|<[^>]*>")


@dataclass(frozen=True)
class KeptBlocks:
    """The kept blocks of a page, found by their place in the source."""

    page: Page
    keep: NDArray[np.bool_]

    @cached_property
    def _rows(self) -> list[int]:
        rows = np.flatnonzero(self.keep)
        order: list[int] = rows[np.argsort(self.page.blocks.start[rows], kind="stable")].tolist()
        return order

    @cached_property
    def _starts(self) -> list[int]:
        # A list: NumPy would convert the whole column to the type of the number, for each number that is looked up.
        starts: list[int] = self.page.blocks.start[self._rows].tolist()
        return starts

    @cached_property
    def _texts(self) -> bytes:
        return self.page.text

    def between(self, start: int, stop: int) -> list[int]:
        """The kept blocks that begin in a part of the source; the one around it if none does."""
        first, last = self._range(start, stop)
        return self._rows[first:last]

    def edges(self, start: int, stop: int) -> tuple[int, list[int]]:
        """The first of these blocks, and the last few: a table has any number of them, and any number of parts."""
        first, last = self._range(start, stop)
        return self._rows[first] if first < last else -1, self._rows[max(first, last - _MAX_SHORT_BLOCKS) : last]

    def _range(self, start: int, stop: int) -> tuple[int, int]:
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, stop)
        return (max(first - 1, 0), last) if first == last else (first, last)

    def text(self, row: int) -> str:
        """The text of a block."""
        return self._texts[int(self.page.blocks.text_start[row]) : int(self.page.blocks.text_stop[row])].decode()

    def place(self, row: int) -> tuple[int, int]:
        """Where the text of a block is in the text of the page, as offsets of bytes."""
        return int(self.page.blocks.text_start[row]), int(self.page.blocks.text_stop[row])

    def part(self, start: int, stop: int) -> str:
        """A part of the text of the page."""
        return self._texts[max(start, 0) : stop].decode(errors="ignore")

    def find(self, words: str, place: tuple[int, int], *, is_last: bool = False) -> int:
        """Where the first or last copy of some words in a place begins; -1 if there is none, or the place is long."""
        if not words or place[1] - place[0] > _MAX_SEARCHED_BYTES:
            return -1
        return (self._texts.rfind if is_last else self._texts.find)(words.encode(), *place)


def text_fragment(blocks: KeptBlocks, source: tuple[int, int], cut: tuple[str, str] = ("", "")) -> str:
    """The directive of a link to a part of the source; empty if it has no text.

    `cut` has the beginning and the end of the text as Markdown where these are inside of a block.
    """
    first_row, last_rows = blocks.edges(*source) if source[0] < source[1] else (-1, [])
    if not last_rows:
        return ""
    is_one = first_row == last_rows[-1]
    start, stop = _place(blocks, (first_row, last_rows[-1]), cut)
    before = blocks.part(start - _BYTES_BEFORE, start).lower()
    if is_one and stop - start <= _WINDOW:
        return _directive(*_ends(blocks.part(start, stop), before))
    first = blocks.part(start, min(blocks.place(first_row)[1], start + _WINDOW))
    # A single number or word would be found too early.
    places = [blocks.place(row) for row in last_rows]
    places[-1] = (max(places[-1][0], start) if is_one else places[-1][0], stop)
    ends = (blocks.part(max(own[0], own[1] - _WINDOW), own[1]) for own in reversed(places))
    end = next((end for end in ends if len(_WORD.findall(end)) >= _LEAST_END_WORDS), "")
    return _directive(_start(_line(first, 0), before, _MOST_WORDS), _end(_line(end, -1)))


def _place(blocks: KeptBlocks, rows: tuple[int, int], cut: tuple[str, str]) -> tuple[int, int]:
    """Where the text from one block to another begins and stops in the text of the page."""
    first, last = blocks.place(rows[0]), blocks.place(rows[1])
    at = blocks.find(" ".join(_plain(cut[0][:200])[:_FEW_WORDS]), first)
    start = at if at >= 0 else first[0]
    words = " ".join(_plain(cut[1][-200:])[-_FEW_WORDS:])
    at = blocks.find(words, (max(start, last[0]), last[1]), is_last=True)
    return start, at + len(words.encode()) if at >= 0 else last[1]


def _line(text: str, number: int) -> str:
    return text.strip().split("\n")[number]


def _ends(text: str, before: str) -> tuple[str, str]:
    """The first and the last words of a block, or all of them and nothing if they are few."""
    first_line, _, others = text.strip().partition("\n")
    if others:
        # Browsers do not match across the lines of code.
        return _start(first_line, before, _MOST_WORDS), _end(others.rpartition("\n")[2])
    n_words = len(_WORD.findall(text))
    if n_words <= 2 * _FEW_WORDS:
        return _start(text, "", n_words, n_words), ""
    # The last words are searched after the first ones, so they must not overlap.
    return _start(text, before, min(_MOST_WORDS, n_words - _FEW_WORDS)), _end(text)


def _start(text: str, before: str, most: int, count: int = _FEW_WORDS) -> str:
    """As many of the first words as it takes to be the first on the page."""
    places = [found.span() for found, _ in zip(_WORD.finditer(text), range(most), strict=False)]
    places = [place for place in places if place[1] - places[0][0] <= MAX_LINK_CHARS]
    if not places:
        return ""
    for number in range(min(count, len(places)), len(places) + 1):
        start = text[places[0][0] : places[number - 1][1]]
        if start.lower() not in before:
            break
    return start


def _end(text: str) -> str:
    places = [found.span() for found in _WORD.finditer(text)][-_FEW_WORDS:]
    places = [place for place in places if places[-1][1] - place[0] <= MAX_LINK_CHARS]
    return text[places[0][0] : places[-1][1]] if places else ""


def _directive(start: str, end: str) -> str:
    return ":~:text=" + ",".join(_encoded(words) for words in (start, end) if words) if start else ""


def _plain(markdown: str) -> list[str]:
    """The words of Markdown, nearly: marks at their edges are removed."""
    return _MARK.sub(lambda found: found.group(1) or "", markdown).split()


def _encoded(words: str) -> str:
    # A hyphen, a comma and an ampersand mean something in a directive.
    return quote(words, safe="").replace("-", "%2D")
