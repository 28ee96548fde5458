"""What people wrote, post by post."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from maintext.page.parsing import parse

if TYPE_CHECKING:
    from maintext._core import RenderOptions
    from maintext.page import Page

MAX_LISTS = 3
"""Lists inside each other that posts may be the items of."""
_ITEM = re.compile(r"(?:\d+\.|[-*]) +")
_OPTIONS: RenderOptions = {
    "url": "",
    "headline": "",
    "title": False,
    "references": False,
    "links": True,
    "images": True,
    "tables": True,
    "formatting": True,
}


class WrittenPosts:
    """The Markdown of the posts of a page: all of them in one pass, when that of one is first read."""

    def __init__(self, page: Page, blocks: list[tuple[int, ...]]) -> None:
        self.page = page
        self.blocks = blocks

    @cached_property
    def markdown(self) -> dict[tuple[int, ...], str]:
        """By the blocks of each post."""
        texts = self.page.rendered_selections(self.blocks, _OPTIONS)
        return {own: unlisted(text.strip()) for own, text in zip(self.blocks, texts, strict=True)}


@dataclass(frozen=True)
class Post:
    """A post of a thread, an answer to a question or a comment. Unknown fields are None."""

    text: str
    """What was written, without name, date and controls."""
    author: str | None
    author_link: str | None
    """Address of the author's profile, as the page has it."""
    date: str | None
    """The day, YYYY-MM-DD, if the page names one."""
    date_shown: str | None
    """The date as the page shows it: "11 days ago"."""
    link: str | None
    """Address of the post, as the page has it."""
    votes: int | None
    kind: str
    """question, accepted answer, or post."""
    reply_to: int | None
    """Number of the post that it answers, counted from 0, where the page nests replies."""
    blocks: tuple[int, ...]
    """Numbers of the blocks that hold the text; empty if only structured data has the post."""
    written: WrittenPosts | None = field(default=None, repr=False, compare=False)

    @cached_property
    def markdown(self) -> str:
        """The text with its links, lists, quotes and code, as Markdown."""
        return self.written.markdown[self.blocks] if self.written and self.blocks else _as_markdown(self.text)

    def to_dict(self) -> dict[str, object]:
        """All fields as JSON can hold them."""
        known = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "written"}
        return {**known, "markdown": self.markdown, "blocks": list(self.blocks)}


def _as_markdown(text: str) -> str:
    r"""Plain text so that no character of it is a mark of Markdown.

    >>> print(_as_markdown("# 2 < 3 [a](javascript:b)"))
    \# 2 < 3 [a\](javascript:b)
    """
    page = parse(f"<p>{escape(text, quote=False)}")
    (markdown,) = page.rendered_selections([range(len(page.blocks))], _OPTIONS)
    return markdown


def unlisted(text: str) -> str:
    r"""A text without the mark of the list whose only item it is: on some pages the thread is a list.

    >>> unlisted("1. Boil it.\n\n   - Then wait.")
    'Boil it.\n\n- Then wait.'
    """
    for _ in range(MAX_LISTS):
        mark = _ITEM.match(text)
        width = mark.end() if mark else 0
        lines = text.split("\n")
        if not width or any(line and not line.startswith(" " * width) for line in lines[1:]):
            break
        text = "\n".join(line[width:] for line in lines)
    return text
