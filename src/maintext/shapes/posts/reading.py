"""Page, keep mask -> its posts: dates that are repeated, the records around them, the texts in the records.

The native core finds them (`crates/pagetable/src/query/posts`). Here is decided whether they are a discussion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from maintext import _core
from maintext.metadata.values.months import native_months
from maintext.shapes.posts.declared import declared_posts, post_nodes
from maintext.shapes.posts.post import Post, WrittenPosts
from maintext.shapes.structured.thing import Thing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LEAST_AGREEMENT = 0.6
"""Share of the kept words that the posts must have. On forums_train and magic_forums_train the text of threads is best
with it: with 0.5 the F1 of the second falls, with 0.8 that of the first."""
_LIST_TYPES = ("listing", "collection", "product", "service")


@dataclass(frozen=True)
class Thread:
    """The posts of a page, and how sure they are."""

    posts: tuple[Post, ...]
    share: float
    """Share of the page's text outside of links that the records of the posts have."""


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
    posts, share = page.read_thread(keep, has_lead, native_months(), page.head.language)
    written = WrittenPosts(page, [blocks for *_, blocks in posts])
    return Thread(tuple(Post(*fields, written) for fields in posts), share)


def is_comment_section(page: Page, posts: Sequence[Post]) -> bool:
    """Whether the posts are in an element with the class or id of comments, or each is one."""
    elements = page.elements
    rows = [page.blocks.element.item(post.blocks[0]) for post in posts if post.blocks][-2:]
    marked = page.marked_rows(_comment_marks())[0]
    return bool(rows) and all(any(row <= inner < elements.end.item(row) for row in marked) for inner in rows)


@lru_cache(maxsize=1)
def _comment_marks() -> _core.Marks:
    words = "comment comments commentlist commentary reply replies respond responses discussion thread answer".split()
    return _core.Marks([(_core.word_hash(word, "class"), 0) for word in words])
