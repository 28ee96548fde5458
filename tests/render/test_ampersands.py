"""Ampersands in Markdown: a backslash only where a reader would find a reference."""

import pytest

import maintext


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2>Q&amp;A</h2><p>Tea", "## Q&A\n\nTea"),
        ("<p>H&amp;M<p>;", "H&M\n\n;"),
        ("<p>At <b>H&amp;M</b> they sell tea", "At **H&M** they sell tea"),
        ("<table><tr><th>H&amp;M<th>; tea<tr><td>a<td>b</table>", "| H&M | ; tea |\n| --- | --- |\n| a | b |"),
        ("<p>Write &amp;amp; here", "Write \\&amp; here"),
        ("<p>Write &amp;amp<span>; here</span>", "Write \\&amp; here"),
        ("<p>Write &amp;<span>am</span><span>p; here</span>", "Write \\&amp; here"),
    ],
)
def test_an_ampersand_has_a_backslash_where_the_next_text_may_make_it_a_reference(html: str, markdown: str) -> None:
    found = maintext.extract(html, by="all").to_markdown(include_title=False)
    assert found == markdown


def test_the_headline_has_no_backslash() -> None:
    html = "<title>Q&amp;A</title><h1>Q&amp;A</h1><p>Tea is made of leaves, and people drink it hot in the morning."
    assert maintext.extract(html).to_markdown().startswith("# Q&A\n")
