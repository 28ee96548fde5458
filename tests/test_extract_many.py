"""Many pages at once: in order, none stopping the others, none read before it is needed, nothing left behind."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import maintext
from maintext.api import extract_many
from maintext.document import Document
from maintext.errors import InputError, OptionError, PageFailedError, PageTooLargeError, UnknownExtractorError
from maintext.extractors.by import get_extractor
from maintext.extractors.protocol import Scores
from maintext.page import Page
from tests.shared_data import ROOT

STATM = Path("/proc/self/statm")
NEWS = (ROOT / "demo" / "html" / "harbour-news.html").read_bytes()


def numbered(n_pages: int) -> list[str]:
    # Of very different lengths, so that later ones are done sooner.
    return [
        f"<p>Page {number}.</p>" + "<p>Text of the page.</p>" * (300 * (number % 7 == 0)) for number in range(n_pages)
    ]


class Counted:
    """Pages, and how many of them were taken."""

    def __init__(self, pages: list[str]) -> None:
        self.n_taken = 0
        self._pages = pages

    def __iter__(self) -> Iterator[str]:
        for page in self._pages:
            self.n_taken += 1
            yield page


class Breaking:
    """An extractor with a bug in it."""

    def __call__(self, page: Page) -> Scores:
        raise ZeroDivisionError("no blocks to divide by")


def documents(found: Iterator[Document | maintext.MaintextError]) -> list[Document]:
    return [document for document in found if isinstance(document, Document)]


@pytest.mark.parametrize("jobs", [1, 2, 16, None])
def test_documents_come_in_the_order_of_the_pages(jobs: int | None) -> None:
    found = documents(extract_many(numbered(60), by="all", jobs=jobs))
    assert [document.text.split(".")[0] for document in found] == [f"Page {number}" for number in range(60)]


def test_one_core_and_many_give_what_extract_gives() -> None:
    pages = [NEWS, b"<p>x", *(page.encode() for page in numbered(8))]
    alone = [maintext.extract(page) for page in pages]
    for jobs in (1, 4):
        for one, other in zip(alone, documents(extract_many(pages, jobs=jobs)), strict=True):
            assert np.array_equal(one.scores.score, other.scores.score)
            assert one.text == other.text


def test_a_page_may_come_with_its_address() -> None:
    found = documents(extract_many([(NEWS, "https://a.example/1"), NEWS, (NEWS, None)]))
    assert [document.url_source for document in found] == ["given", "canonical", "canonical"]
    assert found[0].url == "https://a.example/1"
    assert found[1].url == found[2].url == "https://estuary-post.example/ferry-returns"


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_bad_page_has_its_error_in_place_and_the_rest_goes_on(jobs: int) -> None:
    pages: list[object] = ["<p>One.", b"x" * 2_001, 7, None, ("<p>Two.", "u", "more"), "<p>Three."]
    limits = maintext.Limits(max_bytes=2_000)
    found = list(extract_many(pages, by="all", jobs=jobs, limits=limits))  # type: ignore[arg-type]
    assert [type(one) for one in found] == [
        Document,
        PageTooLargeError,
        InputError,
        InputError,
        PageFailedError,
        Document,
    ]
    assert "2,001 bytes" in str(found[1])
    assert str(found[4]).startswith("ValueError")


def test_an_extractor_with_a_bug_has_its_error_in_place_of_every_page() -> None:
    found = list(extract_many(["<p>One.", "<p>Two."], by=Breaking()))
    assert [str(error) for error in found] == ["ZeroDivisionError: no blocks to divide by"] * 2


def test_modes_are_those_of_extract() -> None:
    (found,) = documents(extract_many([NEWS], content="all"))
    assert found.text == maintext.extract(NEWS, content="all").text


def test_what_is_wrong_with_the_question_is_said_before_any_page_is_read() -> None:
    pages = Counted(numbered(3))
    with pytest.raises(OptionError, match="jobs must be at least 1, got 0"):
        extract_many(pages, jobs=0)
    with pytest.raises(OptionError, match="favor"):
        extract_many(pages, favor="speed")  # type: ignore[arg-type]
    with pytest.raises(UnknownExtractorError):
        extract_many(pages, by="unknown")
    assert pages.n_taken == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_pages_are_read_as_they_are_needed(jobs: int) -> None:
    pages = Counted(numbered(1000))
    found = extract_many(pages, by="all", jobs=jobs)
    assert pages.n_taken == 0
    next(found)
    assert pages.n_taken <= 20 * jobs
    for _ in range(100):
        next(found)
    assert pages.n_taken <= 101 + 20 * jobs


def test_stopping_early_ends_the_threads_and_reads_no_more() -> None:
    pages = Counted(numbered(1000))
    before = threading.active_count()
    found = extract_many(pages, by="all", jobs=4)
    next(found)
    assert threading.active_count() > before
    found.close()  # type: ignore[attr-defined]
    taken = pages.n_taken
    assert threading.active_count() == before
    assert list(found) == []
    assert pages.n_taken == taken < 100


def test_an_error_of_the_pages_themselves_is_not_swallowed() -> None:
    def broken() -> Iterator[str]:
        yield "<p>One."
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(extract_many(broken(), by="all"))


def test_no_pages_give_no_documents() -> None:
    assert list(extract_many([])) == []


# Extracts a few pages again and again, and prints how many kilobytes the process has grown since the warm-up.
GROWTH = """
import sys
from pathlib import Path
import maintext
from maintext.api import extract_many

pages = [Path(name).read_bytes() for name in sys.argv[1:]]

def resident_kb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4

def extract_all(n_times):
    for number in range(n_times):
        maintext.extract(pages[number % len(pages)]).text
    for document in extract_many((pages[number % len(pages)] for number in range(n_times)), jobs=2):
        document.text

extract_all(400)
before = resident_kb()
extract_all(1500)
print(resident_kb() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not STATM.exists(), reason="needs /proc to see the memory of a process")
def test_memory_does_not_grow_over_many_pages() -> None:
    names = [str(path) for path in sorted(ROOT.glob("demo/**/*.html"))]
    done = subprocess.run(
        [sys.executable, "-c", GROWTH, *names], capture_output=True, text=True, check=True, timeout=300
    )
    assert int(done.stdout) < 6_000


class Panicking:
    """What would happen if the native core met what it did not expect."""

    def __call__(self, page: Page) -> Scores:
        if "bad" in page.texts()[0]:
            page._panic("index 7 is out of range")
        return get_extractor("all")(page)


def test_a_panic_of_the_native_core_is_the_error_of_its_page() -> None:
    pages = [f"<title>Tea</title><p>{text}" for text in ("One.", "A bad one.", "Three.")]
    with pytest.raises(PageFailedError, match=r"Panic: .*out of range"):
        maintext.extract(pages[1], by=Panicking())
    found = list(extract_many(pages, by=Panicking(), jobs=2))
    assert [type(one).__name__ for one in found] == ["Document", "PageFailedError", "Document"]
    assert isinstance(found[1], PageFailedError)
    assert found[1].kind == "Panic"
