"""Prefix sums over subtrees against plain loops."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.extractors.measures.subtrees import blocks_in, covered, subtree_sums
from tests.extractors.pages import pages


@given(pages)
def test_a_subtree_sums_its_slice(html: str) -> None:
    page = maintext.parse(html)
    values = np.arange(len(page.elements)) % 7
    slow = [int(values[row:end].sum()) for row, end in enumerate(page.elements.end)]
    assert subtree_sums(page, values).tolist() == slow


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).map(sorted), max_size=6))
def test_slices_cover_what_lies_in_them(slices: list[list[int]]) -> None:
    starts, stops = [first for first, _ in slices], [last for _, last in slices]
    slow = [any(first <= row < last for first, last in slices) for row in range(9)]
    assert covered(9, np.array(starts, dtype=int), np.array(stops, dtype=int)).tolist() == slow


@given(pages)
def test_the_root_holds_every_block(html: str) -> None:
    page = maintext.parse(html)
    if len(page.blocks):
        assert blocks_in(page, np.array([0])).all()
