"""Page -> Scores, and Page -> the probability that it has a main text: `pvalue`.

Q. Lv, S. Cao, Y. Wang, Q. Yin, X. Zheng: An Algorithm to Extract and Judge the Main Text Based on the Law
of Total Probability. EMIM 2017.

What the paper says. The main text is exactly one element. Of an element, take the length of its HTML, of
its text, and of its text outside links; the share of text in the HTML is the probability that its text is
what the element is about, and its share of the page's unlinked text that it is then the main text:

    P = chars / html_chars  *  (chars - link_chars) / (page's chars - link_chars)

The element with the largest P is the main text: deeper ones lose text, outer ones gain tags. Before, what
is never main text is removed: comments, forms, scripts, asides and a few more, and the attributes id, class
and style. The largest P is the page's own: at 0.5 or more it has a main text (`page_value`).

Readings. The printed list of removed elements lost a tag: the authors' published code also removes `img`. `PAPER` is
the method as printed, `AUTHORS` with `img`; the parameters say what differs from them:

    removed              the elements that are never main text; here with `img`
    strips_attributes    whether id, class and style count as HTML; here not for choosing an element: F1 on dragnet is
                         .754 with them, .743 without, and finding them takes longer than all the rest
    keeps_frames         whether a form with more than half of the page's text stays, since it is the page's frame; the
                         paper removes it: F1 on CleanEval .911, here .930; on GN1 .845 and .910
    bare_tags            whether a tag counts as its name alone, without any attribute; the paper leaves out three
    counts_spaces        whether white space counts as the source has it, indentation included; here text lengths come
                         from characters without white space, scaled to the bytes of the page's text

docs/papers.md has what each of them changes.

The paper's judgement is for one news site of 2017. Pages have more attributes today than id, class and style, and name
their navigation: `JUDGING` counts bare tags and also removes <nav> and <footer>. `page_value` is the page's largest P
by it, on a scale whose middle, 0.5, is the threshold that separates articles from listings and collections best on
wcxb_train: see docs/algorithms/pvalue.md.

>>> import maintext
>>> menu = "<div><a href=/a>One</a><a href=/b>Two</a></div>"
>>> page = maintext.parse(menu + "<div><p>A sentence of the text.</p><p>And another one.</p></div>")
>>> page.texts(PValue()(page).keep)
['A sentence of the text.', 'And another one.']
>>> round(JUDGING.page_value(page), 2), round(page_value(page), 2)
(0.62, 0.46)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.errors import OptionError
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page import flags
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

PRINTED = (
    *("script", "noscript", "style", "embed", "label", "form", "input"),
    *("iframe", "head", "meta", "link", "object", "aside"),
)
"""The elements that the paper removes, as printed; its <channel> is not an element of HTML."""
FRAME_SHARE = 0.5
"""A form with more of the page's text than this is the frame of an old page."""
PAPER_THRESHOLD = 0.5
"""The page value from which on the paper says that a page has a main text."""
_COMMENT = re.compile(rb"<!--.*?-->|<[!?][^>]*>", re.DOTALL)
"""What is neither text nor a tag."""
_BARE_CHARS = np.array([len(name) + len("<>") if number else 9 for name, number in TAGS.items()])
"""The length of a start tag without attributes, by tag number; elements without rules of their own have long names."""
JUDGING_THRESHOLD = 0.68
"""The P value by `JUDGING` from which on a page has a main text: the best mean of the shares of articles and of other
pages that are judged right on wcxb_train. Chosen in five folds by domain, the threshold is right on .846 of the pages
that it was not chosen on."""
HAS_MAIN_TEXT = 0.5
"""The page value from which on a page has a main text: `JUDGING_THRESHOLD` on the scale of `page_value`."""


