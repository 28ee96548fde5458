"""ExtractRequest -> the text of an answer: fetches the page if that is needed and allowed, then extracts it in a
guarded process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from maintext.errors import BusyError, FetchingIsOffError
from maintext.extractors.registry import DEFAULT
from maintext.fetch import Policy, afetch_page
from maintext.guard import GuardLimits
from maintext.serve.requests import ExtractRequest
from maintext.serve.workers import TASK, ConcurrencyLimits, Workers
from maintext.web.access import LOCAL_HOSTS
from maintext.web.slow_clients import MAX_WAIT_SECONDS

MAX_FETCHES = 16
"""Pages that are fetched at the same time."""
MAX_FETCHES_WAITING = 64


@dataclass(frozen=True)
class OpenedPage:
    """A page that was named on the command line, for the web page to show first."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Settings:
    """How a service is run."""

    hosts: Sequence[str] = LOCAL_HOSTS
    """Host names that requests may be for; `*` for any, which needs a token."""
    token: str | None = None
    limits: GuardLimits = field(default_factory=lambda: GuardLimits(max_seconds=10.0, max_bytes=1024**3))
    """What one page may take."""
    concurrency: ConcurrencyLimits = field(default_factory=ConcurrencyLimits)
    max_body_bytes: int = 20_000_000
    """Of a request, and of a line of a batch."""
    max_wait_seconds: float = MAX_WAIT_SECONDS
    """How long a client may make no progress; see `web.slow_clients`."""
    policy: Policy | None = None
    """What may be fetched; None for nothing."""
    opened: OpenedPage | None = None
    by: str = DEFAULT
    """The extractor for requests that name none. Not chosen by clients, so it may be a model file or a module."""
    task: str = TASK


class Service:
    """Answers requests within the limits. Belongs to one event loop."""

    def __init__(self, settings: Settings = Settings()) -> None:
        self.settings = settings
        self.workers = Workers(settings.limits, settings.concurrency, settings.task)
        self.n_fetching = 0
        self._fetches = asyncio.Semaphore(MAX_FETCHES)

    async def answer(self, request: ExtractRequest, wanted: str, *, is_patient: bool = False) -> str:
        """The page in a format, its `view` or its `judgement`; a patient caller waits however long the queue is."""
        request.check_modes(request.by or self.settings.by)
        if request.html is None:
            request = await self._fetched(request, is_patient=is_patient)
        item = {
            "html": request.html,
            "url": request.url,
            "by": request.by or self.settings.by,
            "is_by_client": request.by is not None,
            "encoding": request.encoding,
            "choices": dict(request.choices),
            "modes": dict(request.modes),
            "parts": dict(request.parts),
            "selection": dict(request.selection),
            "wanted": wanted,
        }
        answer: str = await self.workers.run(item, is_patient=is_patient)
        return answer

    async def close(self) -> None:
        """Ends every process."""
        await self.workers.close()

    async def _fetched(self, request: ExtractRequest, *, is_patient: bool) -> ExtractRequest:
        policy = self.settings.policy
        if policy is None or request.url is None:
            raise FetchingIsOffError("this service does not fetch pages: send html, or start it with --allow-fetch")
        if self.n_fetching >= MAX_FETCHES + MAX_FETCHES_WAITING and not is_patient:
            raise BusyError(f"{self.n_fetching} pages are being fetched already", 5)
        self.n_fetching += 1
        try:
            async with self._fetches:
                page = (await afetch_page(request.url, policy)).checked()
        finally:
            self.n_fetching -= 1
        return replace(request, html=page.body, url=page.url, encoding=page.content_type)
