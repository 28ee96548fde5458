"""Markdown of posts, rendered by a CommonMark library with raw HTML on, has no element that was not meant: wherever
names, dates and texts come from, and however the page is divided into posts."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext.shapes.posts import written_posts
from tests.hostile.test_hostile_shapes import forum
from tests.render.test_safe_markdown import PIECES, READERS, STEPS, unmeant

SCRIPT = "<script src=//a.example/x "
TEXTS = st.lists(st.sampled_from([*PIECES, SCRIPT, "[x](javascript:alert(1))", "# ", "1. "]), max_size=5).map("".join)


def check(markdown: str) -> None:
    for name, reader in READERS.items():
        assert unmeant(markdown, reader) == [], f"{name} reader of {markdown!r}"


def as_json_ld(posts: list[tuple[str, str, str]]) -> str:
    nodes = [
        {"@type": "DiscussionForumPosting", "text": text, "author": name, "datePublished": date}
        for text, name, date in posts
    ]
    data = json.dumps(nodes).replace("</", "<\\/")
    return f'<script type="application/ld+json">{data}</script><p>Tea is good.'


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=3))
@example([(SCRIPT, "Ann", "2020-01-02"), ("x", "Bo>", "y")])
@example([("[x](javascript:alert(1))", "[x](javascript:alert(1))", "<javascript:alert(1)>")])
def test_markdown_of_declared_posts_has_no_element_that_was_not_meant(posts: list[tuple[str, str, str]]) -> None:
    found = maintext.extract(as_json_ld(posts), by="all").posts
    check(written_posts(found, "markdown", "x"))
    for post in found:
        check(post.markdown)


BODIES = st.lists(STEPS, min_size=1, max_size=8).map("".join)
POST = "<div class=comment><b class=author>{}</b> <time>{}</time><div class=body>{} Tea number {} is good.</div></div>"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS, BODIES), min_size=2, max_size=4), st.sampled_from(["div", "ul", "blockquote"]))
@example([("x", "1. Mai 2020", "<pre><td>&lt;script>")] * 2, "ul")
def test_markdown_of_a_thread_has_no_element_that_was_not_meant(posts: list[tuple[str, str, str]], tag: str) -> None:
    inner = "".join(POST.format(name, date, body, number) for number, (name, date, body) in enumerate(posts))
    document = forum(f"<{tag}>{inner}</{tag}>")
    check(document.to_markdown())
    for post in document.posts:
        check(post.markdown)
    check(written_posts(document.posts, "markdown"))


@pytest.mark.parametrize("date", ["1. Mai 2020", "- 3 days ago", "# 2020-01-02", "+1 2020-01-02", "2) May 2020"])
def test_a_date_alone_above_a_post_is_a_paragraph(date: str) -> None:
    found = maintext.extract(as_json_ld([("Tea", "", date)]), by="all").posts
    markdown = written_posts(found, "markdown")
    assert READERS["CommonMark"].render(markdown) == f"<p>{date}</p>\n<p>Tea</p>\n"
