"""The address of an article -> the whole article, over all its pages.

Every further page must pass five checks: its address is the next page of the one before (`next_page`), robots.txt
allows it, it is not an error page or the like, it has the same title as the first page or names it as its canonical
address, and it has text that no page before it has. The first that does not ends the article, and `stop_reason` says
why.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.api import Modes, extract
from maintext.articles.joining import joined
from maintext.articles.link_words import PAGE
from maintext.articles.next_page import NextPage, find_next_page
from maintext.coroutines import run_to_end
from maintext.document import Document
from maintext.errors import FetchError, InputError, OptionError
from maintext.extractors.by import By
from maintext.extractors.registry import DEFAULT
from maintext.fetch import FetchedPage, Policy, Transport, fetch_with
from maintext.fetch.addresses import origin_of, resolve, resolve_all
from maintext.fetch.fetching import open_transport
from maintext.fetch.robots import Rules, fetch_robots
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from typing_extensions import Unpack

_LISTS = frozenset(["listing", "collection"])
"""Page types whose next page is more of a list, not the rest of an article."""
_JOINED_KINDS = ("content", "paywall")
"""Verdicts of pages that continue an article: what is free of a page is part of it."""
REPEATED_SHARE = 0.9
"""A page of whose text so much is on earlier pages adds nothing: the server ignores the page number."""
_OF = "(?:of|von|de|di|van|av|af|из|з|z|sur|/)"
_PAGE_OF_TITLE = re.compile(
    rf"[\s(\[\uff08|:,–—-]*(?:第\s*|(?<!\w)(?:{PAGE}|part|teil|p\.)\s*)\d+(?:\s*(?:{PAGE}))?(?:\s*{_OF}\s*\d+)?[)\]\uff09]?"
    rf"|\s*[(\[\uff08]\s*\d+(?:\s*{_OF}\s*\d+)?\s*[)\]\uff09]|\s*[|–—-]\s*\d{{1,2}}\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Following:
    """How far an article is followed."""

    max_pages: int = 20
    delay_s: float = 0.5
    """Between two requests; longer if robots.txt requests it."""

    def __post_init__(self) -> None:
        if self.max_pages < 1:
            raise OptionError(f"max_pages must be at least 1, got {self.max_pages}")
        if self.delay_s < 0:
            raise OptionError(f"delay_s must not be negative, got {self.delay_s:g}")


@dataclass(frozen=True)
class Article:
    """An article with the text of all its pages."""

    document: Document
    """That of the first page, with the text of the others after its own."""
    urls: tuple[str, ...]
    """The addresses of the pages, in order."""
    stop_reason: str | None = None
    """Why a further page that the last one names was not joined; None if it names none."""

    @property
    def text(self) -> str:
        """The text of all pages."""
        return self.document.text

    @property
    def title(self) -> str | None:
        """The title of the first page."""
        return self.document.title

    @property
    def markdown(self) -> str:
        """The article as Markdown."""
        return self.document.markdown


def extract_article(
    url: str,
    by: By = DEFAULT,
    *,
    policy: Policy = Policy(),
    following: Following = Following(),
    **modes: Unpack[Modes],
) -> Article:
    """The article that begins at an address, with the text of its further pages. Needs maintext[fetch].

    The first page is fetched as `extract_url` does it. Further pages must be allowed by robots.txt; links to other
    articles are never followed.
    """
    return run_to_end(aextract_article(url, by, policy=policy, following=following, **modes))


async def aextract_article(
    url: str,
    by: By = DEFAULT,
    *,
    policy: Policy = Policy(),
    following: Following = Following(),
    **modes: Unpack[Modes],
) -> Article:
    """`extract_article` for coroutines."""
    transport = open_transport(policy)
    try:
        first = (await fetch_with(transport, resolve(url, is_cleaned=False), policy.max_redirects)).checked()
        reader = _Reader(transport, policy, following, by, modes)
        documents, stop_reason = await reader.read(first)
    finally:
        await transport.close()
    return Article(joined(documents, by), tuple(str(document.url) for document in documents), stop_reason)


class _Reader:
    """Reads the pages of one article."""

    def __init__(self, transport: Transport, policy: Policy, following: Following, by: By, modes: Modes) -> None:
        self._transport, self._policy, self._following = transport, policy, following
        self._by, self._modes = by, modes
        self._rules: dict[str, Rules] = {}

    async def read(self, first: FetchedPage) -> tuple[list[Document], str | None]:
        """The documents of the pages, and why a further one was not read."""
        documents = [self._extract(first)]
        seen = {first.url}
        if documents[0].page_type in _LISTS:
            return documents, None
        while (following := find_next_page(documents[-1].page, str(documents[-1].url))) is not None:
            if following.url in seen:
                return documents, None
            if len(documents) >= self._following.max_pages:
                return documents, f"the article has more than {self._following.max_pages} pages"
            seen.add(following.url)
            try:
                document = self._extract(await self._fetch(following.url))
            except (FetchError, InputError) as error:
                return documents, f"{type(error).__name__}: {error}"
            reason = why_not_continued(documents, document, following)
            if reason is not None:
                return documents, reason
            seen.add(str(document.url))
            documents.append(document)
        return documents, None

    async def _fetch(self, url: str) -> FetchedPage:
        origin = origin_of(url).name
        if origin not in self._rules:
            self._rules[origin] = Rules(await fetch_robots(self._transport, origin), self._policy.robots_name)
        rules = self._rules[origin]
        rules.check(url)
        await asyncio.sleep(max(self._following.delay_s, rules.delay_s))
        return (await fetch_with(self._transport, url, self._policy.max_redirects)).checked()

    def _extract(self, page: FetchedPage) -> Document:
        return extract(page.body, page.url, self._by, encoding=page.content_type, **self._modes)


def why_not_continued(documents: list[Document], document: Document, following: NextPage) -> str | None:
    """Why a page does not continue the article; None if it does."""
    if not document.keep.any():
        return f"{document.url} has no main content"
    verdict = document.verdict
    if verdict.kind not in _JOINED_KINDS:
        return f"{document.url} is not content: {verdict.kind}"
    known = {key for earlier in documents for key in earlier.page.blocks.hash[earlier.keep].tolist()}
    chars, hashes = document.page.blocks.chars[document.keep], document.page.blocks.hash[document.keep].tolist()
    n_repeated = sum(int(n) for n, key in zip(chars, hashes, strict=True) if key in known)
    if n_repeated >= REPEATED_SHARE * int(chars.sum()):
        return f"{document.url} repeats the pages before it"
    if _has_same_title(documents[0], document) or _is_canonical(documents, document):
        return None
    if following.is_numbered and _leads_back(documents[-1], document):
        return None
    return f"{document.url} has another title: {document.title!r}"


def _has_same_title(first: Document, document: Document) -> bool:
    titles = ({_plain_title(text) for text in (one.page.head.title, one.title) if text} for one in (first, document))
    ours, theirs = ({title for title in one if title} for one in titles)
    return bool(ours & theirs)


def _plain_title(title: str) -> str:
    """A title without the number of its page."""
    return " ".join(_PAGE_OF_TITLE.sub(" ", title).casefold().split())


def _is_canonical(documents: list[Document], document: Document) -> bool:
    """Whether the page names an earlier page as its canonical address."""
    canonical = resolve_all([document.page.head.canonical or ""], str(document.url))
    return bool(document.page.head.canonical) and any(str(one.url) in canonical for one in documents)


def _leads_back(previous: Document, document: Document) -> bool:
    """Whether the page has a `rel=prev` to the page before it."""
    page = document.page
    rows = np.flatnonzero((page.elements.tag == TAGS["link"]) | (page.elements.tag == TAGS["a"]))
    links = zip(page.attribute(rows, "rel"), page.attribute(rows, "href"), strict=True)
    back = [href for rel, href in links if href and {"prev", "previous"} & set((rel or "").lower().split())]
    return str(previous.url) in resolve_all(back, str(document.url))
