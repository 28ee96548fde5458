"""Shares of blocks: what of each block the gold text has."""

import pytest

from maintext.train.coverage import block_shares, letter_shares

STORY = "The ferry was late again on Monday. Nobody on the pier was surprised."
ENDING = "It left at noon, with the mail on board and two goats."


def shares(texts: list[str], gold: str) -> list[float]:
    return [round(float(share), 2) for share in block_shares(texts, gold).shares]


def test_blocks_of_the_gold_are_content_and_others_are_not() -> None:
    assert shares(["Home", STORY, "Share this", ENDING, "Contact"], f"{STORY}\n{ENDING}") == [0, 1, 0, 1, 0]


def test_a_block_that_is_only_partly_in_the_gold_has_a_share() -> None:
    (share,) = shares([f"Monday, 3 May, 10:15, by our own reporter {STORY}"], STORY)
    assert 0.5 < share < 0.8


def test_words_and_gold_are_counted() -> None:
    found = block_shares([STORY, "Home"], STORY)
    assert (found.n_words.tolist(), found.n_gold) == ([13, 1], 13)


def test_a_short_block_counts_on_a_line_of_its_own_or_next_to_more_of_the_gold() -> None:
    assert shares(["Late again", STORY, "Monday"], f"Late again\n{STORY}") == [1, 1, 0]
    assert shares(["The ferry was", "late", "again on Monday. Nobody on the pier was surprised."], STORY) == [1, 1, 1]


def test_text_that_the_gold_has_elsewhere_is_found_out_of_order() -> None:
    assert min(shares([ENDING, STORY], f"{STORY} {ENDING}")) > 0.9


def test_a_text_that_the_page_has_twice_is_content_as_often_as_the_gold_has_it() -> None:
    assert sum(shares([STORY, ENDING, STORY], f"{STORY}\n{ENDING}")) == 2
    assert shares([STORY, STORY], f"{STORY}\n{STORY}") == [1, 1]


def test_characters_are_words_where_there_are_no_spaces() -> None:
    gold = "渡し船は月曜日にまた遅れた。桟橋では誰も驚かなかった。"
    assert shares(["ホーム", gold, "お問い合わせ"], gold) == [0, 1, 0]


@pytest.mark.parametrize(("texts", "gold"), [([], STORY), ([STORY, ""], ""), (["", "..."], STORY)])
def test_where_there_is_nothing_nothing_is_content(texts: list[str], gold: str) -> None:
    assert shares(texts, gold) == [0] * len(texts)


def test_letters_give_whole_shares() -> None:
    found = letter_shares([STORY, "Home", ENDING], "COT")
    assert found.shares.tolist() == [1, 0, 0]
    assert (found.n_words.tolist(), found.n_gold) == ([13, 1, 12], 13)
