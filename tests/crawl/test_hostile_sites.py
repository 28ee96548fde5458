"""Sites that try to end, delay or misdirect a crawl, on real servers: each costs its own addresses and nothing else."""

import gzip
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from maintext.crawl import Pace, RowOptions, Scope, SiteRow, open_state, read_rows, run_crawl
from maintext.crawl.guarded_visits import GuardedVisits
from maintext.fetch import Policy
from maintext.fetch.decompression import zstandard_package
from maintext.guard import GuardLimits
from maintext.shared_blocks.guarded import Extraction
from tests.web_server import Answer, Asked, WebServer, raw, web_server

HTML = {"Content-Type": "text/html; charset=utf-8"}
POLICY = Policy(allowed_networks=("127.0.0.1/32",))
FAST = Pace(delay_s=0.0, slowness=0.0, backoff_s=0.01, per_host=4, n_retries=1)
LIMITS = GuardLimits(max_seconds=0.5, max_bytes=200 * 2**20)
EVERYTHING = RowOptions(Extraction("all"))


def page(text: str, *links: str, title: str = "", **headers: str) -> Answer:
    anchors = "".join(f'<a href="{link}">x</a>' for link in links)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(f"<title>{title or text}</title><p>{text}</p>{anchors}".encode(), headers={**HTML, **named})


def crawled(server: WebServer, path: Path, limits: GuardLimits = LIMITS, **scope: Any) -> dict[str, SiteRow]:
    """Runs a crawl to its end; the rows by path."""
    with open_state(path, Scope((f"{server.url}/",), **scope)) as state:
        run_crawl(state, POLICY, FAST, limits=limits)
        rows = {row.url.removeprefix(server.url): row for row in read_rows(state, EVERYTHING)}
        state.finish()
    return rows


def test_a_page_that_its_parser_does_not_survive_is_a_row_and_the_crawl_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GuardedVisits, "task", "tests.crawl.killer_visits:killer_task")
    killers = ["/panic", "/crash", "/hang", "/eat"]
    routes: dict[str, Any] = {path: page(path) for path in killers}
    routes["/"] = page("Home", *killers, "/good")
    routes["/good"] = page("A good page.", "/far")
    routes["/far"] = page("A page behind it.")
    with web_server(routes) as server:
        rows = crawled(server, tmp_path / "state", depth=3)
        assert {path: rows[path].error for path in killers} == {
            "/panic": "RuntimeError: index out of bounds",
            "/crash": "PageCrashError: the page's process ended: SIGSEGV",
            "/hang": "PageTimeoutError: the page took longer than 0.5 s",
            "/eat": "PageMemoryError: the page needed more than 209,715,200 bytes of memory",
        }
        assert {rows[path].status for path in killers} == {200}
        assert (rows["/good"].text, rows["/far"].text) == ("A good page.\n\nx", "A page behind it.")
        assert server.hits["/far"] == 1


def test_a_crawl_that_met_such_pages_is_resumed_past_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GuardedVisits, "task", "tests.crawl.killer_visits:killer_task")
    routes = {"/": page("Home", "/crash", "/a"), "/crash": page("Crash"), "/a": page("A", "/b"), "/b": page("B")}
    with web_server(routes) as server:
        scope = Scope((f"{server.url}/",), depth=2, max_pages=3)
        with open_state(tmp_path / "state", scope) as state:
            run_crawl(state, POLICY, FAST, limits=LIMITS)
        with open_state(tmp_path / "state", scope) as state:
            progress = run_crawl(state, POLICY, FAST, limits=LIMITS)
            assert (progress.n_done, progress.n_failed, progress.n_queued) == (2, 1, 1)
        assert server.hits["/crash"] == 1


def test_a_pattern_that_takes_forever_on_an_address_is_a_row(tmp_path: Path) -> None:
    routes = {"/": page("Home", "/good", f"/{'a' * 40}!"), "/good": page("Good"), "/x": page("X", "/good")}
    with web_server(routes) as server:
        rows = crawled(server, tmp_path / "state", exclude=("(a+)+b",))
        assert rows["/"].error == "PageTimeoutError: the page took longer than 0.5 s"


