"""The labels under labels/: complete, with licences, and still fitting the pages as they are parsed today."""

import pytest

from maintext.corpus import open_corpus
from maintext.corpus.label_files import SUFFIX, read_labels
from maintext.label.text_import import read_licences
from tests.shared_data import ROOT, shared

pytestmark = pytest.mark.slow

LABELS = ROOT / "labels"


def test_every_page_has_its_source_licence_guide_and_maker() -> None:
    licences = read_licences(LABELS)
    pages = read_labels(LABELS)
    assert len(pages) >= 1165
    for page in pages.values():
        assert page.origin.licence == licences[page.corpus]
        assert page.origin.guide == "1"
        assert page.origin.made
        assert page.kind


def test_pages_with_content_have_it_and_forms_have_none() -> None:
    # Some pages of forms_train are portals or shops with a login form; the annotators gave them another kind.
    for page in read_labels(LABELS).values():
        if page.kind == "form":
            assert "C" not in page.labels.letters, page.name
    with_content = [page for page in read_labels(LABELS).values() if "C" in page.labels.letters]
    assert len(with_content) > 0.9 * len(read_labels(LABELS))


@pytest.mark.parametrize("source", ["forums_train", "magic_forums_train", "products_train", "shops_train"])
def test_the_letters_fit_the_blocks_of_today(source: str) -> None:
    corpus = open_corpus(shared("corpora", f"{source}.tar.xz"))
    labels = read_labels(LABELS / f"{source}{SUFFIX}")
    pages = list(corpus.with_labels(labels, only_labelled=True).pages([]))
    assert len(pages) == len(labels)
    found = [page.labels for page in pages if page.labels]
    n_letters = sum(one.n_letters for one in found)
    assert sum(one.n_aligned for one in found) >= 0.995 * n_letters
