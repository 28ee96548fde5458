"""`keep=` and `prune=` of `maintext.extract` -> the page that is read, and the blocks that are kept of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.errors import SelectorError
from maintext.page import flags
from maintext.selectors.matching import Selectors, inside, matching_rows, read_selectors
from maintext.selectors.pruning import pruned

if TYPE_CHECKING:
    from maintext.extractors.protocol import Scores
    from maintext.page import Page


@dataclass(frozen=True)
class Selection:
    """What a caller wants and does not want of a page."""

    keep: Selectors | None = None
    """The text of these elements is the document, whatever its scores."""
    prune: Selectors | None = None
    """The page is read as if these elements were empty."""

    def without_pruned(self, page: Page) -> Page:
        """The page that extractors see."""
        return pruned(page, self.prune) if self.prune else page

    def decided(self, page: Page, scores: Scores) -> Scores:
        """The scores, with the wanted elements kept instead of what an extractor chose."""
        if self.keep is None:
            return scores
        wanted = matching_rows(page, self.keep)
        # By the runs of text: an element within a line keeps the whole block of that line.
        keep = np.zeros(len(page.blocks), np.bool_)
        keep[page.runs.block[(wanted | inside(page, wanted))[page.runs.element]]] = True
        keep &= page.blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
        reason = None if keep.any() else f"no shown text is in an element that matches keep={str(self.keep)!r}"
        # An expected F1 and a judgement of main content are about the extractor's own choice.
        return replace(scores, keep=keep, reason=reason, judgement=None)


def read_selection(keep: str | Iterable[str] | None, prune: str | Iterable[str] | None) -> Selection | None:
    """The selection of a caller; None if everything is left to the extractor."""
    read = [_read(given, name) for given, name in ((keep, "keep"), (prune, "prune"))]
    return Selection(*read) if any(read) else None


def _read(given: str | Iterable[str] | None, name: str) -> Selectors | None:
    if given is None:
        return None
    if not isinstance(given, (str, list, tuple)):
        raise SelectorError(repr(given), f"{name} must be a selector or a list of selectors")
    return read_selectors(given) if given or isinstance(given, str) else None
