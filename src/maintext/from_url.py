"""A web address -> Document: fetch, then flow A. Needs maintext[fetch].

Fetching follows `fetch.Policy`: public networks only, limits on time and size, every refusal a named FetchError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.api import Modes, extract
from maintext.extractors.by import By
from maintext.extractors.registry import DEFAULT
from maintext.fetch import FetchedPage, Policy, afetch_page, fetch_page
from maintext.page.parsing import Limits

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from maintext.document import Document


def extract_url(
    url: str,
    by: By = DEFAULT,
    *,
    policy: Policy = Policy(),
    limits: Limits = Limits(),
    **modes: Unpack[Modes],
) -> Document:
    """The main content of the page at an address, after redirects.

    `by`, `limits` and the modes are those of `extract`. An address that can't be fetched, or holds no page, raises a
    FetchError whose class names the reason.
    """
    return _document(fetch_page(url, policy).checked(), by, limits, modes)


async def aextract_url(
    url: str,
    by: By = DEFAULT,
    *,
    policy: Policy = Policy(),
    limits: Limits = Limits(),
    **modes: Unpack[Modes],
) -> Document:
    """`extract_url` for coroutines. Only the fetch is awaited: extraction takes milliseconds."""
    return _document((await afetch_page(url, policy)).checked(), by, limits, modes)


def _document(page: FetchedPage, by: By, limits: Limits, modes: Modes) -> Document:
    return extract(page.body, page.url, by, encoding=page.content_type, limits=limits, **modes)
