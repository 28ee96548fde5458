"""Pages, scores and documents cross process boundaries, and are the same on the other side."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import weakref
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import joblib
import numpy as np
import pytest

import maintext
from maintext.document import Document
from maintext.errors import PageFailedError, PageTooLargeError
from maintext.page import Page
from maintext.page.parsing import Limits
from tests.shared_data import ROOT

NEWS = (ROOT / "demo" / "html" / "harbour-news.html").read_bytes()
PAGES: list[str | bytes] = [
    NEWS,
    "<p>Text.</p>" * 20,
    "",
    b"\xef\xbb\xbf\xef\xbb\xbf<p>Two marks",
    "<p>Stra\u00dfe".encode("latin-1"),
    b"plain words",
    "<b><i><u>" * 30 + "deep",
]


def pickled(value: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))  # noqa: S301  # Our own.


def rows(page: Page) -> list[bytes]:
    tables = (page.elements, page.blocks, page.runs, page.lines)
    return [table.rows.tobytes() for table in tables] + [page.words.tobytes()]


def facts(page: Page) -> list[object]:
    return [
        *(page.source, page.text, page.encoding, page.encoding_evidence, page.max_depth, page.is_quirks, page.hoisted),
        *rows(page),
    ]


@pytest.mark.parametrize("html", PAGES, ids=range(len(PAGES)))
@pytest.mark.parametrize("max_depth", [8, 512])
def test_a_pickled_page_is_the_same_page(html: str | bytes, max_depth: int) -> None:
    page = maintext.parse(html, limits=Limits(max_depth=max_depth))
    page.head  # noqa: B018  # What was looked at before must not matter.
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickled(page, protocol)
        assert type(again) is Page
        assert facts(again) == facts(page)


def test_a_page_is_its_own_copy_because_it_never_changes() -> None:
    page = maintext.parse(NEWS)
    assert copy.copy(page) is page
    assert copy.deepcopy([page])[0] is page


def test_a_pickled_table_can_not_be_changed_either() -> None:
    blocks = pickled(maintext.parse(NEWS).blocks)
    assert (blocks.chars == maintext.parse(NEWS).blocks.chars).all()
    with pytest.raises(ValueError, match="read-only"):
        blocks.chars[0] = 7


@pytest.mark.parametrize("through", [copy.deepcopy, pickled])
@pytest.mark.parametrize("by", ["model", "econ", "cetr"])
def test_a_copied_document_answers_like_the_first(through: Callable[[Document], Document], by: str) -> None:
    document = maintext.extract(NEWS, url="https://example.org/a", by=by)
    document.blocks  # noqa: B018  # Cached, and full of references to the page.
    again = through(document)
    assert again.text == document.text
    assert again.to_json() == document.to_json()
    assert again.to_markdown() == document.to_markdown()
    assert again.blocks == document.blocks
    assert (again.scores.score == document.scores.score).all()
    assert (again.scores.keep == document.scores.keep).all()


def answers(documents: list[Any]) -> list[tuple[str, str]]:
    return [(document.text, document.to_markdown()) for document in documents]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_documents_come_back_from_a_pool(method: str) -> None:
    expected = answers([maintext.extract(page) for page in PAGES])
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert answers(pool.map_async(maintext.extract, PAGES).get(timeout=120)) == expected
        pages = pool.map_async(maintext.parse, PAGES).get(timeout=120)
    assert [facts(page) for page in pages] == [facts(maintext.parse(page)) for page in PAGES]


def test_documents_come_back_from_an_executor() -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(maintext.extract, PAGES, timeout=120))
    assert answers(found) == answers([maintext.extract(page) for page in PAGES])


def test_documents_come_back_from_joblib() -> None:
    found = joblib.Parallel(n_jobs=2, timeout=120)(joblib.delayed(maintext.extract)(page) for page in PAGES)
    assert answers(found) == answers([maintext.extract(page) for page in PAGES])


def test_arrays_keep_their_rows_and_the_page_does_not_keep_itself() -> None:
    page = maintext.parse(NEWS)
    chars, expected = page.blocks.chars, page.blocks.chars.tolist()
    page.elements, page.runs, page.lines, page.words, page.text  # noqa: B018
    gone = weakref.ref(page)
    gc.disable()
    try:
        del page
        assert gone() is None
    finally:
        gc.enable()
    assert chars.tolist() == expected


def test_arrays_can_not_be_made_writable() -> None:
    page = maintext.parse(NEWS)
    for array in (page.blocks.rows, page.elements.rows, page.runs.rows, page.lines.rows, page.words):
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.setflags(write=True)


@pytest.mark.parametrize(
    "ask",
    [
        lambda page: page.attributes(-1),
        lambda page: page.attribute([0, 99], "class"),
        lambda page: page.attribute(np.array([99]), "class"),
        lambda page: page.content(99),
        lambda page: page.element_text(99, " "),
        lambda page: page.first_words([1], 3),
    ],
)
def test_a_row_that_is_not_there_is_an_index_error(ask: Callable[[Page], object]) -> None:
    with pytest.raises(IndexError, match=r"no element (99|-1) on a page of 3|no such block"):
        ask(maintext.parse("<p>Text"))


@pytest.mark.parametrize(
    "ask",
    [
        lambda page: page.texts(np.ones(2, dtype=bool)),
        lambda page: page.text_of(np.ones(2, dtype=bool)),
        lambda page: page.title_cosines(np.zeros(2, dtype=np.int32), "title"),
        lambda page: page.title_cosines(np.array([2**31 - 1], dtype=np.int32), "title"),
    ],
)
def test_a_mask_of_another_page_is_refused(ask: Callable[[Page], object]) -> None:
    with pytest.raises(ValueError, match=r"a mask of 2 for a page of 1 blocks|groups are numbered from 0 to at most 7"):
        ask(maintext.parse("<p>Text"))


def test_a_page_in_the_constructor_must_be_text() -> None:
    with pytest.raises(TypeError, match="str or bytes"):
        Page(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="utf-8"):
        Page(b"\xff", None, 512, ("UTF-8", "utf-8"))


def test_a_panic_is_a_named_error_wherever_it_happens() -> None:
    with pytest.raises(PageFailedError, match="Panic: index 7 is out of range") as caught:
        maintext.parse("<p>Text")._panic("index 7 is out of range")
    assert caught.value.kind == "Panic"
    assert isinstance(caught.value, Exception)


def test_limits_hold_in_other_processes_too() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        failing = pool.apply_async(maintext.parse, ("<p>Text" * 9, None, Limits(max_bytes=10)))
        with pytest.raises(PageTooLargeError):
            failing.get(timeout=120)
