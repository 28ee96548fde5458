"""Surroundings -> claims of authors: lines like "By Jane Doe", links to author pages, elements with such a class."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.metadata.values.element_text import block_links
from tests.metadata.twin.claims import Claims, collected
from tests.metadata.twin.surroundings import PLACES

if TYPE_CHECKING:
    from tests.metadata.twin.evidence import Evidence

MAX_ROWS = 60

_NOT_AUTHOR = re.compile(
    r"bio|avatar|image|img|photo|desc|about|social|box|thumb|title\b|date\b|card|follow|role|job", re.IGNORECASE
)
# The same for ASCII without the two that end a word: looking for one after the other is faster than the pattern.
_NOT_AUTHOR_WORDS = tuple("bio avatar image img photo desc about social box thumb card follow role job".split())
_SIGNED = re.compile(
    r"^(?:(?:written|posted|published|words|story|article|text|created|started|authored)\s+)?by\b:?\s*|"
    r"^(?:authors?|contributors?)\s*:\s*",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"\b(?:you|your|we|our|us)\b|\.$", re.IGNORECASE)
_AUTHOR_PAGE = re.compile(
    r"/(?:authors?|contributors?|users?|members?|profiles?|people|writers?|team|staff|u)/[^/?#]+/?(?:[?#]|$)|[?&]author=",
    re.IGNORECASE,
)


def read_byline(evidence: Evidence) -> Claims:
    return collected([*_signed_lines(evidence), *_linked(evidence), *_marked(evidence)])


def _signed_lines(evidence: Evidence) -> Iterator[tuple[str, str]]:
    for block, line, after in evidence.around.signed_lines():
        match = _SIGNED.match(line)
        if not match or _SENTENCE.search(line):
            continue
        # A link right after "by" is a name, and so are the other links; the words between them describe the people.
        links = block_links(evidence.page, block)
        if links and line[match.end() :].startswith(links[0]):
            yield from (("line", text) for text in links)
        elif match.end() < len(line):
            yield "line", line[match.end() :]
        elif after is not None:
            yield "line", after


def _linked(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """The first link to an author's page after the heading."""
    for address, text in evidence.around.author_links():
        if _AUTHOR_PAGE.search(address):
            yield "link", text
            return


def _is_author(words: str) -> bool:
    """Whether an element with the class of an author is one, by the other words of its class."""
    if words.isascii():
        small = words.lower()
        for word in _NOT_AUTHOR_WORDS:
            if word in small:
                return False
        if "title" not in small and "date" not in small:
            return True
    return not _NOT_AUTHOR.search(words)


def _marked(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Elements with the class of an author: the innermost ones, and of those the first and its neighbours."""
    rows = evidence.marks["author"][:MAX_ROWS]
    marked = evidence.around.authors(rows) if rows else []
    is_author = [_is_author(words or "") for _, _, _, words, _, _ in marked]
    first_parents: dict[str | None, int] = {}
    for number, (_, end, parent, _, at, text) in enumerate(marked):
        has_inner = number + 1 < len(marked) and marked[number + 1][0] < end and is_author[number + 1]
        if text is None or has_inner or not is_author[number]:
            continue
        place = PLACES[at]
        if first_parents.setdefault(place, parent) == parent:
            yield f"class {place}", text
