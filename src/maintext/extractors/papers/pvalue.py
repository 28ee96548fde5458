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

Departures. The length of HTML is that of the text and the tags, so that comments and indentation count for
nothing. Text lengths come from characters without white space, and are scaled to the bytes that the page's
text has. A form with more than half of the page's text is the page's frame, not a form to fill in, and stays:
F1 on CleanEval .927, without the rule .908; on GN1 .897 and .835. To choose an element the attributes stay,
too: without them F1 on dragnet is .743, not .754, and reading them takes longer than all the rest. The
page's own P is without them, as in the paper.

>>> import maintext
>>> menu = "<div><a href=/a>One</a><a href=/b>Two</a></div>"
>>> page = maintext.parse(menu + "<div><p>A sentence of the text.</p><p>And another one.</p></div>")
>>> page.texts(PValue()(page).keep)
['A sentence of the text.', 'And another one.']
>>> round(page_value(page), 2)
0.62
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.protocol import Scores, empty_scores
from maintext.page import flags
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

NEVER_MAIN = (
    *("script", "noscript", "style", "embed", "label", "form", "input"),
    *("iframe", "head", "meta", "link", "object", "aside"),
)
"""The paper's list of elements to remove; its <channel> is not an element of HTML."""
FRAME_SHARE = 0.5
"""A form with more of the page's text than this is kept: old pages wrap all of themselves into one."""
HAS_MAIN_TEXT = 0.5
"""The page value from which on the paper says that a page has a main text."""


@dataclass(frozen=True)
class PValue:
    """`pvalue`: keeps the one element that is most probably the main text."""

    name: ClassVar[str] = "pvalue"

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        is_gone = _removed(page)
        values = _values(page, is_gone, _tag_chars(page))
        if not values.any():
            return empty_scores(page, f"none of {len(page.elements)} elements has text outside links and forms")
        blocks, best = page.blocks, int(values.argmax())
        keep = (blocks.flags & (flags.UNSHOWN | flags.SVG) == 0) & ~is_gone[blocks.element]
        keep[: page.elements.first_block[best]] = False
        keep[page.elements.stop_block[best] :] = False
        score = np.where(keep, values[best], values[blocks.element])
        return Scores(score, keep, f"the element with the largest P value, {values[best]:.3f}, shows no text")


def page_value(page: Page) -> float:
    """The probability that a page has a main text, from 0 to 1; 0.5 decides (`HAS_MAIN_TEXT`)."""
    values = _values(page, _removed(page), _tag_chars(page) - _attribute_chars(page))
    return min(float(values.max(initial=0.0)), 1.0)


def element_values(page: Page) -> Floats:
    """The P value of every element, 0 for those that are never main text."""
    return _values(page, _removed(page), _tag_chars(page))


def _values(page: Page, is_gone: Mask, tag_chars: Floats) -> Floats:
    """The P value of every element, 0 for removed ones."""
    elements = page.elements
    gone = _outermost(page, is_gone)
    scale = len(page.text) / max(int(page.blocks.chars.sum()), 1)
    chars = _without(elements.chars, gone, elements.end) * scale
    valid = chars - _without(elements.link_chars, gone, elements.end) * scale
    html_chars = chars + _subtree_sums(np.where(is_gone, 0, tag_chars), elements.end)
    page_valid = max(float(valid[elements.parent < 0].sum()), 1.0)
    values = chars * valid / (np.maximum(html_chars, 1) * page_valid)
    values[is_gone] = 0
    return values


def _removed(page: Page) -> Mask:
    """Which elements are never main text, or inside such."""
    elements = page.elements
    is_never = np.zeros(len(TAGS), dtype=np.bool_)
    is_never[[TAGS[name] for name in NEVER_MAIN]] = True
    is_never = is_never[elements.tag]
    forms = np.flatnonzero(elements.tag == TAGS["form"])
    if len(forms):
        page_chars = int(elements.chars[elements.parent < 0].sum())
        is_never[forms] = elements.chars[forms] <= FRAME_SHARE * page_chars
    rows = np.flatnonzero(is_never)
    n_rows = len(elements)
    changes = np.bincount(rows, minlength=n_rows + 1) - np.bincount(elements.end[rows], minlength=n_rows + 1)
    return np.asarray(np.cumsum(changes)[:n_rows] > 0)


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


def _tag_chars(page: Page) -> Floats:
    """The length of each element's own start and end tag."""
    elements = page.elements
    is_real = elements.flags & flags.IMPLIED == 0
    opening = np.where(is_real, elements.open_stop - elements.start, 0)
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
