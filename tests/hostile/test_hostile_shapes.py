"""Posts and items made to be expensive: each takes time in proportion to the page, and becomes no more than a multiple
of it, also where one address, one table or one link is around all of them.

Times are compared as in test_growth: two doublings, in processor time, with room between linear and quadratic.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

import maintext
from benches.growth import MAX_TRIES, SLACK_SECONDS, TIMES, Growth
from maintext.document import Document
from maintext.document.parts.chunks import MAX_ADDED_CHARS
from maintext.document.parts.long_pieces import MAX_HEADER_CHARS
from maintext.document.parts.text_fragments import MAX_LINK_CHARS
from maintext.extractors.protocol import Judgement

MOST_TIMES, MOST_MORE = 60, 1_500_000
"""What is read from a page has at most so many times its bytes, and so many more."""
LONG = "https://example.org/" + "y" * 3_900 + "/"


def post(number: int, rest: str = "") -> str:
    who = f"<a class=author href=/user/{number}>Ann{number}</a> <time>2020-01-{1 + number % 28:02d}</time>"
    return f"<div class=comment>{who}<p>Tea is good and strong, says number {number}. {rest}</div>"


def row(number: int) -> str:
    who = f"<a class=author href=/user/{number}>Ann{number}</a> <time>2020-01-{1 + number % 28:02d}</time>"
    return f"<tr><td>{who}<td><p>Tea is good and strong, says number {number}.</p>"


def forum(html: str) -> Document:
    """The document of a page as an extractor has it that takes the page for a forum."""
    document = maintext.extract(html, by="all")
    judgement = Judgement({"forum": 1.0}, 0.5, has_main_text=True)
    return Document(document.page, "all", replace(document.scores, judgement=judgement))


def posts(html: str) -> object:
    return [one.to_dict() for one in maintext.extract(html, by="all").posts]


def items(html: str) -> object:
    return maintext.extract(html, by="all").items


def chunks(html: str) -> object:
    return maintext.extract(html, by="all").chunks()


def links(html: str) -> object:
    return [chunk.link for chunk in maintext.extract(html, by="all").chunks(max_tokens=16)]


def markdown(html: str) -> object:
    return maintext.extract(html, by="all").to_markdown()


READERS: dict[str, tuple[Callable[[str], object], Callable[[int], str], int]] = {
    "times in one line": (posts, lambda n: "<p>" + "<time>2020-01-02</time> tea, " * n, 20_000),
    "links of entries in one line": (items, lambda n: "<ul>" + ("<li>" + "<a href=x>Pot $9</a> now " * n) * 5, 4_000),
    "links with text in images": (
        items,
        lambda n: "<ul>" + ("<li>" + "<a href=x>Pot <svg><text>t</text></svg></a> now " * n) * 5,
        2_000,
    ),
    "a link around all entries": (items, lambda n: "<a href=/x>" + "<div><p>b</p><b>c</b></div>" * n, 1_200),
    "posts in rows of one table": (posts, lambda n: "<table>" + "".join(map(row, range(n))) + "</table>", 200),
    "posts in noscript": (posts, lambda n: "<noscript>" + "".join(map(post, range(n))) + "</noscript>", 200),
    "posts and bases": (
        lambda html: forum(html).to_markdown(),
        lambda n: "<base href=/x>" * 20 * n + "".join(map(post, range(n))),
        200,
    ),
    "headings in a row": (chunks, lambda n: f"<h2>{'x' * 1_000}</h2>" * n, 3_000),
    "code with spaces at its end": (
        lambda html: maintext.extract(html, by="all").chunks(max_tokens=64),
        lambda n: "<pre>" + "x y " * 99 + " " * n + "\nz</pre>",
        5_000,
    ),
    "parts of one table": (links, lambda n: "<table>" + "<tr><td>x<td>y" * n + "</table>", 3_000),
    "codes side by side": (markdown, lambda n: "<p>" + "<code>``a`</code>" * n, 5_000),
}


@pytest.mark.parametrize("name", READERS)
def test_time_grows_with_the_page(name: str) -> None:
    read, build, n = READERS[name]
    small, large = build(n), build(TIMES * n)
    found = Growth(name, "reading", seconds(read, small), seconds(read, large))
    for _ in range(MAX_TRIES):
        if found.is_linear:
            break
        found = Growth(name, "reading", min(found.small, seconds(read, small)), min(found.large, seconds(read, large)))
    assert found.is_linear, f"{found}, and {SLACK_SECONDS} s"


def seconds(read: Callable[[str], object], html: str) -> float:
    start = time.process_time()
    read(html)
    return time.process_time() - start


LINKS = "<a href=y>z</a>" * 40
CELLS = "<table><tr>" + "<th>a" * 50 + "<tr><td colspan=50>x" * 8 + "</table>"
WITH_POSTS = {
    "posts under a long base": f"<base href='{LONG}'>" + "".join(post(number, LINKS) for number in range(600)),
    "posts with wide cells": "".join(post(number, CELLS) for number in range(600)),
    "posts in rows of one table": "<table>" + "".join(map(row, range(900))) + "</table>",
}


@pytest.mark.parametrize("name", WITH_POSTS)
def test_posts_are_no_longer_than_their_page_explains(name: str) -> None:
    html = WITH_POSTS[name]
    document = forum(html)
    assert len(document.posts) >= 600
    most = MOST_TIMES * len(html) + MOST_MORE
    assert len(json.dumps([one.to_dict() for one in document.posts])) <= most
    assert len(document.to_markdown()) <= most
    assert len(document.render("text")) <= most


def test_posts_in_the_rows_of_one_table_are_paragraphs() -> None:
    document = forum("<table>" + "".join(map(row, range(5))) + "</table>")
    assert [one.markdown for one in document.posts] == [
        f"Tea is good and strong, says number {number}." for number in range(5)
    ]


@pytest.mark.parametrize("piece", ["<svg><text>t</text></svg>", "<b><i>", "<span hidden>t</span>"])
def test_what_parts_of_a_page_show_is_not_lost_behind_text_in_another_place(piece: str) -> None:
    image = "<img src=/i.png alt=cup width=300 height=200>"
    document = forum("".join(post(number, f"{piece} tea {image} end") for number in range(4)))
    assert all(one.markdown.count("![cup](/i.png)") == 1 for one in document.posts)
    assert document.to_markdown().count("![cup](/i.png)") == 4


@pytest.mark.parametrize("address", [LONG, LONG + "y" * 100_000 + "/"])
def test_the_address_of_a_page_is_not_repeated_in_every_item_without_end(address: str) -> None:
    entries = "<li><a href=x><h3>Pot</h3></a><b>$9.99</b></li>" * 3_000
    page = f"<link rel=canonical href='{address}'><ul>{entries}"
    found = maintext.extract(page, by="all").items
    assert len(found) == 3_000
    assert sum(len(item.link or "") for item in found) <= 4 * len(page) + 1_000_000
    assert (found[0].link is not None) == (len(address) < 4_096)
    around = f"<a href='/{'y' * 100_000}'>" + "<div><h3>Pot</h3><b>$9.99</b></div>" * 1_000
    assert sum(len(item.link or "") for item in maintext.extract(around, by="all").items) <= 4 * len(around) + 1_000_000


# The address of one link must not be kept once for each text or entry inside of it.
ONE_LINK = {
    "of names of a post": (
        "posts",
        post(1) + post(2, f"<a href='/user/{'y' * 300_000}'>{'<i>Bo</i><b>x</b>' * 700}</a>"),
    ),
    "around all items": ("items", f"<a href='/{'y' * 300_000}'>{'<div><h3>Pot</h3><b>$9.99</b></div>' * 1_000}</a>"),
}
PROGRAM = """
import resource, sys
import maintext
page = sys.stdin.read()
document = maintext.extract(page, by="all")
assert document.text
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert document.{part}
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / len(page))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux has it")
@pytest.mark.parametrize("name", ONE_LINK)
def test_one_long_link_around_many_texts_takes_memory_once(name: str) -> None:
    part, page = ONE_LINK[name]
    command = [sys.executable, "-c", PROGRAM.format(part=part)]
    done = subprocess.run(command, input=page, capture_output=True, text=True, check=True, timeout=120)
    assert float(done.stdout) < 60


