"""Labels from gold text: what counts as being in it."""

import pytest

from maintext.corpus import LabelledPage
from maintext.train.labels import is_content, words_of
from maintext.train.sites import site_of

GOLD = "It rained all day. The river – the old one – rose.\nFive dead\nShare of the blame goes to nobody."


def test_white_space_quotes_and_case_do_not_matter() -> None:
    assert is_content(['"It   rained all\nday."', "THE RIVER, the old one, rose"], GOLD).tolist() == [True, True]


def test_a_short_leaf_needs_a_line_or_a_neighbour() -> None:
    assert is_content(["Share", "Print"], GOLD).tolist() == [False, False]
    assert is_content(["Five dead"], GOLD).tolist() == [True]
    assert is_content(["Share of the", "blame", "goes to nobody"], GOLD).tolist() == [True, True, True]


def test_a_long_leaf_may_differ_in_places() -> None:
    told = "the quick brown fox jumps over the lazy dog and runs away from the barking hounds"
    assert is_content([told.replace("lazy", "lasy")], told).tolist() == [True]
    assert is_content(["the quick brown cat sat over there on a mat and slept"], told).tolist() == [False]


def test_characters_are_words_where_there_are_no_spaces() -> None:
    assert words_of("雨が降るRain 10") == ["雨", "が", "降", "る", "rain", "10"]


def test_no_leaves_and_no_gold_have_no_content() -> None:
    assert is_content([], "gold").tolist() == []
    assert is_content(["a text of some words", ""], "").tolist() == [False, False]


@pytest.mark.parametrize(
    ("url", "canonical", "site"),
    [
        ("https://www.bbc.co.uk/news/1", None, "bbc.co.uk"),
        ("http://blog.example.com:80/", "https://other.org/", "example.com"),
        (None, "https://m.example.org/a", "example.org"),
        (None, "/relative", "c/7"),
        (None, "http://[broken", "c/7"),
    ],
)
def test_a_site_is_a_domain(url: str | None, canonical: str | None, site: str) -> None:
    assert site_of(LabelledPage("c", "7", b"", "", url=url), canonical) == site
