"""LQF, CoreEx and ECON on the smallest pages that show what they do."""

import numpy as np
from hypothesis import given

import maintext
from maintext.extractors.baselines.coreex import CoreEx, _own_counts
from maintext.extractors.baselines.econ import Econ
from maintext.extractors.baselines.lqf import LinkQuota
from maintext.extractors.measures.tokens import UNSEEN
from tests.extractors.pages import pages

MENU = "<ul><li><a href=/>Home</a></li><li><a href=/>News</a></li></ul>"
TEXT = "<p>Boil the water, and wait.</p><p>Pour it slowly, on the leaves.</p>"


def test_a_block_goes_with_the_list_of_links_around_it() -> None:
    html = f"<ul><li>Top</li><li><a href=/>A long label of a link</a></li></ul>{TEXT}"
    assert LinkQuota()(maintext.parse(html)).keep.tolist() == [False, False, True, True]


def test_a_page_that_is_mostly_links_keeps_its_text() -> None:
    page = maintext.parse(MENU * 20 + TEXT)
    assert LinkQuota()(page).keep.nonzero()[0].tolist() == [40, 41]


def test_an_open_anchor_that_is_only_a_name_is_no_link() -> None:
    page = maintext.parse(f"<div><a name=top>{TEXT}<table><td>{MENU}</table></div>")
    for extractor in (LinkQuota(), CoreEx()):
        assert extractor(page).keep.tolist() == [True, True, False, False]


def test_a_higher_quota_keeps_more() -> None:
    page = maintext.parse("<p>See <a href=/>the leaves of tea</a></p>")
    assert not LinkQuota(max_quota=0.5)(page).keep.any()
    assert LinkQuota(max_quota=0.9)(page).keep.all()


def test_a_link_counts_as_one_word() -> None:
    page = maintext.parse("<p>one two <a href=/>three four five</a></p>")
    words, links = _own_counts(page)
    assert (words.sum(), links.sum()) == (2, 1)


def test_a_list_of_links_inside_the_article_is_left_out() -> None:
    page = maintext.parse(f"{MENU}<div>{TEXT}{MENU}<p>Drink it.</p></div>")
    assert page.texts(CoreEx()(page).keep)[-1] == "Drink it."
    assert "Home" not in page.texts(CoreEx()(page).keep)


def test_text_directly_in_the_best_element_is_kept() -> None:
    page = maintext.parse(f"{MENU}<div>Boil the water,<br>and wait for a while.</div>{MENU}")
    kept = " ".join(page.texts(CoreEx()(page).keep))
    assert " ".join(kept.split()) == "Boil the water, and wait for a while."


def test_links_in_the_text_cost_coreex_the_article_unless_text_weighs_more() -> None:
    linked = TEXT.replace("water", "<a href=/>water</a>").replace("leaves", "<a href=/>leaves</a>")
    page = maintext.parse(f"<div>{linked * 5}</div><p>Not one link in all of this.</p>")
    assert not CoreEx()(page).keep[0]
    assert CoreEx(min_ratio=0.7, ratio_weight=0.5, text_weight=0.5)(page).keep[0]


def test_the_climb_ends_where_most_of_the_punctuation_is() -> None:
    page = maintext.parse(f"<div><div>{TEXT}</div><p>One, two.</p></div>")
    assert Econ(min_share=0.6)(page).keep.tolist() == [True, True, False]
    assert Econ(min_share=0.9)(page).keep.tolist() == [True, True, True]


def test_chinese_punctuation_counts() -> None:
    page = maintext.parse(
        "<ul><li>主页<li>新闻</ul><div><p>先把水烧开，然后等一会儿。</p><p>慢慢倒在茶叶上，再喝。</p></div>"
    )
    assert Econ()(page).keep.tolist() == [False, False, True, True]


def test_a_page_without_punctuation_says_so() -> None:
    document = maintext.extract("<p>Home</p>", by="econ")
    assert document.reason == "none of 1 blocks has punctuation outside links"


@given(pages)
def test_own_words_and_links_are_all_that_a_page_shows(html: str) -> None:
    page = maintext.parse(html)
    words, links = _own_counts(page)
    shown = page.runs.flags & UNSEEN == 0
    assert (words.sum() + links.sum() > 0) == bool(np.any(shown))
