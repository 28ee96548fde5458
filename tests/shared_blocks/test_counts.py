"""Counts on disk give the answers of counting at once, whatever happens to the process."""

import multiprocessing
import os
import signal
import sqlite3
import time
from pathlib import Path

import pytest

import maintext
from maintext.errors import MatchingError
from maintext.shared_blocks import SiteCounts, match
from maintext.shared_blocks.rule import find_rule
from tests.shared_blocks.pages import documents, html, paragraph, sentence


def page(n: int) -> str:
    return html(f"Page {n}", [*map(sentence, range(n * 9, n * 9 + 6)), f"Read by {n} people, {n * 3} today", "Share!"])


def pages(n_pages: int) -> list[str]:
    return [page(n) for n in range(n_pages)]


@pytest.mark.parametrize("counted", ["extracted", "shown"])
def test_counting_page_by_page_is_counting_at_once(tmp_path: Path, counted: str) -> None:
    given = documents(pages(12), by="cetr-tm")
    with SiteCounts(tmp_path / "counts.db", counted=counted) as counts:  # type: ignore[arg-type]
        assert [counts.add(document) for document in given] == [True] * 12
        alone = [counts.match(document).text for document in given]
    assert alone == [document.text for document in match(given, counted=counted)]  # type: ignore[arg-type]


def test_a_new_page_is_matched_against_the_file(tmp_path: Path) -> None:
    *old, new = documents(pages(6))
    with SiteCounts(tmp_path / "counts.db") as counts:
        assert counts.add_all(old) == 5
    with SiteCounts(tmp_path / "counts.db") as counts:
        matched = counts.match(new)
        assert counts.n_pages() == 5
        listed = counts.dropped([matched])
    assert "Share!" in new.text
    assert "Share!" not in matched.text
    assert {(block.examples, block.n_with, block.n_pages) for block in listed} == {
        (("Share!",), 5, 5),
        (("Read by 5 people, 15 today",), 5, 5),
    }


def test_a_page_that_comes_again_is_not_counted_twice(tmp_path: Path) -> None:
    first, *_ = documents(pages(1))
    with SiteCounts(tmp_path / "counts.db") as counts:
        assert [counts.add(first) for _ in range(5)] == [True, False, False, False, False]
        assert counts.n_pages() == 1
        assert "Share!" in counts.match(first).text


def test_a_page_that_has_changed_takes_the_place_of_what_it_was(tmp_path: Path) -> None:
    old, new = documents(pages(3)), documents([html(f"Page {n}", [sentence(n)]) for n in range(3)])
    with SiteCounts(tmp_path / "counts.db") as counts:
        counts.add_all(old)
        assert counts.shared()
        assert counts.add_all(new) == 3
        assert counts.n_pages() == 3
        assert counts.shared() == []
    connection = sqlite3.connect(tmp_path / "counts.db")
    assert connection.execute("SELECT count(*) FROM counts WHERE example LIKE 'Share%'").fetchone() == (0,)
    connection.close()


def test_sites_of_one_file_are_apart(tmp_path: Path) -> None:
    given = documents(pages(6))
    with SiteCounts(tmp_path / "counts.db") as counts:
        counts.add_all(given[:3], site="one")
        counts.add_all(given[3:5], site="two")
        assert "Share!" not in counts.match(given[5], site="one").text
        assert "Share!" in counts.match(given[5], site="two").text
        assert counts.n_pages("three") == 0


def test_a_page_with_thousands_of_blocks_is_matched(tmp_path: Path) -> None:
    blocks = [f"Line {sentence(n, 3)}" for n in range(3000)]
    given = documents([html(f"Page {n}", [*blocks, sentence(n)]) for n in range(3)])
    with SiteCounts(tmp_path / "counts.db") as counts:
        counts.add_all(given)
        assert [len(counts.match(document).text.split("\n\n")) for document in given] == [2, 2, 2]


def test_a_file_that_is_none_of_ours_is_a_named_error(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but a text that is long enough to be looked at" * 20)
    with pytest.raises(MatchingError, match="not a database"):
        SiteCounts(tmp_path / "text")
    connection = sqlite3.connect(tmp_path / "other")
    connection.execute("CREATE TABLE other (name)")
    connection.close()
    with pytest.raises(MatchingError, match="counts of format 0"):
        SiteCounts(tmp_path / "other")
    with pytest.raises(MatchingError, match="unable to open"):
        SiteCounts(tmp_path / "missing" / "counts.db")
    SiteCounts(tmp_path / "ours").close()
    with pytest.raises(MatchingError, match=r"created with counted='extracted'.*, not with counted='shown'"):
        SiteCounts(tmp_path / "ours", counted="shown")
    with pytest.raises(MatchingError, match=r"compared='positions', not with .*compared='texts'"):
        SiteCounts(tmp_path / "ours", find_rule("paper"))


def _add_one_by_one(path: Path, start: int, stop: int) -> None:
    with SiteCounts(path) as counts:
        for n in range(start, stop):
            counts.add(maintext.extract(page(n), f"https://site.example/{n}", by="all"))


@pytest.mark.slow
def test_a_killed_process_leaves_whole_pages(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    path = tmp_path / "counts.db"
    for _ in range(3):
        before = _n_pages(path)
        child = context.Process(target=_add_one_by_one, args=(path, before, 1_000_000))
        child.start()
        _wait_for_pages(path, before + 5)
        assert child.pid
        os.kill(child.pid, signal.SIGKILL)
        child.join()
    n_pages = _n_pages(path)
    assert n_pages >= 15
    given = documents(pages(n_pages))
    with SiteCounts(path) as killed, SiteCounts() as whole:
        whole.add_all(given)
        assert killed.shared() == whole.shared()
        assert not any(killed.add(document) for document in given)


@pytest.mark.slow
def test_two_processes_may_count_into_one_file(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    path = tmp_path / "counts.db"
    SiteCounts(path).close()
    children = [context.Process(target=_add_one_by_one, args=(path, start, start + 100)) for start in (0, 100)]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
    assert [child.exitcode for child in children] == [0, 0]
    with SiteCounts(path) as counts:
        assert counts.n_pages() == 200
        assert {block.n_with for block in counts.shared()} == {200}


def _n_pages(path: Path) -> int:
    with SiteCounts(path) as counts:
        return counts.n_pages()


def _wait_for_pages(path: Path, n_pages: int) -> None:
    deadline = time.monotonic() + 60
    while _n_pages(path) < n_pages:
        assert time.monotonic() < deadline, "the child counted nothing"
        time.sleep(0.01)


def test_a_release_that_few_pages_quote_stays_in_a_file_too(tmp_path: Path) -> None:
    given = [html(f"Page {n}", [sentence(n), *(map(paragraph, range(6, 9)) if n < 4 else [])]) for n in range(40)]
    with SiteCounts(tmp_path / "counts.db") as counts:
        counts.add_all(documents(given))
        assert all("Story 700" in counts.match(document).text for document in documents(given[:4]))


def test_documents_without_a_url_are_distinguished_by_their_source() -> None:
    with SiteCounts() as counts:
        assert counts.add(maintext.extract(b"<p>One", by="all"))
        assert not counts.add(maintext.extract(b"<p>One", by="all"))
        assert counts.add(maintext.extract(b"<p>Two", by="all"))
        assert counts.n_pages() == 2
