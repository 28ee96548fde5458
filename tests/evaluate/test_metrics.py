"""Laws that every metric keeps, slow twins of the fast ones, and worked cases."""

from collections import Counter
from math import isclose, isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluate.metrics import METRICS, Pair
from maintext.evaluate.metrics.aligned_words import AlignedWords
from maintext.evaluate.metrics.edit_distance import EditDistance
from maintext.evaluate.metrics.outcome import Outcome
from maintext.evaluate.metrics.shingles import Shingles
from maintext.evaluate.tokens import pieces, words

# Few words, so that texts share some; one of each kind of script.
TEXTS = st.lists(st.sampled_from(["one", "Two", "two", "three!", "四五", "ไทย", "-"]), max_size=12).map(" ".join)
PAIRS = st.builds(Pair.of, TEXTS, TEXTS)
PRECISION_RECALL = ["bag-of-words", "aligned-words", "text-length"]


@given(PAIRS)
def test_every_figure_of_a_page_lies_between_0_and_1(pair: Pair) -> None:
    for name in METRICS:
        for value in METRICS[name].of_page(pair).values():
            assert isnan(value) or 0 <= value <= 1


@given(TEXTS)
def test_a_text_kept_as_it_is_has_the_best_figures(text: str) -> None:
    pair = Pair.of(text, text)
    for name in PRECISION_RECALL:
        assert METRICS[name].of_page(pair) == {"precision": 1, "recall": 1, "f1": 1}
    assert EditDistance().of_page(pair) == {"similarity": 1}
    assert Outcome().of_page(pair)["accurate"] == 1
    assert METRICS["all-above"].of_page(pair) == {"share": 1}


@given(TEXTS, TEXTS)
def test_what_is_precision_one_way_is_recall_the_other_way(first: str, second: str) -> None:
    for name in PRECISION_RECALL:
        metric = METRICS[name]
        there, back = metric.of_page(Pair.of(first, second)), metric.of_page(Pair.of(second, first))
        if words(first) and words(second):
            assert (there["precision"], there["recall"]) == (back["recall"], back["precision"])


@given(PAIRS)
def test_aligned_words_are_never_more_than_the_bag(pair: Pair) -> None:
    aligned, bag = AlignedWords().of_page(pair), METRICS["bag-of-words"].of_page(pair)
    assert all(aligned[name] <= bag[name] + 1e-12 for name in bag)


@given(PAIRS)
def test_each_page_has_exactly_one_outcome(pair: Pair) -> None:
    assert sum(Outcome().of_page(pair).values()) == 1


def slow_lcs(first: list[str], second: list[str]) -> int:
    row = [0] * (len(second) + 1)
    for word in first:
        above = row[:]
        for column, other in enumerate(second, 1):
            row[column] = above[column - 1] + 1 if word == other else max(above[column], row[column - 1])
    return row[-1]


def slow_edits(first: list[str], second: list[str]) -> int:
    row = list(range(len(second) + 1))
    for number, word in enumerate(first, 1):
        above, row = row, [number]
        for column, other in enumerate(second, 1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (word != other)))
    return row[-1]


@given(PAIRS)
def test_aligned_words_and_edit_distance_agree_with_their_slow_twins(pair: Pair) -> None:
    kept, gold = pair.kept.lower_words, pair.gold.lower_words
    if kept and gold:
        assert isclose(AlignedWords().of_page(pair)["recall"], slow_lcs(kept, gold) / len(gold))
        expected = 1 - slow_edits(kept, gold) / max(len(kept), len(gold))
        assert isclose(EditDistance().of_page(pair)["similarity"], expected)


def slow_shingles(text: str) -> Counter[tuple[str, ...]]:
    found = words(text)
    if len(found) < 4:
        return Counter([tuple(found)] if found else [])
    return Counter(tuple(found[start : start + 4]) for start in range(len(found) - 3))


@given(PAIRS)
def test_shingles_agree_with_their_slow_twin(pair: Pair) -> None:
    kept, gold = slow_shingles(pair.kept.text), slow_shingles(pair.gold.text)
    counts = (kept & gold).total(), (kept - gold).total(), (gold - kept).total()
    total = sum(counts) or 1
    assert list(Shingles().of_page(pair).values()) == [count / total for count in counts]


def test_shingles_leave_out_of_a_mean_the_pages_that_say_nothing_about_it() -> None:
    metric = Shingles()
    perfect, nothing_kept, nothing_at_all = (
        metric.of_page(Pair.of(kept, gold)) for kept, gold in [("a b c d", "a b c d"), ("", "a b c d"), ("", "")]
    )
    figures = metric.of_corpus([perfect, nothing_kept, nothing_at_all])
    assert (figures["precision"], figures["recall"]) == (1.0, 0.5)


def test_the_error_of_shingles_is_about_that_of_a_mean() -> None:
    pages = [{"tp": 1.0, "fp": 0.0, "fn": 0.0}, {"tp": 0.5, "fp": 0.0, "fn": 0.5}] * 200
    error = Shingles().of_corpus(pages)["recall_error"]
    assert error == pytest.approx(1.96 * 0.25 / 400**0.5, rel=0.1)
    assert Shingles().of_corpus(pages)["recall_error"] == error, "the same in every run"


def test_a_part_of_the_article_is_missed_even_if_there_is_other_text_too() -> None:
    gold = "one two three four five six seven eight nine ten"
    assert Outcome().of_page(Pair.of("menu login one two", gold))["missed"] == 1
    assert Outcome().of_page(Pair.of(f"{gold} menu login", gold))["extra"] == 1
    assert Outcome().of_page(Pair.of("", gold))["missed"] == 1


def test_snippets_count_only_pages_that_have_some() -> None:
    metric = METRICS["snippets"]
    pages = [{"with": 0.5, "without": float("nan")}, {"with": float("nan"), "without": float("nan")}]
    figures = metric.of_corpus(pages)
    assert figures["with"] == 0.5
    assert isnan(figures["without"])


@given(st.text(max_size=80))
def test_pieces_are_the_text_without_its_spaces(text: str) -> None:
    assert "".join(pieces(text)) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("한국어 문장", ["한국어", "문장"]),
        ("日本語のテキスト", list("日本語のテキスト")),
        ("ภาษาไทย", list("ภาษาไทย")),
        ("naïve café", ["naïve", "café"]),
    ],
)
def test_characters_are_tokens_only_where_there_are_no_spaces(text: str, expected: list[str]) -> None:
    assert words(text) == expected
