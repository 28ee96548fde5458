"""The service under load: 64 connections, real pages, and pages that hang, crash and eat memory among them.

Two runs of equal length, in slices that take turns, so that what else the machine does hits both. In one all
connections send real pages; in the other four of them send killers instead, one after the other. Every answer is
compared with what Python gives for the page; memory is that of the server and all its processes.

    python -m benches.serve --seconds 60 --record
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import maintext
from benches.corpora import CORPORA
from benches.measure import record
from maintext.corpus import open_corpus
from tests.served import Served

N_CONNECTIONS, N_KILLERS = 64, 4
N_SLICES = 4
MAX_TRIES = 20
KILLERS = ("hang", "crash", "eat", "leave")
KILLER_ERRORS = {
    "hang": "PageTimeoutError",
    "crash": "PageCrashError",
    "eat": "PageMemoryError",
    "leave": "PageCrashError",
}
MAX_PAGE_BYTES = 500_000
"""Larger pages are few, and would make the figures a matter of chance."""


@dataclass(frozen=True)
class Sent:
    """A request and the answer that it must get."""

    body: bytes
    expected: str


@dataclass
class Run:
    """What happened in one run."""

    seconds: list[float] = field(default_factory=list)
    """Of every real page."""
    n_killed: int = 0
    n_busy: int = 0
    """Answers that said to come again, which is what was done."""
    wrong: Counter[str] = field(default_factory=Counter)
    memory: list[int] = field(default_factory=list)
    """Bytes, second by second."""

    def add(self, other: Run) -> None:
        """Takes in another slice."""
        self.seconds += other.seconds
        self.n_killed += other.n_killed
        self.n_busy += other.n_busy
        self.wrong += other.wrong
        self.memory += other.memory

    def summary(self, n_seconds: float) -> dict[str, Any]:
        """The figures of the run."""
        ordered = sorted(1000 * value for value in self.seconds)
        half = len(self.memory) // 2
        return {
            "n_pages": len(ordered),
            "pages_a_second": round(len(ordered) / n_seconds, 1),
            "n_killers": self.n_killed,
            "n_told_to_come_again": self.n_busy,
            "n_lost_or_wrong": sum(self.wrong.values()),
            "ms_median": round(statistics.median(ordered), 1),
            "ms_p95": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
            "ms_p99": round(ordered[int(0.99 * (len(ordered) - 1))], 1),
            "memory_mb_first_half": round(statistics.median(self.memory[:half] or [0]) / 1e6),
            "memory_mb_second_half": round(statistics.median(self.memory[half:] or [0]) / 1e6),
        }


def real_pages(archives: Sequence[Path], n_pages: int) -> list[Sent]:
    """Pages of corpora, each with the answer that Python gives."""
    chosen: list[Sent] = []
    for archive in archives:
        for page in open_corpus(archive).pages():
            if len(chosen) >= n_pages:
                return chosen
            if page.html and len(page.html) <= MAX_PAGE_BYTES:
                chosen.append(Sent(page.html, maintext.extract(page.html, encoding="text/html").to_json()))
    return chosen


async def load(port: int, pages: Sequence[Sent], n_seconds: float, n_killers: int) -> Run:
    """All connections until the time is over; what is under way then is waited for."""
    run, end = Run(), time.monotonic() + n_seconds
    good = [
        _send_pages(port, [*pages[number:], *pages[:number]], end, run) for number in range(N_CONNECTIONS - n_killers)
    ]
    bad = [_send_killers(port, KILLERS[number % len(KILLERS)], end, run) for number in range(n_killers)]
    await asyncio.gather(*good, *bad)
    return run


async def _send_pages(port: int, pages: Sequence[Sent], end: float, run: Run) -> None:
    async with _Connection(port, run) as connection:
        while True:
            for page in pages:
                if time.monotonic() >= end:
                    return
                start = time.perf_counter()
                answer = await connection.post(page.body)
                run.seconds.append(time.perf_counter() - start)
                if answer != (200, page.expected):
                    run.wrong[f"{answer[0]}: {answer[1][:100]}"] += 1


async def _send_killers(port: int, what: str, end: float, run: Run) -> None:
    body = f"<title>killer: {what}</title><p>Text.".encode()
    async with _Connection(port, run) as connection:
        while time.monotonic() < end:
            status, text = await connection.post(body)
            run.n_killed += 1
            if (status, json.loads(text).get("error")) != (422, KILLER_ERRORS[what]):
                run.wrong[f"{what}, {status}: {text[:100]}"] += 1


class _Connection:
    """One that is kept alive, and sends a request again later when the service is busy."""

    def __init__(self, port: int, run: Run) -> None:
        self.port = port
        self.run = run

    async def __aenter__(self) -> _Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        # The answer is here: a service that is busy may end the connection at once.
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()

    async def post(self, page: bytes) -> tuple[int, str]:
        """Status and text of the answer to a page."""
        for _ in range(MAX_TRIES):
            status, headers, text = await self._post_once(page)
            if status != 503:
                break
            self.run.n_busy += 1
            # The service closes connections that idle for longer than a few seconds.
            await self.__aexit__()
            await asyncio.sleep(int(headers["retry-after"]))
            await self.__aenter__()
        return status, text

    async def _post_once(self, page: bytes) -> tuple[int, dict[str, str], str]:
        head = (
            f"POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\n"
        )
        self.writer.write(f"{head}\r\n".encode() + page)
        await self.writer.drain()
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines if line)
        text = (await self.reader.readexactly(int(headers["content-length"]))).decode()
        return int(first.split(" ")[1]), headers, text


async def measured(server: Served, pages: Sequence[Sent], n_seconds: float, n_killers: int) -> Run:
    """A run with the memory of the server and its processes, second by second."""
    running = asyncio.ensure_future(load(server.port, pages, n_seconds, n_killers))
    memory: list[int] = []
    while not running.done():
        await asyncio.wait([running], timeout=1.0)
        memory.append(family_bytes(server.process.pid))
    run = await running
    run.memory = memory
    return run


def family_bytes(process: int) -> int:
    """Resident memory of a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    # Those that worker threads started are children of the threads.
    for thread in Path(f"/proc/{process}/task").iterdir():
        if thread.name != str(process):
            children += (thread / "children").read_text().split()
    return sum(_resident_bytes(one) for one in {str(process), *children})