@dataclass(frozen=True)
class PValue:
    """`pvalue`: keeps the one element that is most probably the main text."""

    name: ClassVar[str] = "pvalue"
    removed: tuple[str, ...] = (*PRINTED, "img")
    """Tags of the elements that are never main text."""
    strips_attributes: bool = False
    """Whether id, class and style are left out of the length of an element's HTML."""
    keeps_frames: bool = True
    """Whether a form around most of the page stays."""
    bare_tags: bool = False
    """Whether a tag counts as its name alone, without any attribute."""
    counts_spaces: bool = False
    """Whether white space counts as the source has it, indentation included."""

    def __post_init__(self) -> None:
        unknown = next((tag for tag in self.removed if tag not in TAGS), None)
        if unknown is not None:
            raise OptionError(f"pvalue: removed must be names of HTML elements, got {unknown!r}")

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        is_gone = self._removed(page)
        values = self._values(page, is_gone)
        if not values.any():
            return empty_scores(page, f"none of {len(page.elements)} elements has text outside links and forms")
        blocks, best = page.blocks, int(values.argmax())
        keep = (blocks.flags & (flags.UNSHOWN | flags.SVG) == 0) & ~is_gone[blocks.element]
        keep[: page.elements.first_block[best]] = False
        keep[page.elements.stop_block[best] :] = False
        score = np.where(keep, values[best], values[blocks.element])
        return Scores(score, keep, f"the element with the largest P value, {values[best]:.3f}, shows no text")

    def element_values(self, page: Page) -> Floats:
        """The P value of every element, 0 for removed ones."""
        return self._values(page, self._removed(page))

    def page_value(self, page: Page) -> float:
        """The largest P value of the page, at most 1."""
        return min(float(self.element_values(page).max(initial=0.0)), 1.0)

    def _values(self, page: Page, is_gone: Mask) -> Floats:
        elements = page.elements
        tag_chars = _tag_chars(page, self.bare_tags)
        if self.strips_attributes and not self.bare_tags:
            tag_chars -= _attribute_chars(page)
        gone = _outermost(page, is_gone)
        if self.counts_spaces:
            chars, valid = _source_chars(page, gone)
        else:
            scale = len(page.text) / max(int(page.blocks.chars.sum()), 1)
            chars = _without(elements.chars, gone, elements.end) * scale
            valid = chars - _without(elements.link_chars, gone, elements.end) * scale
        html_chars = chars + _subtree_sums(np.where(is_gone, 0, tag_chars), elements.end)
        page_valid = max(float(valid[elements.parent < 0].sum()), 1.0)
        values = chars * valid / (np.maximum(html_chars, 1) * page_valid)
        values[is_gone] = 0
        return np.asarray(values)

    def _removed(self, page: Page) -> Mask:
        """Which elements are never main text, or inside such."""
        elements = page.elements
        is_never = np.zeros(len(TAGS), dtype=np.bool_)
        is_never[[TAGS[name] for name in self.removed]] = True
        is_never = is_never[elements.tag]
        forms = np.flatnonzero(elements.tag == TAGS["form"])
        if self.keeps_frames and len(forms):
            page_chars = int(elements.chars[elements.parent < 0].sum())
            is_never[forms] &= elements.chars[forms] <= FRAME_SHARE * page_chars
        rows = np.flatnonzero(is_never)
        n_rows = len(elements)
        changes = np.bincount(rows, minlength=n_rows + 1) - np.bincount(elements.end[rows], minlength=n_rows + 1)
        return np.asarray(np.cumsum(changes)[:n_rows] > 0)


PAPER = PValue(PRINTED, strips_attributes=True, keeps_frames=False, counts_spaces=True)
"""The method as it is printed."""
AUTHORS = PValue(strips_attributes=True, keeps_frames=False)
"""The method with the list of the authors' published code, which also removes `img`."""
JUDGING = PValue((*PValue.removed, "nav", "footer"), bare_tags=True)
"""The reading of `page_value`."""


