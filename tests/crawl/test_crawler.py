"""The crawler on simulated sites: which pages it asks for, how often, and what it writes down."""

import gzip
from pathlib import Path

import pytest

from maintext.crawl.frontier import State
from maintext.crawl.scope import AUTO, Scope
from maintext.crawl.state import open_state
from maintext.errors import ConnectionFailedError, CrawlError, ForbiddenAddressError
from maintext.fetch import FetchedPage
from tests.crawl.simulated import SITE, Reply, SimulatedWeb, crawl, crawl_addresses, linking, page

SEED = f"{SITE}/"


def paths(web: SimulatedWeb) -> list[str]:
    """What was asked for, each path once for every time."""
    return sorted(url.removeprefix(SITE) for url in web.pages_asked.elements())


def test_the_default_is_the_seed_and_what_it_links_to_on_its_site(tmp_path: Path) -> None:
    web = SimulatedWeb(
        {
            SEED: linking(
                "/a", "b", "https://www.example.org/c", "https://other.org/", "mailto:x@example.org", "/p.jpg"
            ),
            f"{SITE}/a": linking("/too-far"),
            f"{SITE}/b": linking("/", "/a"),
            "https://www.example.org/c": "text",
        }
    )
    lines = crawl(web, tmp_path / "state", Scope((SEED,)))
    assert paths(web) == ["/", "/a", "/b", "https://www.example.org/c"]
    assert {state for state, _ in lines.values()} == {State.DONE}


def test_depth_is_the_length_of_the_shortest_way(tmp_path: Path) -> None:
    web = SimulatedWeb(
        {
            SEED: linking("/1", "/3"),
            f"{SITE}/1": linking("/2"),
            f"{SITE}/2": linking("/3"),
            f"{SITE}/3": linking("/4"),
            f"{SITE}/4": linking("/5"),
        }
    )
    crawl(web, tmp_path / "state", Scope((SEED,), depth=2))
    assert paths(web) == ["/", "/1", "/2", "/3", "/4"]


def test_one_page_is_asked_for_once_under_all_its_addresses(tmp_path: Path) -> None:
    links = ["/a#x", "/a?utm_source=y", "./a", "//example.org/a", "HTTPS://EXAMPLE.org:443/b/../a", "/%61"]
    web = SimulatedWeb({SEED: linking(*links), f"{SITE}/a": "text"})
    crawl(web, tmp_path / "state", Scope((SEED,)))
    assert paths(web) == ["/", "/a"]


def test_a_base_moves_the_links(tmp_path: Path) -> None:
    web = SimulatedWeb({SEED: '<base href="/deep/">' + linking("a"), f"{SITE}/deep/a": "text"})
    crawl(web, tmp_path / "state", Scope((SEED,)))
    assert paths(web) == ["/", "/deep/a"]


def test_include_and_exclude_choose_pages_and_the_seed_needs_neither(tmp_path: Path) -> None:
    web = SimulatedWeb({SEED: linking("/news/1", "/news/2?print=1", "/shop/1")})
    crawl(web, tmp_path / "state", Scope((SEED,), include=("/news/",), exclude=("print=",)))
    assert paths(web) == ["/", "/news/1"]


def test_subdomains_belong_to_the_site_only_on_request(tmp_path: Path) -> None:
    replies = {SEED: linking("https://blog.example.org/", "https://evilexample.org/")}
    alone, together = SimulatedWeb(replies), SimulatedWeb(replies)
    crawl(alone, tmp_path / "alone", Scope((SEED,)))
    crawl(together, tmp_path / "together", Scope((SEED,), with_subdomains=True))
    assert paths(alone) == ["/"]
    assert paths(together) == ["/", "https://blog.example.org/"]


def test_no_more_pages_than_allowed_are_asked_for(tmp_path: Path) -> None:
    web = SimulatedWeb(lambda url: linking(*(f"{url}{number}/" for number in range(10))))
    crawl(web, tmp_path / "state", Scope((SEED,), depth=9, max_pages=25))
    assert sum(web.pages_asked.values()) == 25


