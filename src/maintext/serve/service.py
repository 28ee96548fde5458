"""Asked -> the text of an answer: the page is fetched if it must and may be, then worked on by a guarded process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from maintext.errors import BusyError, FetchingIsOffError
from maintext.fetch import Policy, fetch_page
from maintext.guard import GuardLimits
from maintext.serve.asked import Asked
from maintext.serve.workers import TASK, Places, Workers
from maintext.web.access import LOCAL_HOSTS

MAX_FETCHES = 16
"""Pages that are fetched at the same time."""
MAX_FETCHES_WAITING = 64


@dataclass(frozen=True)
class Settings:
    """How a service is run."""

    hosts: Sequence[str] = LOCAL_HOSTS
    """Names under which it is asked; `*` for any, which needs a token."""
    token: str | None = None
    limits: GuardLimits = field(default_factory=lambda: GuardLimits(max_seconds=10.0, max_bytes=1024**3))
    """What one page may take."""
    places: Places = field(default_factory=Places)
    max_body_bytes: int = 20_000_000
    """Of a request, and of a line of a batch."""
    policy: Policy | None = None
    """What may be fetched; None for nothing."""
    task: str = TASK


class Service:
    """Answers what is asked, within the limits. Belongs to one event loop."""

    def __init__(self, settings: Settings = Settings()) -> None:
        self.settings = settings
        self.workers = Workers(settings.limits, settings.places, settings.task)
        self.n_fetching = 0
        self._fetches = asyncio.Semaphore(MAX_FETCHES)

    async def answer(self, asked: Asked, wanted: str, *, is_patient: bool = False) -> str:
        """The page in a format, its `view` or its `judgement`; who is patient waits however many do."""
        if asked.html is None:
            asked = await self._fetched(asked, is_patient=is_patient)
        item = {
            "html": asked.html,
            "url": asked.url,
            "by": asked.by,
            "encoding": asked.encoding,
            "choices": dict(asked.choices),
            "modes": dict(asked.modes),
            "with_blocks": asked.with_blocks,
            "wanted": wanted,
        }
        answer: str = await self.workers.run(item, is_patient=is_patient)
        return answer

    async def _fetched(self, asked: Asked, *, is_patient: bool) -> Asked:
        policy = self.settings.policy
        if policy is None or asked.url is None:
            raise FetchingIsOffError("this service fetches no pages: send html, or start it with --allow-fetch")
        if self.n_fetching >= MAX_FETCHES + MAX_FETCHES_WAITING and not is_patient:
            raise BusyError(f"{self.n_fetching} pages are being fetched already", 5)
        self.n_fetching += 1
        try:
            async with self._fetches:
                page = (await asyncio.to_thread(fetch_page, asked.url, policy)).checked()
        finally:
            self.n_fetching -= 1
        return replace(asked, html=page.body, url=page.url, encoding=page.content_type)
