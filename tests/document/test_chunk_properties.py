"""Chunks of generated documents: nothing lost, nothing cut that need not be, none too long."""

import re
from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import maintext
from maintext.document.parts.tokens import estimate_tokens

WORD = re.compile(r"[a-z]+\d+x")
COUNTERS: dict[str, Callable[[str], int]] = {
    "estimate": estimate_tokens,
    "characters": len,
    "words": lambda text: len(text.split()),
}

SIZE = st.integers(1, 12)
PART = st.one_of(
    st.tuples(st.just("heading"), st.integers(1, 6), SIZE),
    st.tuples(st.just("paragraph"), st.integers(1, 60), st.sampled_from(["", "b", "a href=/x", "code"])),
    st.tuples(st.just("code"), SIZE, SIZE),
    st.tuples(st.just("table"), SIZE, st.integers(1, 4)),
    st.tuples(st.just("items"), SIZE, st.integers(1, 30)),
    st.tuples(st.just("nested"), st.integers(1, 4), SIZE),
    st.tuples(st.just("quote"), st.integers(1, 3), st.integers(1, 40)),
)


class PageBuilder:
    """HTML in which no two words are the same."""

    def __init__(self) -> None:
        self.numbers = count()

    def words(self, kind: str, n: int) -> str:
        made = [f"{kind}{next(self.numbers)}x" for _ in range(n)]
        return " ".join(word + "." * (at % 7 == 6) for at, word in enumerate(made))

    def heading(self, level: int, n: int) -> str:
        return f"<h{level}>{self.words('head', n)}</h{level}>"

    def paragraph(self, n: int, tag: str) -> str:
        marked = f"<{tag}>{self.words('marked', 2)}</{tag.split()[0]}>" if tag else ""
        return f"<p>{self.words('para', n)} {marked} {self.words('para', 2)}</p>"

    def code(self, n_lines: int, n: int) -> str:
        lines = "\n".join(f"  {self.words('code', n)}" for _ in range(n_lines))
        return f"<pre><code>{lines}</code></pre>"

    def table(self, n_rows: int, n_columns: int) -> str:
        head = "".join(f"<th>{self.words('top', 1)}</th>" for _ in range(n_columns))
        rows = ["".join(f"<td>{self.words('cell', 2)}</td>" for _ in range(n_columns)) for _ in range(n_rows)]
        return f"<table><tr>{head}</tr><tr>{'</tr><tr>'.join(rows)}</tr></table>"

    def items(self, n_items: int, n: int) -> str:
        return f"<ul><li>{'<li>'.join(self.words('item', n) for _ in range(n_items))}</ul>"

    def nested(self, depth: int, n: int) -> str:
        inner = f"<p>{self.words('inner', n)}</p><pre>{self.words('code', 3)}</pre><p>{self.words('inner', n)}</p>"
        return "<ol><li>" * depth + inner + "</li></ol>" * depth

    def quote(self, depth: int, n: int) -> str:
        return "<blockquote>" * depth + f"<p>{self.words('quoted', n)}</p>" + "</blockquote>" * depth


def page_of(parts: list[tuple[str, int, Any]]) -> str:
    builder = PageBuilder()
    return "<body>" + "".join(getattr(builder, name)(first, second) for name, first, second in parts)


PAGES = st.lists(PART, min_size=1, max_size=12).map(page_of)


@pytest.mark.parametrize("counter", COUNTERS)
@given(page=PAGES, max_tokens=st.integers(16, 200), overlap=st.integers(0, 8))
@settings(max_examples=50, deadline=None)
def test_chunks_have_every_word_once_and_are_never_too_long(
    counter: str, page: str, max_tokens: int, overlap: int
) -> None:
    document = maintext.extract(page, by="all")
    tokens = COUNTERS[counter]
    if counter == "characters":
        # A shorter chunk must cut words, which this test could not recognise.
        max_tokens *= 4
    chunks = document.chunks(max_tokens, overlap, tokens)
    assert all(tokens(chunk.text) <= max_tokens for chunk in chunks)
    assert all(chunk.n_tokens == tokens(chunk.text) for chunk in chunks)
    found = [word for chunk in chunks for word in WORD.findall(chunk.text[chunk.n_repeated :])]
    wanted = WORD.findall(document.to_markdown())
    # Parts of a table repeat its header row.
    assert list(dict.fromkeys(found)) == wanted
    repeated = [word for word in wanted if found.count(word) > 1]
    assert all(word.startswith("top") for word in repeated)


@given(page=PAGES, max_tokens=st.integers(16, 200))
@settings(max_examples=50, deadline=None)
def test_code_blocks_and_rows_that_fit_are_whole(page: str, max_tokens: int) -> None:
    document = maintext.extract(page, by="all")
    texts = [chunk.text for chunk in document.chunks(max_tokens)]
    markdown = document.to_markdown()
    blocks = re.findall(r"^```\n.*?^```$", markdown, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| .* \|$", markdown, re.MULTILINE)
    for whole in [*blocks, *rows]:
        # The line below a header has no text.
        if estimate_tokens(whole) <= max_tokens and set(whole) - set("| -"):
            assert any(whole in text for text in texts)


@given(page=PAGES, max_tokens=st.integers(16, 200))
@settings(max_examples=50, deadline=None)
def test_a_heading_comes_with_text_where_there_is_room(page: str, max_tokens: int) -> None:
    document = maintext.extract(page, by="all")
    chunks = document.chunks(max_tokens)
    for chunk, following in pairwise(chunks):
        last = chunk.text.split("\n\n")[-1]
        has_text_below = not following.text.startswith("#")
        if has_text_below and last.startswith("#") and len(WORD.findall(chunk.text)) > len(WORD.findall(last)):
            # Only where what follows begins with a structure that fills a chunk by itself.
            assert estimate_tokens(f"{chunk.text}\n\n{following.text}") > max_tokens


@given(page=PAGES, max_tokens=st.integers(16, 200))
@settings(max_examples=50, deadline=None)
def test_shortened_markdown_is_the_beginning_and_never_too_long(page: str, max_tokens: int) -> None:
    document = maintext.extract(page, by="all")
    short = document.shortened(max_tokens)
    assert estimate_tokens(short.text) <= max_tokens
    wanted = WORD.findall(document.to_markdown())
    found = WORD.findall(short.text.partition("*(…")[0])
    assert found == wanted[: len(found)]
    assert (short.n_left_out > 0) == (len(found) < len(wanted))


@given(page=PAGES)
@settings(max_examples=50, deadline=None)
def test_sections_have_every_word_of_the_document_once(page: str) -> None:
    document = maintext.extract(page, by="all")
    sections = [section for top in document.sections for section in top.walk()]
    found = [word for section in sections for word in WORD.findall(f"{section.heading} {section.text}")]
    # The title is not a section.
    title = WORD.findall(document.title or "")
    wanted = [word for word in WORD.findall(document.to_markdown()) if word not in title]
    assert found == wanted
    markdown = "\n".join(section.markdown for section in document.sections)
    assert WORD.findall(markdown) == wanted


ONE_TOKEN = re.compile(
    r"[A-Za-z]{1,7}|[^\W\d_A-Za-z\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]{1,3}"
    r"|\d{1,3}|\n+|([^\w\s])\1{0,3}|_|\w"
)


@given(st.text(st.sampled_from("ab Z9\n\t\u3000_.-é水"), max_size=60) | st.text())
def test_the_estimate_counts_what_it_counts_without_reading_white_space_ahead(text: str) -> None:
    assert estimate_tokens(text) == sum(1 for _ in ONE_TOKEN.finditer(text))
