"""Document of a forum -> Markdown or text with the author and the date before each post, and a rule between posts.

The words are those of the plain rendering: the posts only say where to divide it, and whose words follow. Kept text
before the first post comes first; kept text between two posts stays with the post before it. Lines that show nothing
but the name and the date are not written twice.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.render import Options, Rendering
from maintext.render.metadata_fields import front_matter
from maintext.shapes.posts.post import unlisted
from maintext.shapes.posts.writing import RULE, header

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.document.document import Document
    from maintext.render import Choices
    from maintext.shapes.posts import Post

LEAST_SHARE = 0.8
"""Of the kept words, those that the posts must have: with fewer, too much text would stand under a wrong name."""


class _Cut(NamedTuple):
    """A page that is cut where posts begin."""

    keep: NDArray[np.bool_]
    """The kept blocks, without what the lines above the posts show."""
    starts: list[int]
    """The first block of each part, and the end of the page."""
    owners: list[Post | None]
    """Whose words each part has; None before the first post."""


def thread_rendering(document: Document, output_format: str, choices: Choices) -> Rendering | None:
    """The document of a page of the type `forum`, post by post; None if it is not a thread, in formats other than
    Markdown and text, and with addresses at the end of the text, which all posts share."""
    options = Options.of(choices)
    is_possible = output_format in RULE and options.include_posts and options.links == "inline"
    if not is_possible or document.shared is not None:
        return None
    source = document.source_of(choices)
    cut = _cut(document, source.keep)
    if cut is None:
        return None
    is_markdown = output_format == "markdown"
    core_options = options.for_core(source.base, source.headline)
    rendered = source.page.rendered_parts(cut.keep, cut.starts, core_options, is_markdown)
    has_text = [bool(cut.keep[start:stop].any()) for start, stop in pairwise(cut.starts)]
    parts = [part for part, own in zip(zip(cut.owners, rendered, strict=True), has_text, strict=True) if own]
    if sum(post is not None for post, _ in parts) < 2:
        return None
    texts = []
    for index, (post, (text, _, _)) in enumerate(parts):
        has_headline = options.include_title and index == 0
        has_headline &= text.startswith(f"# {source.headline}" if is_markdown else source.headline)
        headline, _, text = text.partition("\n") if has_headline else ("", "", text)
        texts.append((headline, unlisted(text.strip("\n")) if post else text.strip("\n")))
    if is_markdown:
        texts = _unquoted(texts, [post is not None for post, _ in parts])
    written = [_written(*text, post, is_markdown=is_markdown) for text, (post, _) in zip(texts, parts, strict=True)]
    fields = front_matter(document.fields) if options.with_metadata and is_markdown else ""
    rule = f"\n\n{RULE[output_format]}\n\n"
    body = rule.join(filter(None, written))
    if parts[0][0] is None and not texts[0][1]:
        # The headline alone is above the first post, not a part of its own.
        body = "\n\n".join(filter(None, [written[0], rule.join(filter(None, written[1:]))]))
    left_out = (sum(n_addresses for _, (_, n_addresses, _) in parts), sum(n_spans for _, (_, _, n_spans) in parts))
    return Rendering(f"{fields}{body}\n", *left_out)


def _written(headline: str, text: str, post: Post | None, *, is_markdown: bool) -> str:
    """The text of a post after its facts; the headline comes before them."""
    facts = header(post, is_markdown=is_markdown) if post else ""
    return "\n\n".join(filter(None, [headline, facts, text]))


def _unquoted(texts: list[tuple[str, str]], is_post: list[bool]) -> list[tuple[str, str]]:
    """Markdown of posts without the mark of a quotation around all of each: some forums write every post as one."""
    posts = [text for (_, text), own in zip(texts, is_post, strict=True) if own]
    if not all(line.startswith(">") for text in posts for line in text.split("\n")):
        return texts
    return [
        (headline, "\n".join(line[1:].removeprefix(" ") for line in text.split("\n")) if own else text)
        for (headline, text), own in zip(texts, is_post, strict=True)
    ]


def _cut(document: Document, keep: NDArray[np.bool_]) -> _Cut | None:
    """The kept blocks, divided where posts begin; None if the posts have too few of the kept words."""
    words = document.page.blocks.words
    is_kept = keep.tolist()
    posts = [post for post in document.posts if any(is_kept[block] for block in post.blocks)]
    posts.sort(key=lambda post: post.blocks[0])
    inside = np.zeros(len(keep), dtype=bool)
    inside[[block for post in posts for block in post.blocks]] = True
    if not posts or words[keep & inside].sum() < LEAST_SHARE * words[keep].sum():
        return None
    # What the header shows already: the name, the date, or both on one line.
    between = keep & ~inside
    texts = zip(np.flatnonzero(between).tolist(), document.page.texts(between), strict=True)
    shown = {_packed(fact) for post in posts for fact in _facts(post)}
    chosen = keep.copy()
    chosen[[row for row, text in texts if _packed(text) in shown]] = False
    return _Cut(chosen, [0, *(post.blocks[0] for post in posts), len(keep)], [None, *posts])


def _facts(post: Post) -> tuple[str, ...]:
    author, date = post.author or "", post.date_shown or ""
    return tuple(filter(None, (author, date, author + date, date + author)))


def _packed(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
