"""`maintext site` as a process of its own, against a real server: what is asked for, and what survives being killed."""

import json
import random
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.crawl.generated_site import N_ARTICLES, N_SECTIONS, SHARED, GeneratedSite
from tests.web_server import Answer, WebServer, web_server

N_KILLS = 10
CRAWL = ("--depth", "9", "--delay", "0", "--per-host", "4", "--retries", "1", "--sitemap", "auto")
ALLOWED = ("--allow-network", "127.0.0.1/32")


@contextmanager
def running_site(latency_s: float = 0.0) -> Iterator[tuple[GeneratedSite, WebServer, WebServer]]:
    """The site, its server, and a server on another loopback address that must never be asked."""
    with web_server({"/secret": Answer(b"<p>secret")}, host="127.0.0.2") as private:
        site = GeneratedSite(private.url, latency_s)
        with web_server(site.find) as server:
            yield site, server, private


def command(server: WebServer, *arguments: object) -> list[str]:
    return [
        sys.executable,
        "-m",
        "maintext",
        "site",
        f"{server.url}/",
        "--by",
        "econ",
        *CRAWL,
        *ALLOWED,
        *map(str, arguments),
    ]


def run(server: WebServer, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(server, *arguments), capture_output=True, text=True, timeout=400, check=False)


