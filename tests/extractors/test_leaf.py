"""`leaf`: its features counted by hand, and what it makes of pages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.extractors.papers.leaf import FEATURES, LeafClassifier, LeafModel, features, first_blocks, shipped_model
from maintext.page import Page
from maintext.page.tags import TAGS
from tests.extractors.real_pages import f1_of

PAGE = """<html><body><div><ul><li>Home</li><li>About us</li></ul></div>
<article><h1>Rain</h1><p>It rained, <b>all</b> day. Then it stopped.</p><p>Why?</p><p hidden>Not shown.</p></article>
</body></html>"""


def column(page: Page, name: str) -> list[float]:
    values: list[float] = features(page)[:, FEATURES.index(name)].tolist()
    return values


def naive_siblings(page: Page) -> list[int]:
    """The slow twin: children of the parent with the same tag, one by one."""
    parents, tags = page.elements.parent.tolist(), page.elements.tag.tolist()
    return [
        sum(parents[other] == parents[row] and tags[other] == tags[row] for other in range(len(tags)))
        for row in page.blocks.element.tolist()
    ]


def test_the_text_of_a_leaf_is_counted() -> None:
    page = maintext.parse(PAGE)
    assert column(page, "chars") == [4, 7, 4, 30, 4, 9]
    assert column(page, "spaces") == [0, 1, 0, 6, 0, 1]
    assert column(page, "sentences") == [0, 0, 0, 2, 1, 1]
    assert column(page, "punctuation") == [0, 0, 0, 3, 1, 1]


def test_the_place_of_a_leaf_is_told() -> None:
    page = maintext.parse(PAGE)
    names = ["li", "li", "h1", "p", "p", "p"]
    assert column(page, "tag") == [TAGS[name] for name in names]
    assert column(page, "parent_tag") == [TAGS["ul"]] * 2 + [TAGS["article"]] * 4
    assert column(page, "depth") == [4, 4, 3, 3, 3, 3]
    assert column(page, "siblings") == [2, 2, 1, 3, 3, 3]
    assert column(page, "position")[:5] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8])


@settings(deadline=None)
@given(st.lists(st.sampled_from(["<div>", "</div>", "<p>", "<ul>", "<li>", "</ul>", "text ", "a, b. ", "<br>"])))
def test_features_of_any_page_are_finite_and_siblings_are_those_of_the_slow_twin(pieces: list[str]) -> None:
    page = maintext.parse("".join(pieces))
    assert np.isfinite(features(page)).all()
    assert column(page, "siblings") == naive_siblings(page)
    assert column(page, "spaces") == [text.count(" ") + text.count("\n") for text in page.texts()]


@pytest.mark.parametrize(
    "html", ["", "no tags", "<p></p>", "<p hidden>x</p>", "<!-- -->", "\0", "<svg><text>x</text></svg>"]
)
def test_a_page_with_little_or_nothing_is_judged_without_an_error(html: str) -> None:
    document = maintext.extract(html, by="leaf")
    assert document.text or document.reason


def test_a_leaf_that_is_not_shown_is_not_kept() -> None:
    scores = LeafClassifier(threshold=0.0)(maintext.parse(PAGE))
    assert scores.keep.tolist() == [True] * 5 + [False]
    assert scores.score[5] == 0


def test_list_items_and_line_breaks_are_joined_in_the_papers_reading() -> None:
    html = "<div><ul><li>One, two.<li>Three.<li hidden>Four.</ul><p>Five.<br><br>Six.</div><p>Seven."
    page = maintext.parse(html)
    assert page.texts() == ["One, two.", "Three.", "Four.", "Five.", "Six.", "Seven."]
    assert first_blocks(page).tolist() == [0, 1, 2, 3, 4, 5]
    assert first_blocks(page, ["items"]).tolist() == [0, 0, 2, 3, 4, 5]
    assert first_blocks(page, ["items", "breaks"]).tolist() == [0, 0, 2, 3, 3, 5]
    plain, joined = features(page), features(page, ["items", "breaks"])
    named = dict(zip(FEATURES, joined[1].tolist(), strict=True))
    assert named["chars"] == plain[:2, 0].sum()
    assert named["punctuation"] == 3
    assert (named["tag"], named["parent_tag"], named["siblings"]) == (TAGS["ul"], TAGS["div"], 1)
    assert joined[0].tolist() == joined[1].tolist()
    assert joined[3, 0] == plain[3:5, 0].sum()
    assert joined[[0, 3, 5], 8].tolist() == [0, np.float32(1 / 3), np.float32(2 / 3)]
    assert features(page, ["hidden"])[0, :8].tolist() == plain[0, :8].tolist()


def test_navigation_before_the_text_is_dropped() -> None:
    items = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("Home", "News", "Sport", "Weather"))
    sentence = "It rained all day in the hills, and by the evening the river had reached the old bridge. "
    text = "".join(f"<p>{sentence * 3}</p>" for _ in range(6))
    page = f"<html><body><div><ul>{items}</ul></div><div><article><div>{text}</div></article></div></body></html>"
    kept = maintext.extract(page, by="leaf").text
    assert kept.count("old bridge") == 18
    assert "Weather" not in kept


def test_a_model_survives_its_arrays() -> None:
    page = maintext.parse(PAGE)
    model = shipped_model()
    again = LeafModel.from_arrays(model.to_arrays())
    assert np.array_equal(model.probabilities(features(page)), again.probabilities(features(page)))


def test_the_same_page_gives_the_same_answer_whatever_came_before() -> None:
    first = LeafClassifier()(maintext.parse(PAGE)).score
    LeafClassifier()(maintext.parse("<p>Another page.</p>"))
    assert np.array_equal(LeafClassifier()(maintext.parse(PAGE)).score, first)


def test_the_main_text_of_real_pages_is_found() -> None:
    assert f1_of(LeafClassifier(), "portal") > 0.78
