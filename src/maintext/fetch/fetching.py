"""An address -> the page it leads to, redirects followed, each hop judged like the first."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from maintext.errors import MissingPackageError, TooManyRedirectsError
from maintext.fetch.addresses import resolve
from maintext.fetch.policy import Policy
from maintext.fetch.response import FetchedPage, Transport

Result = TypeVar("Result")


def fetch_page(url: str, policy: Policy = Policy()) -> FetchedPage:
    """What is at an address, whatever its status: `fetch_page(url).checked()` is a page or a named error."""
    return run_to_end(_fetch_once(resolve(url, is_cleaned=False), policy))


def run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs asynchronous work from code that is not."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    # Within a loop, as in a notebook, another can run only in a thread of its own.
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, work).result()


async def fetch_with(transport: Transport, url: str, max_redirects: int) -> FetchedPage:
    """What a transport finds at an address after at most so many redirects."""
    walked: list[str] = []
    while True:
        page = await transport.get(url)
        if page.location is None:
            return replace(page, redirects=tuple(walked))
        walked.append(url)
        if len(walked) > max_redirects:
            raise TooManyRedirectsError(f"{walked[0]} leads on more than {max_redirects} times, last to {url}")
        url = resolve(page.location, url, is_cleaned=False)


async def _fetch_once(url: str, policy: Policy) -> FetchedPage:
    transport = open_transport(policy)
    try:
        return await fetch_with(transport, url, policy.max_redirects)
    finally:
        await transport.close()


def open_transport(policy: Policy) -> Transport:
    """The real network."""
    try:
        from maintext.fetch.transport import HttpTransport
    except ImportError as error:
        raise MissingPackageError("httpcore", "crawl") from error
    return HttpTransport(policy)
