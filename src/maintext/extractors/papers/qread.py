r"""Page -> Scores by qRead: segments between empty lines, by density and likeness to the title. `qread`.

J. Wang, J. Wang: qRead - A Fast and Accurate Article Extraction Method from Web Pages using Partition
Features Optimizations. IC3K/KDIR 2015.

What the paper says. Comments, styles, scripts, the head, and every <div> with the class `menu` or `nav`
are filtered out, then all tags; the line feeds stay, and a line that held only tags becomes an empty one.
Lambda = 3 empty lines in a row part the text into segments. Content has long lines, so the segment with the
most words a line is content:

    d(S) = words in S / lines with text in S

Short articles and split ones need more: segments with both a high density and a high cosine similarity
with the page's title are appended.

How it was read. High similarity is above the mean over all segments, high density at least the words a line
of the whole text. </p> and <br> end a text line, as line feeds do. What was filtered out leaves no lines,
so that a comment or a menu of many lines within an article does not split it.

Departures: the title is that of the head, not one found in the text; the paper compares with "the average
similarity between the entire text and the title"; a page on one line, which would be one segment, is broken as
for CETR (`source_lines`). Each is a name in `as_printed`, which follows the paper there (`READINGS`), and
`PAPER` follows it everywhere: `--by qread:as_printed=similarity`. docs/algorithms/qread.md has what each of
them changes. Blocks are kept whole, each with the segment it begins in; no parameter changes that.

>>> import maintext
>>> menu = "<ul>\n<li>Home\n<li>News\n</ul>\n"
>>> page = maintext.parse(menu + "\n\n\n<p>A line with a good many more words.</p>\n\n\n\n" + menu)
>>> segments(page).tolist()
[0, 0, 1, 2, 2]
>>> page.texts(QRead()(page).keep)
['A line with a good many more words.']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.extractors.measures.source_lines import SourceLines, read_lines
from maintext.extractors.parameters import Count, check_readings
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page import flags
from maintext.page.head import read_title
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

READINGS = {
    "similarity": "a segment is like the title if it is more like it than the whole text is",
    "title": "the title is the first <h1> or <h2>, if there is one",
    "lines": "lines are those of the source, however long",
}
"""What the paper says where this module does something else: the values of `as_printed`."""
NAVIGATION_CLASSES = ("menu", "nav")
"""A <div> of one of these classes is filtered out."""
_IS_CODE = np.isin(np.arange(256), [TAGS["script"], TAGS["style"], TAGS["head"]])
"""By tag number, for one look-up per row."""


@dataclass(frozen=True)
class QRead:
    """`qread`: keeps the densest segment, and dense ones that are like the title."""

    name: ClassVar[str] = "qread"
    empty_lines: Count = 3
    """lambda: at least this many empty lines separate two segments."""
    as_printed: tuple[str, ...] = ()
    """Where to follow the paper instead: names of `READINGS`, joined by + on the command line."""

    def __post_init__(self) -> None:
        check_readings(self.name, self.as_printed, READINGS)

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        segment = segments(page, self.empty_lines, breaks_crowded="lines" not in self.as_printed)
        if segment.max(initial=-1) < 0:
            return empty_scores(page, f"all of {len(page.blocks)} blocks are hidden or navigation")
        is_text = segment >= 0
        n_words, n_lines = segment_sizes(page, segment)
        density = n_words / np.maximum(n_lines, 1)
        is_kept = density >= n_words.sum() / n_lines.sum()
        # Where no other segment is dense enough, likeness decides nothing.
        if is_kept.sum() > 1:
            title = (_heading(page) if "title" in self.as_printed else None) or read_title(page) or ""
            likeness = page.title_cosines(segment.astype(np.int32), title)
            if "similarity" in self.as_printed:
                whole = page.title_cosines(np.where(is_text, 0, -1).astype(np.int32), title)
                is_kept &= likeness > whole[0]
            else:
                is_kept &= likeness > likeness.mean()
        is_kept[density.argmax()] = True
        return Scores(np.where(is_text, density[segment], 0.0), is_kept[segment] & is_text)


PAPER = QRead(as_printed=tuple(READINGS))
"""The method as the paper describes it."""


def segment_sizes(page: Page, segment: Ints) -> tuple[NDArray[np.number], NDArray[np.number]]:
    """The words and the text lines of each segment."""
    # One more place in front, for filtered blocks.
    n_words = np.bincount(segment + 1, page.blocks.words)[1:]
    return n_words, np.bincount(segment + 1, text_lines(page))[1:]


def segments(page: Page, empty_lines: int = 3, *, breaks_crowded: bool = True) -> Ints:
    """The segment of each block, -1 for filtered ones."""
    blocks = page.blocks
    is_text = _is_unfiltered(page)
    lines = read_lines(page, with_tags=False, breaks_crowded=breaks_crowded)
    first = lines.start.searchsorted(blocks.start[is_text], side="right") - 1
    last = np.maximum(lines.start.searchsorted(blocks.stop[is_text]) - 1, first)
    is_full = _is_within(first, last + 1, len(lines.start)) & (lines.chars > 0)
    is_line = is_full | ~_is_filtered(page, lines)
    full = np.flatnonzero(is_full)
    places = np.cumsum(is_line)[full]
    numbers = np.zeros(len(full), dtype=np.int64)
    np.cumsum(places[1:] - places[:-1] > empty_lines, out=numbers[1:])
    segment = np.full(len(blocks), -1)
    if len(full):
        segment[is_text] = numbers[np.minimum(full.searchsorted(first), len(full) - 1)]
    return segment


def _heading(page: Page) -> str | None:
    """The text of the first <h1>, or else of the first <h2>."""
    elements = page.elements
    for name in ("h1", "h2"):
        for row in np.flatnonzero(elements.tag == TAGS[name])[:1].tolist():
            is_inside = np.zeros(len(page.blocks), dtype=np.bool_)
            is_inside[elements.first_block[row] : elements.stop_block[row]] = True
            if is_inside.any():
                return " ".join(page.texts(is_inside))
    return None


def _is_unfiltered(page: Page) -> Mask:
    """Which blocks are shown and not in navigation by its class."""
    elements, blocks = page.elements, page.blocks
    is_shown = blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
    rows = _navigation(page)
    if not len(rows):
        return np.asarray(is_shown)
    is_navigation = _is_within(elements.first_block[rows], elements.stop_block[rows], len(blocks))
    return np.asarray(is_shown & ~is_navigation)


def _navigation(page: Page) -> NDArray[np.intp]:
    """The rows of the elements that are navigation by their class."""
    hashes = [_core.word_hash(word, "class") for word in NAVIGATION_CLASSES]
    hits = np.flatnonzero((page.words == np.uint64(hashes[0])) | (page.words == np.uint64(hashes[1])))
    rows = page.elements.first_word.searchsorted(hits, side="right") - 1
    return np.asarray(rows[page.elements.tag[rows] == TAGS["div"]])


def _is_filtered(page: Page, lines: SourceLines) -> Mask:
    """Which lines begin inside a comment, a script, a style, the head or navigation: they are not even empty."""
    elements = page.elements
    rows = np.concatenate([np.flatnonzero(_IS_CODE[elements.tag]), _navigation(page)])
    comments = _comments(page.source)
    first = lines.start.searchsorted(np.concatenate([elements.start[rows], comments[:, 0]]), side="right")
    stop = lines.start.searchsorted(np.concatenate([elements.stop[rows], comments[:, 1]]), side="right")
    return _is_within(first, np.maximum(first, stop), len(lines.start))


def _comments(source: bytes) -> Ints:
    """Where comments begin and end; what looks like one inside a script is filtered with it."""
    spans, stop = [], 0
    while (start := source.find(b"<!--", stop)) >= 0:
        # A comment that never ends takes the rest of the page; looking for its end again would take long.
        end = source.find(b"-->", start + 4)
        stop = end + 3 if end >= 0 else len(source)
        spans.append((start, stop))
    return np.array(spans, dtype=np.int64).reshape(-1, 2)


def text_lines(page: Page) -> Ints:
    """How many lines the text of each block has: of the source, or ended by <br>, whichever are more."""
    blocks = page.blocks
    feeds = np.flatnonzero(np.frombuffer(page.text, dtype=np.uint8) == ord("\n"))
    # Every block's text is followed by a line feed of its own.
    n_shown = feeds.searchsorted(blocks.text_stop, side="right") - feeds.searchsorted(blocks.text_start)
    starts = page.lines.start.copy()
    n_source = starts.searchsorted(blocks.stop) - starts.searchsorted(blocks.start, side="right") + 1
    return np.asarray(np.maximum(n_shown, n_source), dtype=np.int64)


def _is_within(starts: NDArray[np.integer], stops: NDArray[np.integer], length: int) -> Mask:
    """Which places lie in at least one of the ranges."""
    changes = np.bincount(starts, minlength=length + 1) - np.bincount(stops, minlength=length + 1)
    return np.asarray(np.cumsum(changes)[:length] > 0)
