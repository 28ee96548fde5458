"""Page, keep mask -> the repeated elements that hold the main content: the twin of
`crates/pagetable/src/query/lists`.

Elements are of a group if they are at the same place in the tree and have the same tag and classes; and, because
the first or every second item often has a class more, also if they only are at the same place. Most of them have a
link. The best group has the most of the kept words in the most elements; its elements never contain each other. A page
may have several lists, so the best of the groups in what is left comes next, as long as one is good enough.

Groups are compared by columns: one sort per kind of group, then sums over stretches.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from maintext.page.flags import SVG, UNSHOWN
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_ITEMS = 3
LEAST_SHARE = 0.02
"""Share of the kept words that a group must have."""
LEAST_EVENNESS = 0.75
"""Of the words of a group's elements: an article between two notices is not a list."""
MAX_CYCLE = 4
"""Siblings that make an item together."""
LEAST_REGULAR = 0.9
"""Share of the siblings that must be of the same kind as the one a cycle before."""
MAX_GROUPS = 8
"""Lists of a page."""
LEAST_LIKENESS = 0.45
"""Of a group's elements, see `_likeness`: the sections of a home page have the same tag, and little else in common."""
MAX_COMPARED = 12
"""Groups whose likeness is computed, the best ones."""
MAX_COMPLETED = 2000
"""Elements of a group whose list is looked for, because each walks up the tree."""
MAX_AROUND = 8
"""Elements around an item that are looked at."""
MAX_GROWTH = 3
"""How many times as many blocks as its part an item has."""
MAX_VALUES = 8
"""Values that are looked for one by one."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


Span: TypeAlias = tuple[int, int]
"""The first and the last element of an item: siblings, or one element."""


class _Groups(NamedTuple):
    """Elements ordered by group."""

    rows: NDArray[np.intp]
    starts: NDArray[np.intp]
    """Where each group begins in `rows`."""
    overlaps: NDArray[np.bool_]
    """Of each element: whether it shares a block with the one before it in its group."""
    depths: NDArray[np.int16]
    """Of the first element of each group."""


def item_lists(page: Page, keep: NDArray[np.bool_]) -> list[list[Span]]:
    """The lists of a page, the best first, and of each the elements that are its items: the first and the last one of
    each, mostly the same one. Empty if the page has none."""
    elements = page.elements
    sums = _sums(np.where(keep, page.blocks.words, 0))
    own = sums[elements.stop_block] - sums[elements.first_block]
    if sums[-1] == 0:
        return []
    # Some pages open an item by a script. A card without a link has an image and several lines.
    n_images = _sums(elements.tag == TAGS["img"])
    has_image = n_images[elements.end] > n_images[:-1]
    is_card = has_image & (elements.stop_block - elements.first_block > 1)
    return _found(page, own, int(sums[-1]), _has_link(page)) or _found(page, own, int(sums[-1]), is_card)


def _found(page: Page, own: NDArray[np.int64], total: int, may_be_item: NDArray[np.bool_]) -> list[list[Span]]:
    elements = page.elements
    rows = np.flatnonzero((own > 0) & may_be_item)
    if len(rows) < LEAST_ITEMS:
        return []
    is_free = np.ones(len(page.blocks), dtype=bool)
    kinds = _grouped(page, rows)
    found: list[list[Span]] = []
    for _ in range(MAX_GROUPS):
        n_taken = _sums(~is_free)
        is_open = n_taken[elements.stop_block] == n_taken[elements.first_block]
        left = np.where(is_open, own, 0)
        best_score, members = max(
            (_best(page, groups, left, total) for groups in kinds), key=_first, default=(0.0, rows)
        )
        if best_score == 0:
            break
        whole = _up_to_siblings(page, _cards(page, _with_all_around(page, _whole(page, members))), is_open)
        completed = [(row, row) for row in _completed(page, whole, is_open & may_be_item)]
        found.append(_cycles(page, whole) or completed)
        for first, last in found[-1]:
            is_free[elements.first_block.item(first) : elements.stop_block.item(last)] = False
    return found


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
    """The elements by place, and by place, tag and classes, in groups that are large enough."""
    elements = page.elements
    paths = elements.path[rows]
    found = []
    for keys in (paths, paths ^ (elements.signature[rows] * _MIX)):
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        starts = np.flatnonzero(ordered != np.concatenate([~ordered[:1], ordered[:-1]]))
        counts = np.append(starts[1:], len(rows)) - starts
        # Most elements are alone at their place.
        is_large = counts >= LEAST_ITEMS
        members = rows[order[np.repeat(is_large, counts)]]
        counts = counts[is_large]
        starts = np.cumsum(counts) - counts
        if not len(members):
            continue
        overlaps = np.zeros(len(members), dtype=bool)
        overlaps[1:] = elements.first_block[members[1:]] < elements.stop_block[members[:-1]]
        overlaps[starts] = False
        found.append(_Groups(members, starts, overlaps, elements.depth[members[starts]]))
    return found


def _best(page: Page, groups: _Groups, own: NDArray[np.int64], total: int) -> tuple[float, NDArray[np.intp]]:
    """The best group and its score, by the words of the elements, which are 0 for those that are taken."""
    starts = groups.starts
    words = own[groups.rows].astype(np.float64)
    has_words = words > 0
    n_members = np.add.reduceat(has_words, starts, dtype=np.int64)
    sums = np.add.reduceat(words, starts)
    logs = np.add.reduceat(words * np.log(np.maximum(words, 1)), starts)
    # The entropy of the shares of the words: 1 if all elements have the same number of them, near 0 if one has all.
    n_full, n_words = np.maximum(n_members, 2), np.maximum(sums, 1)
    evenness = (np.log(n_words) - logs / n_words) / np.log(n_full)
    # Links within one line are not items.
    is_apart = ~np.logical_or.reduceat(groups.overlaps & has_words, starts)
    share = np.minimum(1.0, sums / total)
    is_good = (n_members >= LEAST_ITEMS) & (share >= LEAST_SHARE) & (evenness >= LEAST_EVENNESS) & is_apart
    if not is_good.any():
        return 0.0, groups.rows[:0]
    # The root, because half of a page may be advice below the items, and three sections of a page are not items.
    score = np.where(is_good, share**0.5 * n_members / (n_members + 2) * evenness, 0.0)
    return _likest(page, groups, own, score)


def _likest(
    page: Page, groups: _Groups, own: NDArray[np.int64], score: NDArray[np.float64]
) -> tuple[float, NDArray[np.intp]]:
    """The group with the highest score whose elements are alike, and that score."""
    rows, starts = groups.rows, groups.starts
    stops = np.append(starts[1:], len(rows))
    # Of elements inside each other with the same text the outer ones have the image and the price.
    order = np.lexsort((groups.depths, -np.round(score, 3)))
    for group in order[:MAX_COMPARED].tolist():
        if score[group] == 0:
            break
        members = rows[starts[group] : stops[group]]
        members = members[own[members] > 0]
        if _likeness(page, members) >= LEAST_LIKENESS:
            return score.item(group), members
    return 0.0, rows[:0]


def _likeness(page: Page, members: NDArray[np.intp]) -> float:
    """How alike elements are: of their shown blocks, the mean share of the elements that have one at the same place."""
    first, stop = page.elements.first_block[members], page.elements.stop_block[members]
    counts = (stop - first).astype(np.intp)
    owners = np.repeat(np.arange(len(members)), counts)
    blocks = np.arange(len(owners)) + np.repeat(first - (np.cumsum(counts) - counts), counts)
    is_seen = page.blocks.flags[blocks] & (UNSHOWN | SVG) == 0
    owners, blocks = owners[is_seen], blocks[is_seen]
    if not len(blocks):
        return 1.0
    places = np.unique(page.elements.path[page.blocks.element[blocks]], return_inverse=True)[1]
    pairs = np.unique(places * len(members) + owners)
    n_owners = np.bincount(pairs // len(members))
    return float(n_owners[places].mean() / len(members))


def _whole(page: Page, members: NDArray[np.intp]) -> NDArray[np.intp]:
    """The parents of the elements instead, if the elements are parts of items: those of one parent have the same
    address, as a name and "Buy now" do, or other classes each. Three items in a row of a table have neither."""
    elements = page.elements
    parents, places = np.unique(elements.parent[members].astype(np.intp), return_inverse=True)
    if len(parents) < LEAST_ITEMS or len(parents) == len(members) or parents[0] < 0:
        return members
    if _are_different(elements.signature[members], places):
        return parents
    if 2 * len(parents) > len(members):
        return members
    links = np.flatnonzero(elements.tag == TAGS["a"])
    at = np.searchsorted(links, members)
    inside = np.append(links, len(elements))[at] < elements.end[members]
    if not inside.all():
        return members
    addresses: dict[int, list[str | None]] = {}
    for place, address in zip(places.tolist(), page.attribute(links[at].tolist(), "href"), strict=True):
        addresses.setdefault(place, []).append(address)
    n_parts = sum(len(own) for own in addresses.values() if len(own) > 1 and len(set(own)) == 1)
    return parents if 2 * n_parts > len(members) else members


def _with_all_around(page: Page, members: NDArray[np.intp]) -> NDArray[np.intp]:
    """The elements around the members instead, as long as each has its own and they add no block: the price may be in
    the line of the name, beside its link."""
    elements = page.elements
    for _ in range(MAX_AROUND):
        parents = elements.parent[members].astype(np.intp)
        is_own = len(np.unique(parents)) == len(members) and parents[0] >= 0
        same = is_own and (elements.first_block[parents] == elements.first_block[members]).all()
        if not same or (elements.stop_block[parents] != elements.stop_block[members]).any():
            break
        members = parents
    return members


def _cards(page: Page, members: NDArray[np.intp]) -> NDArray[np.intp]:
    """The cards in the members instead of those that hold several: the columns of a grid. Cards are all that is shown
    in a member, of one kind, and have a heading and another block each."""
    elements = page.elements
    n_blocks = elements.stop_block.astype(np.int64) - elements.first_block
    is_heading = np.isin(elements.tag, [TAGS[f"h{level}"] for level in range(1, 7)])
    found: list[int] = []
    for member in members.tolist():
        inside = _shown_children(page, member)
        while len(inside) == 1 and n_blocks[inside[0]] == n_blocks[member]:
            inside = _shown_children(page, inside[0])
        are_all = len(inside) > 1 and sum(n_blocks[inside]) == n_blocks[member]
        are_cards = are_all and all(
            n_blocks[row] > 1
            and elements.signature[row] == elements.signature[inside[0]]
            and is_heading[row : elements.end[row]].any()
            for row in inside
        )
        found += inside if are_cards else [member]
    return np.array(found, dtype=np.intp)


def _shown_children(page: Page, row: int) -> list[int]:
    elements = page.elements
    children = np.flatnonzero((elements.parent == row) & (elements.stop_block > elements.first_block))
    return [int(child) for child in children]


def _up_to_siblings(page: Page, members: NDArray[np.intp], is_open: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The siblings around the members instead, if each has its own and these are alike: a card ends where the next one
    begins, and has the day beside the heading."""
    elements = page.elements
    around = members
    for _ in range(MAX_AROUND):
        parents = elements.parent[around].astype(np.intp)
        if parents.min() < 0 or len(np.unique(parents)) < len(parents):
            break
        around = parents
    lists = np.unique(elements.parent[around])
    n_blocks = elements.stop_block.astype(np.int64) - elements.first_block
    are_siblings = 2 * len(lists) <= len(around) and lists[0] >= 0 and len(np.unique(elements.signature[around])) == 1
    is_small = n_blocks[around].sum() <= MAX_GROWTH * n_blocks[members].sum()
    are_entries = are_siblings and is_small and is_open[around].all() and _likeness(page, around) >= LEAST_LIKENESS
    return around if are_entries else members


