"""Posts -> Markdown or text with the author and the date before each, and a rule between them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from maintext.shapes.posts.post import Post

_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>&~"})
_BLOCK_MARK = re.compile(r"([-+#=|:]|\d{1,9}(?=[.)]))")
"""What would make a line of Markdown something else than a paragraph: "1. May 2026" is a day."""
RULE = {"markdown": "---", "text": "-" * 40}


def written_posts(posts: Sequence[Post], output_format: str, headline: str = "") -> str:
    r"""The posts in a format, "markdown" or "text", after the headline.

    >>> post = Post("Boil it.", "Kim*", None, "2026-05-04", "4 May 2026", None, None, "post", None, ())
    >>> print(written_posts([post, post], "markdown", "Tea"))
    # Tea
    <BLANKLINE>
    **Kim\*** · 4 May 2026
    <BLANKLINE>
    Boil it.
    <BLANKLINE>
    ---
    <BLANKLINE>
    **Kim\*** · 4 May 2026
    <BLANKLINE>
    Boil it.
    <BLANKLINE>
    """
    is_markdown = output_format == "markdown"
    written = [_written(post, is_markdown=is_markdown) for post in posts]
    title = f"{'# ' if is_markdown else ''}{_escaped(headline, is_markdown=is_markdown)}\n\n" if headline else ""
    return title + f"\n\n{RULE[output_format]}\n\n".join(written) + "\n"


def _written(post: Post, *, is_markdown: bool) -> str:
    text = post.markdown if is_markdown else post.text
    return "\n\n".join(filter(None, [header(post, is_markdown=is_markdown), text.strip()]))


def header(post: Post, *, is_markdown: bool) -> str:
    r"""The author and the date of a post on one line; empty if neither is known.

    >>> print(header(Post("Boil it.", None, None, None, "1. Mai 2026", None, None, "post", None, ()), is_markdown=True))
    1\. Mai 2026
    """
    name = _escaped(post.author or "", is_markdown=is_markdown)
    name = f"**{name}**" if name and is_markdown else name
    line = " · ".join(filter(None, [name, _escaped(post.date_shown or "", is_markdown=is_markdown)]))
    mark = _BLOCK_MARK.match(line) if is_markdown else None
    if mark:
        number = mark[0] if mark[0].isdigit() else ""
        line = f"{number}\\{line[len(number) :]}"
    return line


def _escaped(text: str, *, is_markdown: bool) -> str:
    line = " ".join(text.split())
    return line.translate(_SPECIAL) if is_markdown else line