SITEMAPS: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "newlines": (lambda: b"<urlset><url><loc>" + b"\n" * 50_000_000 + b"</loc></url></urlset>", "a sitemap of 0 addr"),
    "nested": (lambda: b"<urlset>" + b"<a>" * 16_000_000, "nested deeper than 64"),
    "entities": (lambda: b'<!DOCTYPE urlset [<!ENTITY a "ha">]><urlset>&a;</urlset>', "declares entities"),
    "attributes": (lambda: b'<!DOCTYPE a [<!ATTLIST a b CDATA "x">]><a/>', "declares entities or elements"),
    "blank lines": (lambda: b"\n" * 50_000_000, "neither a sitemap nor a feed"),
}


def test_costly_sitemaps_end_and_the_pages_are_crawled(tmp_path: Path) -> None:
    routes: dict[str, Any] = {
        f"/{number}.xml.gz": Answer(gzip.compress(make()), headers={"Content-Type": "application/gzip"})
        for number, (make, _) in enumerate(SITEMAPS.values())
    }
    robots = "".join(f"Sitemap: {path}\n" for path in routes)
    routes |= {"/robots.txt": Answer(robots.encode()), "/": page("Home")}
    with web_server(routes) as server:
        # As much time as reading takes on a busy machine: the reading is linear, so that it ends by itself.
        rows = crawled(server, tmp_path / "state", GuardLimits(max_seconds=60.0), sitemaps=("auto",))
    assert rows["/"].text == "Home"
    for number, (name, (_, message)) in enumerate(SITEMAPS.items()):
        row = rows[f"/{number}.xml.gz"]
        assert message in f"{row.error} {row.note}", name


def test_bodies_that_cost_more_than_they_hold_fail_and_the_others_are_read(tmp_path: Path) -> None:
    zstd = zstandard_package().compress
    bomb = Answer(zstd(zstd(b"") * 1_000_000), headers={**HTML, "Content-Encoding": "zstd, zstd"})
    with web_server({"/": page("Home", "/bomb", "/good"), "/bomb": bomb, "/good": page("Good")}) as server:
        rows = crawled(server, tmp_path / "state")
    assert rows["/bomb"].error == "ResponseTooLargeError: the compressed body has more than 2,000 frames"
    assert rows["/good"].text == "Good"


@pytest.mark.parametrize(
    "value",
    ["Mon, 01 Jan 2024 00:00:00 +99999999999999999999", "Mon, 01 Jan 99999999999 00:00:00 GMT", "9" * 5000, "nan", ""],
)
def test_a_retry_after_that_makes_no_sense_is_ignored(tmp_path: Path, value: str) -> None:
    busy = Answer(status=503, headers={"Retry-After": value})
    with web_server({"/": page("Home", "/busy"), "/busy": busy}) as server:
        rows = crawled(server, tmp_path / "state")
        assert (rows["/busy"].error or "").startswith("HttpStatusError: ")
        assert server.hits["/busy"] == 2


def calendar(path: str) -> Answer | None:
    """Months without end, each with links to its days and to the months beside it."""
    kind, _, number = path.strip("/").partition("/")
    if kind == "month":
        month = int(number)
        days = [f"/day/{month}-{day}" for day in range(28)]
        return page(f"Month {month}", f"/month/{month + 1}", f"/month/{month - 1}", *days)
    return page(f"Nothing on {number}", "/month/0") if kind == "day" else None


def test_a_calendar_without_end_takes_no_page_from_the_rest(tmp_path: Path) -> None:
    articles = {f"/a/{number}": page(f"Article {number}", f"/b/{number}") for number in range(30)}
    articles |= {f"/b/{number}": page(f"Background {number}") for number in range(30)}
    home = page("Home", "/month/0", *(f"/a/{number}" for number in range(30)))

    def find(path: str) -> Any:
        return home if path == "/" else articles.get(path) or calendar(path) or Answer(status=404)

    with web_server(find) as server:
        rows = crawled(server, tmp_path / "state", depth=6, max_pages=150)
    fetched = {path for path, row in rows.items() if row.fetched_at}
    assert set(articles) <= fetched, "all articles come before the far months"
    assert len(fetched) == 150


