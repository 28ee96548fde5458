"""Responses and sites: decompression that produces nothing, sitemaps, pages that a parser does not survive."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benches.attacks.attack import Attack, error_of, expect
from maintext.fetch import Policy, fetch_page
from maintext.fetch.decompression import zstandard_package
from maintext.serve.requests import ExtractRequest
from maintext.serve.service import Service, Settings
from maintext.serve.workers import ConcurrencyLimits
from tests.web_server import Answer, web_server

POLICY = Policy(allowed_networks=("127.0.0.1/32",))
HTML = {"Content-Type": "text/html"}


def _empty_frames() -> Answer:
    """Empty zstd frames inside zstd, 6.6 KB as they are sent."""
    zstd = zstandard_package().compress
    body = zstd(zstd(b"") * 8_000_000)
    expect(5_000 < len(body) < 9_000, len(body))
    return Answer(body, headers={**HTML, "Content-Encoding": "zstd, zstd"})


def _gzip_in_gzip(_: Path) -> Answer:
    body = gzip.compress(gzip.compress(bytes(1_000_000_000), 9), 9)
    return Answer(body, headers={**HTML, "Content-Encoding": "gzip, gzip"})


def _fetch(answer: Answer) -> str:
    with web_server({"/": answer}) as server:
        return error_of(lambda: fetch_page(f"{server.url}/", POLICY))


def _rows(routes: dict[str, Answer], folder: Path, *options: str) -> dict[str, dict[str, Any]]:
    """`maintext site` on these routes; its rows by path."""
    with web_server(routes) as server:
        output = folder / "site.jsonl"
        command = ["site", f"{server.url}/", "-o", str(output), "--delay", "0", "--allow-private", "--by", "all"]
        command = [sys.executable, "-m", "maintext", *command, *options]
        # The exit code is 1 if a page failed.
        done = subprocess.run(command, check=False, capture_output=True)  # noqa: S603 - ourselves
        expect(done.returncode in (0, 1) and output.exists(), done.stderr)
        rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
        return {row["url"].removeprefix(server.url): row for row in rows}


def _site(bad: Answer) -> dict[str, Answer]:
    home = Answer(b"<p>Home. <a href=/bad>Bad</a> <a href=/good>Good</a>", headers=HTML)
    return {"/": home, "/bad": bad, "/good": Answer(b"<p>A good page.", headers=HTML)}


def _crawl_empty_frames(made: tuple[Answer, Path]) -> str:
    rows = _rows(_site(made[0]), made[1])
    expect(rows["/good"]["text"] == "A good page.", rows)
    return f"a row: {rows['/bad']['error']}"


def _serve_empty_frames(bomb: Answer) -> str:
    """Six bombs at once, then a good page: it is answered although the bombs were first."""

    async def run(address: str) -> tuple[str, list[str | BaseException]]:
        service = Service(Settings(policy=POLICY, concurrency=ConcurrencyLimits(n_quick=1, n_slow=1)))
        await service.workers.start()
        try:
            bombs = [
                asyncio.create_task(service.answer(ExtractRequest(url=f"{address}/bad", by="all"), "text"))
                for _ in range(6)
            ]
            good = await service.answer(ExtractRequest(url=f"{address}/good", by="all"), "text")
            return good, await asyncio.gather(*bombs, return_exceptions=True)
        finally:
            await service.close()

    with web_server(_site(bomb)) as server:
        good, failures = asyncio.run(run(server.url))
    expect("A good page." in good, good)
    names = {type(failure).__name__ for failure in failures}
    return f"six errors ({', '.join(sorted(names))}), and a good page is answered meanwhile"


def _sitemap(content: Callable[[], bytes]) -> Callable[[Path], tuple[bytes, Path]]:
    return lambda folder: (gzip.compress(content(), 9), folder)


def _crawl_sitemap(made: tuple[bytes, Path]) -> str:
    sitemap = Answer(made[0], headers={"Content-Type": "application/gzip"})
    routes = _site(Answer(b"<p>Bad", headers=HTML)) | {"/map.xml.gz": sitemap}
    routes["/robots.txt"] = Answer(b"Sitemap: /map.xml.gz\n")
    rows = _rows(routes, made[1], "--sitemap", "auto")
    expect(rows["/good"]["text"] == "A good page.", rows)
    row = rows["/map.xml.gz"]
    return f"a row: {row['error'] or row['note']}"


def _laughs() -> bytes:
    names = [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    return f'<!DOCTYPE u [<!ENTITY a0 "ha">{"".join(names)}]><urlset><url><loc>&a9;'.encode()


def _crawl_panic(made: tuple[Answer, Path]) -> str:
    rows = _rows(_site(made[0]), made[1])
    expect(rows["/good"]["text"] == "A good page.", rows)
    expect(rows["/bad"]["error"] is None, rows["/bad"]["error"])
    return "the page is read; the crawl ends as usual"


ATTACKS = {
    "empty-frames": Attack(
        "crawl: 6.6 KB of empty zstd frames inside zstd",
        "185 s, SIGTERM waits",
        lambda folder: (_empty_frames(), folder),
        _crawl_empty_frames,
        "crawl/test_hostile_sites.py::test_bodies_that_cost_more_than_they_hold_fail_and_the_others_are_read",
    ),
    "empty-frames-served": Attack(
        "service with `--allow-fetch`: six such URLs at once",
        "all fetches blocked for 60 s",
        lambda _: _empty_frames(),
        _serve_empty_frames,
        "fetch/test_costly_responses.py::test_other_tasks_run_and_the_time_limit_fires_while_a_body_is_decompressed",
    ),
    "gzip-in-gzip": Attack(
        "fetch: gzip in gzip, some KB",
        "1 s for 7.8 KB",
        _gzip_in_gzip,
        _fetch,
        "fetch/test_decompression.py::test_the_output_of_every_layer_is_limited",
    ),
    "sitemap-newlines": Attack(
        "crawl: a sitemap of 4.9 KB with newlines inside `<loc>`",
        "382 s",
        _sitemap(lambda: b"<urlset><url><loc>" + b"\n" * 5_000_000 + b"</loc></url></urlset>"),
        _crawl_sitemap,
        "crawl/test_hostile_sites.py::test_costly_sitemaps_end_and_the_pages_are_crawled",
    ),
    "sitemap-nested": Attack(
        "crawl: a sitemap of 43.8 KB with nested elements",
        "3 GB",
        _sitemap(lambda: b"<urlset>" + b"<a>" * 15_000_000),
        _crawl_sitemap,
        "crawl/test_hostile_sites.py::test_costly_sitemaps_end_and_the_pages_are_crawled",
    ),
    "sitemap-entities": Attack(
        "crawl: a sitemap with entities that expand to 2 GB",
        "not known",
        _sitemap(_laughs),
        _crawl_sitemap,
        "crawl/test_hostile_sites.py::test_costly_sitemaps_end_and_the_pages_are_crawled",
    ),
    "crawl-panic": Attack(
        "crawl: a page that made the parser panic",
        "the crawl ended, and again at the same page",
        lambda folder: (Answer(b"<p><b><i><div>" * 20_000 + b"<p>x", headers=HTML), folder),
        _crawl_panic,
        "crawl/test_hostile_sites.py::test_a_page_that_its_parser_does_not_survive_is_a_row_and_the_crawl_goes_on",
    ),
}
