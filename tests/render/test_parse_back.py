"""Markdown of real pages, read again: some pages of some corpora. `make parse-back` checks all of them."""

import pytest

import maintext
from benches.parse_back import MOVED, corpus_pages, difference
from maintext.errors import MaintextError
from tests.shared_data import shared

pytestmark = pytest.mark.slow

EVERY = 12


def test_markdown_of_real_pages_has_the_words_of_the_document() -> None:
    shared("corpora", "wcxb_train.tar.xz")
    found, n_documents = {}, 0
    for page in corpus_pages(EVERY, "[mrw]*_train"):
        for by in ("model", "all"):
            try:
                document = maintext.extract(page.html, page.url, by=by)
            except MaintextError:
                continue
            n_documents += 1
            found[f"{page.corpus}/{page.id} by {by}"] = difference(document)
    assert n_documents > 200
    assert {name: text for name, text in found.items() if text not in (None, MOVED)} == {}


def test_a_word_that_markdown_loses_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    document = maintext.extract("<p>One two three.<p>Four five.", by="all")
    assert difference(document) is None
    monkeypatch.setattr(maintext.Document, "to_markdown", lambda self, **options: "One two three.\n\nFive four.")
    assert difference(document) is not None
    monkeypatch.setattr(maintext.Document, "to_markdown", lambda self, **options: "Four five.\n\nOne two three.")
    assert difference(document) == MOVED
