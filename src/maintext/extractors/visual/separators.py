"""Visual blocks -> groups of them and the separators between: steps two and three of VIPS.

A separator is a horizontal or vertical stretch that no block crosses. It weighs more the wider it is, and if the blocks
on its sides have other backgrounds or fonts, or a rule (<hr>) is in it; less if both sides look the same.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from maintext.extractors.visual.blocks import Nodes, VisualBlock
from maintext.page.tags import TAGS

TOLERANCE = 1.0
"""Boxes that overlap by no more than a pixel touch."""
PIXELS_A_STEP = 12.0
"""Pixels of width that add 1 to the weight: about a line of text."""
MOST_WEIGHT = 9


class Split(NamedTuple):
    """Blocks along one direction, with the weights of the separators between the groups."""

    groups: list[list[VisualBlock]]
    weights: list[int]


def split(nodes: Nodes, blocks: list[VisualBlock]) -> Split:
    """The groups that separators part the blocks into, in the direction of the heaviest one: down, or to the right."""
    layout, found = nodes.layout, []
    for start, stop in ((layout.y, layout.bottom), (layout.x, layout.right)):
        groups = _groups(blocks, start.tolist(), stop.tolist())
        found.append(Split(groups, _weights(nodes, groups, start.tolist(), stop.tolist())))
    return max(found, key=lambda each: max(each.weights, default=0))


def _groups(blocks: list[VisualBlock], start: list[float], stop: list[float]) -> list[list[VisualBlock]]:
    """Blocks in the order of one direction, a new group wherever no block crosses."""
    groups: list[list[VisualBlock]] = []
    end = float("-inf")
    for block in sorted(blocks, key=lambda each: (start[each.row], each.row)):
        if not groups or start[block.row] >= end - TOLERANCE:
            groups.append([])
        groups[-1].append(block)
        end = max(end, stop[block.row])
    return groups


def _weights(nodes: Nodes, groups: list[list[VisualBlock]], start: list[float], stop: list[float]) -> list[int]:
    weights = []
    for before, after in pairwise(groups):
        gap = min(start[block.row] for block in after) - max(stop[block.row] for block in before)
        last, first = max(before, key=lambda each: stop[each.row]), min(after, key=lambda each: start[each.row])
        weights.append(_weight(nodes, max(gap, 0.0), last.row, first.row))
    return weights


def _weight(nodes: Nodes, gap: float, above: int, below: int) -> int:
    layout, elements = nodes.layout, nodes.page.elements
    weight = 2 + int(gap / PIXELS_A_STEP)
    weight += 2 * int(layout.background[above] != layout.background[below])
    (size, boldness), (next_size, next_boldness) = nodes.font(above), nodes.font(below)
    if (size, boldness) != (next_size, next_boldness):
        # A larger font below begins something new, as a heading does.
        weight += 2 if next_size > size else 1
    elif elements.tag[above] == elements.tag[below] and elements.parent[above] == elements.parent[below]:
        weight -= 2
    if _has_rule(nodes, above, below):
        weight = MOST_WEIGHT
    return min(max(weight, 1), MOST_WEIGHT)


def _has_rule(nodes: Nodes, above: int, below: int) -> bool:
    first, last = sorted((above, below))
    return bool((nodes.page.elements.tag[nodes.page.elements.end[first] : last] == TAGS["hr"]).any())
