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

from maintext.articles.page_numbers import is_next, numbered
from maintext.errors import AddressError
from maintext.fetch.addresses import resolve, resolve_all, site_of
from maintext.page import Page
from maintext.page.tags import TAGS

MAX_LINK_CHARS = 60
"""Longer texts are headlines of other articles."""
_OTHER_ARTICLE = re.compile(
    r"next (article|post|story|entry|news|chapter|issue|topic|thread|up)|(read|up|watch|see) next|newer|older|previous"
    r"|nächster? (artikel|beitrag|meldung)|(article|billet) suivant|(artículo|entrada) siguiente"
    r"|siguiente (artículo|entrada)|articolo successivo|volgend (artikel|bericht)|следующая (статья|запись|новость)"
    r"|下一篇|次の記事",
    re.IGNORECASE,
)
_NEXT_PAGE = re.compile(
    r"next page|(go|on|continue|continued|turn) to (the )?(next )?page|(on|to) (the )?page \d{1,2}\b|page \d{1,2}\b"
    r"|continue reading|keep reading|read on|continued"
    r"|nächste seite|(weiter )?(auf )?seite \d{1,2}\b|weiterlesen"
    r"|page suivante|lire la suite|suite de l'article"
    r"|página siguiente|siguiente página|seguir leyendo|continuar leyendo|pagina successiva|continua a leggere"
    r"|próxima página|continue lendo|volgende pagina|lees verder|следующая страница|читать дальше"
    r"|下一页|下一頁|下页|次のページ|続きを読む|다음 페이지",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"(next|weiter|vor|suivante?|siguiente|successiv[ao]|avanti|próxim[ao]|volgende|далее|次へ|下一步)?[\s»›>→▶]*",
    re.IGNORECASE,
)
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
    label: str
    """The same with what a screen reader reads."""
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
        lambda link: _speaks_of_page(link.label, number) and not _is_other_page(current, link.url),
    ):
        found = next((link for link in links if is_wanted(link)), None)
        if found is not None:
            return NextPage(found.url, is_next(current, found.url))
    return None


def _speaks_of_next(link: _Link, number: int) -> bool:
    """Whether a link is the next number, an arrow, "Next", or words for the next page."""
    text = link.text.strip("[](). ")
    is_arrow = bool(text) and _NEXT.fullmatch(text) is not None
    return text == str(number) or is_arrow or _speaks_of_page(link.label, number)


def _speaks_of_page(label: str, number: int) -> bool:
    """Whether a text speaks of the next page; one that names the number of another page does not."""
    found = _NEXT_PAGE.search(label)
    named = re.search(r"\d+$", found[0]) if found else None
    return found is not None and (named is None or int(named[0]) == number)


def _is_other_page(current: str, candidate: str) -> bool:
    """Whether the candidate is a page of the same article, by its number, but not the next."""
    here, there = numbered(current), numbered(candidate)
    return here.article == there.article and not is_next(current, candidate)


def _is_candidate(link: _Link, current: str) -> bool:
    return (
        link.url != current
        and site_of(link.url) == site_of(current)
        and len(link.text) <= MAX_LINK_CHARS
        and not _OTHER_ARTICLE.search(link.label)
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
            label = " ".join([text, attributes.get("title", ""), attributes.get("aria-label", "")])
            try:
                yield _Link(resolve(href, base, page.encoding), text, label, "next" in relations)
            except AddressError:
                continue
