"""Masks and facts that the core gives without NumPy, compared with what the columns say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import maintext
from maintext import _core
from maintext.model.classes import MIN_COMMENT, MIN_HEADLINE
from maintext.model.predictor import CLASSES, shipped_model
from maintext.page import Page, flags

HIDDEN = flags.UNSHOWN | flags.SVG
PAGE = """<title>Tea</title><body><nav><a href=/>Home</a> <a href=/tea>All kinds of tea</a></nav><h1>Tea for two</h1>
<p>By <a href=/ann>Ann <b>Lee</b></a> and <a><i><b>Bo</b></i></a><svg><text>Steam</text></svg>
<p>Boil the water, and wait for it to cool a little before you pour it. <a href=/more>More</a><p hidden>Not shown.
<noscript>Enable scripts to see the pictures.</noscript>
<div class=comments><p>I never did it like this before, and it was good tea indeed.<p><a href=#>Reply</a></div>"""
MASKS = [lambda n: np.ones(n, bool), lambda n: np.zeros(n, bool), lambda n: np.arange(n) % 2 == 0]


@pytest.fixture
def page() -> Page:
    return maintext.parse(PAGE)


def is_prose(page: Page) -> NDArray[np.bool_]:
    blocks = page.blocks
    return np.asarray((blocks.flags & HIDDEN == 0) & (2 * blocks.link_chars <= blocks.chars))


def test_blocks_without_flags_are_those_of_the_column(page: Page) -> None:
    for bits in (HIDDEN, flags.NOSCRIPT, 0):
        assert page.blocks_without(bits).array().tolist() == (page.blocks.flags & bits == 0).tolist()


@pytest.mark.parametrize("mask", MASKS)
def test_words_are_counted_by_mask_and_flags(page: Page, mask: Any) -> None:
    keep, words = mask(len(page.blocks)), page.blocks.words
    assert page.n_words(keep) == words[keep].sum()
    assert page.n_words(keep, flags.NOSCRIPT) == words[keep & (page.blocks.flags & flags.NOSCRIPT != 0)].sum()


@pytest.mark.parametrize("other", MASKS)
@pytest.mark.parametrize("mask", MASKS)
def test_blocks_of_prose_are_neither_hidden_nor_links(page: Page, mask: Any, other: Any) -> None:
    own, others = mask(len(page.blocks)), other(len(page.blocks))
    expected = own & is_prose(page) & ~others
    assert page.prose_blocks(own, others, HIDDEN).array().tolist() == expected.tolist()


def test_texts_of_prose_have_a_number_of_characters(page: Page) -> None:
    for low, high in ((0, 10_000), (4, 12), (50, 60)):
        chars = page.blocks.chars
        expected = page.texts(is_prose(page) & (chars >= low) & (chars <= high))
        assert page.prose_texts((low, high), HIDDEN) == expected


def test_the_facts_of_an_element_are_those_of_the_columns(page: Page) -> None:
    columns = (page.elements.tag, page.elements.parent, page.elements.end, page.elements.flags)
    expected = list(zip(*(column.tolist() for column in columns), strict=True))
    assert [page.element(row) for row in range(len(page.elements))] == expected
    with pytest.raises(IndexError):
        page.element(len(page.elements))


def test_links_of_a_block_have_their_texts(page: Page) -> None:
    byline = next(row for row, text in enumerate(page.texts()) if text.startswith("By"))
    assert page.block_links(byline, 3) == ["Ann Lee", "Bo"]
    assert page.block_links(byline, 2) == ["Ann Lee"]
    assert page.block_text(byline) == "By Ann Lee and Bo"
    assert page.block_links(1_000, 3) == []
    with pytest.raises(IndexError):
        page.block_text(1_000)


def test_blocks_of_a_class_are_those_with_its_probability(page: Page) -> None:
    model = shipped_model()
    probability = model.predict_classes(page)
    for number, name in enumerate(CLASSES):
        for least in (0.0, MIN_COMMENT, 0.5, 1.1):
            own = model.native.class_blocks(page, number, least).array()
            assert own.tolist() == (probability[name] >= least).tolist()
            shown = np.where(page.blocks.flags & flags.APART == 0, probability[name], -1)
            best = int(shown.argmax()) if shown.max() >= np.float32(least) else None
            assert model.native.best_of_class(page, number, least, flags.APART) == best
    assert model.native.class_blocks(page, CLASSES.index("comments"), MIN_COMMENT).any()
    assert model.native.best_of_class(page, CLASSES.index("headline"), MIN_HEADLINE, flags.APART) is not None
    with pytest.raises(ValueError, match="no class 3"):
        model.native.class_blocks(page, 3, 0.5)


def test_values_are_masks_before_and_after_an_array_was_made_of_them() -> None:
    page = _core.Page("<p>One.<p>Two.")
    values: _core.Values[np.bool_] = _core.Values("b", b"\x01\x00")
    assert (page.texts(values), values.any(), len(values), values.kind) == (["One."], True, 2, "b")
    values.array()[:] = [False, True]
    assert page.texts(values) == ["Two."]
    assert values.array() is values.array()
    values.array()[1] = False
    assert not values.any()


@pytest.mark.parametrize(("kind", "content"), [("f", b"1234567"), ("b", b"\x02"), ("i", b"")])
def test_bytes_that_are_no_values_are_refused(kind: Any, content: bytes) -> None:
    with pytest.raises(ValueError, match="are not values of kind"):
        _core.Values(kind, content)


def test_values_that_are_no_mask_of_the_page_are_refused() -> None:
    page = _core.Page("<p>One.<p>Two.")
    with pytest.raises(TypeError, match="a mask has a bool per block"):
        page.texts(_core.Values("u", b"\x01\x00"))
    with pytest.raises(ValueError, match="a mask of 1 for a page of 2 blocks"):
        page.texts(_core.Values("b", b"\x01"))
