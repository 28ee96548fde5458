"""The learned extractor on pages made to bring a parser down: an answer a block, in time that grows with the page.

The pages are those of test_hostile_pages, at sizes far below the number of blocks up to which the model predicts;
beyond it a simpler method decides.
"""

import time

import numpy as np
import pytest

import maintext
from maintext.document import Document
from maintext.model.extractor import ModelExtractor
from maintext.model.predictor import MAX_BLOCKS
from tests.hostile.test_hostile_pages import PAGES

N = 700
"""Pages of ten blocks a unit have 7,000 blocks at this size, and 28,000 at four times it."""
GROWTH = 4
MOST_GROWTH = 8
"""Times as long for four times as much: linear time is 4, or somewhat more where a page no longer fits into the
processor's cache; quadratic time is 16."""
N_BEYOND = 20_000
SLACK_SECONDS = 0.004
"""For pages of one block, which take microseconds."""


def seconds_to_judge(page: maintext.Page) -> float:
    start = time.process_time()
    scores = ModelExtractor()(page)
    seconds = time.process_time() - start
    assert len(scores.keep) == len(page.blocks)
    assert np.isfinite(scores.score).all()
    return seconds


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_time_is_linear(name: str) -> None:
    build, _ = PAGES[name]
    small, large = maintext.parse(build(N)), maintext.parse(build(GROWTH * N))
    assert len(large.blocks) <= MAX_BLOCKS
    best_small = best_large = float("inf")
    for _ in range(6):
        best_small = min(best_small, seconds_to_judge(small))
        best_large = min(best_large, seconds_to_judge(large))
        is_linear = best_large <= MOST_GROWTH * best_small + SLACK_SECONDS
        if is_linear:
            break
    assert is_linear, f"{best_small:.4f} s for a quarter, {best_large:.4f} s for the whole"


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_far_beyond_any_real_one_has_an_answer(name: str) -> None:
    build, _ = PAGES[name]
    page = maintext.parse(build(N_BEYOND))
    document = Document(page, "model", ModelExtractor(content="all")(page))
    assert len(document.keep) == len(page.blocks)
    assert document.text or document.reason


def test_a_page_with_too_many_blocks_is_judged_all_the_same() -> None:
    paragraph = "<p>The ferry was late again on Monday, and nobody on the pier was surprised by that.</p>"
    document = maintext.extract(paragraph * (MAX_BLOCKS + 1))
    assert document.keep.any()
    assert (document.page_type, document.confidence) == (None, None)
    assert document.by == "econ"
    assert document.fallback == "the page has 300,001 blocks; model predicts at most 300,000, so econ decided"
    assert document.reason is None
    usual = maintext.extract(paragraph * (MAX_BLOCKS // 100))
    assert (usual.by, usual.fallback) == ("model", None)
    assert usual.confidence is not None


def test_a_fallback_that_keeps_nothing_is_the_reason() -> None:
    document = maintext.extract("<p hidden>a" * (MAX_BLOCKS + 1))
    assert not document.keep.any()
    assert document.by == "econ"
    assert "so econ decided" in str(document.fallback)
    assert document.reason
