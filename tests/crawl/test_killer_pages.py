"""A page that hangs, crashes or eats memory costs a crawl its own row, which says so by name."""

import json
from pathlib import Path

import pytest

from maintext.crawl.output.rows import RowOptions, SiteRow, read_rows
from maintext.crawl.scope import Scope
from maintext.crawl.state import open_state
from maintext.guard import GuardLimits
from maintext.shared_blocks.guarded import Extraction
from maintext.shared_blocks.rule import Rule
from tests.crawl.simulated import SITE, Reply, SimulatedWeb, crawl, linking

pytestmark = pytest.mark.slow

LIMITS = GuardLimits(max_seconds=0.5, max_bytes=200 * 2**20)
KILLERS = Extraction("tests.batch.killers:Killer", limits=LIMITS)
ERRORS = {
    "/hang": "PageTimeoutError: the page took longer than 0.5 s",
    "/crash": "PageCrashError: the page's process ended: SIGSEGV",
    "/leave": "PageCrashError: the page's process ended: exit code 3",
    "/eat": "PageMemoryError: the page needed more than 209,715,200 bytes of memory",
    "/raise": "KeyError: 'no such thing'",
}
PROSE = "The ferry was late again, and nobody was surprised. " * 8 + "So it goes."
WORDS = ("owls hunt at night", "cats sleep all day", "the bees dance", "whales sing", "ants carry leaves")


def good_pages() -> dict[str, Reply]:
    return {
        f"{SITE}/{number}": f"<title>{number}</title><p>It is known that {text}.<p>Subscribe now!"
        for number, text in enumerate(WORDS)
    }


def rows_of(replies: dict[str, Reply], path: Path, options: RowOptions) -> dict[str, SiteRow]:
    replies[f"{SITE}/"] = "<title>Home</title><p>Welcome to all." + linking(*replies)
    crawl(SimulatedWeb(replies), path, Scope((f"{SITE}/",)))
    with open_state(path) as state:
        return {row.url.removeprefix(SITE): row for row in read_rows(state, options)}


@pytest.mark.parametrize("rule", [Rule(), None])
def test_killers_cost_their_own_rows_only(tmp_path: Path, rule: Rule | None) -> None:
    killers: dict[str, Reply] = {f"{SITE}{path}": f"<title>{path[1:]}</title><p>Text." for path in ERRORS}
    rows = rows_of({**good_pages(), **killers}, tmp_path / "state", RowOptions(KILLERS, rule))
    assert len(rows) == 1 + len(WORDS) + len(ERRORS)
    for path, error in ERRORS.items():
        assert rows[path].error == error
        assert (rows[path].status, rows[path].text) == (200, None)
        assert rows[path].fetched_at
    end = "" if rule else "\n\nSubscribe now!"
    for number, words in enumerate(WORDS):
        assert (rows[f"/{number}"].text, rows[f"/{number}"].error) == (f"It is known that {words}.{end}", None)


def test_a_page_that_takes_too_long_is_not_read_twice(tmp_path: Path) -> None:
    log = tmp_path / "log"
    extraction = Extraction("tests.batch.killers:Logged", limits=LIMITS)
    rows = rows_of({f"{SITE}/hang": f"<title>hang {log}</title>"}, tmp_path / "state", RowOptions(extraction))
    assert rows["/hang"].error == ERRORS["/hang"]
    assert log.read_text() == "read\n"


def test_a_huge_page_meets_the_limits_of_time_and_memory(tmp_path: Path) -> None:
    huge = "<title>Huge</title>" + "<p>Words of <b>many</b> kinds, one after the other.</p>" * 100_000
    replies: dict[str, Reply] = {
        f"{SITE}/huge": huge,
        f"{SITE}/small": f"<title>Small</title><p>{PROSE}",
    }
    for limits, error in [
        (GuardLimits(max_seconds=0.1), "PageTimeoutError: the page took longer than 0.1 s"),
        (GuardLimits(max_bytes=20 * 2**20), "PageMemoryError: the page needed more than 20,971,520 bytes of memory"),
    ]:
        state = tmp_path / error[:12]
        rows = rows_of(dict(replies), state, RowOptions(Extraction("model", limits=limits)))
        assert rows["/huge"].error == error
        assert rows["/small"].text == PROSE


def test_rows_without_a_page_are_given_in_their_order(tmp_path: Path) -> None:
    gone = {f"/x{number}": (f"{SITE}/x{number}") for number in range(100)}
    replies: dict[str, Reply] = {f"{SITE}/a": "<p>A." + linking(), f"{SITE}/y": "<p>Y."}
    replies[f"{SITE}/"] = linking(*replies, *gone.values())
    crawl(SimulatedWeb(replies), tmp_path / "state", Scope((f"{SITE}/",)))
    with open_state(tmp_path / "state") as state:
        rows = list(read_rows(state, RowOptions(KILLERS)))
    assert [row.url for row in rows] == sorted([*replies, *gone.values()])
    assert sum(row.text is not None for row in rows) == 3
    assert json.dumps([row.error for row in rows]).count("HttpStatusError") == 100
