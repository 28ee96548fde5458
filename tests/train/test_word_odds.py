"""Tables of words: a vote a site, groups by their beginnings, and nothing from few sites."""

import numpy as np
from numpy.typing import NDArray

import maintext
from maintext import _core
from maintext.model.feature_names import CLASS_GROUPS, class_group_lines
from maintext.model.word_tables import WordTables, class_numbers
from maintext.page import Page
from maintext.page.tags import TAGS
from maintext.train.word_odds import class_groups, fold_tables, split_words

TEXT = "The ferry was late again on Monday, and nobody on the pier was surprised by that at all."


def made_page(classes: str) -> tuple[Page, NDArray[np.float32]]:
    page = maintext.parse(f"<div class={classes}><p>{TEXT}</div><div class=sidebar><li>Share it</div>")
    return page, np.array([1, 0], dtype=np.float32)


def tables(classes: list[str], folds: list[int] | None = None) -> dict[int, WordTables]:
    sites = [f"site{number}" for number in range(len(classes))]
    return fold_tables(
        [made_page(name) for name in classes], sites, folds or [number % 2 for number in range(len(classes))]
    )


def class_odds(found: WordTables, word: str) -> float:
    return float(found.class_odds[class_numbers(np.array([_core.word_hash(word, "class")], dtype=np.uint64))[0]])


def test_a_word_around_content_has_high_odds_and_one_beside_it_low_ones() -> None:
    found = tables(["story"] * 6)[-1]
    assert class_odds(found, "story") > 0.3 > -0.3 > class_odds(found, "sidebar")
    assert class_odds(found, "unknown") == 0
    assert found.tag_odds[TAGS["p"]] > 0 > found.tag_odds[TAGS["li"]]


def test_a_word_of_few_sites_says_nothing() -> None:
    found = tables(["story"] * 3 + ["text"] * 4)[-1]
    assert class_odds(found, "story") == 0
    assert class_odds(found, "text") > 0


def test_a_site_has_one_vote_however_many_pages_it_has() -> None:
    pages = [made_page("story")] * 40
    found = fold_tables(pages, ["one site"] * 40, [0, 1] * 20)[-1]
    assert class_odds(found, "story") == 0


def test_the_tables_of_a_fold_are_taught_by_the_others() -> None:
    found = tables(["story"] * 4 + ["text"] * 4, [0] * 4 + [1] * 4)
    assert sorted(found) == [-1, 0, 1]
    assert class_odds(found[0], "story") == class_odds(found[1], "text") == 0
    assert class_odds(found[1], "story") > 0
    assert class_odds(found[0], "text") > 0
    assert class_odds(found[-1], "story") > 0


def test_words_that_most_texts_begin_with_are_common() -> None:
    found = tables(["story"] * 6)[-1]
    the, share = maintext.parse("the share").first_words([0], 2)[0]
    assert found.is_common[the]
    assert not found.is_common[share]


def test_pages_without_class_words_have_odds_all_the_same() -> None:
    page = maintext.parse(f"<p>{TEXT}<li>Share it")
    found = fold_tables([(page, np.array([1, 0], dtype=np.float32))] * 5, list("abcde"), [0, 0, 1, 1, 1])[-1]
    assert not found.class_odds.any()
    assert np.isfinite(found.tag_odds).all()


def test_content_without_classes_beside_others_that_have_them_gives_finite_odds() -> None:
    page = maintext.parse(f"<p>{TEXT}<div class=menu><li>Share it</div>")
    found = fold_tables([(page, np.array([1, 0], dtype=np.float32))] * 5, list("abcde"), [0, 0, 1, 1, 1])[-1]
    assert -8 < class_odds(found, "menu") <= 0


def test_class_words_belong_to_the_groups_of_their_beginnings() -> None:
    groups = class_groups([maintext.parse("<p class='commentList ads adopt' id=footer>x")])

    def names(word: str, kind: str) -> set[str]:
        number = class_numbers(np.array([_core.word_hash(word, kind)], dtype=np.uint64))  # type: ignore[arg-type]
        return {name for bit, name in enumerate(CLASS_GROUPS) if int(groups[number[0]]) >> bit & 1}

    assert "comment" in names("comment", "class")
    assert "foot" in names("footer", "id")
    assert "ad" in names("ads", "class")
    assert not names("adopt", "class")


def test_the_names_of_the_groups_are_those_of_their_file() -> None:
    assert tuple(line[0] for line in class_group_lines()) == CLASS_GROUPS


def test_words_are_cut_as_the_core_cuts_them() -> None:
    for value in ["post-17 articleBody MAIN x", "a_b cd", "HTMLText", "x2y ab3cd"]:
        page = maintext.parse(f"<p class='{value}'>x")
        row = int(page.blocks.element[0])
        expected = {_core.word_hash(word, "class") for word in split_words(value)}
        assert set(page.words_of(row).tolist()) == expected, value