def test_only_so_many_links_of_a_page_are_followed_and_the_note_says_so(tmp_path: Path) -> None:
    web = SimulatedWeb({SEED: linking(*(f"/{number}" for number in range(50)))})
    seed, *_ = crawl_addresses(web, tmp_path / "state", Scope((SEED,), max_links=7))
    assert sum(web.pages_asked.values()) == 8
    assert seed.note == "7 of 50 links were followed"


def test_a_site_that_makes_up_addresses_fills_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.crawl.crawler.MAX_KNOWN", 30)
    web = SimulatedWeb(lambda url: linking(*(f"{url}{number}/" for number in range(10))))
    lines = crawl_addresses(web, tmp_path / "state", Scope((SEED,), depth=9))
    assert 30 < sum(web.pages_asked.values()) < 45
    assert lines[-1].note == "its links were not followed: the crawl knows 30 addresses"


class TestRedirects:
    def test_they_are_followed_within_the_site(self, tmp_path: Path) -> None:
        web = SimulatedWeb(
            {
                SEED: linking("/old", "/new"),
                f"{SITE}/old": page(status=301, location="/new"),
                f"{SITE}/new": "text",
            }
        )
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert paths(web) == ["/", "/new", "/old"]
        assert lines[f"{SITE}/old"] == (State.MOVED, None)

    def test_out_of_the_site_they_are_refused(self, tmp_path: Path) -> None:
        web = SimulatedWeb({SEED: linking("/out"), f"{SITE}/out": page(status=302, location="http://10.0.0.1/")})
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert lines[f"{SITE}/out"] == (
            State.REFUSED,
            "OutOfScopeError: it redirects to http://10.0.0.1/, which is outside the crawl",
        )
        assert paths(web) == ["/", "/out"]

    def test_a_seed_that_moved_takes_the_crawl_with_it(self, tmp_path: Path) -> None:
        new = "https://new.example/"
        web = SimulatedWeb({SEED: page(status=301, location=new), new: linking("/a"), f"{new}a": "text"})
        crawl(web, tmp_path / "state", Scope((SEED,)))
        assert paths(web) == ["/", new, f"{new}a"]

    def test_loops_end(self, tmp_path: Path) -> None:
        web = SimulatedWeb(
            {
                SEED: linking("/self", "/ping"),
                f"{SITE}/self": page(status=302, location="/self"),
                f"{SITE}/ping": page(status=302, location="/pong"),
                f"{SITE}/pong": page(status=302, location="/ping"),
            }
        )
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert paths(web) == ["/", "/ping", "/pong", "/self"]
        assert lines[f"{SITE}/self"] == (State.FAILED, "TooManyRedirectsError: it redirects to itself")

    def test_chains_end(self, tmp_path: Path) -> None:
        web = SimulatedWeb(lambda url: linking("/r") if url == SEED else page(status=302, location=f"{url}r"))
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert sum(web.pages_asked.values()) == 12
        assert sum(error is not None and "TooManyRedirects" in error for _, error in lines.values()) == 1

    def test_a_redirect_that_adds_a_session_is_followed_to_the_letter(self, tmp_path: Path) -> None:
        web = SimulatedWeb({SEED: page(status=302, location="/?PHPSESSID=1"), f"{SEED}?PHPSESSID=1": "text"})
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert lines[f"{SEED}?PHPSESSID=1"] == (State.DONE, None)

    def test_a_refresh_in_the_page_is_followed(self, tmp_path: Path) -> None:
        web = SimulatedWeb({SEED: '<meta http-equiv="refresh" content="0; url=/en/">', f"{SITE}/en/": linking("/a")})
        crawl(web, tmp_path / "state", Scope((SEED,)))
        assert paths(web) == ["/", "/a", "/en/"]


