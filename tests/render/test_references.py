"""Markdown with links as numbered references, read again: the same words, the same links, code as it was."""

import re

import pytest
from hypothesis import example, given, settings
from markdown_it import MarkdownIt

import maintext
from maintext.errors import OptionError
from tests.render.reading import as_html
from tests.render.test_markdown_properties import BLOCKS, characters, characters_of_html

PAGE = """<h1>Notes [1]</h1>
<p>See <a href="/a">the [first] one</a>, <a href="/b c">the second</a>, <a href="/a">the first again</a>.
A text [1] and [2]: more text, [x](y).</p>
<pre>a[1] = b[2]
[1]: not an address</pre>
<ul><li><a href="/a(b)">in a list</a></ul>
<table><tr><th>key<th>value<tr><td><code>a\\|b[1]</code><td><a href="/q?a=1&amp;b=2">cell</a></table>"""


def links_of(markdown: str) -> list[tuple[str, str]]:
    """Address and text of every link that a reader of CommonMark sees."""
    html = as_html(markdown)
    return [(href, re.sub("<[^>]*>", "", text)) for href, text in re.findall(r'<a href="([^"]*)">(.*?)</a>', html)]


def test_links_are_numbered_and_listed_at_the_end_once_each() -> None:
    document = maintext.extract(PAGE, "https://x.org/", by="all")
    markdown = document.to_markdown(links="references")
    assert "[the \\[first\\] one][1], [the second][2], [the first again][1]" in markdown
    assert markdown.endswith(
        "\n\n[1]: https://x.org/a\n[2]: https://x.org/b%20c\n[3]: <https://x.org/a(b)>\n[4]: https://x.org/q?a=1&b=2"
    )


def test_a_reader_sees_the_links_of_the_inline_form() -> None:
    document = maintext.extract(PAGE, "https://x.org/", by="all")
    inline = links_of(document.to_markdown())
    assert len(inline) == 5
    assert links_of(document.to_markdown(links="references")) == inline


def test_code_is_left_as_it_is() -> None:
    document = maintext.extract(PAGE, "https://x.org/", by="all")
    tokens = MarkdownIt("commonmark").parse(document.to_markdown(links="references"))
    assert [token.content for token in tokens if token.type == "fence"] == ["a[1] = b[2]\n[1]: not an address\n"]


def test_a_document_without_links_has_no_list() -> None:
    document = maintext.extract("<p>A text [1] of <b>words</b>.", by="all")
    assert document.to_markdown(links="references") == "A text \\[1\\] of **words**."
    linked = maintext.extract(PAGE, by="all")
    assert "[1]: /a" not in linked.to_markdown(links="references", include_links=False)


def test_the_number_of_a_note_and_a_linked_number_stay_apart() -> None:
    page = '<p>A word<sup><a href="#n1">1</a></sup><a href="/x">1</a> more <a href="/y">two</a>.<p id="n1">1. The note.'
    document = maintext.extract(page, "https://x.org/", by="all")
    assert ("https://x.org/x", "1") in links_of(document.to_markdown(links="references"))


@pytest.mark.parametrize("output_format", ["text", "html", "xml", "tei"])
def test_other_formats_write_links_as_ever(output_format: str) -> None:
    document = maintext.extract(PAGE, by="all")
    assert document.render(output_format, links="references") == document.render(output_format)


def test_a_part_of_a_document_refuses_references() -> None:
    document = maintext.extract(PAGE, by="all")
    with pytest.raises(OptionError, match="at the end of the whole document"):
        document.chunks(links="references")
    with pytest.raises(OptionError, match="at the end of the whole document"):
        document.to_markdown(max_tokens=100, links="references")
    with pytest.raises(OptionError, match="links must be one of inline, references, got 'footnotes'"):
        document.to_markdown(links="footnotes")  # type: ignore[arg-type]


@settings(max_examples=150, deadline=None)
@given(BLOCKS)
@example("<p>[1]: x <a href=/x>[1]</a></p>")
@example("<p><a href=/x>a</a>[1](y)</p>")
def test_every_character_is_read_again(html: str) -> None:
    document = maintext.extract(html, by="all")
    markdown = document.body_in("markdown", {"links": "references"})
    assert characters_of_html(as_html(markdown)) == characters([document.text]), markdown
