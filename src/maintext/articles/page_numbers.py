"""An address -> the article it belongs to and the number of the page, as sites write both.

    /storm?page=2   /storm/2   /storm/page/2   /storm-2.html   /storm_p2.html   /storm,2.html

A number in a path is a page only if the same path without it is another page of the article: /story/1002 is not the
second page of /story/1001. So numbers that are not named as pages count up to MAX_UNNAMED.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

MAX_UNNAMED = 40
_NAMES = (
    "page|paged|pagenum|pagenumber|pageno|page_no|page_number|currentpage|pg|pn|p|pag|seite|pagina|strana|strona"
    "|side|sida|sivu|oldal|sayfa|trang|halaman"
)
_PARAMETER = re.compile(rf"(?:{_NAMES})=(\d{{1,3}})", re.IGNORECASE)
_NAMED_IN_PATH = re.compile(rf"[-_,/.](?:{_NAMES})[-_/.]?(\d{{1,3}})(\.[a-z]{{2,5}})?/?$", re.IGNORECASE)
_IN_PATH = re.compile(r"(?:[-_,/]|(?<=/index))(\d{1,2})(\.[a-z]{2,5})?/?$", re.IGNORECASE)
_INDEX = re.compile(r"/index(\.[a-z]{2,5})?$")
"""The file that a server sends for a folder."""


@dataclass(frozen=True)
class NumberedAddress:
    """An address without its page number."""

    article: str
    """The same for all pages of an article."""
    number: int | None = None
    """The page number in the address; None if it has none, as the first page of most articles."""
    is_named: bool = False
    """Whether the address calls the number a page."""


def numbered(url: str) -> NumberedAddress:
    """The article and the page number of an address.

    >>> numbered("https://example.org/storm.html?page=2")
    NumberedAddress(article='example.org/storm.html?', number=2, is_named=True)
    >>> numbered("https://example.org/storm/2/").article == numbered("https://example.org/storm").article
    True
    """
    parts = urlsplit(url)
    pairs = [pair for pair in parts.query.split("&") if pair]
    pages = [pair for pair in pairs if _PARAMETER.fullmatch(pair)]
    host = parts.netloc.removeprefix("www.")
    query = "&".join(pair for pair in pairs if pair not in pages[:1])
    if pages:
        number = _PARAMETER.fullmatch(pages[0])
        return NumberedAddress(_joined(host, parts.path, query), int(number[1]) if number else None, True)
    for pattern, is_named in ((_NAMED_IN_PATH, True), (_IN_PATH, False)):
        found = pattern.search(parts.path)
        if found and (is_named or int(found[1]) <= MAX_UNNAMED):
            path = parts.path[: found.start()] + (found[2] or "")
            return NumberedAddress(_joined(host, path, query), int(found[1]), is_named)
    return NumberedAddress(_joined(host, parts.path, query))


def is_next(current: str, candidate: str) -> bool:
    """Whether the candidate is the address of the page after the current one, by its number.

    >>> is_next("https://example.org/storm", "https://example.org/storm?page=2")
    True
    >>> is_next("https://example.org/story/1001", "https://example.org/story/1002")
    False
    """
    here, there = numbered(current), numbered(candidate)
    # The first page may be written with a number or without, and its own number may look like that of a page.
    is_same = there.number is not None and (here.article == there.article or _whole(current) == there.article)
    if not is_same:
        return False
    if here.number is None or here.article != there.article:
        # Some sites count from 0: their second page has the number 1.
        return there.number == 2 or (there.number == 1 and there.is_named)
    return there.number == here.number + 1


def _whole(url: str) -> str:
    parts = urlsplit(url)
    return _joined(parts.netloc.removeprefix("www."), parts.path, parts.query)


def _joined(host: str, path: str, query: str) -> str:
    return f"{host}{_INDEX.sub('', path.rstrip('/'))}?{query}"