@pytest.mark.parametrize("n_chars", [4_000, 5_000])
def test_a_longer_address_of_an_author_is_left_out(n_chars: int) -> None:
    html = "".join(post(number).replace("/user/", f"/user/{'y' * n_chars}") for number in range(3))
    for one in maintext.extract(html, by="all").posts:
        assert one.author is not None
        assert (one.author_link is not None) == (n_chars == 4_000)


def test_a_page_has_no_more_than_a_thousand_posts() -> None:
    assert len(maintext.extract("".join(map(post, range(1_100))), by="all").posts) == 1_000


@pytest.mark.parametrize("what", ["canonical", "title"])
def test_what_all_chunks_have_is_not_repeated_without_end(what: str) -> None:
    head = (
        f"<link rel=canonical href='{LONG}{'y' * 100_000}'>" if what == "canonical" else f"<h1>{'tea ' * 30_000}</h1>"
    )
    page = head + "".join(f"<h2>Part {number}</h2><p>Some words that are about tea." for number in range(1_000))
    document = maintext.extract(page, by="all")
    assert (document.url is None) or what == "title"
    found = document.chunks(max_tokens=16)
    assert len(found) >= 1_000
    # A headline of more than 20,000 bytes is above the text twice: the title is its beginning.
    assert len(json.dumps([chunk.to_dict() for chunk in found])) <= 20 * len(page)


