"""(Page, Layout) -> visual blocks: step one of VIPS. An element is divided into its children, or is a block.

The paper decides by rules on what an element holds and how it looks. A text node is text directly inside an element; a
virtual text node is an inline element that holds nothing but text and virtual text nodes. A node is valid if a browser
shows it. Its degree of coherence (DoC), from 1 to 10, says how much its parts belong together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.browser import Layout
    from maintext.page import Page

INLINE = (
    *("a", "abbr", "acronym", "b", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd"),
    *("label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var"),
)
_IS_INLINE = np.isin(np.arange(256), [TAGS[name] for name in INLINE if name in TAGS])
SMALL_SHARE = 0.1
"""A node with text and a smaller share of the page's area is not divided: the paper's threshold of relative size,
whose value it leaves open."""
SMALL_CHILD_SHARE = 0.02
"""A node whose largest child has a smaller share than this is not divided."""
_TAG_DOC = {"p": 9, "li": 8, "td": 7, "tr": 7, "ul": 7, "ol": 7, "dl": 7, "table": 6, "div": 6, "section": 6}
"""The degree of coherence of a node that is not divided, by its tag; 8 for others."""


class VisualBlock(NamedTuple):
    """A subtree that is not divided further in this round."""

    row: int
    doc: int


@dataclass(frozen=True, eq=False)
class Nodes:
    """The elements of a page that a browser shows with text, and what holds of each."""

    page: Page
    layout: Layout

    @cached_property
    def is_valid(self) -> NDArray[np.bool_]:
        """Shown, with text inside."""
        return np.asarray(self.layout.is_visible & (self.page.elements.chars > 0))

    @cached_property
    def parent(self) -> list[int]:
        """The nearest valid element around each row; -1 if there is none.

        An element without a box of its own, such as one whose children all float, may hold others that have one.
        """
        found: list[int] = []
        for parent in self.page.elements.parent.tolist():
            found.append(-1 if parent < 0 else parent if self.is_valid[parent] else found[parent])
        return found

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The valid children of each row; those of -1 are the outermost."""
        found: dict[int, list[int]] = {}
        for row in np.flatnonzero(self.is_valid).tolist():
            found.setdefault(self.parent[row], []).append(row)
        return found

    @cached_property
    def has_text(self) -> NDArray[np.bool_]:
        """Whether there is text directly inside."""
        found = np.zeros(len(self.page.elements), dtype=np.bool_)
        found[self.page.runs.element] = True
        return found

    @cached_property
    def is_virtual_text(self) -> NDArray[np.bool_]:
        """Inline elements with nothing but text and virtual text inside."""
        is_virtual = _IS_INLINE[self.page.elements.tag].copy()
        # Children come after their parents, so that going backwards a child is decided before its parent.
        for row in range(len(is_virtual) - 1, 0, -1):
            parent = self.parent[row]
            if parent >= 0 and self.is_valid[row] and not is_virtual[row]:
                is_virtual[parent] = False
        return is_virtual

    @cached_property
    def area(self) -> NDArray[np.float32]:
        """The area of each box."""
        return np.asarray(self.layout.width * self.layout.height)

    @cached_property
    def page_area(self) -> float:
        """The area of the largest box."""
        return max(float(self.area.max(initial=0)), 1.0)

    def font(self, row: int) -> tuple[float, float]:
        """Size and weight of an element's font."""
        return float(self.layout.font_size[row]), float(self.layout.font_weight[row])


def divided(nodes: Nodes, root: int) -> list[VisualBlock]:
    """The blocks of a subtree, in one round: its root is always divided if it can be."""
    found: list[VisualBlock] = []
    # A stack, not recursion: hostile pages nest deeper than Python may recurse.
    waiting = [root]
    while waiting:
        row = waiting.pop()
        children = nodes.children.get(row, [])
        doc = _coherence(nodes, row, children, is_root=row == root)
        if doc is None and children:
            waiting += reversed(children)
        else:
            found.append(VisualBlock(row, doc or 10))
    return sorted(found)


def _coherence(nodes: Nodes, row: int, children: list[int], *, is_root: bool) -> int | None:
    """The degree of coherence of a node that is not divided; None for one that is."""
    if not children:
        return 10
    is_text_only = bool(nodes.is_virtual_text[children].all())
    if is_text_only:
        # Only text inside: one block, the more coherent the more alike its fonts are.
        return 10 if len({nodes.font(child) for child in [row, *children]}) == 1 else 9
    if is_root or (len(children) == 1 and not nodes.has_text[row]):
        return None
    if _has_other_background(nodes, row, children):
        return None
    share = float(nodes.area[row]) / nodes.page_area
    tag_doc = _TAG_DOC.get(_name(nodes, row), 8)
    if nodes.has_text[row] and share < SMALL_SHARE:
        return tag_doc
    if float(nodes.area[children].max()) / nodes.page_area < SMALL_CHILD_SHARE:
        return max(tag_doc - 1, 1)
    return None


def _has_other_background(nodes: Nodes, row: int, children: list[int]) -> bool:
    own = nodes.layout.background[row]
    return any(each not in (0, own) for each in nodes.layout.background[children].tolist())


_NAMES = {number: name for name, number in TAGS.items()}


def _name(nodes: Nodes, row: int) -> str:
    return _NAMES[int(nodes.page.elements.tag[row])]
