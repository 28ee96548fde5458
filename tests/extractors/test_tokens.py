"""The token stream against a plain walk over the source."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.extractors.measures.tokens import run_words, share_of_words, token_stream

_NODE = st.recursive(
    st.sampled_from(["one", "two three", "four five six"]),
    lambda inner: st.tuples(st.sampled_from(["div", "p", "b", "span"]), st.lists(inner, max_size=4)).map(
        lambda node: f"<{node[0]}> {' '.join(node[1])} </{node[0]}>"
    ),
    max_leaves=20,
)


def _walk(html: str) -> list[int]:
    """Tags before every word, one after another."""
    n_tags, before = 0, []
    for token in re.findall(r"<[^>]*>|[^<\s]+", html):
        if token.startswith("<"):
            n_tags += 1
        else:
            before.append(n_tags)
    return before


@given(_NODE)
def test_tags_are_counted_as_a_walk_over_the_source_counts_them(html: str) -> None:
    # A <p> inside a <p> closes it, so that an end tag later on makes an empty one: not this test's matter.
    html = html.replace("<p>", "<div>").replace("</p>", "</div>")
    stream = token_stream(maintext.parse(html))
    assert sorted(set(stream.tags_before.tolist())) == sorted(set(_walk(html)))
    assert stream.n_tags == html.count("<")


def test_hidden_text_is_not_in_the_stream() -> None:
    stream = token_stream(maintext.parse("<p>one</p><p hidden>two</p><noscript>three</noscript>"))
    assert len(stream.run) == 1
    assert stream.n_tags == 6


def test_implied_tags_are_not_counted() -> None:
    assert token_stream(maintext.parse("<table><tr><td>one")).n_tags == 3


def test_the_tags_of_links_can_be_left_out() -> None:
    page = maintext.parse("<p>one <a href=/>two</a> three</p>")
    assert token_stream(page).n_tags == 4
    assert token_stream(page, counts_anchors=False).n_tags == 2


def test_words_of_scripts_without_spaces_are_shared_out_by_length() -> None:
    page = maintext.parse("<p>茶を入れるのは難しくありません<b>が、</b></p>")
    words = run_words(page)
    assert words[0] > words[1] >= 1


def test_a_share_is_by_words_and_not_by_runs() -> None:
    page = maintext.parse("<p>one two three <b>four</b></p>")
    share = share_of_words(page, np.ones(1), np.array([0]))
    assert share.tolist() == [0.75]
