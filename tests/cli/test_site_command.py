"""`maintext site` from outside, on small sites."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from maintext.cli.main import commands
from maintext.cli.site import site as site_command
from maintext.crawl.output.rows import SiteRow
from maintext.errors import MaintextError
from tests.shared_data import ROOT
from tests.web_server import Answer, WebServer, web_server

HTML = {"Content-Type": "text/html"}
DOC = (ROOT / "docs" / "how-to" / "sites.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    routes = {
        "/": Answer(
            b"<title>Home</title><p>Welcome to the harbour, traveller.<a href=/a>A</a><a href=/b>B</a>", headers=HTML
        ),
        "/a": Answer(b"<title>A</title><p>The ferry leaves in the morning.", headers=HTML),
        "/b": Answer(b"<title>B</title><p>The storm comes in the evening.", headers=HTML),
    }
    with web_server(routes) as running:
        yield running


def site(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maintext", "site", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)


def test_rows_go_to_standard_output_as_json_lines(server: WebServer) -> None:
    done = site(f"{server.url}/", "--delay", "0", "--allow-private", "--by", "all")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["title"] for row in rows] == ["Home", "A", "B"]
    assert rows[1]["text"] == "The ferry leaves in the morning."
    assert rows[1]["markdown"] == "# A\n\nThe ferry leaves in the morning."
    assert done.stderr == "maintext: 3 pages, 0 failed, 0 refused, 0 moved; 3 rows\n"
    assert done.returncode == 0


def test_pages_that_are_left_are_counted(server: WebServer) -> None:
    done = site(f"{server.url}/", "--delay", "0", "--allow-private", "--max-pages", "2")
    assert "2 pages, 0 failed, 0 refused, 0 moved, 1 left after 2; 2 rows" in done.stderr


def test_a_crawl_can_be_written_again_without_fetching(server: WebServer, tmp_path: Path) -> None:
    first = site(f"{server.url}/", "--delay", "0", "--allow-private", "-o", f"{tmp_path}/pages/", "--by", "all")
    assert first.returncode == 0
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == [
        ".crawl", "a.md", "b.md", "index.md", "manifest.jsonl"
    ]  # fmt: skip
    n_asked = len(server.asked)
    again = site(f"{server.url}/", "--offline", "--state", tmp_path / "pages" / ".crawl", "-o", tmp_path / "x.parquet")
    assert again.returncode == 0
    assert len(server.asked) == n_asked
    from pyarrow import parquet

    assert parquet.read_table(tmp_path / "x.parquet").num_rows == 3


def test_nothing_but_a_refusal_is_a_failure(server: WebServer) -> None:
    done = site(f"{server.url}/", "--delay", "0")
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"].startswith(
        "ForbiddenAddressError: refusing to fetch 127.0.0.1: loopback address"
    )
    assert f"maintext: {server.url}/: ForbiddenAddressError: " in done.stderr
    assert "(allow it with --allow-private)" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["example.org"], "'example.org' is not a complete address: begin it with https://"),
        (["ftp://example.org/"], "not an http or https address: 'ftp://example.org/'"),
        (["https://example.org/", "--include", "("], "'(' is not a regular expression"),
        (["https://example.org/", "--user-agent", "a\nb"], "user_agent must be one line of printable ASCII characters"),
        (["https://example.org/", "--offline"], "name its file with --state"),
        (["https://example.org/", "--minimum", "1"], "minimum must be at least 2 pages, got 1"),
        (["https://example.org/", "-o", "site.csv"], "site.csv must end in .jsonl"),
        (["https://example.org/", "--offline", "--state", "nowhere"], "no crawl found in nowhere"),
        (["https://example.org/", "-o", "/dev/null/x/site.jsonl"], "cannot create /dev/null/x"),
        (["https://example.org/", "--state", "/dev/null/x"], "cannot use /dev/null/x for a crawl"),
        (["https://example.org/", "--sitemap", "x y"], "'x y' is not a complete address"),
    ],
)
def test_a_mistake_is_reported_before_anything_is_requested(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MaintextError, match=re.escape(message)):
        commands.main(["site", *arguments], standalone_mode=False)
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_is_one_line() -> None:
    done = site("https://example.org/", "--allow-network", "x")
    assert done.returncode == 1
    assert done.stderr == "maintext: not a network: 'x' does not appear to be an IPv4 or IPv6 network\n"


def test_every_option_and_field_is_documented() -> None:
    options = {name for option in site_command.params for name in option.opts if name.startswith("-")}
    assert {name for name in options if name not in DOC} == set()
    assert {name for name in SiteRow.__dataclass_fields__ if f"`{name}`" not in DOC} == set()


def test_a_killer_page_costs_its_own_row_and_is_counted(tmp_path: Path) -> None:
    routes = {
        "/": Answer(b"<title>Home</title><p>Welcome.<a href=/a>A</a><a href=/b>B</a>", headers=HTML),
        "/a": Answer(b"<title>hang</title><p>The ferry leaves in the morning.", headers=HTML),
        "/b": Answer(b"<title>B</title><p>The storm comes in the evening.", headers=HTML),
    }
    options = ["--delay", "0", "--allow-private", "--by", "tests.batch.killers:Killer", "--page-seconds", "0.5"]
    with web_server(routes) as server:
        done = site(f"{server.url}/", *options, "--warc", tmp_path / "site.warc.gz")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["error"] for row in rows] == [None, "PageTimeoutError: the page took longer than 0.5 s", None]
    assert rows[2]["text"] == "The storm comes in the evening."
    assert done.stderr == "maintext: 3 pages, 0 failed, 0 refused, 0 moved, 1 could not be read; 3 rows\n"
    assert done.returncode == 1
    command = [sys.executable, "-m", "maintext", "match", str(tmp_path / "site.warc.gz"), *options[3:]]
    matched = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert "/a: PageTimeoutError: the page took longer than 0.5 s" in matched.stderr
    assert "0 blocks were dropped from 2 pages" in matched.stderr
    assert matched.returncode == 1


def test_an_interrupted_extraction_ends_cleanly_and_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    routes = {"/": Answer(f"<title>hang {log}</title><p>Welcome to the harbour.".encode(), headers=HTML)}
    with web_server(routes) as server:
        arguments = [f"{server.url}/", "--delay", "0", "--allow-private", "-o", str(tmp_path / "site.jsonl")]
        command = [sys.executable, "-m", "maintext", "site", *arguments, "--by", "tests.batch.killers:Logged"]
        with subprocess.Popen([*command, "--page-seconds", "100"], stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + 100
            while not log.exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            _, reported = process.communicate(timeout=100)
        assert process.returncode == 130
        assert reported == "\nmaintext: interrupted after 1 pages; the same command resumes the crawl\n"
        n_asked = len(server.asked)
        assert site(*arguments, "--by", "all").returncode == 0
        assert len(server.asked) == n_asked
    assert json.loads((tmp_path / "site.jsonl").read_text())["text"] == "Welcome to the harbour."


def test_what_publishers_ask_is_recorded_and_reserved_texts_can_be_left_out() -> None:
    def page(name: str, head: str = "") -> bytes:
        links = "".join(f"<a href=/{path}>{path}</a>" for path in ("meta", "header", "part/page", "free"))
        return f"<title>{name}</title>{head}<p>The ferry of {name} leaves in the morning.{links}".encode()

    routes = {
        "/robots.txt": Answer(b"User-agent: *\nAllow: /\nContent-Signal: /part/ ai-train=no\n"),
        "/": Answer(page("home"), headers=HTML),
        "/meta": Answer(page("meta", '<meta name="robots" content="noai">'), headers=HTML),
        "/header": Answer(page("header"), headers={**HTML, "X-Robots-Tag": "noindex, noai"}),
        "/part/page": Answer(page("part"), headers=HTML),
        "/free": Answer(page("free", '<meta name="robots" content="noarchive">'), headers=HTML),
    }
    options = ("--delay", "0", "--allow-private", "--by", "all", "--keep-shared")
    with web_server(routes) as running:
        found, limited = (
            {row["title"]: row for row in map(json.loads, site(f"{running.url}/", *options, *more).stdout.splitlines())}
            for more in ((), ("--allows-training",))
        )
    assert {title: row["permissions"] for title, row in found.items()} == {
        "home": [],
        "meta": ["noai"],
        "header": ["noindex", "noai"],
        "part": ["ai-train=no"],
        "free": ["noarchive"],
    }
    assert all("leaves in the morning" in row["text"] for row in found.values())
    assert {title for title, row in limited.items() if row["text"]} == {"home", "free"}
    assert limited["part"]["note"] == "reserved against training: ai-train=no"
