"""(Page, Scores) -> Document: the page's main content, and what became of every block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.extractors.protocol import Scores
    from maintext.page import Page


@dataclass(frozen=True)
class Block:
    """A piece of text of the page, kept or not."""

    text: str
    score: float
    is_kept: bool
    element: int
    """Row of the block-level element around it, in `page.elements`."""
    start: int
    """Offset of its first character in `page.source`."""
    stop: int


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """The main content of a page."""

    page: Page
    by: str
    """The name of the extractor that decided."""
    scores: Scores
    url: str | None = None

    @cached_property
    def text(self) -> str:
        """The text of the kept blocks, a blank line between them; empty if nothing was kept."""
        return "\n\n".join(self.page.texts(self.scores.keep))

    @property
    def title(self) -> str | None:
        """The page's title, as its head has it."""
        return self.page.head.title

    @property
    def reason(self) -> str | None:
        """Why the document is empty; None if it is not."""
        if self.scores.keep.any():
            return None
        if not len(self.page.blocks):
            return "the page has no text"
        return self.scores.reason or f"{self.by} kept none of {len(self.page.blocks)} blocks"

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every block of the page, kept or not."""
        rows = self.page.blocks
        columns = zip(
            self.page.texts(),
            self.scores.score.tolist(),
            self.scores.keep.tolist(),
            rows.element.tolist(),
            rows.start.tolist(),
            rows.stop.tolist(),
            strict=True,
        )
        return tuple(Block(*row) for row in columns)

    def __repr__(self) -> str:
        n_kept = int(self.scores.keep.sum())
        why = f", empty: {self.reason}" if self.reason else ""
        return f"<Document by {self.by}: {n_kept} of {len(self.page.blocks)} blocks kept{why}>"
