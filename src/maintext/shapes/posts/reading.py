"""Page, keep mask -> its posts: dates that are repeated, the records around them, the texts in the records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.flags import HIDDEN, SVG, TEMPLATE
from maintext.page.kinds import KINDS, block_kinds
from maintext.page.tags import TAGS
from maintext.shapes.posts.anchors import DatedRuns, date_groups
from maintext.shapes.posts.authors import authors_of
from maintext.shapes.posts.bodies import BodyKind, body_kind, body_rows, undated_records
from maintext.shapes.posts.dates import Dates
from maintext.shapes.posts.declared import declared_posts, post_nodes
from maintext.shapes.posts.facts import Facts
from maintext.shapes.posts.links import links_of
from maintext.shapes.posts.marks import name_and_vote_rows
from maintext.shapes.posts.post import Post
from maintext.shapes.posts.records import Record, Written, best_records
from maintext.shapes.posts.replies import answered_posts, is_comment_section, kinds_of, votes_of
from maintext.shapes.structured.thing import Thing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_LEAD_WORDS = 8
"""A first post of fewer words before the repeated ones is a notice."""

LEAST_AGREEMENT = 0.6
"""Share of the kept words that the posts must have. On forums_train and magic_forums_train the text of threads is best
with it: with 0.5 the F1 of the second falls, with 0.8 that of the first."""
_LIST_TYPES = ("listing", "collection", "product", "service")
_HEADING = KINDS.index("heading")


@dataclass(frozen=True)
class Thread:
    """The posts of a page, and how sure they are."""

    posts: tuple[Post, ...]
    share: float
    """Share of the page's text outside of links that the records of the posts have."""


@dataclass(frozen=True)
class _Part:
    """A record and the elements with its text."""

    record: Record
    body: list[int]


def read_posts(
    page: Page, keep: NDArray[np.bool_], get_things: Callable[[], Sequence[Thing]], page_type: str | None
) -> Thread:
    """The posts of a page of some type, by its structure, or else by its structured data, which most threads don't
    need: `get_things` reads it."""
    if page_type in _LIST_TYPES and not post_nodes(get_things()):
        return Thread((), 0.0)
    thread = read_thread(page, keep, has_lead=page_type != "article")
    if thread.posts and (page_type in ("forum", None) or _is_discussion(page, keep, thread)):
        return thread
    return Thread(declared_posts(page, get_things()), 0.0)


def _is_discussion(page: Page, keep: NDArray[np.bool_], thread: Thread) -> bool:
    """Whether posts on a page that was not predicted as a forum are a discussion: comments, or the main content with
    signed posts. Texts with names and dates beside the main content are as often news."""
    n_named = sum(post.author is not None for post in thread.posts)
    is_main = 2 * n_named > len(thread.posts) and _agreement(page, keep, thread) >= LEAST_AGREEMENT
    return is_main or is_comment_section(page, thread.posts)


def _agreement(page: Page, keep: NDArray[np.bool_], thread: Thread) -> float:
    """Share of the kept words that are in posts."""
    words = page.blocks.words
    return float(words[keep & _inside(keep, thread)].sum() / max(1, words[keep].sum()))


def _inside(keep: NDArray[np.bool_], thread: Thread) -> NDArray[np.bool_]:
    inside = np.zeros(len(keep), dtype=bool)
    for post in thread.posts:
        inside[list(post.blocks)] = True
    return inside


def is_main_text(page: Page, keep: NDArray[np.bool_], thread: Thread) -> bool:
    """Whether the posts have most of the kept words."""
    return bool(thread.posts) and _agreement(page, keep, thread) >= LEAST_AGREEMENT


def followed(page: Page, keep: NDArray[np.bool_], thread: Thread) -> NDArray[np.bool_]:
    """The keep mask of a thread: from the first to the last post, what was written and nothing else. The mask as it is
    if the posts are doubtful because they have too little of what it keeps."""
    if not is_main_text(page, keep, thread):
        return keep
    inside = _inside(keep, thread)
    numbers = np.flatnonzero(inside)
    mask = keep.copy()
    mask[numbers[0] : numbers[-1] + 1] = inside[numbers[0] : numbers[-1] + 1]
    return mask


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
    records = sorted([*records, *undated_records(page, records, kind)], key=lambda record: record.rows[0])
    signatures = page.elements.signature[[record.rows[0] for record in records]]
    values, counts = np.unique(signatures, return_counts=True)
    usual = values[counts.argmax()]
    parts = []
    for record, signature in zip(records, signatures, strict=True):
        body = body_rows(page, record, kind, written)
        # A record like the others whose text is in another element is a post; any other is a part of the page.
        if body or (signature == usual and written.of_blocks(record.first_block, record.stop_block)):
            parts.append(_Part(record, body))
    return parts


def _lead(page: Page, keep: NDArray[np.bool_], first: Record) -> list[_Part]:
    """The kept text between the heading and the first record."""
    elements, blocks = page.elements, page.blocks
    start = 0
    for row in page.rows_by_tag([TAGS["h1"]])[0]:
        if elements.stop_block.item(row) <= first.first_block:
            start = elements.stop_block.item(row)
    inside = np.zeros(len(blocks), dtype=bool)
    inside[start : first.first_block] = True
    chosen = inside & keep & (2 * blocks.link_chars <= blocks.chars)
    if int(blocks.words[chosen].sum()) < LEAST_LEAD_WORDS:
        return []
    numbers = np.flatnonzero(chosen & (block_kinds(page) != _HEADING))
    if int(blocks.words[numbers].sum()) < LEAST_LEAD_WORDS:
        return []
    body = sorted(set(blocks.element[numbers].tolist()))
    row = blocks.element.item(int(numbers[blocks.words[numbers].argmax()]))
    while (up := elements.parent.item(row)) > 0 and not up <= first.rows[0] < elements.end.item(up):
        row = up
    span = (elements.first_block.item(row), elements.stop_block.item(row))
    return [_Part(Record(body[0], (row,), elements.end.item(row), *span), body)]


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
                page=page,
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
