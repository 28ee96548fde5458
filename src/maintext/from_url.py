"""A web address -> Document: fetch, then flow A. Needs maintext[fetch].

Fetching follows `fetch.Policy`: public networks only, limits on time and size, every refusal a named FetchError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from maintext.api import RenderMode, extract
from maintext.coroutines import run_to_end
from maintext.errors import FetchError
from maintext.extractors.by import By
from maintext.extractors.registry import DEFAULT
from maintext.fetch import FetchedPage, Policy, afetch_page, fetch_with
from maintext.fetch.addresses import site_of
from maintext.fetch.fetching import open_transport
from maintext.page.parsing import Limits, parse

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from maintext.browser import RenderLimits
    from maintext.document import Document


MAX_REQUESTS = 200
"""Requests of a rendered page that are answered."""


def extract_url(
    url: str,
    by: By = DEFAULT,
    *,
    policy: Policy = Policy(),
    limits: Limits = Limits(),
    **modes: Unpack[RenderMode],
) -> Document:
    """The main content of the page at an address, after redirects.

    `by`, `limits` and the modes are those of `extract`. An address that can't be fetched, or holds no page, raises a
    FetchError whose class names the reason. With `render` a browser runs the page's scripts; what they request is
    fetched by the same policy, and only from the page's own site.
    """
    return run_to_end(aextract_url(url, by, policy=policy, limits=limits, **modes))


async def aextract_url(
    url: str,
    by: By = DEFAULT,
    *,
    policy: Policy = Policy(),
    limits: Limits = Limits(),
    **modes: Unpack[RenderMode],
) -> Document:
    """`extract_url` for coroutines. Only the fetch is awaited: extraction takes milliseconds."""
    page = (await afetch_page(url, policy)).checked()
    rendering = modes.pop("render", False)
    if rendering:
        html = await _rendered(page, policy, rendering)
        return extract(html, page.url, by, limits=limits, **modes)
    return extract(page.body, page.url, by, encoding=page.content_type, limits=limits, **modes)


async def _rendered(page: FetchedPage, policy: Policy, rendering: Literal[True] | RenderLimits) -> str:
    """The page's HTML after its scripts. What they request is fetched by the policy, from the page's own site only."""
    from maintext.browser import RenderLimits, Resource, arender

    transport, site = open_transport(policy), site_of(page.url)
    n_requests = 0

    async def answer(address: str) -> Resource | None:
        nonlocal n_requests
        n_requests += 1
        try:
            if n_requests > MAX_REQUESTS or site_of(address) != site:
                return None
            found = await fetch_with(transport, address, policy.max_redirects)
        except FetchError:
            return None
        return Resource(found.body, found.content_type) if site_of(found.url) == site else None

    try:
        source = parse(page.body, encoding=page.content_type).source
        within = rendering if isinstance(rendering, RenderLimits) else RenderLimits()
        return (await arender(source, page.url, limits=within, answer=answer)).html
    finally:
        await transport.close()
