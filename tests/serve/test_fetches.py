"""Pages that the service fetches: slow sites take their own places and nobody else's."""

from __future__ import annotations

import asyncio
import threading
from http.server import BaseHTTPRequestHandler

import pytest

from maintext.errors import BusyError
from maintext.fetch import Policy
from maintext.fetch.policy import EVERY_NETWORK
from maintext.serve.requests import ExtractRequest
from maintext.serve.service import MAX_FETCHES, MAX_FETCHES_WAITING, Service, Settings
from maintext.serve.workers import ConcurrencyLimits
from tests.web_server import Answer, WebServer, raw, web_server

SETTINGS = Settings(policy=Policy(allowed_networks=EVERY_NETWORK), concurrency=ConcurrencyLimits(n_quick=1, n_slow=1))
PAGE = Answer(b"<p>Tea is made with water.", headers={"Content-Type": "text/html"})


class SilentSite:
    """Answers nothing until it is released."""

    def __init__(self) -> None:
        self.is_released = threading.Event()

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        self.is_released.wait(120)
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<p>Tea")


async def until_asked(web: WebServer, n_requests: int) -> None:
    async def ask() -> None:
        while web.hits["/silent"] < n_requests:
            await asyncio.sleep(0.01)

    await asyncio.wait_for(ask(), 120)


def test_slow_sites_take_only_their_places() -> None:
    site = SilentSite()

    async def run(web: WebServer) -> tuple[int, list[str]]:
        service = Service(SETTINGS)
        await service.workers.start()
        try:
            fetched = ExtractRequest(url=f"{web.url}/silent", by="all")
            tasks = [asyncio.create_task(service.answer(fetched, "text")) for _ in range(MAX_FETCHES + 3)]
            await until_asked(web, MAX_FETCHES)
            # What needs no fetch is answered meanwhile.
            assert "Milk" in await service.answer(ExtractRequest(html="<p>Milk", by="all"), "text")
            n_asked = web.hits["/silent"]
            site.is_released.set()
            return n_asked, await asyncio.gather(*tasks)
        finally:
            await service.close()

    with web_server({"/silent": raw(site)}) as web:
        n_asked, answers = asyncio.run(run(web))
    assert n_asked == MAX_FETCHES
    assert ["Tea" in answer for answer in answers] == [True] * (MAX_FETCHES + 3)


def test_more_fetches_than_may_wait_are_refused_and_cancelled_ones_leave_their_places() -> None:
    site = SilentSite()

    async def run(web: WebServer) -> None:
        service = Service(SETTINGS)
        await service.workers.start()
        try:
            fetched = ExtractRequest(url=f"{web.url}/silent", by="all")
            n_places = MAX_FETCHES + MAX_FETCHES_WAITING
            tasks = [asyncio.create_task(service.answer(fetched, "text")) for _ in range(n_places)]
            await until_asked(web, MAX_FETCHES)
            with pytest.raises(BusyError, match=f"{n_places} pages are being fetched already"):
                await service.answer(fetched, "text")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert service.n_fetching == 0
            assert "Tea" in await service.answer(ExtractRequest(url=f"{web.url}/page", by="all"), "text")
        finally:
            site.is_released.set()
            await service.close()

    with web_server({"/silent": raw(site), "/page": PAGE}) as web:
        asyncio.run(run(web))
