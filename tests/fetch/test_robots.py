"""robots.txt: read as RFC 9309 and Google's documentation define it."""

import asyncio
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from maintext.errors import BrokenResponseError, RobotsRefusedError
from maintext.fetch import FetchedPage
from maintext.fetch.addresses import resolve
from maintext.fetch.robots import MAX_BYTES, MAX_PARTS, Robots, Rules, fetch_robots

ORIGIN = "https://example.org"
SOME_RULES = b"User-agent: *\nDisallow: /private/\nCrawl-delay: 3\nSitemap: https://example.org/map.xml\n"


class Answers:
    """A transport with a fixed answer for each address."""

    def __init__(self, answers: Mapping[str, FetchedPage | Exception]) -> None:
        self.answers = answers

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> FetchedPage:
        answer = self.answers[url]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def close(self) -> None:
        pass


def answer(status: int, body: bytes = b"", **headers: str) -> FetchedPage:
    return FetchedPage(f"{ORIGIN}/robots.txt", status, tuple(headers.items()), body)


def rules(given: FetchedPage | Exception) -> Rules:
    return Rules(asyncio.run(fetch_robots(Answers({f"{ORIGIN}/robots.txt": given}), ORIGIN)), "maintext")


def may(given: Rules, path: str) -> bool:
    try:
        given.check(ORIGIN + path)
    except RobotsRefusedError:
        return False
    return True


def test_rules_are_kept() -> None:
    found = rules(answer(200, SOME_RULES))
    assert may(found, "/open")
    assert not may(found, "/private/page")
    assert (found.delay_s, found.sitemaps) == (3.0, ("https://example.org/map.xml",))


def test_rules_for_our_name_replace_those_for_all() -> None:
    found = rules(answer(200, b"User-agent: *\nDisallow: /\n\nUser-agent: maintext\nAllow: /\nDisallow: /no\n"))
    assert may(found, "/yes")
    assert not may(found, "/no")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_a_missing_file_allows_everything(status: int) -> None:
    assert may(rules(answer(status, b"Disallow: /")), "/private/page")


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_file_that_cannot_be_read_just_now_allows_nothing(status: int) -> None:
    with pytest.raises(RobotsRefusedError, match=f"status {status}"):
        rules(answer(status)).check(ORIGIN + "/open")


def test_a_server_that_does_not_answer_allows_nothing() -> None:
    with pytest.raises(RobotsRefusedError, match="BrokenResponseError: cut off"):
        rules(BrokenResponseError("cut off")).check(ORIGIN + "/open")


def test_a_file_that_leads_in_circles_is_missing() -> None:
    assert may(rules(answer(302, location="/robots.txt")), "/private/page")


def test_a_file_on_another_host_counts() -> None:
    elsewhere = "https://cdn.example.org/robots.txt"
    answers = Answers({f"{ORIGIN}/robots.txt": answer(301, location=elsewhere), elsewhere: answer(200, SOME_RULES)})
    found = Rules(asyncio.run(fetch_robots(answers, ORIGIN)), "maintext")
    assert not may(found, "/private/page")


@pytest.mark.parametrize("body", [b"<html><p>Welcome!</html>", b"\xff\xfe\x00", b"Disallow: /\n" * 3, b"\0" * 1000])
def test_a_broken_file_allows_what_it_does_not_forbid(body: bytes) -> None:
    assert may(rules(answer(200, body)), "/open")


def test_only_the_first_500_kib_are_read() -> None:
    found = rules(answer(200, b"User-agent: *\n" + b"#" * MAX_BYTES + b"\nDisallow: /\n"))
    assert may(found, "/open")


def test_a_byte_order_mark_hides_no_rule() -> None:
    assert not may(rules(answer(200, b"\xef\xbb\xbf" + SOME_RULES)), "/private/page")


def test_a_site_that_wants_hours_between_requests_is_not_crawled() -> None:
    slow = Rules(Robots("User-agent: *\nCrawl-delay: 3600"), "maintext")
    with pytest.raises(RobotsRefusedError, match="3600 s between requests, the limit is 60 s"):
        slow.check(ORIGIN + "/open")


PIECES = ["a", "b", "*", "/", ".html", "?q=", "%C3%BC", "ü", "%41", "%2F", "$"]
pieces = st.lists(st.sampled_from(PIECES), max_size=6).map(lambda found: "/" + "".join(found))
lines = st.lists(
    st.one_of(
        st.sampled_from(
            ["User-agent: *", "User-agent: maintext", "User-Agent: Other", "USERAGENT: maintext/2", "", "# x"]
        ),
        st.builds("{}: {}".format, st.sampled_from(["Allow", "Disallow", "Dissallow", "disallow "]), pieces),
        st.builds("Crawl-delay: {}".format, st.sampled_from(["3", "0.5", "nan", "-1", "x", "1e999"])),
        st.builds("Sitemap: https://example.org{}".format, pieces),
    ),
    max_size=12,
)


@given(lines, pieces.filter(lambda path: "*" not in path and "$" not in path))
def test_rules_mean_what_protego_reads(found: list[str], path: str) -> None:
    text = "\n".join(found)
    ours, theirs = Rules(Robots(text), "maintext"), Protego.parse(text.replace("maintext/2", "maintext"))
    url = resolve(ORIGIN + path)
    assert ours.is_allowed(url) == theirs.can_fetch(url, "maintext"), text
    assert ours.delay_s == (theirs.crawl_delay("maintext") or 0.0)
    assert ours.sitemaps == tuple(theirs.sitemaps)


def test_a_file_with_many_names_and_rules_is_read_in_one_pass() -> None:
    """Every name with every rule would be 20,000,000 rules."""
    names = "".join(f"User-agent: a{number}\n" for number in range(20_000))
    found = Rules(Robots(names + "User-agent: maintext\n" + "Disallow: /x\n" * 10_000), "maintext")
    assert not may(found, "/x")
    assert may(found, "/y")


def test_a_pattern_with_many_wildcards_is_matched_part_by_part() -> None:
    found = Rules(Robots("User-agent: *\nDisallow: /" + "*a" * 900 + "b"), "maintext")
    assert may(found, "/" + "a" * 1900)
    assert not may(found, "/" + "a" * 900 + "b")


def test_more_rules_than_can_be_compared_refuse_the_site() -> None:
    found = Rules(Robots("User-agent: *\nDisallow: /" + "*a" * MAX_PARTS), "maintext")
    with pytest.raises(RobotsRefusedError, match="more than 20,000 rules and wildcards"):
        found.check(ORIGIN + "/open")


@pytest.mark.parametrize("delay", ["nan", "inf", "-5", "1e400", "soon", "9" * 5000])
def test_a_delay_that_is_not_a_pause_is_ignored(delay: str) -> None:
    assert Rules(Robots(f"User-agent: *\nCrawl-delay: {delay}"), "maintext").delay_s == 0.0


@given(st.text(max_size=200))
def test_no_text_does_harm(text: str) -> None:
    Rules(Robots(text), "maintext").is_allowed(f"{ORIGIN}/a?b=1")
