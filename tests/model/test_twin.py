"""The native features against their slow twin: on pages made up by hypothesis, on the pages of the project, on pages of
the corpora."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import maintext
from maintext.corpus import open_corpus
from maintext.model.feature_names import (
    CLASS_GROUPS,
    CONTEXT,
    FEATURE_GROUPS,
    FEATURES,
    LIKELY,
    TYPE_NUMBERS,
    WHOLE,
)
from maintext.model.predictor import shipped_model
from maintext.page import Page
from tests.model.twin import Twin, names
from tests.shared_data import ROOT, shared

TEXTS = st.sampled_from(
    [
        "Home",
        "Share",
        "10 comments",
        "By Ann Other, 3 May",
        "The ferry was late again on Monday, and nobody on the pier was surprised by that. It left at noon.",
        "So “it goes”, she said.",
        "$ 12.50 (or €11)",
        "渡し船は月曜日にまた遅れた。桟橋では誰も驚かなかった。",
        "ПАРОМ опоздал.",
        "…",
        "§ 4 \u2014 x",
        "Tea and the sea: how to brew it on a boat",
    ]
)
ATTRIBUTES = st.sampled_from(
    [
        *("", "", "", " class=content", " class='post-body entry'", " id=comments", " class='nav menu'", " role=main"),
        *(" class=related-posts", " class='author byline'", " hidden", " aria-hidden=true", " style='display:none'"),
        *(" class=nav", " class='menu related-posts'"),
    ]
)
BLOCKS = "p div h1 h2 h3 li td pre span blockquote figcaption label time b em code a noscript cart-drawer".split()
AROUND = "div section article main nav aside footer ul table tr form template svg".split()
HEADS = st.sampled_from(
    [
        "",
        "<title>Tea and the sea</title>",
        "<title>The ferry was late again</title><meta name=description content='How to brew tea on a boat in a storm'>",
        "<meta property=og:description content='nobody on the pier was surprised by that'>"
        '<script type=application/ld+json>{"@type": "NewsArticle", "text": "on the pier was surprised"}</script>',
        '<title></title><script type="application/LD+JSON">{"@type": "Product"}</script>',
        "<style>.related-posts, #comments{display:none}@media print{.content{display:none}}</style>",
        "<style>.nav.menu{display:none}.nav{display:block}div.content{display:none}</style>",
    ]
)


def element(name: str, attributes: str, inside: Sequence[str]) -> str:
    return f"<{name}{attributes}>{''.join(inside)}</{name}>"


LEAVES = st.builds(element, st.sampled_from(BLOCKS), ATTRIBUTES, st.lists(TEXTS | st.just("<br>"), max_size=2))
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.builds(element, st.sampled_from(AROUND), ATTRIBUTES, st.lists(inner, max_size=5))
        # The same thing again and again, as lists and threads have it.
        | st.builds(lambda one, times: one * times, inner, st.integers(2, 4))
    ),
    max_leaves=25,
)
PAGES = st.builds(lambda head, parts: head + "".join(parts), HEADS, st.lists(TREES, max_size=5))


def probabilities(page: Page, seed: int) -> NDArray[np.float32]:
    """Any will do; the ends of the scale are among them."""
    values = np.random.default_rng(seed).random(len(page.blocks)) * 1.2 - 0.1
    return np.clip(values, 0, 1).astype(np.float32)


def assert_same(native: NDArray[np.float32], twin: NDArray[np.float32], names: Sequence[str]) -> None:
    assert native.shape == twin.shape == (len(native), len(names))
    is_close = np.isclose(native, twin, rtol=1e-4, atol=2e-5, equal_nan=True).all(axis=0)
    wrong = {names[at]: (native[:, at].tolist(), twin[:, at].tolist()) for at in np.flatnonzero(~is_close).tolist()}
    assert not wrong


def check(page: Page, seed: int = 0) -> None:
    tables = shipped_model().tables
    features, twin = tables.features(page), Twin(page, tables)
    assert_same(features.first(), twin.first(), FEATURES)
    first = probabilities(page, seed)
    assert_same(features.content(first)[None], twin.content(first)[None], TYPE_NUMBERS[len(WHOLE) :])
    none, nothing = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
    assert_same(features.second(first, none, nothing), twin.second(first), CONTEXT)


def test_the_native_core_names_its_columns_as_the_twin_does() -> None:
    """Swapped pushes would give a column another's name or place: either shows here or in the numbers below."""
    assert FEATURES == names.FEATURES
    assert tuple(names.WHOLE) == WHOLE
    assert tuple(names.LIKELY) == LIKELY
    assert CONTEXT == names.CONTEXT
    assert TYPE_NUMBERS == names.TYPE_NUMBERS
    assert FEATURE_GROUPS == names.FEATURE_GROUPS
    assert tuple(names.CLASS_GROUPS) == CLASS_GROUPS


