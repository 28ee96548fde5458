"""HTML that is put on a page brings nothing along that runs: a corpus of the tricks that are played on filters."""

import re

import pytest

import maintext

RUNS = "alert(1)"
TRICKS = [
    "<script>alert(1)</script><p>x",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT><p>x",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<p onclick=alert(1)>x",
    "<p onmouseover='alert(1)' style='background:url(javascript:alert(1))'>x",
    "<p>x <img src=x onerror=alert(1) alt=a>",
    "<p>x <img src='javascript:alert(1)' alt=a>",
    "<p>x <img src='x\" onerror=\"alert(1)' alt='\" onload=\"alert(1)' title='\"><script>alert(1)</script>'>",
    "<p>x <img/src/onerror=alert(1)>",
    "<p>x <img src=`javascript:alert(1)`>",
    "<p>x <img src='data:image/svg+xml,<svg onload=alert(1)>' alt=a>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href='java\tscript:alert(1)'>x</a>",
    "<a href='java\nscript:alert(1)'>x</a>",
    "<a href=' \x01javascript:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='&#x6A;&#x61;vascript&colon;alert(1)'>x</a>",
    "<a href='javascript&#58;alert(1)'>x</a>",
    "<a href='jav&Tab;ascript:alert(1)'>x</a>",
    "<a href='vbscript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='data:text/html;base64,PHNjcmlwdD4='>x</a>",
    "<a href='file:///etc/passwd'>x</a>",
    "<a href='feed:javascript:alert(1)'>x</a>",
    "<a href='view-source:javascript:alert(1)'>x</a>",
    "<a href='x\" onclick=\"alert(1)'>x</a>",
    "<a href=\"x' onclick='alert(1)\">x</a>",
    "<a href='&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'>x</a>",
    "<base href='javascript:alert(1)//'><a href='x'>x</a>",
    "<base href='data:text/html,'><a href='x'>x</a>",
    "<svg onload=alert(1)><text>x</text></svg>",
    "<svg><script>alert(1)</script></svg><p>x",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<math><mtext><script>alert(1)</script></mtext></math><p>x",
    "<math href='javascript:alert(1)'>x</math>",
    "<math><annotation encoding='application/x-tex'></math><script>alert(1)</script></annotation><mi>x</mi></math>",
    "<math><mi>x</mi><annotation encoding=tex>&lt;img src=x onerror=alert(1)></annotation></math>",
    "<script type='math/tex'></script><script>alert(1)</script><p>x",
    "<script type='math/tex'>&lt;/code&gt;<img src=x onerror=alert(1)></script><p>x",
    "<img class=latex alt='<script>alert(1)</script>'><p>x",
    "<iframe src='javascript:alert(1)'></iframe><p>x",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><p>x",
    "<object data='javascript:alert(1)'>x</object>",
    "<embed src='javascript:alert(1)'><p>x",
    "<form action='javascript:alert(1)'><button formaction='javascript:alert(1)'>x</button></form>",
    "<input autofocus onfocus=alert(1)><p>x",
    "<video><source onerror=alert(1)></video><p>x",
    "<details open ontoggle=alert(1)>x</details>",
    "<body onload=alert(1)><p>x",
    "<link rel=stylesheet href='javascript:alert(1)'><p>x",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'><p>x",
    "<style>@import 'javascript:alert(1)';</style><p>x",
    "<p style='width:expression(alert(1))'>x",
    "<table background='javascript:alert(1)'><tr><th>a<th>b<tr><td colspan='2\" onclick=\"alert(1)'>x<td>y</table>",
    "<ol start='1\" onclick=\"alert(1)'><li value='2\" onclick=\"alert(1)'>x</ol>",
    "<pre class='language-x\" onclick=\"alert(1)'>x</pre>",
    "<pre><code class='language-\"><script>alert(1)</script>'>x</code></pre>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>x</noscript><p>x",
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;",
    "<p>&lt;img src=x onerror=alert(1)&gt;",
    "<!--><script>alert(1)</script>--><p>x",
    "<![CDATA[<script>alert(1)</script>]]><p>x",
    "<?xml-stylesheet href='javascript:alert(1)'?><p>x",
    "<template><script>alert(1)</script></template><p>x",
    "<xmp><script>alert(1)</script></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<textarea><script>alert(1)</script></textarea>",
    "<title><script>alert(1)</script></title><p>x",
    "<p>x<sup><a href='#n\" onclick=\"alert(1)'>1</a></sup><p id='n\" onclick=\"alert(1)'>note text",
    "<p>x<sup><a href='#n'>\"><b>1</a></sup><p id=n>note text",
    "\x00<script\x00>alert(1)</script><p>x",
    "<p>x\x0b\x0c\x1b",
]
ALLOWED = {
    **dict.fromkeys("p br hr h1 h2 h3 h4 h5 h6 ul blockquote code dl dt dd table caption tr".split(), frozenset()),
    **dict.fromkeys("strong em del sub sup q".split(), frozenset()),
    **dict.fromkeys(("th", "td"), frozenset(("colspan", "rowspan"))),
    "ol": frozenset(("start", "reversed")),
    "li": frozenset(("value",)),
    "pre": frozenset(("class",)),
    "span": frozenset(("class",)),
    "a": frozenset(("href",)),
    "img": frozenset(("src", "alt", "title")),
}


@pytest.mark.parametrize("trick", TRICKS)
def test_html_has_only_harmless_tags_and_attributes(trick: str) -> None:
    html = maintext.extract(trick, by="all", url="https://example.org/").to_html()
    page = maintext.parse(html)
    for row in range(2, len(page.elements)):
        if page.elements.open_stop[row] == page.elements.start[row]:
            continue  # Implied: not in the source.
        name, attributes = page.tag_name(row), page.attributes(row)
        assert set(attributes) <= ALLOWED[name], html
        for attribute in ("href", "src"):
            address = attributes.get(attribute, "https:").lower()
            assert re.match(r"https?:|mailto:|tel:", address), html
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", html)


@pytest.mark.parametrize("trick", TRICKS)
def test_markdown_links_nowhere_that_runs(trick: str) -> None:
    markdown = maintext.extract(trick, by="all", url="https://example.org/").to_markdown()
    assert not re.search(r"\]\(<?\s*(javascript|vbscript|data|file):", markdown, re.IGNORECASE)
    from tests.render.reading import as_html

    rendered = maintext.parse(as_html(markdown))
    names = {rendered.tag_name(row) for row in range(len(rendered.elements))}
    assert not names & {"script", "iframe", "object", "embed", "svg", "math", "form", "style"}
