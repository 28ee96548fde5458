"""Ranges of blocks by letter: what is written is read, and what makes no sense is named."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.corpus.block_labels import LETTERS
from maintext.errors import LabelError
from maintext.label.ranges import read_answer, to_letters, to_ranges


@given(st.text(st.sampled_from(sorted(LETTERS)), max_size=60))
def test_letters_survive_as_ranges(letters: str) -> None:
    assert to_letters(to_ranges(letters), len(letters)) == letters


def test_blocks_that_nobody_names_are_other() -> None:
    assert to_letters({"page": "a/1"}, 3) == "OOO"
    assert to_letters({"page": "a/1", "C": "", "T": 0, "O": "1"}, 3) == "TOO"


def test_a_block_may_be_named_twice_by_its_letter() -> None:
    assert to_letters({"C": " 0 - 2, 1 ,3,"}, 5) == "CCCCO"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"C": "1-3", "M": "3"}, "block 3 is both C and M"),
        ({"C": "1-5"}, "C has block 5; the page has blocks 0 to 4"),
        ({"C": "99999999999"}, "C has '99999999999'; expected a number"),
        ({"C": "3-1"}, "C has '3-1', whose end comes before its start"),
        ({"C": "1;2"}, "C has '1;2'; expected a number or a range"),
        ({"C": "-1"}, "C has '-1'; expected a number or a range"),
        ({"C": "١"}, "expected a number or a range"),
        ({"C": [1, 2]}, r"C is \[1, 2\]; expected ranges"),
        ({"C": None}, "C is None; expected ranges"),
        ({"C": True}, "C is True; expected ranges"),
    ],
)
def test_ranges_that_make_no_sense_are_named(answer: dict[str, Any], reason: str) -> None:
    with pytest.raises(LabelError, match=reason):
        to_letters(answer, 5)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"C: 1", "the line is not JSON"),
        (b"[" * 100_000, "the line is not JSON"),
        (b"\xff", "the line is not JSON"),
        (b"[]", "not a JSON object"),
        (b'{"C": "1"}', '"page" is missing'),
        (b'{"page": 7}', '"page" is missing, or not text'),
        (b'{"page": "a/1", "X": "1"}', "unknown letter 'X'; expected T, C, M, R, O"),
        (b'{"page": "a/1", "c": "1"}', "unknown letter 'c'"),
        (b'{"page": "a/1", "kind": "<b>"}', "the kind is '<b>'"),
    ],
)
def test_lines_that_make_no_sense_are_named(line: bytes, reason: str) -> None:
    with pytest.raises(LabelError, match=reason):
        read_answer(line)


def test_a_line_may_name_the_type_of_the_page() -> None:
    answer = {"page": "a/1", "kind": "listing", "C": "1"}
    assert read_answer(json.dumps(answer).encode()) == answer
