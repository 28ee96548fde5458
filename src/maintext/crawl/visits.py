"""(an address, the response) -> its outcome and the addresses it leads to. Pure: every case is a literal in a test."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from maintext.crawl.frontier import DiscoveredUrl, Kind, Outcome, State, Task
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
from maintext.input_formats.reading import read_page
from maintext.page.parsing import Limits

MAX_NESTED_SITEMAPS = 3

_REFUSALS = (ForbiddenAddressError, OutOfScopeError, RobotsRefusedError)


@dataclass(frozen=True)
class Bounds:
    """What a crawl takes in."""

    scope: Scope
    sites: tuple[str, ...]
    max_redirects: int
    limits: Limits


@dataclass(frozen=True)
class Visit:
    """The result of requesting an address."""

    outcome: Outcome
    discovered: list[DiscoveredUrl] = field(default_factory=list)
    is_page: bool = False
    """Whether the response is a page to keep."""
    title: str | None = None
    canonical: str | None = None


def read_response(task: Task, response: FetchedPage, bounds: Bounds) -> Visit:
    """The meaning of a response. A response that is not a page becomes a failed visit with the name of its error."""
    try:
        if response.location is not None:
            return _read_redirect(task, response, bounds)
        if task.kind is not Kind.PAGE:
            return _read_listing(task, response, bounds)
        return _read_page(task, response.checked(), bounds)
    except (FetchError, InputError) as error:
        return failed_visit(error, response.status)


def failed_visit(error: Exception, status: int | None = None) -> Visit:
    """An address without a page, with the reason."""
    state = State.REFUSED if isinstance(error, _REFUSALS) else State.FAILED
    return Visit(Outcome(state, status, f"{type(error).__name__}: {error}"))


def without_links(visit: Visit, max_known: int) -> Visit:
    """The visit with only the targets of redirects, for a crawl that has no room for more addresses."""
    kept = [new for new in visit.discovered if new.via == "redirect"]
    if len(kept) == len(visit.discovered):
        return visit
    note = f"its links were not followed: the crawl knows {max_known:,} addresses"
    return replace(visit, discovered=kept, outcome=replace(visit.outcome, note=note))


def _read_redirect(task: Task, response: FetchedPage, bounds: Bounds) -> Visit:
    target = _target(response.location or "", task.url)
    if target == task.url:
        raise TooManyRedirectsError("it redirects to itself")
    if task.hops >= bounds.max_redirects:
        raise TooManyRedirectsError(f"the last of more than {bounds.max_redirects} redirects, to {target}")
    # A seed that redirects to another site moves the crawl there.
    is_free = task.via == "seed" or task.kind is not Kind.PAGE
    if not is_free and not bounds.scope.is_inside(target, bounds.sites):
        raise OutOfScopeError(f"it redirects to {target}, which is outside the crawl")
    via = task.via if is_free else "redirect"
    target_url = DiscoveredUrl(target, task.depth, via, task.kind, task.hops + 1)
    return Visit(Outcome(State.MOVED, response.status, moved_to=target), [target_url])


def _target(location: str, url: str) -> str:
    """The target of a redirect. One that differs only in tracking parameters, such as a session, keeps them."""
    target = resolve(location, url)
    return target if target != url else resolve(location, url, is_cleaned=False)


def _read_page(task: Task, response: FetchedPage, bounds: Bounds) -> Visit:
    page, _ = read_page(response.body, response.content_type, bounds.limits)
    # Most links of a page may lead elsewhere; a page made only of links must not delay all others.
    links = read_links(page, response.url, max_references=4 * bounds.scope.max_links)
    discovered, note = _followed(task, links, bounds)
    canonical = links.canonical if links.canonical and _is_inside(links.canonical, bounds) else None
    return Visit(Outcome(State.DONE, response.status, note=note), discovered, True, page.head.title, canonical)


def _followed(task: Task, links: Links, bounds: Bounds) -> tuple[list[DiscoveredUrl], str | None]:
    """The addresses to request next, and a note if some were left out."""
    found: list[DiscoveredUrl] = []
    if links.refresh and task.hops < bounds.max_redirects and _is_inside(links.refresh, bounds):
        found.append(DiscoveredUrl(links.refresh, task.depth, "redirect", hops=task.hops + 1))
    if links.canonical and task.hops < bounds.max_redirects and _is_inside(links.canonical, bounds):
        found.append(DiscoveredUrl(links.canonical, task.depth, "canonical", hops=task.hops + 1))
    if task.via == "seed" and AUTO in bounds.scope.feeds:
        found += [DiscoveredUrl(feed, -1, "feed", Kind.FEED) for feed in links.feeds]
    if task.depth >= bounds.scope.depth:
        return found, None
    inside = [link for link in links.links if _is_inside(link, bounds)]
    max_links = bounds.scope.max_links
    n_links = len(inside) + links.n_unread
    note = f"{min(max_links, len(inside)):,} of {n_links:,} links were followed" if n_links > max_links else None
    return found + [DiscoveredUrl(link, task.depth + 1) for link in inside[:max_links]], note


def _read_listing(task: Task, response: FetchedPage, bounds: Bounds) -> Visit:
    if not 200 <= response.status < 300:
        raise HttpStatusError(task.url, response.status)
    listing = read_listing(response.body)
    via = "sitemap" if task.kind is Kind.SITEMAP else "feed"
    pages = resolve_all(listing.pages, task.url)
    found = [DiscoveredUrl(page, 0, via) for page in pages if _is_inside(page, bounds)]
    note = f"a {via} of {len(listing.pages) + len(listing.sitemaps):,} addresses"
    if listing.note:
        note += f"; {listing.note}"
    if listing.sitemaps and task.hops >= MAX_NESTED_SITEMAPS:
        note += f"; sitemaps nested deeper than {MAX_NESTED_SITEMAPS} were not read"
    else:
        nested = (url for url in resolve_all(listing.sitemaps, task.url) if bounds.scope.is_on(url, bounds.sites))
        found += [DiscoveredUrl(url, task.depth, via, Kind.SITEMAP, task.hops + 1) for url in nested]
    return Visit(Outcome(State.DONE, response.status, note=note), found)


def _is_inside(url: str, bounds: Bounds) -> bool:
    return bounds.scope.is_inside(url, bounds.sites)