def page_value(page: Page) -> float:
    """How likely a page has a main text, from 0 to 1. A page with `HAS_MAIN_TEXT`, 0.5, or more has one."""
    value = JUDGING.page_value(page)
    return float(np.interp(value, (0, JUDGING_THRESHOLD, 1), (0, HAS_MAIN_TEXT, 1)))


def _outermost(page: Page, is_gone: Mask) -> NDArray[np.intp]:
    """The rows of the removed subtrees."""
    rows = np.flatnonzero(is_gone)
    parent = page.elements.parent[rows]
    return rows[(parent < 0) | ~is_gone[parent]]


def _without(sums: NDArray[np.int32], gone: NDArray[np.intp], end: NDArray[np.int32]) -> Floats:
    """Sums over subtrees, those of the removed subtrees within them taken away."""
    removed = np.zeros(len(sums))
    removed[gone] = sums[gone]
    return sums - _subtree_sums(removed, end)


def _subtree_sums(own: Floats, end: NDArray[np.int32]) -> Floats:
    before = np.concatenate([[0.0], np.cumsum(own)])
    return np.asarray(before[end] - before[:-1])


def _source_chars(page: Page, gone: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """The length of each element's text in the source, white space included; and of that outside links."""
    elements, source = page.elements, np.frombuffer(page.source, dtype=np.uint8)
    is_real = elements.flags & flags.IMPLIED == 0
    opening = np.where(is_real, elements.open_stop, elements.start)
    comments = np.array([found.span() for found in _COMMENT.finditer(page.source)], dtype=np.int64).reshape(-1, 2)
    links = np.flatnonzero(elements.tag == TAGS["a"])
    # The bytes after the first of a character are not counted.
    is_text = source & 0xC0 != 0x80
    for starts, stops in (
        (elements.start, opening),
        (elements.close_start, elements.stop),
        (elements.start[gone], elements.stop[gone]),
        (comments[:, 0], comments[:, 1]),
    ):
        is_text &= ~_covered(starts, stops, len(source))
    is_valid = is_text & ~_covered(elements.start[links], elements.stop[links], len(source))
    before = [np.concatenate([[0.0], np.cumsum(mask)]) for mask in (is_text, is_valid)]
    chars, valid = (sums[elements.stop] - sums[elements.start] for sums in before)
    return chars, valid


def _covered(starts: NDArray[np.integer], stops: NDArray[np.integer], n_bytes: int) -> Mask:
    """Which bytes are inside one of some spans."""
    changes = np.bincount(starts, minlength=n_bytes + 1) - np.bincount(stops, minlength=n_bytes + 1)
    return np.asarray(np.cumsum(changes)[:n_bytes] > 0)


def _tag_chars(page: Page, bare: bool) -> Floats:
    """The length of each element's own start and end tag; of bare ones without what follows the name."""
    elements = page.elements
    is_real = elements.flags & flags.IMPLIED == 0
    opening = np.where(is_real, elements.open_stop - elements.start, 0)
    if bare:
        opening = np.minimum(opening, _BARE_CHARS[elements.tag])
    return np.asarray(opening + (elements.stop - elements.close_start), dtype=np.float64)


def _attribute_chars(page: Page) -> Floats:
    """The length of each element's id, class and style, their names and quotes included."""
    elements = page.elements
    chars = np.zeros(len(elements))
    # `<p id=x>` has eight characters; shorter tags have none of the three.
    is_long = (elements.flags & flags.IMPLIED == 0) & (elements.open_stop - elements.start >= 8)
    has_words = np.diff(elements.first_word, append=len(page.words)) > 0
    for name, is_asked in (("id", is_long & has_words), ("class", is_long & has_words), ("style", is_long)):
        rows = np.flatnonzero(is_asked)
        quoted = len(name) + len(' =""')
        values = page.attribute(rows, name)
        chars[rows] += [0 if value is None else len(value.encode()) + quoted for value in values]
    return chars
