"""An address -> the page there, with redirects followed and each of them checked like the first address."""

from __future__ import annotations

from dataclasses import replace

from maintext.coroutines import run_to_end
from maintext.errors import FetchError, MissingPackageError, TooManyRedirectsError
from maintext.fetch.addresses import resolve
from maintext.fetch.alternates import MARKDOWN_TYPES, markdown_alternate
from maintext.fetch.policy import Policy
from maintext.fetch.response import FetchedPage, Transport


def fetch_page(url: str, policy: Policy = Policy()) -> FetchedPage:
    """The response at an address, whatever its status. `fetch_page(url).checked()` raises unless it is a page."""
    return run_to_end(afetch_page(url, policy))


async def afetch_page(url: str, policy: Policy = Policy()) -> FetchedPage:
    """`fetch_page` for coroutines."""
    url = resolve(url, is_cleaned=False)
    transport = open_transport(policy)
    try:
        page = await fetch_with(transport, url, policy.max_redirects)
        return await _markdown_version(transport, page, policy) if policy.prefers_markdown else page
    finally:
        await transport.close()


async def _markdown_version(transport: Transport, page: FetchedPage, policy: Policy) -> FetchedPage:
    """The Markdown version that a page names; the page itself if there is none or it can't be fetched."""
    address = markdown_alternate(page)
    if address is None or address == page.url:
        return page
    try:
        version = await fetch_with(transport, address, policy.max_redirects)
    except FetchError:
        return page
    is_markdown = 200 <= version.status < 300 and version.media_type in {*MARKDOWN_TYPES, "text/plain"}
    # A server that knows no type for .md files calls them plain text.
    named = replace(version, headers=(("content-type", "text/markdown; charset=utf-8"), *version.headers))
    return (version if version.media_type in MARKDOWN_TYPES else named) if is_markdown else page


async def fetch_with(transport: Transport, url: str, max_redirects: int) -> FetchedPage:
    """The response at an address after at most this many redirects."""
    passed: list[str] = []
    while True:
        page = await transport.get(url)
        if page.location is None:
            return replace(page, redirects=tuple(passed))
        passed.append(url)
        target = resolve(page.location, url, is_cleaned=False)
        if len(passed) > max_redirects:
            raise TooManyRedirectsError(f"{passed[0]} redirects more than {max_redirects} times, last to {target}")
        if target in passed:
            # Without cookies the server gives the same answer again.
            raise TooManyRedirectsError(f"{passed[0]} redirects in a circle, back to {target}")
        url = target


def open_transport(policy: Policy) -> Transport:
    """The real network."""
    try:
        from maintext.fetch.transport import HttpTransport
    except ImportError as error:
        raise MissingPackageError("httpcore", "fetch") from error
    return HttpTransport(policy)
