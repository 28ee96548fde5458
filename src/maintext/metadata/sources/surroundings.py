"""Page, title -> what is near the page's heading, and what is apart from its text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.metadata.sources.marks import Marks
from maintext.page.flags import UNSHOWN
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

BEFORE, AFTER = 12, 25
"""Blocks around the heading that are near it."""
MAX_LINE_CHARS = 120
"""A longer line is a sentence."""
MAX_HEADINGS = 40
BEFORE_HEADING, AFTER_HEADING, ELSEWHERE = "before the heading", "after the heading", "elsewhere"
"""Where an element is."""
_SIDES = ("aside", "nav", "footer")


class NearLine(NamedTuple):
    """A line near the heading."""

    number: int
    """Its place, from `Surroundings.first` on."""
    may_be_signed: bool
    """Whether it may be a byline; a quick look that lets all of them through, and some others."""
    may_be_dated: bool
    """The same for lines that have a day."""
    before: str
    """The line before it; empty if it is the first."""
    text: str
    after: str | None
    """The line after it, if there is one near the heading."""


class Surroundings:
    """The neighbourhood of a page's heading."""

    def __init__(self, page: Page, title: str | None, marks: Marks) -> None:
        self.page = page
        self.marks = marks
        self._title = title
        elements = page.elements
        # Looked up here once: making the view of a column takes longer than reading a number of it.
        self.first_block_of: Callable[[int], int] = elements.first_block.item
        """The first block of an element, by its row."""
        self._flags_of: Callable[[int], int] = elements.flags.item
        self._parent_of: Callable[[int], int] = elements.parent.item

    def block_text(self, block: int) -> str:
        """The text of a block."""
        start, stop = self._text_range
        return self.page.text[start(block) : stop(block)].decode(errors="replace")

    @cached_property
    def _text_range(self) -> tuple[Callable[[int], int], Callable[[int], int]]:
        return self.page.blocks.text_start.item, self.page.blocks.text_stop.item

    @cached_property
    def heading(self) -> int:
        """The block of the title's heading, or of the first heading, or of the title's line, or the first block."""
        block = self.page.heading_block(self._title or "", MAX_HEADINGS)
        return self._line_of_title() if block is None else block

    def _line_of_title(self) -> int:
        """The first block that is the title, for old forums that have no headings; or the first block."""
        place = self.page.text.find(f"\n{self._title}\n".encode()) if self._title else -1
        return 0 if place < 0 else int(np.searchsorted(self.page.blocks.text_start, place + 1, side="right")) - 1

    @cached_property
    def first(self) -> int:
        """The first block that is near the heading."""
        return max(0, self.heading - BEFORE)

    @cached_property
    def lines(self) -> list[NearLine]:
        """The lines near the heading that may be a byline or have a day."""
        return [NearLine(*line) for line in self.page.near_lines(self.first, self.heading + AFTER)]

    def is_near(self, row: int) -> bool:
        """Whether an element is near the heading."""
        return self.first <= self.first_block_of(row) < self.heading + AFTER

    def place(self, row: int) -> str:
        """Where an element is."""
        if not self.is_near(row):
            return ELSEWHERE
        is_before = self.first_block_of(row) < self.heading
        return BEFORE_HEADING if is_before else AFTER_HEADING

    def is_apart(self, row: int) -> bool:
        """Whether an element is in a comment or a sidebar, or is not shown."""
        return self._is_within(row, self._others_and_sides)

    def is_others(self, row: int) -> bool:
        """Whether an element is in a comment or in a text other than the page's, or is not shown."""
        return self._is_within(row, self._others)

    def _is_within(self, row: int, rows: frozenset[int]) -> bool:
        if self._flags_of(row) & UNSHOWN:
            return True
        parent_of = self._parent_of
        while row >= 0 and row not in rows:
            row = parent_of(row)
        return row >= 0

    @cached_property
    def _others(self) -> frozenset[int]:
        return self._small_rows("others")

    @cached_property
    def _others_and_sides(self) -> frozenset[int]:
        return self._others | self._sides

    @cached_property
    def _sides(self) -> frozenset[int]:
        return self._small_rows("sides").union(*self.page.rows_by_tag([TAGS[name] for name in _SIDES]))

    def _small_rows(self, purpose: str) -> frozenset[int]:
        """Marked elements. The mark of an element with half the page's text, such as the body, means nothing."""
        rows = self.marks[purpose]
        return frozenset(self.page.small_rows(rows) if rows else ())