def _resident_bytes(process: str) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def table_rows(results: dict[str, Any]) -> list[str]:
    """The rows of the table in docs/how-to/serve.md."""
    figures = (
        "{n_pages:,} | {n_lost_or_wrong} | {ms_median:.0f} | {ms_p95:.0f} | {ms_p99:.0f} | "
        "{memory_mb_first_half}, {memory_mb_second_half}"
    )
    names = {"calm": "64 send real pages", "hostile": "60 do, 4 send killers"}
    return [f"| {told} | {figures.format(**results[name])} |" for name, told in names.items()]


def main() -> None:
    """Both runs, printed and recorded."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--record", action="store_true")
    chosen = parser.parse_args()
    pages = real_pages([CORPORA / f"{name}.tar.xz" for name in ("gn1", "dragnet", "portal")], 400)
    calm, hostile = Run(), Run()
    server = Served("-m", "benches.killing", json.dumps({"max_seconds": 2.0}))
    try:
        # Once around, so that both runs find everything warm.
        asyncio.run(load(server.port, pages, min(5.0, chosen.seconds), 0))
        for _ in range(N_SLICES):
            calm.add(asyncio.run(measured(server, pages, chosen.seconds / N_SLICES, 0)))
            hostile.add(asyncio.run(measured(server, pages, chosen.seconds / N_SLICES, N_KILLERS)))
    finally:
        server.kill()
    results = {"calm": calm.summary(chosen.seconds), "hostile": hostile.summary(chosen.seconds)}
    print(json.dumps(results, indent=1))
    if chosen.record:
        record("serve", {"n_connections": N_CONNECTIONS, "n_killers": N_KILLERS, "seconds": chosen.seconds, **results})
    if wrong := calm.wrong + hostile.wrong:
        sys.exit(f"lost or wrong: {wrong.most_common(5)}")


if __name__ == "__main__":
    main()
