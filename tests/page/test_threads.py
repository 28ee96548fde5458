"""Many threads read one page, or many pages, and get the answers that one thread gets.

With one interpreter lock these tests still interleave threads inside
the core, which releases the lock while it reads, scores and renders.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

import pytest

import maintext
from maintext.page import Page
from tests.shared_data import ROOT

N_THREADS = 16
PAGES = [path.read_bytes() for path in sorted((ROOT / "demo" / "html").glob("*.html"))]


@contextmanager
def quick_switches() -> Iterator[None]:
    """Lets threads take turns a thousand times as often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def answers(page: bytes) -> tuple[str, str, str | None, str]:
    document = maintext.extract(page)
    return document.text, document.to_markdown(), document.title, document.to_json()


def columns(page: Page) -> tuple[bytes, ...]:
    return (
        page.elements.tag.tobytes(),
        page.blocks.chars.tobytes(),
        page.runs.start.tobytes(),
        page.lines.start.tobytes(),
    )


def test_many_threads_on_many_pages() -> None:
    expected = [answers(page) for page in PAGES]
    with quick_switches(), ThreadPoolExecutor(N_THREADS) as pool:
        assert list(pool.map(answers, PAGES * 6)) == expected * 6


@pytest.mark.parametrize("source", PAGES[:3])
def test_many_threads_on_one_page_that_nobody_has_read_yet(source: bytes) -> None:
    expected = columns(maintext.parse(source))
    page, start = maintext.parse(source), Barrier(N_THREADS)

    def read(_: int) -> tuple[bytes, ...]:
        start.wait()  # The columns are made when they are first read: all threads ask for them at once.
        return columns(page)

    with quick_switches(), ThreadPoolExecutor(N_THREADS) as pool:
        assert set(pool.map(read, range(N_THREADS))) == {expected}


def test_many_threads_on_one_document() -> None:
    expected = answers(PAGES[3])
    document, start = maintext.extract(PAGES[3]), Barrier(N_THREADS)

    def read(_: int) -> tuple[str, str, str | None, str]:
        start.wait()
        return document.text, document.to_markdown(), document.title, document.to_json()

    with quick_switches(), ThreadPoolExecutor(N_THREADS) as pool:
        assert set(pool.map(read, range(N_THREADS))) == {expected}


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="a Python before 3.13 always has the GIL")
def test_importing_does_not_switch_the_gil_on() -> None:
    import sysconfig

    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has the GIL")
    maintext.parse(b"<p>x")
    assert not vars(sys)["_is_gil_enabled"]()
