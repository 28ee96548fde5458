"""(Page, Layout) -> the tree of visual segments, and its leaves at a permitted degree of coherence: VIPS.

D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma: VIPS - a vision-based page segmentation algorithm. Microsoft Research, 2003.

A segment is divided into blocks, the blocks are parted at their heaviest separators, and each part is a segment again,
until every segment is as coherent as permitted (PDoC). The degree of coherence of a segment of several blocks is 10
less the weight of the heaviest separator inside it.

Departures: the paper's numbers for sizes and weights are not published; those here are in `blocks` and `separators`.
Images are not blocks: what is extracted is text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.visual.blocks import Nodes, VisualBlock, divided
from maintext.extractors.visual.separators import split

if TYPE_CHECKING:
    from maintext.browser import Layout
    from maintext.page import Page

MAX_SEGMENTS = 5000
"""A page with more is left undivided from there on."""


@dataclass(frozen=True)
class Segment:
    """A node of the tree: subtrees of the page that belong together."""

    blocks: tuple[VisualBlock, ...]
    """Its subtrees."""
    doc: int
    """Degree of coherence, from 1 to 10."""
    children: tuple[Segment, ...] = ()

    @property
    def rows(self) -> tuple[int, ...]:
        """The roots of its subtrees."""
        return tuple(block.row for block in self.blocks)

    def leaves(self) -> Iterator[Segment]:
        """The segments that are not divided, in order."""
        waiting = [self]
        while waiting:
            segment = waiting.pop()
            if segment.children:
                waiting += reversed(segment.children)
            else:
                yield segment


def segment_tree(page: Page, layout: Layout, permitted: int) -> Segment:
    """The tree of a page whose leaves are all at least as coherent as permitted, or can't be divided."""
    nodes = Nodes(page, layout)
    root = Segment(tuple(VisualBlock(row, 1) for row in nodes.children.get(-1, [])), 1)
    # Bottom up without recursion: the parts of a segment are made before the segment itself.
    parts: dict[Segment, tuple[Segment, ...]] = {}
    waiting, order = [root], []
    while waiting:
        segment = waiting.pop()
        order.append(segment)
        own = _parts(nodes, segment) if segment.doc < permitted and len(order) < MAX_SEGMENTS else ()
        parts[segment] = own
        waiting += own
    whole: dict[Segment, Segment] = {}
    for segment in reversed(order):
        whole[segment] = Segment(segment.blocks, segment.doc, tuple(whole[part] for part in parts[segment]))
    return whole[root]


def _parts(nodes: Nodes, segment: Segment) -> tuple[Segment, ...]:
    """The segments that a segment consists of, parted at its heaviest separators; none if it is one block."""
    blocks = list(segment.blocks)
    if not blocks:
        return ()
    if len(blocks) == 1:
        blocks = divided(nodes, blocks[0].row)
        if len(blocks) <= 1:
            return ()
    found = split(nodes, blocks)
    if len(found.groups) <= 1:
        # Boxes that overlap in both directions: each block is a part.
        return tuple(Segment((block,), block.doc) for block in sorted(blocks))
    heaviest = max(found.weights)
    parts: list[list[VisualBlock]] = [list(found.groups[0])]
    inner = [0]
    for weight, group in zip(found.weights, found.groups[1:], strict=True):
        if weight == heaviest:
            parts.append([])
            inner.append(0)
        else:
            inner[-1] = max(inner[-1], weight)
        parts[-1] += group
    return tuple(_joined(part, weight) for part, weight in zip(parts, inner, strict=True))


def _joined(blocks: list[VisualBlock], heaviest: int) -> Segment:
    doc = blocks[0].doc if len(blocks) == 1 else min(10 - heaviest, 9)
    return Segment(tuple(sorted(blocks)), doc)


def segment_of_blocks(page: Page, segments: list[Segment]) -> NDArray[np.int64]:
    """The number of the segment that each block of the page table is in; -1 for one that no segment has."""
    number = np.full(len(page.blocks), -1, dtype=np.int64)
    elements = page.elements
    for place, segment in enumerate(segments):
        for row in segment.rows:
            number[elements.first_block[row] : elements.stop_block[row]] = place
    return number
