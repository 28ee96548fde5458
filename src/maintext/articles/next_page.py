"""A page -> the address of the next page of the same article, if it has one.

A link to the next page and a link to the next article look alike: both may say "Next" and have `rel=next`, which
WordPress puts on the following post. So the wording or the `rel` of a link is never enough. Either the address is that
of the current page with the next page number, or the link speaks of a page ("Continue on page 2"); and in the second
case `following` compares the titles after fetching it. A link that speaks of another article is never taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from maintext.articles.link_words import is_next_alone, speaks_of_other_article, speaks_of_page
from maintext.articles.page_numbers import is_next, numbered
from maintext.errors import AddressError
from maintext.fetch.addresses import resolve, resolve_all, site_of
from maintext.page import Page
from maintext.page.tags import TAGS

MAX_LINK_CHARS = 60
"""Longer texts are headlines of other articles."""
MAX_ELEMENTS_OF_ICON = 20
"""A link with more is not an icon."""
_COMMENT_PAGE = re.compile(r"comment-page|cpage=|comments?[/=?#]|replytocom|#comment", re.IGNORECASE)


@dataclass(frozen=True)
class NextPage:
    """The next page of an article."""

    url: str
    is_numbered: bool
    """Whether its address has the next page number; if not, only the text of the link speaks for it."""


@dataclass(frozen=True)
class _Link:
    url: str
    text: str
    """What a reader sees."""
    labels: tuple[str, ...]
    """The same and what else describes the link: its title, what a screen reader reads, the names of its images."""
    is_rel_next: bool


def find_next_page(page: Page, url: str) -> NextPage | None:
    """The next page of the article on a page that was fetched from `url`."""
    try:
        current = resolve(url)
    except AddressError:
        return None
    links = [link for link in _links(page, current) if _is_candidate(link, current)]
    number = (numbered(current).number or 1) + 1
    for is_wanted in (
        lambda link: is_next(current, link.url) and link.is_rel_next,
        lambda link: is_next(current, link.url) and _speaks_of_next(link, number),
        # The address may have no number at all, but then it must differ in its query alone.
        lambda link: link.is_rel_next and link.url.partition("?")[0] == current.partition("?")[0],
        lambda link: _speaks_of_page(link, number) and not _is_other_page(current, link.url),
    ):
        found = next((link for link in links if is_wanted(link)), None)
        if found is not None:
            return NextPage(found.url, is_next(current, found.url))
    return None


def _speaks_of_next(link: _Link, number: int) -> bool:
    """Whether a link is the next number, an arrow, "Next", or words for the next page."""
    names = [label.strip("[](). ") for label in link.labels]
    # An arrow without a name may lead anywhere, but here the address has the next number.
    return names[0] == str(number) or any(map(is_next_alone, names)) or _speaks_of_page(link, number)


def _speaks_of_page(link: _Link, number: int) -> bool:
    return speaks_of_page(" ".join(link.labels), number)


def _is_other_page(current: str, candidate: str) -> bool:
    """Whether the candidate is a page of the same article, by its number, but not the next."""
    here, there = numbered(current), numbered(candidate)
    return here.article == there.article and not is_next(current, candidate)


def _is_candidate(link: _Link, current: str) -> bool:
    return (
        link.url != current
        and site_of(link.url) == site_of(current)
        and len(link.text) <= MAX_LINK_CHARS
        and not speaks_of_other_article(" ".join(link.labels))
        and not _COMMENT_PAGE.search(link.url)
    )


def _links(page: Page, current: str) -> Iterator[_Link]:
    """Every link of the page with its address; first those of its head."""
    base = next(iter(resolve_all([page.head.base or ""], current, page.encoding)), current)
    for name in ("link", "a"):
        rows = np.flatnonzero(page.elements.tag == TAGS[name])
        for row, href in zip(rows.tolist(), page.attribute(rows, "href"), strict=True):
            if not href or href.startswith("#"):
                continue
            attributes = page.attributes(row)
            relations = attributes.get("rel", "").lower().split()
            if name == "link" and "next" not in relations:
                continue
            text = " ".join(page.element_text(row, " ").split())
            described = [text, attributes.get("title", ""), attributes.get("aria-label", "")]
            labels = described if text else [*described, *_names_of_images(page, row)]
            try:
                yield _Link(resolve(href, base, page.encoding), text, tuple(labels), "next" in relations)
            except AddressError:
                continue


def _names_of_images(page: Page, row: int) -> list[str]:
    """The alternative texts of the images in an element."""
    rows = np.arange(row + 1, min(int(page.elements.end[row]), row + 1 + MAX_ELEMENTS_OF_ICON))
    images = rows[page.elements.tag[rows] == TAGS["img"]]
    return [" ".join(name.split()) for name in page.attribute(images, "alt") if name]
