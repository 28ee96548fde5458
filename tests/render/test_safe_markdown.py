"""Markdown, rendered by a CommonMark library with raw HTML on, has no element that was not meant.

Ours are those that Markdown writes itself, and the few tags that it has no marks for: br, del, sub, sup.
"""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from lxml import html as lxml_html
from markdown_it import MarkdownIt

import maintext
from tests.render.test_safe_html import TRICKS


class TrustingReader(MarkdownIt):
    """Takes every address: ours must be safe for readers that refuse none."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 (the library's name)
        return True


READERS = {
    "CommonMark": TrustingReader("commonmark", {"html": True, "maxNesting": 400}),
    "GitHub's": TrustingReader("commonmark", {"html": True, "maxNesting": 400}).enable(["table", "strikethrough"]),
}
MEANT: dict[str, frozenset[str]] = {
    **dict.fromkeys("p h1 h2 h3 h4 h5 h6 ul li blockquote pre hr br strong em s".split(), frozenset()),
    **dict.fromkeys("table thead tbody tr del sub sup".split(), frozenset()),
    **dict.fromkeys(("th", "td"), frozenset(["style"])),
    "ol": frozenset(["start"]),
    "code": frozenset(["class"]),
    "a": frozenset(["href", "title"]),
    "img": frozenset(["src", "alt", "title"]),
}
"""The elements that Markdown of ours may become, and their attributes."""
SAFE_ADDRESS = re.compile(r"(?:https?|mailto|tel):|(?![^/?#]*:)", re.IGNORECASE)

LIVE = "&lt;script>alert(1)&lt;/script>"
MARKDOWN_TRICKS = [
    f"<pre>{LIVE}<figcaption>x",
    "<p>a &lt;&#8203;script>alert(1)&lt;/&#8203;script> b",
    "<p>a &lt;&shy;script>alert(1)&lt;&#65279;/script> b",
    "<h2>a &lt;&#8288;img src=x onerror=alert(1)></h2><p>b",
    "<p>a &lt;&#8205;<b>&#8203;script</b>>alert(1) b",
    f"<pre>{LIVE}<dd>x",
    f"<listing><s>{LIVE}<dt>```{LIVE}",
    f"<code><dt>*<dt>``<listing>{LIVE}",
    f"<pre><dl>{LIVE}</dl>x",
    f"<pre><template><td>{LIVE}</template>x",
    f"<table><tr><th>a<td><pre>{LIVE}<caption>x</pre></table>",
    f"<p><a href='x`y'>a</a> <code>{LIVE}</code>",
    f"<p><img src='x`y' alt=a> <code>{LIVE}</code>",
    f"<p><img src=x alt='`'> <code>{LIVE}</code>",
    f"<p><img src=x alt=a title='`'> <code>{LIVE}</code>",
    "<a href='javascript&amp;colon;alert(1)'>x</a>",
    "<a href='javascript&amp;#58;alert(1)'>x</a>",
    "<a href='&amp;#106;avascript:alert(1)'>x</a>",
    "<a href='a b>&lt;script>alert(1)&lt;/script>'>x</a>",
    "<a href='x)&lt;script>alert(1)&lt;/script>'>x</a>",
    "<a href='x&#1;)&lt;script>alert(1)&lt;/script>'>x</a>",
    "<a href='x\\'>x</a>)&lt;b>",
    f"<table><tr><th>a<th>b<tr><td><code>a\\|{LIVE}</code><td>c</table>",
    f"<table><tr><th>a<th>b<tr><td><code>a|{LIVE}</code><td>c</table>",
    f"<table><tr><th>a<th>b<tr><td><pre>a\\|{LIVE}\n`|`</pre><td>c</table>",
    "<img class=latex alt='`&lt;img src=x onerror=alert(1)>`'>x",
    "<img class=latex alt='``` &lt;img src=x onerror=alert(1)> ```'>x",
    "<img class='mwe-math-fallback-image-display' alt='```'>x<p>&lt;b>",
    "<math display=block alttext='```&#10;&lt;img src=x onerror=alert(1)>'><mi>x</math>y",
    "<script type='math/tex; mode=display'>```</script><p>x<p>&lt;b>",
    "<pre class='language-`&lt;b>`'>x</pre>",
    "<pre data-lang='x`&#10;&lt;b>'>x</pre>",
    f"<p>x<sup><a href=#n>1</a></sup><ol><li id=n><pre>{LIVE}</pre></ol>",
    f"<p>x<sup><a href=#n>1</a></sup><div id=n><pre>a\n\n{LIVE}</pre></div>",
    f"<p>x<sup><a href=#n>1</a></sup><div id=n><table><tr><th>a<tr><td>{LIVE}</table></div>",
    f"<p>x<sup><a href=#n>{LIVE}</a></sup><p id=n>note",
    "<title>&lt;img src=x onerror=alert(1)></title><p>x",
    "<title>[x](javascript:alert(1))</title><p>x",
    "<title>&lt;javascript:alert(1)></title><p>x",
    "<title>`</title><meta name=description content='`&lt;b>'><p>x",
    "<p>[x]: javascript:alert(1)<p>[x]",
    "<p>[x]<b>:</b> javascript:alert(1)<p>[x]",
    "<p>&lt;<b>script></b>",
    "<p>&amp;<i>lt;</i>",
    f"<ul><li><pre>{LIVE}</pre>{LIVE}<li>x</ul>",
    f"<blockquote><pre>a\n{LIVE}</pre></blockquote>",
    f"<blockquote><pre>a&#13;{LIVE}</pre></blockquote>",
    f"<ul><li><pre>a&#13;&#13;{LIVE}</pre></ul>",
    f"<p>a<code>&#13;&#13;{LIVE}</code>",
    f"<h1><pre>{LIVE}</pre></h1>",
    f"<code><pre>{LIVE}</pre></code>",
    f"<p><code>a<br>{LIVE}</code>",
    "<p>&lt;!-- x --&gt;<p>&lt;?x?&gt;<p>&lt;![CDATA[x]]&gt;<p>&lt;!DOCTYPE x&gt;",
]


def unmeant(markdown: str, reader: MarkdownIt) -> list[str]:
    """What a browser would find in the rendered text that Markdown of ours has no use for."""
    found = []
    for element in lxml_html.fragment_fromstring(reader.render(markdown).replace("\0", ""), "root").iterdescendants():
        if not isinstance(element.tag, str):
            found.append(etree.tostring(element).decode())
            continue
        if element.tag not in MEANT or not MEANT[element.tag].issuperset(element.keys()):
            found.append(f"<{element.tag} {' '.join(element.keys())}>")
        addresses = [element.get(name, "") for name in ("href", "src")]
        found += [address for address in addresses if not SAFE_ADDRESS.match(re.sub(r"[\x00-\x20]", "", address))]
    return found


def check(html: str) -> None:
    for url in (None, "https://example.org/a/b"):
        markdown = maintext.extract(html, url, by="all").to_markdown(with_metadata=True)
        for name, reader in READERS.items():
            assert unmeant(markdown, reader) == [], f"{name} reader of {markdown!r}"


@pytest.mark.parametrize("trick", [*TRICKS, *MARKDOWN_TRICKS])
def test_markdown_of_a_trick_has_no_element_that_was_not_meant(trick: str) -> None:
    check(trick)


def test_the_check_sees_what_was_not_meant() -> None:
    for markdown in ("<b>x</b>", "<!-- x -->", "<sub onclick=x>y</sub>", "[x](javascript:y)", "![x](<java\tscript:y>)"):
        assert all(unmeant(markdown, reader) for reader in READERS.values()), markdown


TAGS = (
    "p div h1 h3 pre code b i del sub sup q a ul ol li dl dt dd blockquote table tr td th caption figcaption template "
    "noscript textarea xmp listing plaintext span br hr math mi mtext annotation img svg details summary button option "
    "section aside ruby rt tbody title label iframe script style"
).split()
ATTRIBUTES = (
    "href='x`y'|href='javascript:alert(1)'|href='java&amp;#x73;cript&amp;colon;alert(1)'|href='x y'|href='x(y'|"
    "href='&lt;b>'|href='a&#10;b'|href='#n'|href='x\\'|href='x&#1;y'|href='ht tps:x'|id=n|colspan=3|rowspan=2|"
    "class=latex|class='language-js`'|class='highlight-&lt;b>'|data-lang='x`'|alt='`&lt;img src=x onerror=alert(1)>`'|"
    "alt='a]b'|src='i`.png'|src='x&lt;y'|title='t\"t'|title='`&lt;b>`'|start=3|value=5|type='math/tex'|encoding=tex|"
    "display=block|hidden|alttext='`&lt;b>`'|class=katex|class=MathJax|alt='```'|src='javascript:x'|rel=tag|"
    "name=description|content='&lt;b>`'"
).split("|")
PIECES = [
    *(LIVE, "&lt;img src=x onerror=alert(1)>", "&lt;b>", "&lt;/p>", "&lt;!--", "-->", "&lt;?x", "&lt;![CDATA[", "&lt;"),
    *("<", "&amp;lt;", "&amp;", "&amp;#60;", "&lt;https://x>", "&lt;javascript:alert(1)>", "javascript:alert(1)"),
    *("`", "``", "```", "\n```\n", "~~", "~~~", "\\", "\\\\", "|", "|---|", "[", "]", "(", ")", "](", "[x](y)", "!"),
    *("[x]: javascript:alert(1)", "*", "_", "**", "# ", "- ", "1. ", "> ", "    ", "\t", "\n", "\n\n", "===", "---"),
    *("x", "word", "$", "$$", "^1", "é", "\u3000", "&nbsp;", "&#13;", "&#10;", "&#1;", "&#0;", "\x0b", "&#x2028;"),
]
STEPS = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join),
    st.builds(
        lambda tag, own: f"<{' '.join([tag, *own])}>",
        st.sampled_from(TAGS),
        st.lists(st.sampled_from(ATTRIBUTES), max_size=2),
    ),
    st.sampled_from(TAGS).map("</{}>".format),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(STEPS, min_size=1, max_size=14).map("".join))
@example("<pre><td><figcaption>&lt;?x")
@example("<table><td><template><td>x")
def test_markdown_of_any_page_has_no_element_that_was_not_meant(html: str) -> None:
    check(html)
