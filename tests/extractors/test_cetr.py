import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.errors import OptionError
from maintext.extractors.measures.source_lines import read_lines, with_spaces
from maintext.extractors.papers.cetr import (
    READINGS,
    TagRatioClusters,
    TagRatios,
    TagRatioThreshold,
    _convolve,
    _printed_slopes,
    is_off_origin,
    lowest_border,
    smooth,
    tag_ratios,
)
from maintext.extractors.protocol import Extractor

FORMS = [TagRatioThreshold(), TagRatioClusters(), TagRatios()]
MENU = "<li><a href=/x>Link</a></li>\n" * 120
TEXT = "<p>A paragraph with a good deal of plain text in it, as articles have them.</p>\n" * 40
VALUES = st.lists(st.floats(0, 300), min_size=1, max_size=60).map(np.array)


def test_the_papers_example_has_its_ratios_but_for_white_space() -> None:
    page = maintext.parse(
        '<div id="topnav">\n<div id="storyPageContent2">\n<div id="author">James Smith</div>\n'
        "OKLAHOMA CITY Police were told that\nThe Oklahoman reported Sunday. <br><br>\n</div></div>"
    )
    assert tag_ratios(read_lines(page))[1].tolist() == [0, 0, 5, 30, 13.5, 0]


@pytest.mark.parametrize("form", FORMS)
def test_a_menu_before_and_after_the_text_is_dropped(form: Extractor) -> None:
    page = maintext.parse(f"<ul>\n{MENU}</ul>\n{TEXT}<ul>\n{MENU}</ul>")
    keep = form(page).keep
    assert keep[130:150].all()
    assert not keep[:80].any()
    assert not keep[-80:].any()


@pytest.mark.parametrize("form", FORMS)
def test_a_page_without_tags_is_all_content(form: Extractor) -> None:
    assert form(maintext.parse("One line.\nAnother one.")).keep.all()


@pytest.mark.parametrize("form", FORMS)
def test_a_page_written_on_one_line_is_broken_up(form: Extractor) -> None:
    page = maintext.parse((MENU + TEXT + MENU).replace("\n", ""))
    keep = form(page).keep
    assert keep[130:150].all()
    assert not keep[:80].any()


def test_a_lower_threshold_keeps_at_least_as_much() -> None:
    page = maintext.parse(MENU + TEXT)
    strict, lax = TagRatioThreshold(1.5)(page).keep, TagRatioThreshold(0.5)(page).keep
    assert (strict <= lax).all()
    assert TagRatioThreshold(0.0)(page).keep.all()


def test_nothing_to_keep_says_why() -> None:
    assert maintext.extract("<div>\n<b></b>\n</div>", by="cetr").reason == "the page has no text"


@given(VALUES)
def test_smoothing_follows_the_equations(values: np.ndarray) -> None:
    deviation = values.std()
    if deviation > 1e-6:
        radius = int(np.ceil(deviation))
        kernel = {j: np.exp(-j * j / 2 / deviation**2) for j in range(-radius, radius + 1)}
        n = len(values)
        slow = [sum(kernel.get(i - j, 0) * values[j] for j in range(n)) / sum(kernel.values()) for i in range(n)]
        # A kernel wider than the page is cut at the page's length, which only scales the result.
        scale = sum(kernel.values()) / sum(kernel[j] for j in kernel if abs(j) <= n)
        assert np.allclose(smooth(values), np.array(slow) * scale, atol=1e-6)


def test_the_fourier_transform_gives_what_the_sum_gives() -> None:
    values = np.random.default_rng(1).random(2000)
    assert np.allclose(_convolve(values, values[:500]), np.convolve(values, values[:500]))


@given(VALUES)
def test_lines_in_the_lowest_cluster_are_the_low_ones(values: np.ndarray) -> None:
    border = lowest_border(values, 3)
    assert values.min() - 1e-9 <= border <= values.max() + 1e-9


@given(VALUES)
def test_points_off_the_origin_are_farther_than_those_at_it_on_an_axis(values: np.ndarray) -> None:
    is_off = is_off_origin(np.stack([values, np.zeros(len(values))]), 3)
    if is_off.any() and not is_off.all():
        assert values[is_off].min() >= values[~is_off].max()


def test_the_papers_example_has_its_own_ratios_where_white_space_counts() -> None:
    page = maintext.parse(
        '<div id="topnav">\n<div id="storyPageContent2">\n<div id="author">James Smith</div>\n'
        "OKLAHOMA CITY Police were told that ...\n... The Oklahoman reported Sunday. <br><br> Jones\n</div></div>"
    )
    # The paper has 5.5 for the third line: 11 characters, 2 tags.
    ratios = tag_ratios(with_spaces(page, read_lines(page)))[1].tolist()
    assert ratios[:3] == [0, 0, 5.5]
    assert ratios[3] == 39


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_of_the_paper_changes_an_answer_of_some_form(reading: str) -> None:
    crowded = "<a>x</a>" * 60 + "\n" + "<p>A line of text.</p>" * 40 + "\n" + TEXT[:300]
    htmls = [crowded, *(uneven(seed) for seed in range(20))]
    pages = [maintext.parse(html) for html in htmls]
    forms = (TagRatioThreshold, TagRatioClusters, TagRatios)
    pairs = [(form(as_printed=(reading,)), form(), page) for form in forms for page in pages]
    assert any(not np.array_equal(literal(page).keep, ours(page).keep) for literal, ours, page in pairs)


def uneven(seed: int) -> str:
    """A page whose lines have very different lengths."""
    lengths = np.random.default_rng(seed).geometric(0.08, 150)
    return "".join(f"<p>{'word ' * n}</p>\n<li><a>x</a></li>\n" for n in lengths)


def test_equation_four_as_printed_counts_the_line_itself() -> None:
    values = np.array([2.0, 4.0, 6.0, 8.0, 10.0])
    assert _printed_slopes(values, 3).tolist() == [20 / 3 - 2, 28 / 3 - 4, 0, 0, 0]


def test_a_reading_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match=r"as_printed must be some of spaces, weights, .*, got 'space'"):
        maintext.extract("<p>Text.", by="cetr:as_printed=space")
