"""Sites that exist only in memory, behind the crawler's transport."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from maintext.crawl.archive import AddressRow
from maintext.crawl.crawler import Crawler
from maintext.crawl.frontier import State, Task
from maintext.crawl.hosts import Hosts
from maintext.crawl.pace import Pace
from maintext.crawl.scope import Scope
from maintext.crawl.state import open_state
from maintext.crawl.visits import Bounds, Visit, read_response
from maintext.fetch import FetchedPage, Policy
from maintext.page.parsing import Limits

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


class DirectVisits:
    """Reads responses in this process, as `GuardedVisits` does in others."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    async def read(self, task: Task, response: FetchedPage, sites: tuple[str, ...]) -> Visit:
        return read_response(task, response, Bounds(self.scope, sites, Policy.max_redirects, Limits()))


def crawl_addresses(web: SimulatedWeb, path: Path, scope: Scope, pace: Pace = FAST) -> list[AddressRow]:
    """Runs a crawl to its end; each address and its outcome."""
    with open_state(path, scope) as state:
        hosts = Hosts(state, web, pace, "maintext")
        asyncio.run(Crawler(state, hosts, DirectVisits(scope)).run())
        addresses = list(state.archive.addresses())
        state.finish()
    return addresses


def crawl(web: SimulatedWeb, path: Path, scope: Scope, pace: Pace = FAST) -> dict[str, tuple[State, str | None]]:
    """Runs a crawl to its end; each address with its state and error."""
    return {row.url: (State(row.state), row.error) for row in crawl_addresses(web, path, scope, pace)}