def rows(path: Path, server: WebServer) -> dict[str, dict[str, Any]]:
    """The rows by path, without the times."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in found:
        row["fetched_at"] = None
    return {row["url"].removeprefix(server.url): row for row in found}


@dataclass(frozen=True)
class Crawled:
    """One crawl of the site, from outside."""

    site: GeneratedSite
    server: WebServer
    private: WebServer
    done: subprocess.CompletedProcess[str]
    folder: Path

    def rows(self) -> dict[str, dict[str, Any]]:
        return rows(self.folder / "site.jsonl", self.server)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    folder = tmp_path_factory.mktemp("crawl")
    with running_site() as (site, server, private):
        done = run(server, "-o", folder / "site.jsonl", "--warc", folder / "site.warc.gz", "--progress", "json")
        yield Crawled(site, server, private, done, folder)


def test_every_page_is_fetched_once_and_none_that_may_not_be(crawled: Crawled) -> None:
    expected = Counter(dict.fromkeys(crawled.site.pages, 1))
    expected.update(f"/flaky/{number}" for number in range(3))
    expected.update(crawled.site.failing)
    # A server error and broken answers may pass, so they are tried twice.
    expected.update(["/always-500", "/cut-off", "/not-http"])
    expected.update(["/robots.txt", "/map-index.xml", "/map.xml.gz"])
    expected.update(["/old", "/older", "/out", "/to-private", "/to-robots", "/self", "/ping", "/pong"])
    expected.update(f"/chain/{number}" for number in range(11))
    assert len(crawled.site.pages) > 250
    assert crawled.server.hits == expected
    assert crawled.private.asked == []
    assert not set(crawled.server.hits) & crawled.site.refused


def test_never_more_than_so_many_requests_at_once(crawled: Crawled) -> None:
    assert 1 < crawled.server.most_open <= 4


def test_every_page_has_its_text_without_what_all_share(crawled: Crawled) -> None:
    found = crawled.rows()
    with_text = {path for path, row in found.items() if row["text"]}
    duplicates = {path for path, row in found.items() if row["duplicate_of"]}
    assert crawled.site.pages - with_text - duplicates == {"/refresh"}, "it has nothing but the refresh"
    assert duplicates == {"/printed"}
    for number in range(N_SECTIONS * N_ARTICLES):
        row = found[f"/a/{number}?x={number}"]
        assert f"In chapter {number * 10} the" in row["text"]
        assert not any(shared in row["text"] for shared in SHARED)
    assert set(found["/a/1?x=1"]["dropped"]) >= set(SHARED)


def test_every_refusal_and_failure_has_its_name(crawled: Crawled) -> None:
    errors = {path: row["error"] or "" for path, row in crawled.rows().items()}
    for path, name in {
        "/private/1": "RobotsRefusedError",
        "/private/2": "RobotsRefusedError",
        "/out": "OutOfScopeError",
        "/to-private": "OutOfScopeError",
        "/self": "TooManyRedirectsError",
        "/ping": "TooManyRedirectsError",
        "/pong": "TooManyRedirectsError",
        "/chain/10": "TooManyRedirectsError",
        "/always-500": "HttpStatusError",
        "/gone": "HttpStatusError",
        "/picture": "NotHtmlResponseError",
        "/bomb": "ResponseTooLargeError",
        "/cut-off": "BrokenResponseError",
        "/not-http": "BrokenResponseError",
        "/endless-headers": "HeadersTooLargeError",
    }.items():
        assert errors[path].startswith(f"{name}: "), path


def test_charsets_are_found_in_the_right_order(crawled: Crawled) -> None:
    found = crawled.rows()
    texts = {path: row["text"] for path, row in found.items() if path.startswith("/charset/")}
    assert len(texts) == 6
    assert {path for path, text in texts.items() if not text.startswith("Größe und Übermaß")} == set()


def test_the_end_is_reported_to_people_and_programs(crawled: Crawled) -> None:
    assert crawled.done.returncode == 1, "some pages failed"
    *progress, reported = crawled.done.stderr.splitlines()
    last = json.loads(progress[-1])
    assert (last["queued"], last["failed"]) == (0, len(crawled.site.failing) + 2), "the circle of one and the chain"
    assert reported.startswith(f"maintext: {last['done']} pages, {last['failed']} failed, ")
    assert last["pages_per_second"] > 0


def test_the_warc_is_read_by_other_tools(crawled: Crawled) -> None:
    with warnings.catch_warnings():
        # fastwarc warns of parts of its own.
        warnings.simplefilter("ignore")
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    from warcio.archiveiterator import ArchiveIterator as WarcioIterator

    with (crawled.folder / "site.warc.gz").open("rb") as file:
        kept = {}
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, verify_digests=True):
            kept[str(record.headers["WARC-Target-URI"]).removeprefix(crawled.server.url)] = record.reader.read()
    assert set(kept) == crawled.site.pages
    assert b"In chapter 10 the" in kept["/a/1?x=1"], "what came compressed is kept readable"
    with (crawled.folder / "site.warc.gz").open("rb") as file:
        records = list(WarcioIterator(file, check_digests="raise"))
        assert sum(record.rec_type == "response" for record in records) == len(crawled.site.pages)


def test_the_warc_is_read_back_by_batch(crawled: Crawled) -> None:
    from pyarrow import parquet

    options = ["--by", "econ", "--jobs", "1", "-o", str(crawled.folder / "batch")]
    arguments = [sys.executable, "-m", "maintext", "batch", str(crawled.folder / "site.warc.gz"), *options]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=400, check=False)
    assert done.returncode == 0, done.stderr
    read = parquet.read_table(crawled.folder / "batch", columns=["url", "text", "error", "http_status"]).to_pylist()
    by_path = {row["url"].removeprefix(crawled.server.url): row for row in read}
    assert set(by_path) == crawled.site.pages
    assert {row["error"] for row in read} == {None}
    assert {row["http_status"] for row in read} == {200}
    for path, row in crawled.rows().items():
        if row["text"]:
            assert all(line in by_path[path]["text"] for line in row["text"].split("\n\n")), path


def test_a_second_run_asks_only_for_what_may_have_changed(crawled: Crawled) -> None:
    before = crawled.rows()
    n_asked = len(crawled.server.asked)
    assert run(crawled.server, "-o", crawled.folder / "site.jsonl").returncode == 1
    again = crawled.server.asked[n_asked:]
    conditional = [request for request in again if "if-none-match" in request.headers]
    assert len(conditional) == N_SECTIONS * N_ARTICLES
    after = crawled.rows()
    assert {path: row["text"] for path, row in after.items()} == {path: row["text"] for path, row in before.items()}
    assert after["/a/1?x=1"]["note"] == "unchanged"


def test_a_crawl_that_is_killed_again_and_again_gives_the_same_result(tmp_path: Path) -> None:
    moments = random.Random(6)
    with running_site(latency_s=0.03) as (_, server, private):
        assert run(server, "-o", tmp_path / "whole.jsonl").returncode == 1
        whole, hits_of_whole = rows(tmp_path / "whole.jsonl", server), server.hits
        server.asked.clear()
        n_cut = 0
        for _ in range(N_KILLS):
            n_cut += _killed(server, tmp_path / "killed.jsonl", moments.uniform(0.02, 0.3))
        assert not (tmp_path / "killed.jsonl").exists()
        assert n_cut == N_KILLS, "the crawl was still running each time"
        assert run(server, "-o", tmp_path / "killed.jsonl").returncode == 1
        assert rows(tmp_path / "killed.jsonl", server) == whole
        twice = server.hits - hits_of_whole
        assert sum(twice.values()) <= N_KILLS * 4, "only what was under way when it was killed is asked for again"
        assert private.asked == []


def _killed(server: WebServer, output: Path, after_s: float) -> bool:
    """Starts a crawl and kills it some time after its first request; whether it was still running."""
    n_asked = len(server.asked)
    with subprocess.Popen(command(server, "-o", output), stderr=subprocess.DEVNULL) as process:
        _wait_for(server, n_asked + 1)
        time.sleep(after_s)
        is_running = process.poll() is None
        process.send_signal(signal.SIGKILL)
    return is_running


def test_an_interrupted_crawl_ends_cleanly_and_goes_on(tmp_path: Path) -> None:
    with running_site(latency_s=0.02) as (site, server, _):
        arguments = ("-o", tmp_path / "site.jsonl", "--retries", "0")
        with subprocess.Popen(command(server, *arguments), stderr=subprocess.PIPE, text=True) as process:
            _wait_for(server, 40)
            process.send_signal(signal.SIGINT)
            _, reported = process.communicate(timeout=100)
        assert process.returncode == 130
        assert "the same command resumes the crawl" in reported
        assert "Traceback" not in reported
        assert run(server, *arguments).returncode == 1
        assert set(rows(tmp_path / "site.jsonl", server)) >= site.pages


def test_private_addresses_are_refused_with_a_line_in_the_manifest(tmp_path: Path) -> None:
    with running_site() as (_, server, private):
        arguments = [sys.executable, "-m", "maintext", "site", f"{private.url}/", f"{server.url}/a/1?x=1", *ALLOWED]
        done = subprocess.run(
            [*arguments, "--delay", "0", "-o", f"{tmp_path}/out/"], capture_output=True, timeout=200, check=False
        )
        assert done.returncode == 0, "a refusal is no failure"
        lines = [json.loads(line) for line in (tmp_path / "out" / "manifest.jsonl").read_text().splitlines()]
        by_url = {line["url"]: line for line in lines}
        assert by_url[f"{private.url}/"]["error"].startswith("ForbiddenAddressError: ")
        assert (tmp_path / "out" / by_url[f"{server.url}/a/1?x=1"]["file"]).read_text().count("In chapter 10 the")
        assert private.asked == []


def _wait_for(server: WebServer, n_asked: int) -> None:
    deadline = time.monotonic() + 120
    while len(server.asked) < n_asked:
        assert time.monotonic() < deadline, f"asked {len(server.asked)} times, not {n_asked}"
        time.sleep(0.005)
