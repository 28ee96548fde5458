"""Sites that exist only in memory, behind the crawler's transport."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from maintext.crawl.archive import Line
from maintext.crawl.crawler import Crawler
from maintext.crawl.frontier import State
from maintext.crawl.pace import Pace
from maintext.crawl.scope import Scope
from maintext.crawl.state import open_state
from maintext.fetch import FetchedPage, Policy

SITE = "https://example.org"
FAST = Pace(delay_s=0.0, slowness=0.0, backoff_s=0.01, per_host=4)
HTML = ("content-type", "text/html; charset=utf-8")

Reply = str | FetchedPage | Exception


def page(body: str = "", status: int = 200, **headers: str) -> FetchedPage:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return FetchedPage("", status, (*named, HTML), body.encode())


def linking(*links: str) -> str:
    return "<p>Some text." + "".join(f'<a href="{link}">x</a>' for link in links)


class SimulatedWeb:
    """Answers with what it is given for an address: HTML, a response or an error; 404 for the rest."""

    def __init__(self, replies: Mapping[str, Reply] | Callable[[str], Reply | None]) -> None:
        self.reply = replies if callable(replies) else lambda url: replies.get(url)
        self.asked: Counter[str] = Counter()
        self.conditions: dict[str, dict[str, str]] = {}

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> FetchedPage:
        self.asked[url] += 1
        self.conditions[url] = dict(headers or {})
        await asyncio.sleep(0)
        reply = self.reply(url)
        if reply is None:
            return FetchedPage(url, 404, (HTML,), b"")
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, str):
            return FetchedPage(url, 200, (HTML,), reply.encode())
        return FetchedPage(url, reply.status, reply.headers, reply.body)

    async def close(self) -> None:
        pass

    @property
    def pages_asked(self) -> Counter[str]:
        """Without robots.txt."""
        return Counter({url: n for url, n in self.asked.items() if "/robots.txt" not in url})


def crawl_lines(web: SimulatedWeb, path: Path, scope: Scope, pace: Pace = FAST) -> list[Line]:
    """Runs a crawl to its end; each address and what became of it."""
    with open_state(path, scope) as state:
        asyncio.run(Crawler(state, web, Policy(), pace).run())
        lines = list(state.archive.lines())
        state.finish()
    return lines


def crawl(web: SimulatedWeb, path: Path, scope: Scope, pace: Pace = FAST) -> dict[str, tuple[State, str | None]]:
    """Runs a crawl to its end; each address with its state and error."""
    return {line.url: (State(line.state), line.error) for line in crawl_lines(web, path, scope, pace)}
