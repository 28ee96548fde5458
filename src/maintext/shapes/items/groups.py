"""Page, keep mask -> the repeated elements that hold the main content: one per item.

Elements are of a group if they are at the same place in the tree and have the same tag and classes; and, because
the first or every second item often has a class more, also if they only are at the same place. Most of them have a
link. The best group has the most of the kept words in the most elements; its elements never contain each other. A page
may have several lists, so the best of the groups in what is left comes next, as long as one is good enough.

Groups are compared by columns: one sort per kind of group, then sums over stretches.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.page.flags import SVG, UNSHOWN
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_ITEMS = 3
LEAST_SHARE = 0.03
"""Share of the kept words that a group must have."""
LEAST_EVENNESS = 0.75
"""Of the words of a group's elements: an article between two notices is not a list."""
MAX_GROUPS = 8
"""Lists of a page."""
MAX_COMPLETED = 2000
"""Elements of a group whose list is looked for, because each walks up the tree."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


class _Groups(NamedTuple):
    """Elements ordered by group."""

    rows: NDArray[np.intp]
    starts: NDArray[np.intp]
    """Where each group begins in `rows`."""


def item_rows(page: Page, keep: NDArray[np.bool_]) -> list[int]:
    """The elements that are the items of a page, in order; empty if it has none."""
    elements = page.elements
    sums = _sums(np.where(keep, page.blocks.words, 0))
    own = sums[elements.stop_block] - sums[elements.first_block]
    total = int(sums[-1])
    rows = np.flatnonzero((own > 0) & _has_link(page))
    if total == 0 or len(rows) < LEAST_ITEMS:
        return []
    is_free = np.ones(len(page.blocks), dtype=bool)
    kinds = _grouped(page, rows)
    found: list[int] = []
    for _ in range(MAX_GROUPS):
        n_taken = _sums(~is_free)
        is_open = n_taken[elements.stop_block] == n_taken[elements.first_block]
        members = max((_best(page, groups, np.where(is_open, own, 0), total) for groups in kinds), key=_first)[1]
        if not len(members):
            break
        for row in _completed(page, _whole(page, members), is_open):
            found.append(row)
            is_free[elements.first_block.item(row) : elements.stop_block.item(row)] = False
    return sorted(found)


def _first(pair: tuple[float, NDArray[np.intp]]) -> float:
    return pair[0]


def _sums(column: NDArray[np.generic]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(column, dtype=np.int64)])


def _has_link(page: Page) -> NDArray[np.bool_]:
    """Per element: whether a block in it is mostly a link, or it is inside a link. A link within a sentence does not
    make an item."""
    elements, blocks = page.elements, page.blocks
    counts = _sums(2 * blocks.link_chars >= np.maximum(blocks.chars, 1))
    fills_link = (elements.tag == TAGS["a"])[np.maximum(elements.parent, 0)]
    has: NDArray[np.bool_] = (counts[elements.stop_block] > counts[elements.first_block]) | fills_link
    return has


def _grouped(page: Page, rows: NDArray[np.intp]) -> list[_Groups]:
    """The elements by place, and by place, tag and classes."""
    paths = page.elements.path[rows]
    found = []
    for keys in (paths, paths ^ (page.elements.signature[rows] * _MIX)):
        order = np.argsort(keys, kind="stable")
        found.append(_Groups(rows[order], np.flatnonzero(np.diff(keys[order], prepend=~keys[order][:1]))))
    return found


def _best(page: Page, groups: _Groups, own: NDArray[np.int64], total: int) -> tuple[float, NDArray[np.intp]]:
    """The best group and its score, by the words of the elements, which are 0 for those that are taken."""
    rows, starts = groups
    words = own[rows].astype(np.float64)
    n_members = np.add.reduceat((words > 0).astype(np.int64), starts)
    sums = np.add.reduceat(words, starts)
    logs = np.add.reduceat(words * np.log(np.maximum(words, 1)), starts)
    # The entropy of the shares of the words: 1 if all elements have the same number of them, near 0 if one has all.
    n_full, n_words = np.maximum(n_members, 2), np.maximum(sums, 1)
    evenness = (np.log(n_words) - logs / n_words) / np.log(n_full)
    # Links within one line are not items.
    first, stop = page.elements.first_block[rows], page.elements.stop_block[rows]
    overlaps = np.zeros(len(rows), dtype=bool)
    overlaps[1:] = first[1:] < stop[:-1]
    overlaps[starts] = False
    is_apart = ~np.logical_or.reduceat(overlaps & (words > 0), starts)
    share = np.minimum(1.0, sums / total)
    is_good = (n_members >= LEAST_ITEMS) & (share >= LEAST_SHARE) & (evenness >= LEAST_EVENNESS) & is_apart
    # The root, because half of a page may be advice below the items, and three sections of a page are not items.
    score = np.where(is_good, share**0.5 * n_members / (n_members + 2) * evenness, 0.0)
    best = float(score.max())
    if best == 0:
        return 0.0, rows[:0]
    # Of elements inside each other with the same text the outer ones have the image and the price.
    near = np.flatnonzero(score >= best * 0.999)
    chosen = int(near[page.elements.depth[rows[starts[near]]].argmin()])
    end = int(starts[chosen + 1]) if chosen + 1 < len(starts) else len(rows)
    members = rows[int(starts[chosen]) : end]
    return best, members[own[members] > 0]


def _whole(page: Page, members: NDArray[np.intp]) -> NDArray[np.intp]:
    """The parents of the elements instead, if those of one parent have the same address: a name and "Buy now" are parts
    of one item, three items in a row of a table are not."""
    elements = page.elements
    parents, places = np.unique(elements.parent[members].astype(np.intp), return_inverse=True)
    if len(parents) < LEAST_ITEMS or 2 * len(parents) > len(members) or parents[0] < 0:
        return members
    links = np.flatnonzero(elements.tag == TAGS["a"])
    at = np.searchsorted(links, members)
    inside = np.append(links, len(elements))[at] < elements.end[members]
    if not inside.all():
        return members
    addresses: dict[int, set[str | None]] = {}
    for place, address in zip(places.tolist(), page.attribute(links[at].tolist(), "href"), strict=True):
        addresses.setdefault(place, set()).add(address)
    n_single = sum(len(own) == 1 for own in addresses.values())
    return parents if 2 * n_single > len(parents) else members


def _completed(page: Page, members: NDArray[np.intp], is_open: NDArray[np.bool_]) -> list[int]:
    """The elements of a group with those like them in the same list that have text but no kept block, if they are not
    the most of the list."""
    elements = page.elements
    parent_of, end_of = elements.parent.item, elements.end.item
    lists: Counter[int] = Counter()
    rows = members.tolist()
    for row, following in pairwise(rows[:MAX_COMPLETED]):
        up = parent_of(row)
        while up >= 0 and end_of(up) <= following:
            up = parent_of(up)
        lists[up] += 1
    is_shown = _sums(page.blocks.flags & (UNSHOWN | SVG) == 0)
    has_text = is_shown[elements.stop_block] > is_shown[elements.first_block]
    is_alike = np.isin(elements.path, elements.path[members]) & np.isin(elements.signature, elements.signature[members])
    others = np.flatnonzero(is_alike & has_text & is_open & _has_link(page))
    found = set(rows)
    # Copies of an item for phones are not counted again.
    known = {_text_key(page, row) for row in rows}
    for up, n_pairs in lists.items():
        if up < 0 or n_pairs < 2:
            continue
        inside = others[np.searchsorted(others, up + 1) : np.searchsorted(others, end_of(up))].tolist()
        if len(inside) <= 2 * (n_pairs + 1):
            found.update(row for row in inside if row not in found and _text_key(page, row) not in known)
    return sorted(found)


def _text_key(page: Page, row: int) -> int:
    """A number for the text of an element."""
    elements = page.elements
    return hash(page.blocks.hash[elements.first_block.item(row) : elements.stop_block.item(row)].tobytes())
