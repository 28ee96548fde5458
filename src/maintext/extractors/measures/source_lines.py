r"""Page -> lines with their text and tags, and decisions about lines -> shares of blocks.

CETR and qRead judge the lines of the source. Two cases are not lines as their authors knew them:

    no tags    the whole page is content (`has_tags` is False)
    one line   pages written without line feeds, and today's minified ones, are broken every 65
               characters, never inside a tag

>>> import maintext
>>> lines = read_lines(maintext.parse("<p>One\n<b>two</b>\n"))
>>> lines.chars.tolist(), lines.tags.tolist()
([3, 3, 0], [1, 2, 0])
>>> page = maintext.parse("<i>x</i>" * 40)
>>> len(page.lines), len(read_lines(page).start)
(1, 5)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.page import flags
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BREAK_CHARS = 65
"""The length of line that CETR gives to pages without lines."""
CROWDED_TAGS = 20
"""A line with more tags than this holds several pieces of a page, and its ratio is that of none of them."""
CROWDED_SHARE = 0.25
"""A page with this share of its tags on crowded lines is as good as written on one line. F1 of the three
forms of CETR on CleanEval: .925 .918 .922 at a quarter, .924 .917 .921 at a half, .917 .910 .915 if never."""


@dataclass(frozen=True, eq=False)
class SourceLines:
    """The lines to judge: those of the source, or made ones where the source has none."""

    start: NDArray[np.integer]
    """Offset of each line's first byte; the first is 0."""
    chars: NDArray[np.number]
    """Characters of text, white space not counted."""
    tags: NDArray[np.integer]
    """Tags that begin on the line; empty if they were not requested."""

    @property
    def has_tags(self) -> bool:
        """Whether there is anything to compare the text with."""
        return bool(self.tags.any())


def read_lines(page: Page, *, with_tags: bool = True, breaks_crowded: bool = True) -> SourceLines:
    """The lines of a page, broken where the page is practically one line; without `breaks_crowded`, where it is one."""
    lines = page.lines
    tags = lines.tags.copy()
    is_crowded = tags > CROWDED_TAGS if breaks_crowded else np.full(len(tags), np.count_nonzero(tags) <= 1)
    if is_crowded.any() and tags[is_crowded].sum() > CROWDED_SHARE * tags.sum():
        return _broken_lines(page, with_tags=with_tags)
    # Their own memory, not fields of a row: every search would copy them.
    return SourceLines(lines.start.copy(), lines.chars.copy(), tags)


def with_spaces(page: Page, lines: SourceLines) -> SourceLines:
    """The lines with every character between two tags counted, white space too, if there is other text between them."""
    source = np.frombuffer(page.source, dtype=np.uint8)
    # A character begins with any byte but the later ones of UTF-8.
    is_counted = (source & 0xC0 != 0x80) & (source != ord("\n")) & (source != ord("\r"))
    edges = np.zeros(len(source) + 1, dtype=np.int64)
    np.add.at(edges, page.runs.start, 1)
    np.add.at(edges, page.runs.stop, -1)
    before = np.concatenate([[0], np.cumsum(is_counted & (np.cumsum(edges)[:-1] > 0))])
    return replace(lines, chars=np.diff(before[np.append(lines.start, len(source))]))


def block_shares(page: Page, lines: SourceLines, is_kept: NDArray[np.bool_]) -> Floats:
    """For each block, the share of its text on kept lines."""
    starts, stops = page.blocks.start, page.blocks.stop
    first = lines.start.searchsorted(starts, side="right") - 1
    last = lines.start.searchsorted(stops) - 1
    shares = is_kept[first].astype(np.float64)
    # Most blocks are on one line and take its value.
    wide = np.flatnonzero(last > first)
    if len(wide):
        spans = starts[wide], stops[wide], first[wide], last[wide]
        shares[wide] = _wide_shares(lines, is_kept, spans)
    return shares


