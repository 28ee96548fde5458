"""Letters find their blocks again, by hashes of texts, also when a scanner cuts the page differently."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.corpus import block_labels
from maintext.corpus.block_labels import LETTERS, AlignedLabels, BlockLabels, align, text_hash
from maintext.errors import CorpusError

TEXTS = ["Home", "News", "Storm closes the harbour", "By Ann", "The first part.", "The second part.", "Imprint"]
LABELS = BlockLabels.of("OOTMCCO", TEXTS)


def test_the_same_blocks_have_their_letters() -> None:
    assert align(LABELS, TEXTS) == AlignedLabels("OOTMCCO", 7, 7)


def test_white_space_and_case_do_not_change_a_hash_and_words_do() -> None:
    assert text_hash("Storm closes\n the  harbour") == text_hash("stormcloses The harbour")
    assert text_hash("Storm closes") != text_hash("Storm close")
    assert len(text_hash("天气")) == block_labels.HASH_DIGITS


def test_a_hash_is_the_same_on_every_machine() -> None:
    assert text_hash("Storm closes the harbour") == "674395"


def test_a_new_block_has_no_letter_and_the_others_keep_theirs() -> None:
    aligned = align(LABELS, [*TEXTS[:5], "Advertisement", *TEXTS[5:]])
    assert (aligned.letters, aligned.share) == ("OOTMC?CO", 1.0)


def test_a_block_that_is_gone_lowers_the_share() -> None:
    aligned = align(LABELS, [text for text in TEXTS if text != "By Ann"])
    assert (aligned.letters, aligned.n_aligned, aligned.n_letters) == ("OOTCCO", 6, 7)


def test_blocks_of_one_letter_that_are_joined_or_parted_keep_it() -> None:
    joined = align(LABELS, [*TEXTS[:4], "The first part. The second part.", "Imprint"])
    assert (joined.letters, joined.share) == ("OOTMCO", 1.0)
    parted = align(LABELS, [*TEXTS[:5], "The second", "part.", "Imprint"])
    assert (parted.letters, parted.share) == ("OOTMCCCO", 1.0)


def test_blocks_of_two_letters_that_are_joined_have_none() -> None:
    aligned = align(LABELS, [*TEXTS[:3], "By Ann The first part.", *TEXTS[5:]])
    assert (aligned.letters, aligned.n_aligned) == ("OOT?CO", 5)


def test_copies_of_a_text_are_kept_apart_by_their_order() -> None:
    texts = ["Menu", "Rain", "Menu", "Rain", "It rained.", "Menu"]
    labels = BlockLabels.of("OTOOCO", texts)
    assert align(labels, ["New", *texts]).letters == "?OTOOCO"


def test_frequent_texts_are_left_out_where_there_are_too_many_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["Menu"] * 300 + [f"Sentence {n}." for n in range(50)]
    labels = BlockLabels.of("O" * 300 + "C" * 50, texts)
    moved = ["Top", *texts[:150], "Middle", *texts[150:], "End"]
    monkeypatch.setattr(block_labels, "_MOST_PAIRS", 10)
    assert align(labels, moved).letters.count("C") == 50


def test_labels_of_another_page_fit_nowhere() -> None:
    aligned = align(LABELS, ["Quite", "another", "page"])
    assert aligned.letters == "???"
    assert aligned.share == 0


def test_a_page_without_blocks_is_aligned() -> None:
    assert align(BlockLabels.of("", []), []).share == 1


def test_unknown_letters_and_missing_hashes_are_errors() -> None:
    with pytest.raises(CorpusError, match="unknown letters X"):
        BlockLabels("CX", ("aaaaaa", "bbbbbb"))
    with pytest.raises(CorpusError, match="2 letters, but 1 hashes"):
        BlockLabels("CC", ("aaaaaa",))


def test_the_text_of_any_letters_can_be_had() -> None:
    aligned = align(LABELS, TEXTS)
    assert aligned.text(TEXTS) == "The first part.\n\nThe second part."
    assert aligned.text(TEXTS, "TM") == "Storm closes the harbour\n\nBy Ann"


@given(st.lists(st.sampled_from(sorted(LETTERS)), max_size=40), st.data())
def test_new_blocks_anywhere_never_change_a_letter(letters: list[str], data: st.DataObject) -> None:
    texts = [f"Block number {number}" for number in range(len(letters))]
    labels = BlockLabels.of("".join(letters), texts)
    places = data.draw(st.lists(st.integers(0, len(letters)), max_size=10))
    page = list(enumerate(texts))
    for number, place in enumerate(sorted(places, reverse=True)):
        page.insert(place, (-1, f"New text {number}"))
    aligned = align(labels, [text for _, text in page])
    assert aligned.share == 1
    assert [letter for letter, (old, _) in zip(aligned.letters, page, strict=True) if old >= 0] == letters
