"""What holds for every baseline: it never fails, repeats itself, and keeps only what is shown.

That time grows with the page alone is in tests/hostile/test_growth.py.
"""

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

import maintext
from maintext.extractors.by import get_extractor
from maintext.extractors.measures.tokens import UNSEEN
from maintext.page import Page
from tests.extractors.pages import pages

BASELINES = ("adsc", "bte", "ccb", "cetd", "combine", "coreex", "ctd", "dsc", "econ", "fe", "kfe", "lqf")

HOSTILE = {
    "many siblings": "<p>x</p>" * 100_000,
    "deep nesting": "<div>" * 200_000 + "text",
    "one long line of links": "<a href=/>x</a> " * 100_000,
    "tags and no text": "<br>" * 200_000,
    "text and no tags": "word " * 500_000,
    "a single word": "word" * 500_000,
    "unclosed formatting": "<b>x" * 50_000,
    "a table of cells": "<table>" + "<tr><td>1,2." * 70_000,
}


@pytest.mark.parametrize("by", BASELINES)
@given(pages)
def test_any_page_has_an_answer_and_always_the_same(by: str, html: str) -> None:
    page = maintext.parse(html)
    scores, again = get_extractor(by)(page), get_extractor(by)(maintext.parse(html))
    _check(page, scores.score, scores.keep)
    assert scores.keep.tolist() == again.keep.tolist()
    assert scores.score.tolist() == again.score.tolist()
    assert scores.keep.any() or scores.reason


@pytest.mark.parametrize("html", ["", " ", "<", "<p>", "<p hidden>x", "<svg><text>x</text></svg>", "<html></html>\n"])
@pytest.mark.parametrize("by", BASELINES)
def test_a_page_without_shown_text_gives_an_empty_document_with_its_reason(by: str, html: str) -> None:
    document = maintext.extract(html, by=by)
    if html != "<":
        assert document.text == ""
    assert document.text or document.reason


@pytest.mark.parametrize("case", HOSTILE)
def test_large_hostile_pages_have_an_answer(case: str) -> None:
    page = maintext.parse(HOSTILE[case])
    for by in BASELINES:
        scores = get_extractor(by)(page)
        _check(page, scores.score, scores.keep)


def _check(page: Page, score: NDArray[np.float64], keep: NDArray[np.bool_]) -> None:
    assert len(score) == len(keep) == len(page.blocks)
    assert keep.dtype == np.bool_
    assert np.isfinite(score).all()
    assert not (keep & (page.blocks.flags & UNSEEN != 0)).any()