class TestFailures:
    def test_what_may_pass_is_tried_again_and_what_may_not_is_not(self, tmp_path: Path) -> None:
        web = SimulatedWeb(
            {
                SEED: linking("/503", "/404", "/down", "/inside"),
                f"{SITE}/503": page(status=503),
                f"{SITE}/down": ConnectionFailedError("nobody there"),
                f"{SITE}/inside": ForbiddenAddressError("one's own"),
            }
        )
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert web.pages_asked == {SEED: 1, f"{SITE}/503": 3, f"{SITE}/404": 1, f"{SITE}/down": 3, f"{SITE}/inside": 1}
        assert lines[f"{SITE}/503"] == (State.FAILED, f"HttpStatusError: {SITE}/503 has status 503")
        assert lines[f"{SITE}/404"] == (State.FAILED, f"HttpStatusError: {SITE}/404 has status 404")
        assert lines[f"{SITE}/down"] == (State.FAILED, "ConnectionFailedError: nobody there")
        assert lines[f"{SITE}/inside"] == (State.REFUSED, "ForbiddenAddressError: one's own")

    def test_a_page_that_comes_at_the_second_try_is_kept(self, tmp_path: Path) -> None:
        web = SimulatedWeb(lambda url: page(status=500) if web.asked[url] < 2 else "text")
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert lines == {SEED: (State.DONE, None)}

    def test_a_pdf_that_is_called_html_is_a_named_error(self, tmp_path: Path) -> None:
        pdf = FetchedPage("", 200, (("content-type", "text/html"),), b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")
        lines = crawl(SimulatedWeb({SEED: pdf}), tmp_path / "state", Scope((SEED,)))
        assert (lines[SEED][1] or "").startswith("NotHtmlError: the input looks like PDF")

    def test_links_of_a_markdown_page_are_followed(self, tmp_path: Path) -> None:
        source = FetchedPage("", 200, (("content-type", "text/markdown"),), b"# Home\n\nSee [the ferry](/ferry).\n")
        web = SimulatedWeb({SEED: source, f"{SITE}/ferry": "text"})
        crawl(web, tmp_path / "state", Scope((SEED,)))
        assert paths(web) == ["/", "/ferry"]

    def test_a_picture_is_not_a_page(self, tmp_path: Path) -> None:
        picture = FetchedPage("", 200, (("content-type", "image/png"),), b"\x89PNG")
        lines = crawl(SimulatedWeb({SEED: picture}), tmp_path / "state", Scope((SEED,)))
        assert lines[SEED][1] == f"NotHtmlResponseError: {SEED} is image/png, not HTML"


class TestRobots:
    def test_what_it_forbids_is_not_asked_for(self, tmp_path: Path) -> None:
        web = SimulatedWeb(
            {
                f"{SITE}/robots.txt": page("User-agent: *\nDisallow: /private"),
                SEED: linking("/private/1", "/moved", "/open"),
                f"{SITE}/moved": page(status=301, location="/private/2"),
            }
        )
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert paths(web) == ["/", "/moved", "/open"]
        for number in "12":
            assert lines[f"{SITE}/private/{number}"] == (
                State.REFUSED,
                "RobotsRefusedError: robots.txt disallows it",
            )

    def test_it_is_asked_for_once_and_again_if_it_cannot_be_read(self, tmp_path: Path) -> None:
        web = SimulatedWeb({SEED: linking("/a"), f"{SITE}/robots.txt": page(status=503)})
        lines = crawl(web, tmp_path / "state", Scope((SEED,)))
        assert web.asked == {f"{SITE}/robots.txt": 3}
        assert lines[SEED] == (State.REFUSED, "RobotsRefusedError: cannot read robots.txt: status 503")


class TestStartingPoints:
    def test_sitemaps_that_robots_names_are_read_with_all_they_name(self, tmp_path: Path) -> None:
        index = f"<sitemapindex><sitemap><loc>{SITE}/1.xml.gz</loc></sitemap></sitemapindex>"
        urls = f"<urlset><url><loc>{SITE}/far</loc></url><url><loc>https://other.org/</loc></url></urlset>"
        web = SimulatedWeb(
            {
                f"{SITE}/robots.txt": page(f"Sitemap: {SITE}/index.xml"),
                f"{SITE}/index.xml": page(index),
                f"{SITE}/1.xml.gz": FetchedPage("", 200, (), gzip.compress(urls.encode())),
                f"{SITE}/far": linking("/farther"),
            }
        )
        crawl(web, tmp_path / "state", Scope((SEED,), depth=0, sitemaps=(AUTO,)))
        assert paths(web) == ["/", "/1.xml.gz", "/far", "/index.xml"]

    def test_feeds_that_the_seed_names_are_read(self, tmp_path: Path) -> None:
        feed = f"<rss><channel><link>{SITE}/</link><item><link>{SITE}/post?utm_medium=rss</link></item></channel></rss>"
        web = SimulatedWeb(
            {
                SEED: '<link rel="alternate" type="application/rss+xml" href="/feed">',
                f"{SITE}/feed": page(feed),
                f"{SITE}/post": "text",
            }
        )
        crawl(web, tmp_path / "state", Scope((SEED,), depth=0, feeds=(AUTO,)))
        assert paths(web) == ["/", "/feed", "/post"]

    def test_a_sitemap_that_is_something_else_is_reported(self, tmp_path: Path) -> None:
        web = SimulatedWeb({SEED: "text", f"{SITE}/map.xml": page("<html><p>Not here!</html>")})
        lines = crawl(web, tmp_path / "state", Scope((SEED,), sitemaps=(f"{SITE}/map.xml",)))
        state, error = lines[f"{SITE}/map.xml"]
        assert state is State.FAILED
        assert (error or "").startswith("BrokenResponseError: neither a sitemap nor a feed")


class TestSecondRun:
    def test_only_what_has_changed_is_sent_again(self, tmp_path: Path) -> None:
        scope = Scope((SEED,))
        first: dict[str, Reply] = {
            SEED: page(linking("/a", "/b"), etag='"1"'),
            f"{SITE}/a": page("old", last_modified="Mon"),
            f"{SITE}/b": "b",
        }
        crawl(SimulatedWeb(first), tmp_path / "state", scope)
        web = SimulatedWeb({SEED: page(status=304), f"{SITE}/a": page("new"), f"{SITE}/b": "b"})
        lines = crawl(web, tmp_path / "state", scope)
        assert web.conditions[SEED] == {"If-None-Match": '"1"'}
        assert web.conditions[f"{SITE}/a"] == {"If-Modified-Since": "Mon"}
        assert web.conditions[f"{SITE}/b"] == {}
        assert {state for state, _ in lines.values()} == {State.DONE}
        assert len(lines) == 3, "the links of a page that has not changed are followed again"

    def test_pages_that_are_gone_are_forgotten(self, tmp_path: Path) -> None:
        scope = Scope((SEED,))
        crawl(SimulatedWeb({SEED: linking("/a"), f"{SITE}/a": "text"}), tmp_path / "state", scope)
        lines = crawl(SimulatedWeb({SEED: "no links"}), tmp_path / "state", scope)
        assert list(lines) == [SEED]


class TestStateFile:
    def test_an_unfinished_crawl_goes_on_only_as_it_began(self, tmp_path: Path) -> None:
        with open_state(tmp_path / "state", Scope((SEED,))):
            pass
        with (
            pytest.raises(CrawlError, match="unfinished crawl with other settings"),
            open_state(tmp_path / "state", Scope((SEED,), depth=3)),
        ):
            pass

    def test_two_crawls_cannot_have_one_file(self, tmp_path: Path) -> None:
        with (
            open_state(tmp_path / "state", Scope((SEED,))),
            pytest.raises(CrawlError, match="in use by another crawl"),
            open_state(tmp_path / "state", Scope((SEED,))),
        ):
            pass

    def test_a_file_that_holds_something_else_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "state").write_bytes(b"some text of mine " * 100)
        with (
            pytest.raises(CrawlError, match=r"cannot use .* for a crawl"),
            open_state(tmp_path / "state", Scope((SEED,))),
        ):
            pass
        assert (tmp_path / "state").read_bytes() == b"some text of mine " * 100


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seeds": ()}, "needs at least one address"),
        ({"seeds": ("ftp://example.org/",)}, "not an http or https address"),
        ({"seeds": (SEED,), "include": ("(?i)a", "(")}, r"'\(' is not a regular expression"),
    ],
)
def test_a_scope_that_makes_no_sense_is_a_named_error(fields: dict[str, tuple[str, ...]], message: str) -> None:
    with pytest.raises(CrawlError, match=message):
        Scope(**fields)  # type: ignore[arg-type]
