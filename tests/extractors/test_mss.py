"""`mss`: the best stretch against its slow twin, tokens, and what it makes of pages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.extractors.baselines.mss import MaximumSubsequence, NaiveBayes, best_stretch, buckets_of
from maintext.extractors.measures.mss_tokens import N_TAG_CODES, tokens_of, word_starts
from maintext.page.tags import TAGS
from tests.extractors.real_pages import f1_of


def naive_best_sum(scores: list[float]) -> float:
    """The slow twin: every stretch."""
    places = range(len(scores) + 1)
    return max(sum(scores[start:stop]) for start in places for stop in places if start <= stop)


@given(st.lists(st.integers(-8, 8).map(float), max_size=20))
def test_no_stretch_has_a_greater_sum_than_the_best_one(scores: list[float]) -> None:
    start, stop = best_stretch(np.array(scores))
    assert 0 <= start <= stop <= len(scores)
    assert sum(scores[start:stop]) == naive_best_sum(scores)


def test_tokens_stand_in_the_order_of_the_source() -> None:
    tokens = tokens_of(maintext.parse("<body><p>One <b>two</b></p><p>three</p>"))
    names = {number: name for name, number in TAGS.items()}
    told = [
        f"{'/' if code >= N_TAG_CODES else ''}{names[int(code) % N_TAG_CODES]}"
        if block < 0
        else f"word in {names[tag]}"
        for code, block, tag in zip(tokens.code.tolist(), tokens.block.tolist(), tokens.tag.tolist(), strict=True)
    ]
    assert told == [
        *("body", "p", "word in p", "b", "word in b", "/b", "/p"),
        *("p", "word in p", "/p"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rain, at 10:45!", ["Rain", ",", "at", "10", ":", "45", "!"]),
        ("雨が降る", ["雨", "が", "降", "る"]),
        ("größe naïve", ["größe", "naïve"]),
        ("   ", []),
        ("", []),
    ],
)
def test_words_and_symbols_are_cut(text: str, words: list[str]) -> None:
    raw = text.encode()
    starts = word_starts(np.frombuffer(raw, dtype=np.uint8)).tolist()
    ends = [*starts[1:], len(raw)][: len(starts)]
    assert [raw[start:stop].decode().strip() for start, stop in zip(starts, ends, strict=True)] == words


def test_words_are_the_same_whatever_their_case_digits_and_endings() -> None:
    code = tokens_of(maintext.parse("Extraction EXTRACTIONS 1984 2024 x")).code
    words = code[code >= np.uint64(2**63)].tolist()
    assert words[0] == words[1]
    assert words[2] == words[3]
    assert len({words[0], words[2], words[4]}) == 3


def test_the_order_of_a_trigram_matters() -> None:
    buckets = [buckets_of(np.array(codes, dtype=np.uint64), 16)[0] for codes in ([7, 8, 9], [9, 8, 7], [7, 8, 10])]
    assert len(set(buckets)) == 3


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["<div>", "</div>", "<p>", "<b>", "</b>", "<p hidden>", "text ", "a, b. ", "雨", "<br>"]))
)
def test_any_page_is_judged(pieces: list[str]) -> None:
    document = maintext.extract("".join(pieces), by="mss")
    assert document.text or document.reason
    assert all(
        not block.is_kept or "text" in block.text or "a, b." in block.text or "雨" in block.text
        for block in document.blocks
    )


def test_the_kept_blocks_are_one_stretch_of_the_page() -> None:
    tags = np.full(N_TAG_CODES, -2, dtype=np.float32)
    tags[TAGS["p"]] = 2
    model = NaiveBayes(0.0, np.zeros(2, dtype=np.int8), tags)
    page = maintext.parse(
        "<div>Menu with words</div><p>One two three.</p><div>ad</div><p>Four five six.</p><h2>End of it all</h2>"
    )
    assert MaximumSubsequence(model=model)(page).keep.tolist() == [False, True, True, True, False]


def test_the_main_text_of_real_pages_is_found() -> None:
    assert f1_of(MaximumSubsequence(), "portal") > 0.85