def test_relative_links_that_lead_into_themselves_end(tmp_path: Path) -> None:
    with web_server(lambda path: page(f"At {path}", "a/", "/b/c/")) as server:
        rows = crawled(server, tmp_path / "state", depth=50)
    assert sorted(rows) == ["/", "/a/", "/a/a/", "/a/a/a/", "/b/c/", "/b/c/a/", "/b/c/a/a/", "/b/c/a/a/a/"]


def test_redirects_to_ever_new_addresses_end(tmp_path: Path) -> None:
    def find(path: str) -> Any:
        if not path.startswith("/r/"):
            return page("Home", "/r/0") if path == "/" else Answer(status=404)
        return Answer(status=302, headers={"Location": f"/r/{int(path.removeprefix('/r/')) + 1}"})

    with web_server(find) as server:
        rows = crawled(server, tmp_path / "state", depth=3)
        assert len(server.asked) == 13, "robots.txt, the seed, and eleven redirects"
    assert (rows["/r/10"].error or "").startswith("TooManyRedirectsError: the last of more than 10 redirects")


def test_a_site_of_redirects_alone_ends(tmp_path: Path) -> None:
    """Redirects are not pages, so the largest number of pages does not end it."""
    links = [f"/r/{number}" for number in range(300)]

    def find(path: str) -> Any:
        return page("Home", *links) if path == "/" else Answer(status=302, headers={"Location": "/"})

    with web_server(find) as server:
        crawled(server, tmp_path / "state", depth=3, max_pages=5)
        assert len(server.asked) < 70


def test_redirects_that_all_lead_to_the_next_are_listed_in_no_time(tmp_path: Path) -> None:
    links = [f"/r/{number}" for number in range(2_000)]

    def find(path: str) -> Any:
        if not path.startswith("/r/"):
            return page("Home", *links) if path == "/" else Answer(status=404)
        number = int(path.removeprefix("/r/"))
        return page("End") if number == 1_999 else Answer(status=302, headers={"Location": f"/r/{number + 1}"})

    with web_server(find) as server:
        rows = crawled(server, tmp_path / "state")
    assert len(rows) == 2_001
    assert {rows[path].error for path in links} == {None}


def test_cookies_are_not_kept_and_a_wall_of_them_is_a_row(tmp_path: Path) -> None:
    def wall(asked: Asked) -> Answer:
        assert "cookie" not in asked.headers
        return Answer(status=302, headers={"Location": "/wall?checked=1", "Set-Cookie": "a=" + "x" * 4_000})

    routes = {
        "/": page("Home", "/wall", "/good", Set_Cookie="session=1"),
        "/wall": wall,
        "/wall?checked=1": Answer(status=302, headers={"Location": "/wall"}),
        "/good": page("Good"),
    }
    with web_server(routes) as server:
        rows = crawled(server, tmp_path / "state")
        assert not any("cookie" in asked.headers for asked in server.asked)
    assert rows["/wall"].error == "TooManyRedirectsError: it redirects in a circle of 2"
    assert rows["/good"].text == "Good"


def test_giant_headers_are_a_row(tmp_path: Path) -> None:
    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(100):
            handler.wfile.write(b"Set-Cookie: c%d=" % number + b"x" * 4_000 + b"\r\n")
            time.sleep(0.001)

    with web_server({"/": page("Home", "/giant", "/good"), "/giant": raw(write), "/good": page("Good")}) as server:
        rows = crawled(server, tmp_path / "state")
    assert (rows["/giant"].error or "").startswith("HeadersTooLargeError: ")
    assert rows["/good"].text == "Good"


def test_odd_robots_files_end_no_crawl(tmp_path: Path) -> None:
    names = "".join(f"User-agent: a{number}\n" for number in range(20_000))
    for number, robots in enumerate(
        [names + "Disallow: /x\n" * 10_000, "User-agent: *\nCrawl-delay: nan", "\0" * 9_999]
    ):
        with web_server({"/": page("Home"), "/robots.txt": Answer(robots.encode())}) as server:
            assert crawled(server, tmp_path / str(number))["/"].text == "Home"
