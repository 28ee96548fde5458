from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.errors import OptionError
from maintext.extractors.papers.qread import QRead, segments

WORDS = ("red", "Fox", "fox,", "the", "the.", "form", "from", "日本", "語", "Ärger", "x1")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)


def test_two_empty_lines_do_not_part_a_segment_and_three_do() -> None:
    assert segments(maintext.parse("<p>a\n\n\n<p>b\n\n\n\n<p>c")).tolist() == [0, 0, 1]


def test_a_line_of_tags_alone_is_an_empty_line() -> None:
    assert segments(maintext.parse("<p>a\n</p>\n<div>\n<div>\n<p>b")).tolist() == [0, 1]


def test_lines_of_a_script_are_no_lines() -> None:
    assert segments(maintext.parse("<p>a\n<script>\n1\n2\n3\n4\n</script>\n<p>b")).tolist() == [0, 0]


def test_lines_of_a_comment_are_no_lines() -> None:
    assert segments(maintext.parse("<p>a\n<!-- 1\n2\n3\n4\n5 -->\n<p>b")).tolist() == [0, 0]
    assert segments(maintext.parse("<p>a\n\n<!-- 1\n2 -->\n\n<p>b")).tolist() == [0, 1]


def test_navigation_that_was_filtered_does_not_split_a_segment() -> None:
    menu = "<div class=menu>\n<ul>\n<li>Home\n<li>News\n</ul>\n</div>\n"
    assert segments(maintext.parse(f"<p>a\n{menu}<p>b")).tolist() == [0, -1, -1, 0]
    assert segments(maintext.parse(f"<p>a\n{menu.replace('class', 'id')}<p>b\n\n\n\n<p>c")).tolist()[-2:] == [0, 1]


def test_comments_that_never_end_take_linear_time() -> None:
    assert len(segments(maintext.parse("<p>a\n" + "<!-- " * 200_000))) == 1


def test_the_papers_readings_have_an_effect_and_names() -> None:
    long = "Nobody knows where it sleeps, or what it eats when winter has come to stay.\n"
    gap = "\n\n\n\n"
    head = f"<title>Site</title>\n<h1>The red fox</h1>{gap}<p>{long}{long}{gap}"
    html = head + "<p>The red fox again, on a long line of text"
    page = maintext.parse(html + gap + "<li>Home\n<li>News\n<li>More\n" * 9)
    keeps = {QRead(as_printed=names)(page).keep.tobytes() for names in ((), ("similarity",), ("title",))}
    assert len(keeps) > 1
    with pytest.raises(OptionError, match="as_printed must be some of similarity, title, lines, got 'titles'"):
        maintext.extract(html, by="qread:as_printed=titles")


def test_a_div_of_class_nav_or_menu_is_filtered_and_other_elements_are_not() -> None:
    html = '<div class="top nav"><p>a</div><div class=menu>b</div><ul class=menu><li>c</ul><div id=nav>d</div>'
    assert segments(maintext.parse(html)).tolist() == [-1, -1, 0, 0]


def test_a_short_segment_like_the_title_is_appended_if_it_is_dense() -> None:
    menu = "\n\n\n\n" + "<li>Home\n<li>News\n<li>Sport\n" * 5 + "\n\n\n\n"
    html = "<title>The red fox of the hill</title>" + menu + "<p>Seen: the red fox of the hill, again.\n" + menu
    html += "<p>Nobody knows where it sleeps, or what it eats when winter has come to stay.\n" + menu
    page = maintext.parse(html)
    assert len(page.texts(QRead()(page).keep)) == 2


def test_a_page_of_navigation_says_why_nothing_is_kept() -> None:
    assert maintext.extract("<div class=nav>a</div>", by="qread").reason == "all of 1 blocks are hidden or navigation"


def words(text: str) -> Counter[str]:
    spaced = "".join(f" {letter} " if letter > "\u3000" else letter for letter in text.lower())
    return Counter("".join(letter if letter.isalnum() else " " for letter in spaced).split())


@given(TEXTS, st.lists(TEXTS.filter(str.strip), min_size=1, max_size=5))
def test_similarities_are_those_of_counting_words(title: str, texts: list[str]) -> None:
    page = maintext.parse(f"<title>{title}</title>" + "".join(f"<p>{text}</p>" for text in texts))
    expected = []
    for text in texts:
        a, b = words(title), words(text)
        lengths = sum(n * n for n in a.values()) * sum(n * n for n in b.values())
        expected.append(sum(n * b[word] for word, n in a.items()) / lengths**0.5 if lengths else 0)
    groups = np.arange(len(texts), dtype=np.int32)
    found = page.title_cosines(groups, page.head.title or "")
    assert np.allclose(found, expected)
