"""Things of structured data -> posts, for pages whose structure shows none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from maintext.metadata.values.dates import read_day
from maintext.shapes.posts.post import Post
from maintext.shapes.structured.thing import Node, Thing, nodes_of

if TYPE_CHECKING:
    from maintext.page import Page

TYPES = frozenset("discussionforumposting socialmediaposting question answer comment usercomments".split())
"""The types of schema.org for what people write, in lower case."""
MAX_POSTS = 1_000


def post_nodes(things: Sequence[Thing]) -> list[Node]:
    """The nodes of what people wrote. The questions of an FAQ have neither author nor date."""
    signs = ("author", "datePublished", "dateCreated", "commentTime")
    return [node for node in nodes_of(things, TYPES) if any(name in node.properties for name in signs)]


def declared_posts(page: Page, things: Sequence[Thing]) -> tuple[Post, ...]:
    """The posts that structured data has, in its order."""
    nodes = post_nodes(things)[:MAX_POSTS]
    accepted = {id(answer.properties) for node in nodes for answer in node.nodes("acceptedAnswer")}
    posts = []
    for node in nodes:
        text = next((node.text(name) for name in ("text", "articleBody", "commentText") if node.text(name)), None)
        if text:
            posts.append(_post(page, node, text, is_accepted=id(node.properties) in accepted))
    return tuple(posts)


def _post(page: Page, node: Node, text: str, *, is_accepted: bool) -> Post:
    date = next((node.text(name) for name in ("datePublished", "dateCreated", "commentTime") if node.text(name)), None)
    author = next(iter(node.nodes("author")), None)
    votes = re.search(r"-?\d{1,9}", node.text("upvoteCount") or "")
    is_question = "question" in (kind.lower() for kind in node.types)
    return Post(
        text=plain(text),
        author=node.text("author"),
        author_link=author.text("url") if author else None,
        date=read_day(date, page.head.language) if date else None,
        date_shown=date,
        link=node.text("url"),
        votes=int(votes[0]) if votes else None,
        kind="question" if is_question else "accepted answer" if is_accepted else "post",
        reply_to=None,
        blocks=(),
    )
