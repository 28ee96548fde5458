"""How far two labellings agree: by words, beyond chance, and page by page."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.corpus.block_labels import LETTERS, BlockLabels
from maintext.corpus.label_files import LabelledBlocks
from maintext.errors import LabelError
from maintext.label.agreement import agreement, kappa, letter_f1

TEXTS = ["Home", "Rain", "It rained all night.", "It stopped.", "Imprint"]
WORDS = (1, 1, 4, 2, 1)


def labelled(letters: str, id_: str = "1", texts: list[str] | None = None) -> dict[str, LabelledBlocks]:
    labels = BlockLabels.of(letters, texts or TEXTS)
    return {f"news/{id_}": LabelledBlocks("news", id_, labels, WORDS if texts is None else (1,) * len(texts))}


def test_equal_labels_agree() -> None:
    found = agreement(labelled("OTCCO"), labelled("OTCCO"))
    assert (found.f1, found.kappa, found.n_single) == (1, 1, 0)
    assert found.pages[0].n_different == 0
    assert "news/1" not in found.to_text()


def test_words_are_weights() -> None:
    (page,) = agreement(labelled("OTCCO"), labelled("OTCOO")).pages
    assert page.f1 == pytest.approx(2 * 4 / (6 + 4))
    assert page.words == Counter({("C", "C"): 4, ("O", "O"): 2, ("C", "O"): 2, ("T", "T"): 1})
    assert page.blocks == {("C", "O"): "3"}


def test_pages_without_content_agree_and_one_sided_content_does_not() -> None:
    assert agreement(labelled("OTOOO"), labelled("OOOOO")).f1 == 1
    assert agreement(labelled("OTOOO"), labelled("OTCCO")).f1 == 0


def test_kappa_is_zero_by_chance_and_negative_below() -> None:
    by_chance = Counter({(one, other): 25 for one in "CO" for other in "CO"})
    assert kappa(by_chance) == 0
    assert kappa(Counter({("C", "O"): 1, ("O", "C"): 1})) == -1
    assert kappa(Counter({("O", "O"): 9})) == 1


@given(
    st.dictionaries(st.tuples(st.sampled_from(sorted(LETTERS)), st.sampled_from(sorted(LETTERS))), st.integers(0, 99))
)
def test_the_figures_do_not_depend_on_who_comes_first(words: dict[tuple[str, str], int]) -> None:
    turned = Counter({(other, one): count for (one, other), count in words.items()})
    assert kappa(Counter(words)) == pytest.approx(kappa(turned))
    assert letter_f1(Counter(words), "C") == pytest.approx(letter_f1(turned, "C"))
    assert kappa(Counter(words)) <= 1


def test_the_pages_that_differ_most_come_first() -> None:
    first = {**labelled("OTCCO", "1"), **labelled("OTCCO", "2"), **labelled("OTCCO", "3")}
    second = {**labelled("OTCOO", "1"), **labelled("OOOOO", "2"), **labelled("OTCCO", "3"), **labelled("OTCCO", "4")}
    found = agreement(first, second)
    lines = found.to_text().splitlines()
    assert lines[0] == "pages labelled twice: 3 (27 words), once: 1"
    assert [line.split(":")[0] for line in lines if line.startswith("news/")] == ["news/2", "news/1"]
    assert [line for line in found.to_text(n_worst=1).splitlines() if line.startswith("news/")] == [
        "news/2: F1 0.000, 7 words differ"
    ]


def test_blocks_that_only_one_of_them_has_do_not_count() -> None:
    texts = ["Home", "New", *TEXTS[1:]]
    (page,) = agreement(labelled("OTCCO"), labelled("OCTCCO", texts=texts)).pages
    assert page.n_different == 0
    assert sum(page.words.values()) == sum(WORDS)


def test_nothing_in_common_is_an_error() -> None:
    with pytest.raises(LabelError, match="none of 1 and 1 labelled pages is in both"):
        agreement(labelled("OTCCO"), labelled("OTCCO", "2"))
