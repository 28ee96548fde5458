"""What a reader of Markdown sees: the words of a text, and those of what it is rendered to."""

import re

from markdown_it import MarkdownIt

import maintext

_WORD = re.compile(r"\w+")
_UNSEEN = {ord(character): None for character in "\u00ad\u200b\u2060\ufeff"}
"""Characters that only say where a line may be broken: headings are written without them."""


def as_html(markdown: str) -> str:
    """CommonMark with tables, as markdown-it-py reads it."""
    # The limit on nesting is there for servers; text beyond it is dropped.
    html: str = MarkdownIt("commonmark", {"maxNesting": 400}).enable("table").render(markdown)
    return html


def words(text: str) -> list[str]:
    """The words, the marks between them aside."""
    return _WORD.findall(text.translate(_UNSEEN))


def words_of_html(html: str) -> list[str]:
    """The words that a browser shows."""
    page = maintext.parse(f"<body>{html}")
    return words("\n".join(page.texts()))