@given(html=PAGES, seed=st.integers(0, 9))
@settings(max_examples=150, deadline=None)
def test_any_page_has_the_features_of_the_twin(html: str, seed: int) -> None:
    page = maintext.parse(html)
    if len(page.blocks):
        check(page, seed)


OWN_PAGES = sorted([*ROOT.glob("demo/**/*.html"), *ROOT.glob("tests/golden/*/*.html"), *ROOT.glob("docs/*/*.html")])


def test_the_projects_own_pages_are_there() -> None:
    assert len(OWN_PAGES) > 50


@pytest.mark.parametrize("path", OWN_PAGES, ids=lambda path: path.parent.name if path.name[0] == "s" else path.stem)
def test_a_page_of_the_project_has_the_features_of_the_twin(path: Path) -> None:
    page = maintext.parse(path.read_bytes())
    if len(page.blocks):
        check(page)


@pytest.mark.slow
@pytest.mark.parametrize("corpus", ["wcxb_train", "cleaneval_final", "chinese_train"])
def test_pages_of_the_corpora_have_the_features_of_the_twin(corpus: str) -> None:
    pages = list(open_corpus(shared("corpora", f"{corpus}.tar.xz")).pages())
    for labelled in random.Random(1).sample(pages, 12):
        page = maintext.parse(labelled.html)
        if len(page.blocks):
            check(page)


@pytest.mark.parametrize(
    "html",
    [
        "<p>One block.",
        "no tags",
        "<h1>x</h1>" * 3,
        "<li>" + "<ul><li>x y z w" * 40,
        "<div>" * 60 + "deep text",
        "<p>The ferry was late again on Monday." * 120,
        "<a href=/>" + "link " * 50 + "</a>",
        "<script type=application/ld+json>" + "ab cd ef " * 4_000 + "tea at sea</script><p>ab cd ef<p>tea at sea",
        "<title>ferry 2024</title><p>" + "ferry 2019, " * 12 + "ferry" + "渡し船" * 40 + "<p>" + "渡し船は" * 20,
        "<title>渡し船 “2024”</title><p>" + "a" + "渡し船" * 40 + "<p>" + "aé" + "渡し船は" * 20,
    ],
)
def test_pages_at_the_limits_have_the_features_of_the_twin(html: str) -> None:
    for seed in range(3):
        check(maintext.parse(html), seed)


def test_the_chosen_columns_and_those_of_the_page_stand_around_the_context() -> None:
    page = maintext.parse("<h1>Tea</h1><p>Boil the water, and wait.<p>Pour it.")
    features = shipped_model().tables.features(page)
    first, chosen, whole = probabilities(page, 0), np.array([3, 0], dtype=np.int64), np.array([0.25], dtype=np.float32)
    none, nothing = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
    table = features.second(first, chosen, whole)
    assert np.array_equal(table[:, :2], features.first()[:, [3, 0]])
    assert np.array_equal(table[:, 2:-1], features.second(first, none, nothing), equal_nan=True)
    assert (table[:, -1] == 0.25).all()
    with pytest.raises(ValueError, match="1 probabilities for 3 blocks"):
        features.second(first[:1], chosen, whole)


def test_a_page_without_blocks_has_no_features() -> None:
    with pytest.raises(ValueError, match="no blocks"):
        shipped_model().tables.features(maintext.parse(""))
