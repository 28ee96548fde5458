"""What holds for every extractor on every page."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.extractors.by import get_extractor
from maintext.extractors.registry import WITHOUT_BROWSER
from maintext.page.flags import SVG, UNSHOWN

PIECES = st.sampled_from(
    [
        *("<p>", "</p>", "<div class=nav>", "</div>", "<a href=/x>", "</a>", "<br>", "<form>", "</form>", "<li>"),
        *("<script>var x = 1 < 2;</script>", "<!-- -->", "<title>A title</title>", "<table><tr><td>", "<p hidden>"),
        *(
            "\n",
            "\n\n\n\n",
            " ",
            "Some words of text, and more.",
            "a",
            "日本語の文。",
            "&nbsp;",
            "<svg><text>t</text></svg>",
        ),
    ]
)
PAGES = st.lists(PIECES, max_size=60).map("".join) | st.text()
ODD_PAGES = [
    "",
    " ",
    "\n\n\n",
    "no tags at all",
    "<",
    "<p>",
    "<p></p>",
    "<a>only a link</a>",
    "x\n" * 200,
    "<b>x" * 300,
]


def is_sound(name: str, page: maintext.Page) -> None:
    scores = get_extractor(name)(page)
    assert scores.keep.shape == scores.score.shape == (len(page.blocks),)
    assert scores.keep.dtype == np.bool_
    assert np.isfinite(scores.score).all()
    if name != "model":
        # The learned extractor has learned that some hidden text is content: what a click unfolds.
        assert not scores.keep[page.blocks.flags & (UNSHOWN | SVG) != 0].any()
    assert maintext.extract("", by=name).reason


@pytest.mark.parametrize("name", WITHOUT_BROWSER)
@settings(max_examples=60, deadline=None)
@given(html=PAGES)
def test_any_page_gets_a_finite_score_and_a_decision_a_block(name: str, html: str) -> None:
    is_sound(name, maintext.parse(html))


@pytest.mark.parametrize("name", WITHOUT_BROWSER)
@pytest.mark.parametrize("html", ODD_PAGES)
def test_odd_pages_are_no_exception(name: str, html: str) -> None:
    is_sound(name, maintext.parse(html))


@pytest.mark.parametrize("name", WITHOUT_BROWSER)
@settings(max_examples=20, deadline=None)
@given(html=PAGES)
def test_a_page_has_one_answer(name: str, html: str) -> None:
    extractor = get_extractor(name)
    first, second = extractor(maintext.parse(html)), extractor(maintext.parse(html))
    assert (first.keep == second.keep).all()
    assert (first.score == second.score).all()


@given(html=PAGES)
def test_a_page_value_is_a_probability(html: str) -> None:
    assert 0 <= maintext.page_value(maintext.parse(html)) <= 1
