"""A part of a page is written as if nothing else of it were kept."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext.page import Page
from maintext.page.flags import APART
from maintext.page.tags import TAGS
from maintext.render import Options

PIECES = (
    "<p>Some <b>words</b> and <a href=/a>a link</a>.</p>", "<div class=post>{}</div>", "<ul><li>one<li>{}</ul>",
    "<ol><li>first<li>{}</ol>", "<blockquote>{}</blockquote>", "<img src=/i.png alt=cup width=300 height=200>",
    "<table><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>{}</td></tr></table>", "<h2>Title</h2>", "<hr>",
    "<pre>code\n  more</pre>",
    "plain {} text", "<p hidden>no</p>", "<i>in {}</i>", "x<sup><a href='#n'>1</a></sup>", "<p id=n>Note.</p>", "<br>",
    "<b>loud <i>{}", "<a href=/b>{}", "y<svg><text>z</text></svg>", "<span>{}</span>",
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
    html = f"<base href=/b/><main>{html}</main>"
    page = maintext.parse(html)
    keep = np.arange(len(page.blocks)) % 7 != seed
    starts = sorted({0, *(min(cut, len(keep)) for cut in cuts), len(keep)})
    numbers = np.arange(len(keep))
    wanted = []
    for start, stop in pairwise(starts):
        mask = keep & (numbers >= start) & (numbers < stop)
        twin = maintext.parse(_with_layouts(html, _cut_tables(page, start, stop)))
        write = twin.markdown if is_markdown else twin.laid_out_text
        wanted.append(write(mask, OPTIONS) if mask.any() else ("", 0, 0))
    found = page.rendered_parts(keep, starts, OPTIONS, is_markdown)
    # The items of a list that is cut are counted from the beginning of the part.
    assert [_without_numbers(text) for text, _, _ in found] == [_without_numbers(text) for text, _, _ in wanted]
    if is_markdown:
        for start, stop in pairwise(starts):
            own = (np.flatnonzero(keep[start:stop]) + start).tolist()
            ends = [own[0], own[-1] + 1] if own else [0, 0]
            ((text, _, _),) = page.rendered_parts(keep, ends, OPTIONS, True)
            assert page.rendered_selections([own], OPTIONS) == [text]


def _cut_tables(page: Page, start: int, stop: int) -> set[int]:
    """The numbers of the tables that are partly in a part. Text of images does not count: it is out of order."""
    elements = page.elements
    kinds = page.blocks.flags & APART
    is_counted = kinds == kinds[start:stop].min(initial=APART)
    cut = set()
    for number, row in enumerate(np.flatnonzero(elements.tag == TAGS["table"])):
        own = range(elements.first_block[row], elements.stop_block[row])
        is_whole = all(start <= block < stop for block in own if is_counted[block])
        if not is_whole and any(start <= block < stop for block in own):
            cut.add(number)
    return cut


def _with_layouts(html: str, cut: set[int]) -> str:
    """HTML with other elements instead of some of its tables, by number."""
    numbers, n_tables = [], 0

    def replaced(match: re.Match[str]) -> str:
        nonlocal n_tables
        if match[0] == "<table>":
            numbers.append(n_tables)
            n_tables += 1
        is_cut = numbers[-1] in cut
        if match[0] == "</table>":
            numbers.pop()
        # Formatting that a cell leaves open ends with it, as in a <marquee>.
        opening, closing = (
            ("<div>", "</div>") if match[2] in ("table", "tr") else ("<marquee><div>", "</div></marquee>")
        )
        return match[0] if not is_cut else closing if match[1] else opening

    return re.sub("<(/?)(table|tr|th|td)>", replaced, html)


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
