"""A part of a page is written as if nothing else of it were kept."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext.render import Options

PIECES = (
    "<p>Some <b>words</b> and <a href=/a>a link</a>.</p>", "<div class=post>{}</div>", "<ul><li>one<li>{}</ul>",
    "<ol><li>first<li>{}</ol>", "<blockquote>{}</blockquote>", "<img src=/i.png alt=cup width=300 height=200>",
    "<table><tr><th>a<td>b<tr><td>c<td>{}</table>", "<h2>Title</h2>", "<hr>", "<pre>code\n  more</pre>",
    "plain {} text", "<p hidden>no</p>", "<i>in {}</i>", "x<sup><a href='#n'>1</a></sup>", "<p id=n>Note.</p>", "<br>",
)  # fmt: skip
nested = st.recursive(
    st.just("tea"),
    lambda inner: st.tuples(st.sampled_from(PIECES), inner, inner).map(
        lambda parts: parts[0].replace("{}", parts[1]) + parts[2]
    ),
    max_leaves=16,
)
OPTIONS = Options().for_core("https://example.org/", "")


@pytest.mark.parametrize("is_markdown", [True, False])
@given(nested, st.lists(st.integers(0, 20), max_size=4), st.integers(0, 6))
@example(html="x<sup><a href='#n'>1</a></sup><p id=n>Note.</p>tea", cuts=[1], seed=0)
@settings(max_examples=300, deadline=None)
def test_parts_are_written_as_by_masks(is_markdown: bool, html: str, cuts: list[int], seed: int) -> None:
    page = maintext.parse(f"<base href=/b/><main>{html}</main>")
    keep = np.arange(len(page.blocks)) % 7 != seed
    starts = sorted({0, *(min(cut, len(keep)) for cut in cuts), len(keep)})
    write = page.markdown if is_markdown else page.laid_out_text
    numbers = np.arange(len(keep))
    masks = [keep & (numbers >= start) & (numbers < stop) for start, stop in pairwise(starts)]
    wanted = [write(mask, OPTIONS) if mask.any() else ("", 0, 0) for mask in masks]
    found = page.rendered_parts(keep, starts, OPTIONS, is_markdown)
    # The items of a list that is cut are counted from the beginning of the part.
    assert [_without_numbers(text) for text, _, _ in found] == [_without_numbers(text) for text, _, _ in wanted]


def _without_numbers(text: str) -> str:
    return re.sub(r"^( *)\d+\. +", r"\1- ", text, flags=re.MULTILINE)


def test_a_note_whose_reference_is_not_kept_is_a_paragraph() -> None:
    page = maintext.parse("<p>x<sup><a href='#n'>1</a></sup><p id=n>A note.<p>tea")
    markdown, _, _ = page.markdown(np.array([False, True, True]), OPTIONS)
    assert markdown == "A note.\n\ntea"
    markdown, _, _ = page.markdown(np.array([True, True, False]), OPTIONS)
    assert markdown == "x[^1]\n\n[^1]: A note."


def test_the_headline_is_before_the_first_kept_text() -> None:
    page = maintext.parse("<p>no<p>one<p>two")
    options = Options().for_core(None, "Tea")
    keep = np.array([False, True, True])
    assert [text for text, _, _ in page.rendered_parts(keep, [0, 1, 2, 3], options, True)] == [
        "",
        "# Tea\n\none",
        "two",
    ]
    # Places behind the end are those of the end.
    assert page.rendered_parts(keep, [2, 99, 100], options, False) == [("Tea\n\ntwo", 0, 0), ("", 0, 0)]
