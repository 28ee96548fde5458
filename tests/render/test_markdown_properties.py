"""Markdown that is read again gives the same text: on pages made of everything that means something to Markdown."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st
from typing_extensions import Unpack

import maintext
from maintext.render import Choices
from tests.render.reading import as_html

# What means something to Markdown somewhere, between words.
PIECES = st.sampled_from(
    "word other 2024 x_y __init__ * ** *** _ __ ` `` ``` # ## > - + = === --- 1. 12) [ ] [x] [x](y) [^1] [a]: ( ) ! ![ "
    "&lt; &lt;b> &lt;!-- --> &amp; &amp;amp; &amp;#35; | || |---| :--- ~ ~~ ~~~ \\ \\\\ \\* \\[ $ $x$ : é « » 中文 … — "
    "“ ” http://x.org/a_b_c 3.5 a.b a*b*c a_b_ _c 1.x -x #x +1 &copy; 😀 ᾱ".split()
)
TEXT = st.lists(st.tuples(PIECES, st.sampled_from(["", " ", " "])), min_size=1, max_size=6).map(
    lambda pairs: "".join(piece + gap for piece, gap in pairs)
)
INLINE_TAGS = ["b", "i", "em", "strong", "code", "del", "sub", "sup", "span", "u", "a href=/x"]


def wrapped(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag.split()[0]}>"


def joined(children: list[str]) -> str:
    return "".join(children)


INLINE = st.recursive(
    TEXT | st.just("<br>"),
    lambda inner: st.one_of(
        st.builds(wrapped, st.sampled_from(INLINE_TAGS), st.lists(inner, min_size=1, max_size=3).map(joined)),
        st.lists(inner, min_size=1, max_size=3).map(joined),
    ),
    max_leaves=8,
)
PLAIN_BLOCKS = st.builds(wrapped, st.sampled_from(["p", "div", "h1", "h3", "h6", "pre"]), INLINE)


def list_of(tag: str, items: list[str]) -> str:
    return wrapped(tag, joined([wrapped("li", item) for item in items]))


def table_of(rows: list[list[str]]) -> str:
    cells = [joined([wrapped("th" if not number else "td", cell) for cell in row]) for number, row in enumerate(rows)]
    return wrapped("table", joined([wrapped("tr", row) for row in cells]))


BLOCKS = st.recursive(
    PLAIN_BLOCKS | INLINE | st.just("<hr>"),
    lambda inner: st.one_of(
        st.builds(list_of, st.sampled_from(["ul", "ol", "ol start=7", "ol reversed"]), st.lists(inner, max_size=3)),
        st.builds(
            wrapped, st.sampled_from(["blockquote", "div", "section", "b", "a href=y", "ul", "dl", "li", "dd"]), inner
        ),
        st.builds(lambda term, text: f"<dl><dt>{term}<dd>{text}</dl>", INLINE, inner),
        st.builds(table_of, st.lists(st.lists(INLINE, min_size=1, max_size=3), min_size=1, max_size=3)),
        st.lists(inner, min_size=1, max_size=3).map(joined),
    ),
    max_leaves=10,
)


def characters(texts: list[str]) -> str:
    return re.sub(r"\s+", "", "".join(texts))


def characters_of_html(html: str) -> str:
    return characters(maintext.parse(f"<body>{html}").texts())


@settings(max_examples=150, deadline=None)
@given(BLOCKS)
@example("<p>a<b>(b)</b>c<i>d</i><b>e</b></p>")
@example("<dl><dt>a<dd><ol reversed><li>b<li><br><li><hr></ol></dl>")
@example("<p><b><i>word</i>word<i>word</i></b></p>")
@example("<table><tr><th>a<br><i>b<b>(c)</b>d</i></table>")
@example("<p><a href=/x><b><i>a</i>b<i>c</i></b></a><i>d</i></p>")
@example("<p><code>a</code><code>b</code></p>")
@example("<p>&lt;#@v> &lt;<b>5</b>@b.de> &lt;3")
@example("<pre><ul><li>black<li>\\\neen</ul></pre>")
@example("<ol><li>a<p>- b<li>&gt; c</ol>text<ol start=9><li>d</ol>")
def test_markdown_read_again_gives_every_character(html: str) -> None:
    document = maintext.extract(html, by="all")
    markdown = document.body_in("markdown", {})
    assert characters_of_html(as_html(markdown)) == characters([document.text]), markdown


@settings(max_examples=60, deadline=None)
@given(BLOCKS)
def test_html_read_again_gives_every_character(html: str) -> None:
    document = maintext.extract(html, by="all")
    assert characters_of_html(document.body_in("html", {})) == characters([document.text])


@settings(max_examples=60, deadline=None)
@given(BLOCKS, st.sampled_from(["markdown", "text", "html", "xml", "tei"]))
def test_no_option_changes_the_words_of_the_rest(html: str, output_format: str) -> None:
    def words(**choices: Unpack[Choices]) -> list[str]:
        rendered = maintext.extract(html, by="all").render(output_format, **choices)
        if output_format == "markdown":
            rendered = as_html(rendered)
        if output_format != "text":
            rendered = "\n".join(maintext.parse(rendered).texts())
        return re.findall(r"\w+", rendered)

    whole = words()
    assert words(include_links=False) == whole
    assert words(include_formatting=False) == whole
    assert words(include_images=False) == whole
    assert set(words(include_tables=False)) <= set(whole)
