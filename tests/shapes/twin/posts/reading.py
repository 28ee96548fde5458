"""Page, keep mask -> its posts: dates that are repeated, the records around them, the texts in the records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.flags import HIDDEN, SVG, TEMPLATE
from maintext.page.kinds import KINDS, block_kinds
from maintext.page.tags import TAGS
from maintext.shapes.posts.post import Post
from maintext.shapes.posts.reading import Thread
from tests.shapes.twin.posts.anchors import DatedRuns, date_groups
from tests.shapes.twin.posts.authors import authors_of
from tests.shapes.twin.posts.bodies import BodyKind, body_kind, body_rows, undated_records
from tests.shapes.twin.posts.dates import Dates
from tests.shapes.twin.posts.facts import Facts
from tests.shapes.twin.posts.links import links_of
from tests.shapes.twin.posts.marks import name_and_vote_rows
from tests.shapes.twin.posts.records import Record, Written, best_records
from tests.shapes.twin.posts.replies import answered_posts, kinds_of, votes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_LEAD_WORDS = 8
"""A first post of fewer words before the repeated ones is a notice."""

_HEADING = KINDS.index("heading")


@dataclass(frozen=True)
class _Part:
    """A record and the elements with its text."""

    record: Record
    body: list[int]


def read_thread(page: Page, keep: NDArray[np.bool_], *, has_lead: bool) -> Thread:
    """The posts of a page; empty if it has fewer than two. With `has_lead`, kept text between the heading and the first
    repeated post is a post too: the question, or the post that others comment on."""
    written = Written(page)
    dated = DatedRuns(page)
    records, share = best_records(page, date_groups(dated), written)
    if not records:
        return Thread((), 0.0)
    dates = Dates(dated)
    found = dates.of(records)
    own = [record._replace(anchor=date.row) if date else record for record, date in zip(records, found, strict=True)]
    parts = _parts(page, own, body_kind(page, own, written), written)
    if has_lead and parts:
        parts = [*_lead(page, keep, parts[0].record), *parts]
    # Mostly the records are the posts, and have their dates.
    is_same = [part.record for part in parts] == own
    posts = _posts(page, parts, dates, found if is_same else dates.of([part.record for part in parts]))
    return Thread(posts if len(posts) > 1 else (), share)


def _parts(page: Page, records: list[Record], kind: BodyKind | None, written: Written) -> list[_Part]:
    if kind is None:
        return [_Part(record, []) for record in records if written.of_blocks(record.first_block, record.stop_block)]
    of_dated = {page.elements.signature.item(record.rows[0]) for record in records}
    undated = [(record, -1) for record in undated_records(page, records, kind)]
    found = sorted([*((record, record.anchor) for record in records), *undated], key=lambda pair: pair[0].rows[0])
    signatures = page.elements.signature[[record.rows[0] for record, _ in found]]
    values, counts = np.unique(signatures, return_counts=True)
    usual = values[counts.argmax()]
    parts = []
    for (record, date), signature in zip(found, signatures, strict=True):
        body = body_rows(page, record, date, kind, written)
        is_alike = signature == usual if date >= 0 else signature in of_dated
        has_text = written.of_blocks(record.first_block, record.stop_block) > 0
        if (is_alike and has_text) or (date >= 0 and body):
            parts.append(_Part(record, body))
    return parts


def _lead(page: Page, keep: NDArray[np.bool_], first: Record) -> list[_Part]:
    """The kept text between a heading and the first record; of three headings the last one with text after it."""
    stop = page.elements.stop_block
    rows = [row for row in page.rows_by_tag([TAGS["h1"]])[0] if stop.item(row) <= first.first_block]
    if not rows:
        return _lead_after(page, keep, first, None)
    return next(filter(None, (_lead_after(page, keep, first, row) for row in rows[:-4:-1])), [])


def _lead_after(page: Page, keep: NDArray[np.bool_], first: Record, heading: int | None) -> list[_Part]:
    elements, blocks = page.elements, page.blocks
    start = 0 if heading is None else elements.stop_block.item(heading)
    inside = np.zeros(len(blocks), dtype=bool)
    inside[start : first.first_block] = True
    chosen = inside & keep & (2 * blocks.link_chars <= blocks.chars)
    if int(blocks.words[chosen].sum()) < LEAST_LEAD_WORDS:
        return []
    is_own = elements.stop_block[blocks.element] <= first.first_block
    numbers = np.flatnonzero(chosen & is_own & (block_kinds(page) != _HEADING))
    if int(blocks.words[numbers].sum()) < LEAST_LEAD_WORDS:
        return []
    body = sorted(set(blocks.element[numbers].tolist()))
    row = _up_to(page, blocks.element.item(int(numbers[blocks.words[numbers].argmax()])), [first.rows[0]])
    head = row if heading is None else _up_to(page, heading, [row, first.rows[0]])
    rows = (head, row) if head < row else (row,)
    span = (elements.first_block.item(rows[0]), elements.stop_block.item(row))
    return [_Part(Record(body[0], rows, elements.end.item(row), *span), body)]


def _up_to(page: Page, row: int, others: list[int]) -> int:
    elements = page.elements
    while (up := elements.parent.item(row)) > 0 and not any(up <= other < elements.end.item(up) for other in others):
        row = up
    return row


def _posts(page: Page, parts: list[_Part], dates: Dates, found: Facts) -> tuple[Post, ...]:
    records, bodies = [part.record for part in parts], [part.body for part in parts]
    name_rows, vote_rows = name_and_vote_rows(page)
    authors = authors_of(page, records, bodies, found, name_rows)
    links = links_of(page, records, bodies)
    replies, votes, kinds = answered_posts(page, records), votes_of(page, records, vote_rows), kinds_of(page, records)
    posts = []
    for index, part in enumerate(parts):
        author, date = authors[index], found[index]
        blocks = _blocks(page, part)
        posts.append(
            Post(
                text=page.text_of(blocks),
                author=author.name if author else None,
                author_link=author.link if author else None,
                date=dates.day_of(date) if date else None,
                date_shown=date.text.strip(" »«|,-") if date else None,
                link=links[index],
                votes=votes[index],
                kind=kinds[index],
                reply_to=replies[index],
                blocks=tuple(np.flatnonzero(blocks).tolist()),
            )
        )
    return tuple(posts)


def _blocks(page: Page, part: _Part) -> NDArray[np.bool_]:
    """The blocks of what was written; without an element around it, the record's blocks that are not links."""
    elements, blocks = page.elements, page.blocks
    chosen = np.zeros(len(blocks), dtype=bool)
    for row in part.body:
        chosen[elements.first_block.item(row) : elements.stop_block.item(row)] = True
    if not part.body:
        chosen[part.record.first_block : part.record.stop_block] = True
        chosen[elements.first_block.item(part.record.anchor)] = False
        chosen &= 2 * blocks.link_chars <= blocks.chars
    is_seen: NDArray[np.bool_] = blocks.flags & (HIDDEN | TEMPLATE | SVG) == 0
    return chosen & is_seen
