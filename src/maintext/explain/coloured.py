"""(Page, Scores) -> the page as HTML for a sandboxed frame: every block coloured by its score, outlined if kept.

The page is written anew from its table: tags by `safe_tags`, text by runs, each run in a mark with the row of its
block. Nothing else of the source gets through, except style without its addresses. Three layers contain a hostile
page: the HTML has no scripts, handlers, links, forms or addresses; it begins with a content security policy that
forbids all requests; and it is meant for a frame with SANDBOX, in which no script runs.

    <mt-run data-block="12" data-level="7" data-kept>The text of a run</mt-run>

data-level goes from 0, the lowest scores of the page, to 9. The page around the frame can reach the frame's document
and change the marks; the frame can't reach the page around it.

>>> import maintext
>>> from maintext.extractors.by import get_extractor
>>> page = maintext.parse("<p>Some <b>text</b>.</p><script>alert(1)</script>")
>>> html = coloured_page(page, get_extractor("all")(page))
>>> html[html.index("<p>") :]
'<p><mt-run data-block="0" data-level="9" data-kept>Some</mt-run><b> <mt-run data-block="0" data-level="9" \
data-kept>text</mt-run></b><mt-run data-block="0" data-level="9" data-kept>.</mt-run></p></body></html>'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.explain.safe_tags import MATH_TOKENS, is_dropped, safe_style, safe_tag, styled_names
from maintext.page import flags
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.extractors.protocol import Scores
    from maintext.page import Page

SANDBOX = "allow-same-origin"
"""For the frame's `sandbox`: no scripts, forms, windows or plugins; the page around it has access to the frame."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'"
"""The content security policy of a coloured page. As a header it can also have `sandbox allow-same-origin`."""
N_LEVELS = 10


def coloured_page(page: Page, scores: Scores | None, hints: Sequence[str] = ()) -> str:
    """The page with its blocks marked; `hints`, one per block, are shown where the mouse rests.

    Without scores the marks have only the numbers of their blocks, for the page around the frame to colour.
    """
    writer = _Writer(page, _openings(page, scores, hints), styled_names(page))
    _write_all(page, writer)
    # Without a doctype browsers use quirks mode, which a page without one was written for.
    doctype = "" if page.is_quirks else "<!DOCTYPE html>"
    style = (Path(__file__).parent / "coloured.css").read_text(encoding="utf-8")
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return "".join([doctype, head, f"<style>{style}</style>", *writer.parts])


def score_levels(scores: Scores) -> NDArray[np.uint8]:
    """Scores as levels from 0 to 9. Scores within [0, 1] are used as they are. Others are scaled to the range that they
    span, and their square root is taken, so that one very high score does not make all others look alike.

    >>> from maintext.extractors.protocol import Scores
    >>> score_levels(Scores(np.array([0, 0.25, 1]), np.ones(3, dtype=bool))).tolist()
    [0, 2, 9]
    >>> score_levels(Scores(np.array([0, 25, 100.0]), np.ones(3, dtype=bool))).tolist()
    [0, 5, 9]
    """
    score = np.nan_to_num(scores.score, nan=0.0, posinf=0.0, neginf=0.0)
    low, high = float(score.min(initial=0.0)), float(score.max(initial=0.0))
    if low < 0 or high > 1:
        score = np.sqrt((score - low) / max(high - low, 1e-9))
    return np.minimum(score * N_LEVELS, N_LEVELS - 1).astype(np.uint8)


def _openings(page: Page, scores: Scores | None, hints: Sequence[str]) -> list[str]:
    """The start tag of each block's marks."""
    if scores is None:
        return [f'<mt-run data-block="{row}">' for row in range(len(page.blocks))]
    kept = [" data-kept" if is_kept else "" for is_kept in scores.keep.tolist()]
    shown = [f' title="{escape(hint)}"' for hint in hints] or [""] * len(kept)
    columns = zip(score_levels(scores).tolist(), kept, shown, strict=True)
    return [f'<mt-run data-block="{row}" data-level="{level}"{k}{h}>' for row, (level, k, h) in enumerate(columns)]


class _Run(NamedTuple):
    """A run as plain numbers; see the runs of a page."""

    block: int
    element: int
    flags: int
    start: int
    stop: int
    before: int
    """Where the text of the previous run ends, or that of the block begins."""


def _runs(page: Page) -> list[_Run]:
    runs, blocks = page.runs, page.blocks
    before = np.roll(runs.text_stop, 1)
    before[blocks.first_run] = blocks.text_start
    columns = (runs.block, runs.element, runs.flags, runs.text_start, runs.text_stop, before)
    return list(map(_Run, *(column.tolist() for column in columns)))


@dataclass
class _Writer:
    """The page so far, and the elements that are open."""

    page: Page
    openings: list[str]
    names: frozenset[str] | None
    """Classes and ids that matter, see `styled_names`."""
    parts: list[str] = field(default_factory=list)
    open: list[tuple[int, str]] = field(default_factory=list)

    def open_element(self, row: int) -> None:
        self.close_down_to(int(self.page.elements.parent[row]))
        tags = safe_tag(self.page, row, self.names) or ("", "")
        self.parts.append(tags[0])
        if tags[0] and int(self.page.elements.tag[row]) == TAGS["style"]:
            self.parts.append(safe_style(self.page.content(row)))
        self.open.append((row, tags[1]))

    def write_run(self, run: _Run) -> None:
        self.close_down_to(run.element)
        text = self.page.text
        words = escape(text[run.start : run.stop].decode(errors="replace"), quote=False)
        is_bare = run.flags & flags.MATH and self.page.tag_name(run.element) not in MATH_TOKENS
        # White space between runs is part of the text, but of no run.
        self.parts.append(text[run.before : run.start].decode(errors="replace"))
        self.parts.append(words if is_bare else f"{self.openings[run.block]}{words}</mt-run>")

    def close_down_to(self, row: int) -> None:
        """Closes the elements that are open inside another; the root's parent is -1."""
        while self.open and self.open[-1][0] > row:
            self.parts.append(self.open.pop()[1])


def _write_all(page: Page, writer: _Writer) -> None:
    """Writes elements and runs in the order of the source."""
    gone = is_dropped(page).tolist()
    runs, n_elements = _runs(page), len(page.elements)
    places = np.concatenate([_element_places(page), page.runs.start])
    for event in np.argsort(places, kind="stable").tolist():
        element = event if event < n_elements else runs[event - n_elements].element
        if gone[element]:
            continue
        if event < n_elements:
            writer.open_element(event)
        else:
            writer.write_run(runs[event - n_elements])
    writer.close_down_to(-1)


def _element_places(page: Page) -> NDArray[np.int64]:
    """Where each element begins in the source; one without a tag there begins with its first content."""
    elements = page.elements
    places = elements.start.tolist()
    first_run: dict[int, int] = {}
    for element, start in zip(page.runs.element.tolist(), page.runs.start.tolist(), strict=True):
        first_run[element] = min(start, first_run.get(element, start))
    implied = np.flatnonzero(elements.flags & flags.IMPLIED)
    for row in implied[::-1].tolist():
        inside = [places[row + 1]] if row + 1 < int(elements.end[row]) else []
        inside += [first_run[row]] if row in first_run else []
        places[row] = min(inside, default=int(elements.close_start[row]))
    # A parent never begins after its child, nor a row after the next one.
    return np.maximum.accumulate(np.array(places, dtype=np.int64)) if places else np.zeros(0, dtype=np.int64)
