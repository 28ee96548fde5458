"""Markdown input: compared with an independent parser, block by block; hostile lines take linear time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.input_formats.markdown import MAX_DEPTH, markdown_to_html, plain_to_html
from maintext.input_formats.markdown_inline import Inline, References
from tests.shared_data import ROOT

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*/expected.md"))
DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
DEEPER = {"deeply-nested-lists"}
"""The independent parser stops at 20 levels of lists."""


def blocks(html: str) -> list[tuple[str, str]]:
    document = maintext.extract(html or "<p>", by="all")
    return [(block.kind, " ".join(block.text.split())) for block in document.blocks]


@pytest.mark.parametrize("path", [*DOCS, *GOLDEN], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_page_of_markdown_has_the_blocks_that_another_parser_finds(path: Path) -> None:
    if path.parent.name in DEEPER:
        return
    parser = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable(["table", "strikethrough"])
    text = path.read_text(encoding="utf-8")
    assert blocks(markdown_to_html(text)) == blocks(parser.render(text))


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("Tea\n===\n\nMilk\n---", "<h1>Tea</h1>\n<h2>Milk</h2>"),
        ("# Tea #", "<h1>Tea</h1>"),
        ("3. c\n4. d", '<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>'),
        ("> a\nb", "<blockquote>\n<p>a\nb</p>\n</blockquote>"),
        ("~~~sh\n<b>\n~~~", '<pre><code class="language-sh">&lt;b&gt;\n</code></pre>'),
        ("    x < y", "<pre><code>x &lt; y\n</code></pre>"),
        ("a | b\n--|--\n1 | 2", "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>"),
        ("<div>\n*raw*\n</div>", "<div>\n*raw*\n</div>"),
        ("<!-- note\n\nstill -->\nText", "<p>Text</p>"),
        ("[a][1]\n\n[1]: https://example.org/", '<p><a href="https://example.org/">a</a></p>'),
        ("***", "<hr>"),
        ("", ""),
    ],
)
def test_blocks_become_elements(markdown: str, html: str) -> None:
    assert markdown_to_html(markdown) == html


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("***both***", "<strong><em>both</em></strong>"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("``a ` b``", "<code>a ` b</code>"),
        ("\\```b", "```b"),
        ("[![alt](i.png)](/to)", '<a href="/to"><img src="i.png" alt="alt"></a>'),
        ("two  \nlines", "two  <br>\nlines"),
        ("\\*plain\\*", "*plain*"),
        ("a < b & c &amp; d", "a &lt; b &amp; c &amp; d"),
        ("<me@example.org>", '<a href="mailto:me@example.org">me@example.org</a>'),
        ("[not a link] and ![neither]", "[not a link] and ![neither]"),
    ],
)
def test_marks_inside_lines_become_elements(markdown: str, html: str) -> None:
    assert Inline(References({})).to_html(markdown) == html


def test_front_matter_is_metadata() -> None:
    text = '---\ntitle: "Tea time"\nauthor: A. Doe\ndate: 2024-03-05\n---\nBoil the water.'
    document = maintext.extract(text, encoding="text/markdown")
    assert (document.title, document.author, document.date) == ("Tea time", "A. Doe", "2024-03-05")
    assert (document.text, document.by) == ("Boil the water.", "all")


@given(st.text(alphabet="ab \n#*_`[]()!<>|-+1.~\\&\t", max_size=200))
def test_no_text_breaks_the_readers(text: str) -> None:
    for html in (markdown_to_html(text), plain_to_html(text)):
        maintext.parse(html)


@given(st.text(alphabet="ab<>&\n ", max_size=100))
def test_plain_text_keeps_its_words_and_gains_no_markup(text: str) -> None:
    page = maintext.parse(plain_to_html(text))
    assert " ".join(page.texts()).split() == text.split()


@pytest.mark.parametrize("piece", ["[", "`", "*a", "_", "> ", "- ", "![x](", "<a", "~~x", "|", "[x][", "    ", "***"])
def test_nothing_is_searched_again_and_again(piece: str) -> None:
    # Nesting is bounded, and lines are read once: this would take minutes if either were not so.
    for text in (piece * 20_000, (piece + "\n") * 5_000):
        markdown_to_html(text)
    assert markdown_to_html("> " * (MAX_DEPTH + 50) + "deep").count("<blockquote>") == MAX_DEPTH + 1
