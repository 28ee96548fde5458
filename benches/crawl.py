"""Throughput and memory of the crawler with 100,000 queued addresses, over a transport that answers at once.

Every page links to ten others, so that the last level has as many queued addresses as there are pages; on one host, and
spread over a thousand. Reports pages per second of processor time, which part of it the queue takes, and the memory
at tenths of the way. `--record` writes benches/record/; the run fails if memory grows or the queue is the
bottleneck.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benches.measure import record
from maintext.crawl import CrawlState, Pace, Progress, Scope, open_state
from maintext.crawl.crawler import Crawler
from maintext.crawl.frontier import Frontier
from maintext.crawl.guarded_visits import GuardedVisits
from maintext.crawl.hosts import Hosts
from maintext.fetch import FetchedPage, Policy
from maintext.guard import GuardLimits

N_LINKS = 10
MAX_GROWTH_MB = 24.0
"""From the first tenth of the pages to the last; SQLite's cache takes 16 of them."""
MAX_QUEUE_SHARE = 0.5
FAST = Pace(delay_s=0.0, slowness=0.0, per_host=4)
PARAGRAPH = "<p>" + "The ferry left the harbour in the morning, and the storm came after it. " * 12 + "</p>"


class EndlessSite:
    """Pages 0, 1, 2, ... of which each links to the ten that follow from it."""

    def __init__(self, n_pages: int, n_hosts: int) -> None:
        self.n_pages, self.n_hosts = n_pages, n_hosts

    def address(self, number: int) -> str:
        """Where a page is."""
        host = f"h{number % self.n_hosts}.example.org" if number else "example.org"
        return f"https://{host}/section/{number % 97}/page-{number}.html"

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> FetchedPage:
        """The page at an address; there is no robots.txt."""
        await asyncio.sleep(0)
        path = urlsplit(url).path
        if path == "/robots.txt":
            return FetchedPage(url, 404, (), b"")
        number = int(path.rpartition("-")[2].removesuffix(".html"))
        first = number * N_LINKS + 1
        links = [self.address(other) for other in range(first, min(first + N_LINKS, self.n_pages))]
        anchors = "".join(f'<a href="{link}">page</a>' for link in [*links, self.address(0)])
        body = f"<title>Page {number}</title>{PARAGRAPH}<p>Number {number}.</p>{anchors}"
        return FetchedPage(url, 200, (("content-type", "text/html; charset=utf-8"),), body.encode())

    async def close(self) -> None:
        """There is nothing to let go of."""


@dataclass
class Timed:
    """The seconds of processor time that pass in methods."""

    seconds: float = 0.0

    def wrap(self, owner: type, name: str) -> Callable[[], None]:
        """Times a method from now on; gives what undoes it."""
        original = getattr(owner, name)

        def timed(*arguments: Any) -> Any:
            started = time.process_time()
            try:
                return original(*arguments)
            finally:
                self.seconds += time.process_time() - started

        setattr(owner, name, timed)
        return lambda: setattr(owner, name, original)


@dataclass
class Watch:
    """The memory at tenths of the way."""

    n_pages: int
    resident_mb: list[float] = field(default_factory=list)
    most_queued: int = 0

    def __call__(self, progress: Progress) -> None:
        """Takes the newest numbers."""
        self.most_queued = max(self.most_queued, progress.n_queued)
        if progress.n_done * 10 >= (len(self.resident_mb) + 1) * self.n_pages:
            self.resident_mb.append(resident_mb())


def resident_mb() -> float:
    """What the process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * resource.getpagesize() / 1e6, 1)


async def crawl(state: CrawlState, site: EndlessSite, watch: Watch) -> Progress:
    reader = GuardedVisits(state.scope, Policy(), GuardLimits())
    try:
        return await Crawler(state, Hosts(state, site, FAST, "maintext"), reader, watch).run()
    finally:
        reader.close()


def measure(n_pages: int, n_hosts: int, folder: Path) -> dict[str, Any]:
    site, watch, queue = EndlessSite(n_pages, n_hosts), Watch(n_pages), Timed()
    undo = [queue.wrap(Frontier, name) for name in ("add", "take", "settle", "wake", "level", "n_known")]
    scope = Scope((site.address(0),), depth=20, max_pages=n_pages, with_subdomains=True)
    path = folder / f"{n_hosts}.crawl"
    started = time.process_time()
    try:
        with open_state(path, scope) as state:
            progress = asyncio.run(crawl(state, site, watch))
    finally:
        for restore in undo:
            restore()
    elapsed_s = time.process_time() - started
    assert progress.n_done == n_pages, f"{progress.n_done} of {n_pages} pages"
    return {
        "hosts": n_hosts,
        "pages": n_pages,
        "most_queued": watch.most_queued,
        "pages_a_second": round(n_pages / elapsed_s),
        "queue_share": round(queue.seconds / elapsed_s, 3),
        "queue_operations_us_a_page": round(queue.seconds / n_pages * 1e6, 1),
        "resident_mb": watch.resident_mb,
        "state_mb": round(path.stat().st_size / 1e6, 1),
    }


def complaints(row: dict[str, Any]) -> list[str]:
    growth_mb = row["resident_mb"][-1] - row["resident_mb"][0]
    found = []
    if growth_mb > MAX_GROWTH_MB:
        found.append(f"{row['hosts']} hosts: memory grew by {growth_mb:.1f} MB")
    if row["queue_share"] > MAX_QUEUE_SHARE:
        found.append(f"{row['hosts']} hosts: the queue takes {row['queue_share']:.0%} of the time")
    return found


def to_table(rows: list[dict[str, Any]]) -> str:
    """The figures as Markdown, for docs/how-to/sites.md."""
    lines = ["| hosts | pages | most queued | pages a second | of that the queue | memory at 10 %, 100 % | state |"]
    lines.append("|---|---|---|---|---|---|---|")
    lines += [
        f"| {row['hosts']:,} | {row['pages']:,} | {row['most_queued']:,} | {row['pages_a_second']:,} | "
        f"{row['queue_share']:.0%} | {row['resident_mb'][0]:.0f} MB, {row['resident_mb'][-1]:.0f} MB | "
        f"{row['state_mb']:.0f} MB |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--hosts", type=int, nargs="*", default=[1, 1_000])
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(arguments.pages, n_hosts, Path(folder)) for n_hosts in arguments.hosts]
    print(to_table(rows))
    if arguments.record:
        print(record("crawl", {"crawls": rows}), file=sys.stderr)
    sys.exit("; ".join(complaint for row in rows for complaint in complaints(row)) or None)


if __name__ == "__main__":
    main()
