"""Body Text Extraction against trying every stretch, as its paper does."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.extractors.baselines.bte import BodyText
from maintext.extractors.measures.tokens import TokenStream


def _stream(words: list[int], gaps: list[int]) -> TokenStream:
    n_runs = len(words)
    before = np.cumsum(gaps[:n_runs])
    rows = np.arange(n_runs)
    return TokenStream(rows, rows.astype(np.int32), np.array(words), before, int(before[-1]) + 1)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=1, max_size=12))
def test_the_stretch_is_the_best_of_all(runs: list[tuple[int, int]]) -> None:
    words, gaps = [n for n, _ in runs], [n for _, n in runs]
    stream = _stream(words, gaps)

    def gain(first: int, last: int) -> int:
        return sum(words[first : last + 1]) - sum(gaps[first + 1 : last + 1])

    n_runs = len(words)
    best = max(gain(first, last) for first in range(n_runs) for last in range(first, n_runs))
    assert gain(*BodyText()._stretch(stream)) == best


def test_text_on_both_sides_of_a_menu_is_kept_on_the_longer_side() -> None:
    menu = "<ul>" + "<li><a href=/>x</a></li>" * 9 + "</ul>"
    page = maintext.parse(f"<p>A few words here.</p>{menu}<p>Here are some more of those words.</p>")
    assert maintext.extract(page.source, by="bte").text == "Here are some more of those words."


def test_a_page_without_tags_is_kept_whole() -> None:
    assert maintext.extract("Only words.", by="bte").text == "Only words."