def _are_different(signatures: NDArray[np.uint64], places: NDArray[np.intp]) -> bool:
    """Whether the elements of most parents that have several are all of different kinds, and always of the same few."""
    n_of_parent = np.bincount(places)
    several = n_of_parent > 1
    n_kinds = len(np.unique(signatures[several[places]]))
    pairs = np.unique(np.stack([places.astype(np.uint64), signatures]), axis=1)
    n_different = np.bincount(pairs[0].astype(np.intp))
    n_alike = int((n_different[several] == n_of_parent[several]).sum())
    return 2 * n_alike > int(several.sum()) and n_kinds == int(n_of_parent.max())


def _cycles(page: Page, members: NDArray[np.intp]) -> list[Span]:
    """Siblings that make an item together, because their kinds come in the same order again and again: the title in one
    row of a table, the facts in the next. Empty if the members are items themselves: every second row of many tables
    has another class, but the same parts."""
    elements = page.elements
    kinds = elements.signature[members]
    n_kinds = len(set(kinds.tolist()))
    is_apart = len(set(elements.parent[members].tolist())) > 1
    if is_apart or not 2 <= n_kinds <= MAX_CYCLE or len(members) < LEAST_ITEMS * n_kinds:
        return []
    is_leader = kinds == kinds[0]
    if not (kinds[n_kinds:] == kinds[:-n_kinds]).mean() >= LEAST_REGULAR or is_leader[1:n_kinds].any():
        return []
    parts = [_usual_paths(page, members[kinds == kind]) for kind in kinds[:n_kinds]]
    if any(2 * len(parts[0] & other) > len(parts[0] | other) for other in parts[1:]):
        return []
    leaders = np.flatnonzero(is_leader)
    lasts = np.append(leaders[1:], min(len(members), int(leaders[-1]) + n_kinds)) - 1
    return list(zip(members[leaders].tolist(), members[lasts].tolist(), strict=True))


def _usual_paths(page: Page, members: NDArray[np.intp]) -> set[int]:
    """The places of the elements that half of the members have inside of them."""
    elements = page.elements
    counts: Counter[int] = Counter()
    for first, stop in zip(members.tolist(), elements.end[members].tolist(), strict=True):
        counts.update(set(elements.path[first:stop].tolist()))
    return {path for path, n in counts.items() if 2 * n >= len(members)}


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
    is_alike = _is_one_of(elements.path, members) & _is_one_of(elements.signature, members)
    others = np.flatnonzero(is_alike & has_text & is_open)
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


def _is_one_of(column: NDArray[np.uint64], members: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Per element: whether a column has a value that it has for some of the members: they have one or two."""
    values = list(set(column[members].tolist()))
    found: NDArray[np.bool_] = column == np.uint64(values[0])
    for value in values[1:MAX_VALUES]:
        found |= column == np.uint64(value)
    return found if len(values) <= MAX_VALUES else np.isin(column, values)


def _text_key(page: Page, row: int) -> int:
    """A number for the text of an element."""
    elements = page.elements
    return hash(page.blocks.hash[elements.first_block.item(row) : elements.stop_block.item(row)].tobytes())