def _wide_shares(lines: SourceLines, is_kept: NDArray[np.bool_], spans: Sequence[NDArray[np.integer]]) -> Floats:
    """The shares of blocks on several lines: a part of the first and of the last, all of those between."""
    start, stop, first, last = spans
    chars = np.maximum(lines.chars, 1)
    sums, kept_sums = np.cumsum(chars), np.cumsum(chars * is_kept)
    # Not more than the line has: indentation and tags are bytes, too.
    head = np.minimum(lines.start[first + 1] - start, chars[first])
    tail = np.minimum(stop - lines.start[last], chars[last])
    total = sums[last - 1] - sums[first] + head + tail
    kept = kept_sums[last - 1] - kept_sums[first] + head * is_kept[first] + tail * is_kept[last]
    return np.asarray(kept / total, dtype=np.float64)


def _broken_lines(page: Page, *, with_tags: bool) -> SourceLines:
    """Lines of 65 bytes, the breaks inside tags moved behind them; real line feeds break as well."""
    elements = page.elements
    has_open = elements.flags & flags.IMPLIED == 0
    has_close = elements.stop > elements.close_start
    tag_start = np.concatenate([elements.start[has_open], elements.close_start[has_close]])
    tag_stop = np.concatenate([elements.open_stop[has_open], elements.stop[has_close]])
    code = np.flatnonzero((elements.tag == TAGS["script"]) | (elements.tag == TAGS["style"]))
    breaks = _breaks_behind(len(page.source), tag_start, tag_stop)[_is_outside(page, code)]
    # Two sorted stretches, which a stable sort merges; np.unique would hash them.
    start = np.sort(np.concatenate([page.lines.start, breaks]), kind="stable")
    start = start[np.concatenate([[True], start[1:] > start[:-1]])]
    tags = _line_tags(page, start, np.sort(tag_start), code) if with_tags else np.empty(0, dtype=np.int64)
    return SourceLines(start, _line_chars(page, start), tags)


def _breaks_behind(n_bytes: int, tag_start: NDArray[np.int32], tag_stop: NDArray[np.int32]) -> NDArray[np.int32]:
    """A break every 65 bytes, those inside a tag moved to its end."""
    breaks = np.arange(0, n_bytes, BREAK_CHARS, dtype=np.int32)
    # Breaks are evenly spaced, so that the number of the first one past an offset is a division.
    first = tag_start // BREAK_CHARS + 1
    n_inside = -(-tag_stop // BREAK_CHARS) - first
    tags = np.flatnonzero(n_inside > 0)
    counts = n_inside[tags]
    ramp = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    breaks[np.repeat(first[tags], counts) + ramp] = np.repeat(tag_stop[tags], counts)
    return breaks


def _is_outside(page: Page, code: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which breaks are not in scripts and styles, where there is no text to split."""
    n_breaks = -(-len(page.source) // BREAK_CHARS)
    first = -(-page.elements.open_stop[code] // BREAK_CHARS)
    stop = -(-page.elements.close_start[code] // BREAK_CHARS)
    changes = np.bincount(first, minlength=n_breaks + 1) - np.bincount(stop, minlength=n_breaks + 1)
    return np.asarray(np.cumsum(changes)[:n_breaks] <= 0)


def _line_tags(page: Page, start: NDArray[np.int32], tag_start: NDArray[np.int32], code: NDArray[np.intp]) -> Ints:
    """Tags a line, those of scripts and styles left out."""
    elements = page.elements
    n_before = np.append(tag_start.searchsorted(start), len(tag_start))
    closed = code[elements.stop[code] > elements.close_start[code]]
    offsets = np.concatenate([elements.start[code], elements.close_start[closed]])
    n_code = np.bincount(start.searchsorted(offsets, side="right") - 1, minlength=len(start))
    return np.asarray(n_before[1:] - n_before[:-1] - n_code, dtype=np.int64)


def _line_chars(page: Page, start: NDArray[np.int32]) -> Floats:
    """Characters of text a line, those of a run shared out by the bytes it has on each line."""
    runs = page.runs
    if not len(runs):
        return np.zeros(len(start))
    # In the order of the source: a block of hidden text follows the block around it.
    order = np.argsort(runs.start, kind="stable")
    edges, sums = np.empty(2 * len(runs)), np.zeros(2 * len(runs))
    edges[::2], edges[1::2] = runs.start[order], runs.stop[order]
    np.cumsum(runs.chars[order], out=sums[1::2])
    sums[2::2] = sums[1:-1:2]
    before = np.interp(np.append(start, len(page.source)), edges, sums)
    return np.asarray(before[1:] - before[:-1])
