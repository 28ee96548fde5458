"""The documents of an article's pages -> one document: the first page's, with the text of the others after its own.

The parts are joined as HTML: what the extractor kept of each further page is put behind the last kept block of the
first page, in an element of its own, and that page is parsed again. So the result is an ordinary document, with
metadata, formats and blocks. What the pages repeat around their text is left out: the headline and standfirst above it
on further pages, and what comes below it on all but the last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from maintext.document import Document
from maintext.extractors.by import By, NamedExtractor, find_extractor
from maintext.page import Page
from maintext.page.parsing import parse
from maintext.page.tags import TAGS

PART = "data-article-page"
"""The attribute that has the number of a further page."""
_CONTAINERS = frozenset(TAGS[name] for name in ("article", "body", "div", "main", "section", "td"))
MAX_PAGINATION_CHARS = 100
_PAGE_WORDS = re.compile(
    r"next|previous|prev|pages?|first|last|of|on|to|the|continued?|reading|seite|weiter|zurück|auf|von|suivante?|précédente?"
    r"|página|siguiente|anterior|\W|\d",
    re.IGNORECASE,
)
_PAGE_OF = re.compile(r"\W*(page|seite|página)\W*\d+(\W*(of|von|de)?\W*\d+)?\W*", re.IGNORECASE)


def joined(documents: Sequence[Document], by: By) -> Document:
    """The document of an article, given those of its pages in order."""
    parts = _without_repetitions([_without_pagination(document) for document in documents])
    if len(parts) == 1:
        return parts[0]
    first, *others = parts
    html = "".join(
        f'<div {PART}="{number}">{part.to_html(include_title=False)}</div>' for number, part in enumerate(others, 2)
    )
    place = _end_of_text(first)
    source = first.page.source
    page = parse(source[:place].decode() + html + source[place:].decode())
    extractor: NamedExtractor = find_extractor(by)
    scores = extractor(page)
    is_of_part = _is_of_part(page, (place, place + len(html.encode())))
    keep = is_of_part | scores.keep
    if (~is_of_part).sum() == len(first.keep):
        # The page around the insertion is read as before, so the first page keeps what it kept alone.
        keep[~is_of_part] = first.keep
    return Document(page, first.by, replace(scores, keep=keep, reason=None, fallback=None), first.given_url)


def _is_of_part(page: Page, inserted: tuple[int, int]) -> NDArray[np.bool_]:
    """For each block, whether it is the text of a further page, by its place: a page may have any attributes itself."""
    start, stop = inserted
    return (page.blocks.start >= start) & (page.blocks.start < stop)


def _end_of_text(document: Document) -> int:
    """The place in the source behind the last kept block, outside of lists, tables and paragraphs."""
    page, rows = document.page, np.flatnonzero(document.keep)
    if not len(rows):
        return len(page.source)
    row = int(page.blocks.element[rows[-1]])
    while row > 0 and int(page.elements.tag[page.elements.parent[row]]) not in _CONTAINERS:
        row = int(page.elements.parent[row])
    return int(page.elements.stop[row])


def _without_pagination(document: Document) -> Document:
    """The document without blocks that only lead to other pages, such as "1 2 3 Next"."""
    page, rows = document.page, np.flatnonzero(document.keep)
    is_linked = 2 * page.blocks.link_chars[rows] > page.blocks.chars[rows]
    columns = zip(rows.tolist(), page.texts(document.keep), is_linked.tolist(), strict=True)
    return _dropping(document, [row for row, text, linked in columns if _is_pagination(text, linked)])


def _is_pagination(text: str, is_linked: bool) -> bool:
    if len(text) > MAX_PAGINATION_CHARS:
        return False
    return _PAGE_OF.fullmatch(text) is not None or (is_linked and not _PAGE_WORDS.sub("", text))


def _without_repetitions(documents: Sequence[Document]) -> list[Document]:
    """The documents without the blocks above and below their text that another page of the article has, too."""
    hashes = [document.page.blocks.hash[document.keep].tolist() for document in documents]
    rows = [np.flatnonzero(document.keep).tolist() for document in documents]
    found: list[list[int]] = [[] for _ in documents]
    seen: set[int] = set(hashes[0])
    for number in range(1, len(documents)):
        head = _n_leading(hashes[number], seen)
        found[number] += rows[number][:head]
        seen.update(hashes[number])
    for number in range(len(documents) - 1):
        later = {key for other in hashes[number + 1 :] for key in other}
        tail = _n_leading(hashes[number][::-1], later)
        found[number] += rows[number][len(rows[number]) - tail :]
    return [_dropping(document, dropped) for document, dropped in zip(documents, found, strict=True)]


def _n_leading(keys: list[int], known: set[int]) -> int:
    """How many keys from the first on are known."""
    return next((number for number, key in enumerate(keys) if key not in known), len(keys))


def _dropping(document: Document, rows: list[int]) -> Document:
    if not rows:
        return document
    shared = np.zeros(len(document.keep), dtype=np.bool_) if document.shared is None else document.shared.copy()
    shared[rows] = True
    return replace(document, shared=shared)
