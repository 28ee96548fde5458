"""Page, group of dates -> the records that have one date each: the elements that are repeated, once per post.

The record of a date is the largest element around it that has no other date of the group. Where the records are
children of one element and have little of its text, a post is a record with the siblings after it, up to the next one:
forums that are laid out as a table have the name in one row and the text in the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.page.flags import HIDDEN, TEMPLATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_SHARE = 0.5
"""Records with less of the text around them are continued by their siblings."""
NEARLY_ALL = 0.9
LEAST_WORDS = 1
MAX_SIBLINGS = 1_000
SAME_TAG = 0.97
"""How alike records are that share only their tag."""


class Record(NamedTuple):
    """A part of the page with one date."""

    anchor: int
    """Row of the element that shows the date."""
    rows: tuple[int, ...]
    """The elements it is made of: one, or siblings in a row."""
    stop_row: int
    """The row after its last element."""
    first_block: int
    stop_block: int


def records_of(page: Page, anchors: NDArray[np.intp], written: Written) -> list[Record]:
    """The records of a group of dates, in the order of the page."""
    rows = _alike(page, anchors.tolist(), _largest_alone(page, anchors.tolist()), written)
    flat = _continued(page, rows, written)
    elements = page.elements
    records = []
    for anchor, members in zip(anchors.tolist(), flat or [[row] for row in rows], strict=True):
        blocks = [(int(elements.first_block[row]), int(elements.stop_block[row])) for row in members]
        full = [(first, stop) for first, stop in blocks if stop > first]
        if full:
            stop_row = elements.end.item(members[-1])
            records.append(Record(anchor, tuple(members), stop_row, full[0][0], full[-1][1]))
    return _apart(records)


def _apart(records: list[Record]) -> list[Record]:
    """The records, each up to the next one that begins inside of it. Posts inside each other would otherwise have the
    text of all inner ones: 500 times a text that is 500 levels deep."""
    found = records[-1:]
    for record in reversed(records[:-1]):
        following = found[-1]
        stop_row = max(min(record.stop_row, following.rows[0]), record.rows[0] + 1)
        stop_block = max(min(record.stop_block, following.first_block), record.first_block)
        found.append(record._replace(stop_row=stop_row, stop_block=stop_block))
    return found[::-1]


def _largest_alone(page: Page, anchors: list[int]) -> list[int]:
    """For each of the elements: the largest one around it that has none of the others."""
    parent_of, end_of = page.elements.parent.item, page.elements.end.item
    found = []
    for index, anchor in enumerate(anchors):
        before = anchors[index - 1] if index else -1
        after = anchors[index + 1] if index + 1 < len(anchors) else len(page.elements)
        row = anchor
        while (up := parent_of(row)) >= 0 and up > before and end_of(up) <= after:
            row = up
        found.append(row)
    return found


def _alike(page: Page, anchors: list[int], rows: list[int], written: Written) -> list[int]:
    """Smaller elements around the dates that are alike, if the largest ones are not and the smaller ones have nearly
    all of their text. Of nested comments only those without an answer are alone in the element that nests answers."""
    signature_of, parent_of = page.elements.signature.item, page.elements.parent.item
    if len({signature_of(row) for row in rows}) == 1:
        return rows
    chains = []
    for anchor, row in zip(anchors, rows, strict=True):
        chain = [anchor]
        while chain[-1] != row:
            chain.append(parent_of(chain[-1]))
        chains.append({signature_of(member): member for member in chain})
    shared = set.intersection(*(set(chain) for chain in chains))
    if not shared:
        return rows
    # Of each chain the outermost element that all chains have.
    outermost = min(shared, key=lambda signature: page.elements.depth.item(chains[0][signature]))
    smaller = [chain[outermost] for chain in chains]
    enough = NEARLY_ALL * sum(map(written.of_element, rows))
    return smaller if sum(map(written.of_element, smaller)) >= enough else rows


def _continued(page: Page, rows: list[int], written: Written) -> list[list[int]] | None:
    """The records with the siblings after each, if they are children of one element and have little of its text."""
    elements = page.elements
    parents = {elements.parent.item(row) for row in rows}
    if len(parents) != 1:
        return None
    (parent,) = parents
    if parent < 0 or sum(map(written.of_element, rows)) >= LEAST_SHARE * written.of_element(parent):
        return None
    groups: list[list[int]] = []
    last = elements.end.item(parent)
    for index, row in enumerate(rows):
        stop = rows[index + 1] if index + 1 < len(rows) else last
        members, sibling = [row], elements.end.item(row)
        # After the last record come the controls of the page: it gets as many siblings as the one before it.
        most = len(groups[-1]) if groups and stop == last else MAX_SIBLINGS
        while sibling < stop and len(members) < most:
            members.append(sibling)
            sibling = elements.end.item(sibling)
        groups.append(members)
    return groups


class Written:
    """How much text is in each part of a page that somebody wrote for it: blocks outside of
    links that the page has once or twice. Labels, ranks and controls are repeated."""

    def __init__(self, page: Page) -> None:
        blocks = page.blocks
        _, places, counts = np.unique(blocks.hash, return_inverse=True, return_counts=True)
        is_written = (counts[places] <= 2) & (blocks.words >= LEAST_WORDS) & (blocks.flags & (HIDDEN | TEMPLATE) == 0)
        chars = np.where(is_written, blocks.chars - blocks.link_chars, 0)
        self._sums = np.concatenate([[0], np.cumsum(chars, dtype=np.int64)])
        self._elements = page.elements

    @property
    def total(self) -> int:
        """Characters of the page."""
        return int(self._sums[-1])

    def of_blocks(self, first: int, stop: int) -> int:
        """Characters of a range of blocks."""
        return int(self._sums[stop] - self._sums[first])

    def of_element(self, row: int) -> int:
        """Characters of an element."""
        return self.of_blocks(self._elements.first_block.item(row), self._elements.stop_block.item(row))


def _likeness(page: Page, records: list[Record]) -> float:
    """Share of the records that are alike: at the same place in the tree or with the same classes, or else with the
    same tag, which means a little less."""
    rows = [record.rows[0] for record in records]
    columns = (page.elements.path, page.elements.signature, page.elements.tag)
    shares = [float(np.unique(column[rows], return_counts=True)[1].max() / len(rows)) for column in columns]
    return max(shares[0], shares[1], SAME_TAG * shares[2])


def _are_parts(page: Page, records: list[Record]) -> bool:
    """Whether several parents have the same records in the same order, each of another kind: then a post is a parent,
    and some of the dates are facts about its author ("Joined: Mar 2015")."""
    signature_of, parent_of = page.elements.signature.item, page.elements.parent.item
    by_parent: dict[int, list[int]] = {}
    for record in records:
        by_parent.setdefault(parent_of(record.rows[0]), []).append(signature_of(record.rows[0]))
    kinds = {tuple(signatures) for signatures in by_parent.values()}
    if len(by_parent) < 2 or len(kinds) != 1:
        return False
    (signatures,) = kinds
    return len(signatures) > 1 and len(set(signatures)) == len(signatures)


def best_records(page: Page, groups: list[NDArray[np.intp]], written: Written) -> tuple[list[Record], float]:
    """The records that have the most of the page's text, and the share of it that they have.

    A page can always be cut into two halves, so many records are better than few.
    """
    best: tuple[float, float, list[Record]] = (0.0, 0.0, [])
    for anchors in groups:
        records = records_of(page, anchors, written)
        chars = [written.of_blocks(record.first_block, record.stop_block) for record in records]
        n_full = sum(n > 0 for n in chars)
        if n_full < 2 or _are_parts(page, records):
            continue
        share = min(1.0, sum(chars) / written.total)
        score = share * n_full / (n_full + 2) * (n_full / len(records)) ** 0.5 * _likeness(page, records)
        if score > best[0]:
            best = (score, share, records)
    return best[2], best[1]
