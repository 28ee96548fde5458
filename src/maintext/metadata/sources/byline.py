"""Surroundings -> claims of authors: lines like "By Jane Doe", links to author pages, elements with such a class."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.claims import Claims, Source, collected
from maintext.metadata.sources.surroundings import AFTER, MAX_LINE_CHARS, Surroundings
from maintext.metadata.values.element_text import block_links, element_text

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence

MAX_ROWS = 60

_NOT_AUTHOR = re.compile(
    r"bio|avatar|image|img|photo|desc|about|social|box|thumb|title\b|date\b|card|follow|role|job", re.IGNORECASE
)
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


def _read_byline(evidence: Evidence) -> Claims:
    around = evidence.around
    return collected([*_signed_lines(around), *_linked(around), *_marked(around)])


BYLINE = Source(_read_byline, "line", "byline")
"""Lines near the heading."""
AUTHOR_LINK = Source(_read_byline, "link", "link to an author")
"""The first link after the heading to the page of an author."""


def author_class(place: str) -> Source:
    """Elements with a class such as `author`, outside comments and sidebars."""
    return Source(_read_byline, f"class {place}", f"class author {place}")


def _signed_lines(around: Surroundings) -> Iterator[tuple[str, str]]:
    lines = around.lines
    for number, line in enumerate(lines):
        match = _SIGNED.match(line)
        if not match or number + around.first == around.heading or len(line) > MAX_LINE_CHARS or _SENTENCE.search(line):
            continue
        # A link right after "by" is a name, and so are the other links; the words between them describe the people.
        links = block_links(around.page, around.first + number)
        if links and line[match.end() :].startswith(links[0]):
            yield from (("line", text) for text in links)
        elif match.end() < len(line):
            yield "line", line[match.end() :]
        elif number + 1 < len(lines) and len(lines[number + 1]) <= MAX_LINE_CHARS:
            yield "line", lines[number + 1]


def _linked(around: Surroundings) -> Iterator[tuple[str, str]]:
    """The first link to an author's page after the heading."""
    page = around.page
    for row, address in page.links(around.heading, around.heading + AFTER):
        if _AUTHOR_PAGE.search(address) and not around.is_apart(row):
            text = element_text(page, row)
            if text and len(text) <= MAX_LINE_CHARS:
                yield "link", text
                return


def _marked(around: Surroundings) -> Iterator[tuple[str, str]]:
    """Elements with the class of an author: the innermost ones, and of those the first and its neighbours."""
    page = around.page
    rows = np.array(around.marks["author"][:MAX_ROWS], dtype=np.intp)
    ends, parents = page.elements.end[rows].tolist(), page.elements.parent[rows].tolist()
    classes = page.attribute(rows, "class")
    is_author = [not _NOT_AUTHOR.search(words or "") for words in classes]
    first_parents: dict[str, int] = {}
    for number, row in enumerate(rows.tolist()):
        has_inner = number + 1 < len(rows) and int(rows[number + 1]) < ends[number] and is_author[number + 1]
        is_short = 1 < int(page.elements.chars[row]) <= MAX_LINE_CHARS
        if has_inner or not is_short or not is_author[number] or around.is_apart(row):
            continue
        place = around.place(row)
        if first_parents.setdefault(place, parents[number]) == parents[number]:
            yield f"class {place}", element_text(page, row, between="\n")
