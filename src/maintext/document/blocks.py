"""Decision -> blocks: every piece of text of the page, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maintext.page import flags
from maintext.page.kinds import KINDS, block_kinds

if TYPE_CHECKING:
    from maintext.document.decision import Decision
    from maintext.page import Page


@dataclass(frozen=True)
class Block:
    """A piece of text of the page, kept or not."""

    text: str
    kind: str
    """One of `kinds.KINDS`: paragraph, heading, list item and so on."""
    score: float
    is_kept: bool
    is_comment: bool
    """Whether readers wrote it below the text; False if the extractor does not find comments."""
    element: int
    """Row of the block-level element around it, in `page.elements`."""
    start: int
    """Offset of its first character in `page.source`."""
    stop: int
    page: Page = field(repr=False, compare=False)

    @property
    def xpath(self) -> str:
        """The place of its element in the tree."""
        # Not a field: the paths of a hostile page's blocks are far longer than the page.
        return self.page.xpath(self.element)


@dataclass(frozen=True)
class Dropped:
    """A block that is not in the document, and why."""

    block: Block
    reason: str
    """score, hidden, comment, or shared: other pages of the site have it too."""


def blocks_of(decision: Decision) -> tuple[Block, ...]:
    """Every block of the page, kept or not."""
    page, scores = decision.page, decision.scores
    rows = page.blocks
    comments = decision.is_comment if decision.is_comment is not None else [False] * len(rows)
    columns = zip(
        page.texts(),
        (KINDS[kind] for kind in block_kinds(page)),
        scores.score.tolist(),
        decision.keep.tolist(),
        map(bool, comments),
        rows.element.tolist(),
        rows.start.tolist(),
        rows.stop.tolist(),
        [page] * len(rows),
        strict=True,
    )
    return tuple(Block(*row) for row in columns)


def drop_reasons(decision: Decision) -> list[str | None]:
    """Per block: why it is not in the document, None if it is."""
    is_hidden = (decision.page.blocks.flags & (flags.UNSHOWN | flags.SVG) != 0).tolist()
    shared = decision.shared.tolist() if decision.shared is not None else [False] * len(is_hidden)
    return [
        None if block.is_kept else _reason(is_hidden=hidden, is_shared=own, is_comment=block.is_comment)
        for block, hidden, own in zip(decision.blocks, is_hidden, shared, strict=True)
    ]


def all_shared(n_kept: int, by: str) -> str:
    """Why a document is empty although the extractor kept blocks."""
    return f"other pages of the site share all of the {n_kept} blocks that {by} kept"


def _reason(*, is_hidden: bool, is_shared: bool, is_comment: bool) -> str:
    if is_hidden:
        return "hidden"
    if is_shared:
        return "shared"
    return "comment" if is_comment else "score"
