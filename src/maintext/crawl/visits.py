"""(an address, the answer) -> what became of it and what was found there: pure, so every case is a test's literal."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from maintext.crawl.frontier import Fate, Found, Kind, State, Task
from maintext.crawl.links import Links, read_links
from maintext.crawl.listings import read_listing
from maintext.crawl.scope import AUTO, Scope
from maintext.errors import (
    FetchError,
    ForbiddenAddressError,
    HttpStatusError,
    InputError,
    OutOfScopeError,
    RobotsRefusedError,
    TooManyRedirectsError,
)
from maintext.fetch import FetchedPage
from maintext.fetch.addresses import resolve, resolve_all
from maintext.page.parsing import Limits, parse

MAX_NESTED_SITEMAPS = 3

_REFUSALS = (ForbiddenAddressError, OutOfScopeError, RobotsRefusedError)


@dataclass(frozen=True)
class Bounds:
    """What a crawl may take in."""

    scope: Scope
    sites: tuple[str, ...]
    max_redirects: int
    limits: Limits


@dataclass(frozen=True)
class Visit:
    """What came of asking an address."""

    fate: Fate
    found: list[Found] = field(default_factory=list)
    page: FetchedPage | None = None
    """The page itself, if there is one to keep."""
    title: str | None = None
    canonical: str | None = None


def judge(task: Task, answer: FetchedPage | FetchError, bounds: Bounds) -> Visit:
    """What an answer means. A named error means that the address is settled without a page."""
    if isinstance(answer, FetchError):
        return failed(answer)
    try:
        if answer.location is not None:
            return _moved(task, answer, bounds)
        if task.kind is not Kind.PAGE:
            return _listing(task, answer, bounds)
        return _page(task, answer.checked(), bounds)
    except (FetchError, InputError) as error:
        return failed(error, answer.status)


def failed(error: Exception, status: int | None = None) -> Visit:
    """An address without a page, and why."""
    state = State.REFUSED if isinstance(error, _REFUSALS) else State.FAILED
    return Visit(Fate(state, status, f"{type(error).__name__}: {error}"))


def without_links(visit: Visit, max_known: int) -> Visit:
    """The visit for a crawl that has no room for more addresses than those that redirects lead to."""
    kept = [found for found in visit.found if found.via == "redirect"]
    if len(kept) == len(visit.found):
        return visit
    note = f"its links were not followed: the crawl knows {max_known:,} addresses"
    return replace(visit, found=kept, fate=replace(visit.fate, note=note))


def _moved(task: Task, answer: FetchedPage, bounds: Bounds) -> Visit:
    target = _target(answer.location or "", task.url)
    if target == task.url:
        raise TooManyRedirectsError("it leads to itself")
    if task.hops >= bounds.max_redirects:
        raise TooManyRedirectsError(f"the last of more than {bounds.max_redirects} redirects, to {target}")
    # Where a seed leads is where the crawl was meant to start, so that its site is of the crawl too.
    is_free = task.via == "seed" or task.kind is not Kind.PAGE
    if not is_free and not bounds.scope.is_inside(target, bounds.sites):
        raise OutOfScopeError(f"it leads to {target}, which is not of the crawl")
    via = task.via if is_free else "redirect"
    found = Found(target, task.depth, via, task.kind, task.hops + 1)
    return Visit(Fate(State.MOVED, answer.status, moved_to=target), [found])


def _target(location: str, url: str) -> str:
    """Where a redirect leads. One that adds only what is cleaned away, such as a session, is taken to the letter."""
    target = resolve(location, url)
    return target if target != url else resolve(location, url, is_cleaned=False)


def _page(task: Task, answer: FetchedPage, bounds: Bounds) -> Visit:
    page = parse(answer.body, answer.content_type, bounds.limits)
    # Most links of a page may lead elsewhere; a page made of links alone must not keep all others waiting.
    links = read_links(page, answer.url, max_references=4 * bounds.scope.max_links)
    found, note = _followed(task, links, bounds)
    canonical = links.canonical if links.canonical and _is_inside(links.canonical, bounds) else None
    fate = Fate(State.DONE, answer.status, note=note)
    return Visit(fate, found, answer, page.head.title, canonical)


def _followed(task: Task, links: Links, bounds: Bounds) -> tuple[list[Found], str | None]:
    """What is to be asked next, and a note if that is not all."""
    found: list[Found] = []
    if links.refresh and task.hops < bounds.max_redirects and _is_inside(links.refresh, bounds):
        found.append(Found(links.refresh, task.depth, "redirect", hops=task.hops + 1))
    if links.canonical and task.hops < bounds.max_redirects and _is_inside(links.canonical, bounds):
        found.append(Found(links.canonical, task.depth, "canonical", hops=task.hops + 1))
    if task.via == "seed" and AUTO in bounds.scope.feeds:
        found += [Found(feed, -1, "feed", Kind.FEED) for feed in links.feeds]
    if task.depth >= bounds.scope.depth:
        return found, None
    inside = [link for link in links.links if _is_inside(link, bounds)]
    max_links = bounds.scope.max_links
    n_links = len(inside) + links.n_unread
    note = f"{min(max_links, len(inside)):,} of {n_links:,} links were followed" if n_links > max_links else None
    return found + [Found(link, task.depth + 1) for link in inside[:max_links]], note


def _listing(task: Task, answer: FetchedPage, bounds: Bounds) -> Visit:
    if not 200 <= answer.status < 300:
        raise HttpStatusError(task.url, answer.status)
    listing = read_listing(answer.body)
    via = "sitemap" if task.kind is Kind.SITEMAP else "feed"
    found = [Found(page, 0, via) for page in resolve_all(listing.pages, task.url) if _is_inside(page, bounds)]
    note = f"a {via} of {len(listing.pages) + len(listing.sitemaps):,} addresses"
    if listing.note:
        note += f"; {listing.note}"
    if listing.sitemaps and task.hops >= MAX_NESTED_SITEMAPS:
        note += f"; sitemaps nested deeper than {MAX_NESTED_SITEMAPS} were not read"
    else:
        nested = (url for url in resolve_all(listing.sitemaps, task.url) if bounds.scope.is_on(url, bounds.sites))
        found += [Found(url, task.depth, via, Kind.SITEMAP, task.hops + 1) for url in nested]
    return Visit(Fate(State.DONE, answer.status, note=note), found)


def _is_inside(url: str, bounds: Bounds) -> bool:
    return bounds.scope.is_inside(url, bounds.sites)
