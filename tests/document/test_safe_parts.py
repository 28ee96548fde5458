"""Markdown that was cut, rendered by a CommonMark library with raw HTML on, has no element that was not meant, and no
text that the whole has not.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html

import maintext
from maintext.document.parts.tokens import estimate_tokens
from tests.render.test_safe_html import TRICKS
from tests.render.test_safe_markdown import LIVE, MARKDOWN_TRICKS, READERS, STEPS, unmeant

COUNTERS: dict[str, Callable[[str], int]] = {"estimate": estimate_tokens, "characters": len}
SIZES = (16, 17, 19, 23, 30, 45, 70, 120, 200)
WORDS = "tea and milk " * 12
LIVE_WORDS = f"{WORDS}. {LIVE} {WORDS}. "
CUT_TRICKS = [
    f"<p>x <code>{LIVE_WORDS * 3}</code> y",
    f"<p>x <code>`` {LIVE_WORDS * 3}</code> y",
    f"<p>x <code>a. b ` {LIVE} c. d</code> " * 9,
    f"<p>{'<code>a. ' + LIVE + ' b. c</code> d. ' * 9}",
    f"<pre>{f'{LIVE}x' * 9}{chr(10)}{LIVE_WORDS}</pre>",
    f"<pre>{chr(96) * 40}{LIVE}{chr(10)}{LIVE_WORDS}</pre>",
    f"<pre class=language-{'x' * 90}>{LIVE_WORDS}</pre>",
    f"<ul><li>a<ul><li>b<ul><li>c<pre>{f'{LIVE}{chr(10)}' * 30}</pre></ul></ul></ul>",
    f"<blockquote>{'<blockquote>' * 9}<pre>{f'{LIVE}{chr(10)}' * 30}</pre></blockquote>",
    f"<ol start=100000><li>a<pre>{f'{LIVE}{chr(10)}{chr(10)}' * 30}</pre></ol>",
    f"<table><tr><th>a<th>b<tr><td><code>{LIVE_WORDS}</code><td>c<tr><td>{LIVE_WORDS}</table>",
    f"<p>{('x' + chr(92)) * 200}{LIVE}",
    f"<p>{chr(92) * 333}{LIVE * 9}",
    f"<p>{'&lt;b>' * 333}",
    f"<p>{'&amp;lt;' * 99}{LIVE}",
    f"<p>{WORDS * 3} ~~~ {WORDS}<pre>x{chr(10)}~~~{chr(10)}{LIVE}</pre>",
    f"<p>{'# - + > 1. === --- ~~~ ' * 30}<pre>~~~{chr(10)}{LIVE}</pre>",
    f"<p><a href='/{'x' * 300}'>{LIVE_WORDS}</a>",
    f"<p><img src=/i.png alt='{LIVE_WORDS}' title='{LIVE_WORDS}'>",
    f"<p><a href=/x><img src=/{'x' * 300} alt='a' title='{LIVE_WORDS}'></a>: {LIVE}",
    f"<math display=block alttext='{'a&lt;b>c. ' * 30}'><mi>x</math>",
    f"<math alttext='{'a&lt;b>c. ' * 30}'><mi>x</math>",
    f"<h2>{LIVE_WORDS * 3}</h2><p>x",
    f"<h2><code>{LIVE_WORDS * 3}</code></h2><p>x",
    f"<p>x<sup><a href=#n>1</a></sup><div id=n><pre>{f'a{chr(10)}{chr(10)}{LIVE}' * 20}</pre></div>",
    f"<p><del>{LIVE_WORDS}</del><br>{LIVE}<sub>{LIVE_WORDS}</sub>",
]


def parts(html: str, sizes: tuple[int, ...]) -> Iterator[str]:
    """The Markdown of a page, cut in every way."""
    document = maintext.extract(html, "https://example.org/a/b", by="all")
    for count in COUNTERS.values():
        for n_tokens in sizes:
            yield document.to_markdown(max_tokens=n_tokens, tokenizer=count)
            for overlap in (0, n_tokens // 2):
                yield from (chunk.text for chunk in document.chunks(n_tokens, overlap, count))


def check(html: str, sizes: tuple[int, ...]) -> None:
    for text in dict.fromkeys(parts(html, sizes)):
        for name, reader in READERS.items():
            assert unmeant(text, reader) == [], f"{name} reader of {text!r}"


@pytest.mark.parametrize("trick", [*TRICKS, *MARKDOWN_TRICKS])
def test_parts_of_a_trick_have_no_element_that_was_not_meant(trick: str) -> None:
    check(trick, SIZES)
    check(f"<p>{WORDS}</p>{trick} {WORDS} {trick * 3}", SIZES[::2])


@pytest.mark.parametrize("trick", CUT_TRICKS)
def test_code_links_and_escaped_characters_are_not_cut(trick: str) -> None:
    check(trick, SIZES)


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, min_size=4, max_size=40).map("".join), st.sampled_from(SIZES))
def test_parts_of_any_page_have_no_element_that_was_not_meant(html: str, n_tokens: int) -> None:
    check(html, (n_tokens,))


def letters(markdown: str) -> str:
    """What readers of Markdown see, as letters and numbers alone."""
    rendered = READERS["CommonMark"].render(markdown).replace("\0", "")
    root = lxml_html.fragment_fromstring(rendered, "root")
    for image in root.iter("img"):
        image.text = image.get("alt")
    return re.sub(r"[\W_]+", "", root.text_content())


PHRASE = st.sampled_from(
    [
        *("tea ", "milk. ", "<b>sugar</b> ", "<code>a. b &lt;i> c</code> ", "<i>x</i>y ", "# ", "1. ", "- ", "&lt;b> "),
        *(
            "<a href=/x>a link. To tea</a> ",
            "<a href='/y(z'><img src=i.png alt='a cup. Of tea'></a> ",
            "\\ ",
            "&amp;lt; ",
        ),
        *("<br>", "<sub>2</sub>", "[x] ", "![y] ", "long" * 30 + " ", "\u8336\u3002\u6c34" * 9, "<code>``</code> "),
    ]
)
TEXT = st.lists(PHRASE, min_size=1, max_size=30).map("".join)
BLOCK = st.one_of(
    TEXT.map("<p>{}</p>".format),
    TEXT.map("<h2>{}</h2>".format),
    TEXT.map("<ul><li>{}<li>x</ul>".format),
    TEXT.map("<ol><li>x<ul><li>{}</ul></ol>".format),
    TEXT.map("<blockquote><p>{}</blockquote>".format),
    TEXT.map("<pre>{}\n  x &lt;b>\n\ny</pre>".format),
    TEXT.map("<ol><li>x<pre>{}\n&lt;b>\n y</pre></ol>".format),
)


@settings(max_examples=120, deadline=None)
@given(st.lists(BLOCK, min_size=1, max_size=5).map("".join), st.integers(16, 90), st.sampled_from(sorted(COUNTERS)))
@example(f"<p>x <code>{LIVE_WORDS}</code> y", 16, "estimate")
def test_shortened_markdown_shows_the_beginning_of_the_whole(html: str, n_tokens: int, counter: str) -> None:
    document = maintext.extract(html, by="all")
    whole = letters(document.to_markdown())
    n_tokens *= 4 if counter == "characters" else 1
    short = document.to_markdown(max_tokens=n_tokens, tokenizer=COUNTERS[counter])
    note = re.search(r"\n\n(?:\*\(… .*\)\*|…)\Z", short)
    assert whole.startswith(letters(short[: note.start()] if note else short))
    for chunk in document.chunks(n_tokens, 0, COUNTERS[counter]):
        assert letters(chunk.text) in whole