SHORT = "<p>! ? ! ? ! ? ! ?! ? ! ?</p>"
CHUNKED = {
    "six long headings": "".join(f"<h{level}>{'tea ' * 75}</h{level}>" for level in range(1, 7))
    + f"<h6>x</h6>{SHORT}" * 2_000,
    "a long address": f"<link rel=canonical href='{LONG}'>" + f"<h2>x</h2>{SHORT}" * 2_000,
    "long words in one block": "<p>" + ("茶" * 400 + " ") * 500,
    "marks in one block": "<p>" + "*_" * 9_000,
    "a header row of long words": f"<table><tr><th>{'x' * 9_000}<th>y" + "<tr><td>x<td>y" * 3_000,
}


@pytest.mark.parametrize("name", CHUNKED)
def test_chunks_are_no_longer_than_their_page_explains(name: str) -> None:
    html = CHUNKED[name]
    document = maintext.extract(html, by="all")
    for tokenizer in (None, lambda text: len(text.split())):
        found = document.chunks(max_tokens=16, tokenizer=tokenizer)
        assert tokenizer or len(found) > 500
        written = json.dumps([chunk.to_dict() for chunk in found], ensure_ascii=False)
        assert len(written) <= 20 * len(html.encode()) + 1_500_000


def test_the_last_chunks_of_a_page_that_repeats_megabytes_have_no_headings_and_no_address() -> None:
    found = maintext.extract(CHUNKED["six long headings"], LONG, by="all").chunks(max_tokens=16)
    assert (len(found[0].headings), found[0].url) == (1, LONG)
    assert len(found[20].headings) >= 5
    assert (found[-1].headings, found[-1].url) == ((), None)
    assert found[-1].link.startswith("#:~:text=")
    n_added = sum(len(chunk.url or "") + sum(map(len, chunk.headings)) for chunk in found)
    assert n_added <= MAX_ADDED_CHARS + 4 * len(CHUNKED["six long headings"])


def test_a_longer_word_is_not_in_the_link_of_a_chunk() -> None:
    def link(n_chars: int) -> str:
        return maintext.extract(f"<p>{'x' * n_chars} is very good for all of you and us.", by="all").chunks()[0].link

    assert link(MAX_LINK_CHARS).startswith(f"#:~:text={'x' * MAX_LINK_CHARS},")
    assert link(MAX_LINK_CHARS + 1) == ""


def test_a_header_row_that_is_longer_than_its_tokens_explain_is_not_repeated() -> None:
    def n_repeats(n_chars: int) -> int:
        page = f"<table><tr><th>{'x' * n_chars}<th>y" + "<tr><td>x<td>y" * 300
        found = maintext.extract(page, by="all").chunks(max_tokens=32, tokenizer=lambda text: len(text.split()))
        return sum(chunk.text.count("x" * n_chars) for chunk in found)

    assert n_repeats(32 * MAX_HEADER_CHARS - 100) > 5
    assert n_repeats(32 * MAX_HEADER_CHARS) == 1
