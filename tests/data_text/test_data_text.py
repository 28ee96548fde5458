"""Pages whose text is only in the data of their scripts, in `<noscript>` or in a shadow root."""

import json

import pytest

import maintext
from maintext.data_text.needs_scripts import asks_for_scripts
from maintext.data_text.prose import longest_text

SENTENCES = [
    f"The {name} harbour opened its new ferry pier on a windy morning, and the mayor, who had waited for nine years, "
    f"cut the ribbon before a crowd of {number} people from the town and the islands around it."
    for number, name in enumerate(["northern", "southern", "eastern", "western", "old", "new"], 41)
]
SHELL = (
    "<!doctype html><html lang=en><head><title>Ferry - Post</title></head><body><div id=__next></div>{}</body></html>"
)
TEASERS = [
    {"title": "Other", "description": f"Another story about {n}, which is only announced here, in a list of others."}
    for n in range(9)
]


def next_data(article: object) -> str:
    data = {"props": {"pageProps": {"article": article, "related": TEASERS}}, "buildId": "x"}
    return SHELL.format(f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(data)}</script>')


def next_stream(*rows: str) -> str:
    pieces = "".join(rows)
    halves = [pieces[: len(pieces) // 2], pieces[len(pieces) // 2 :]]
    scripts = "".join(f"<script>self.__next_f.push([1,{json.dumps(half)}])</script>" for half in halves)
    return SHELL.format(f"<script>(self.__next_f=self.__next_f||[]).push([0])</script>{scripts}")


HTML_BODY = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
PAGES = {
    "__NEXT_DATA__": next_data({"headline": "Ferry", "body": [{"type": "text", "text": text} for text in SENTENCES]}),
    "__NEXT_DATA__ with HTML": next_data({"headline": "Ferry", "contentHtml": HTML_BODY}),
    "__next_f": next_stream(f"2:T{len(HTML_BODY):x},{HTML_BODY}", '0:["$","div",null,{"children":"$2"}]\n'),
    "__NUXT__": SHELL.format(
        f"<script>window.__NUXT__=(function(a){{return {{data:[{{body:{json.dumps(HTML_BODY)}}}]}}}}(null))</script>"
    ),
    "__NUXT_DATA__": SHELL.format(
        f'<script id="__NUXT_DATA__" type="application/json">{json.dumps([{"body": 1}, HTML_BODY])}</script>'
    ),
    "articleBody": SHELL.format(
        '<script type="application/ld+json">'
        + json.dumps({"@type": "NewsArticle", "articleBody": "\n\n".join(SENTENCES)})
        + "</script><p>Read the whole story in our app.</p>"
    ),
    "noscript": SHELL.format(f"<script src=a.js></script><noscript>{HTML_BODY}</noscript>"),
    "noscript in the head": SHELL.format("").replace("</head>", f"<noscript>{HTML_BODY}</noscript></head>"),
}


@pytest.mark.parametrize("source", PAGES)
def test_text_that_is_only_data_is_used_and_its_source_named(source: str) -> None:
    document = maintext.extract(PAGES[source], "https://example.org/ferry")
    assert document.text_source == source.split()[0]
    assert document.text.split("\n\n") == SENTENCES
    assert document.title == "Ferry"
    assert document.reason is None
    assert document.to_dict()["text_source"] == document.text_source


@pytest.mark.parametrize("source", PAGES)
def test_text_that_is_shown_is_left_to_the_extractor(source: str) -> None:
    shown = f"<article><h1>Ferry</h1>{HTML_BODY}</article>"
    document = maintext.extract(PAGES[source].replace("<div id=__next></div>", f"<div id=__next>{shown}</div>"))
    assert document.text_source is None
    assert SENTENCES[0] in document.text
    assert "text_source" not in document.to_dict()


def test_published_methods_see_the_page_as_it_is() -> None:
    document = maintext.extract(PAGES["__NEXT_DATA__"], by="cetr")
    assert (document.text_source, document.text) == (None, "")


def test_teasers_and_settings_are_not_a_text() -> None:
    assert (
        longest_text({"items": TEASERS, "query": "fragment A on B { a b c d e f g h i j k l m n } "}).count("<p>") == 1
    )
    assert longest_text({"config": "var a = {b: 1, c: 2}; " * 40, "url": "https://example.org/ " * 20}) == ""


def test_markup_in_data_is_harmless() -> None:
    body = HTML_BODY + "<script>alert(1)</script><img src=x onerror=alert(1)></article><p>After the end of it.</p>"
    document = maintext.extract(next_data({"bodyHtml": body}))
    assert "alert" not in document.to_html()
    assert "After the end" in document.text


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_a_shadow_root_is_shown(mode: str) -> None:
    html = f"<my-post><template shadowrootmode={mode}><p>Inside the shadow.</p></template></my-post><p>Outside.</p>"
    assert maintext.extract(html, by="all").text == "Inside the shadow.\n\nOutside."
    assert maintext.extract("<template><p>Not shown.</p></template><p>Outside.</p>", by="all").text == "Outside."


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<div id=root></div>", "the page needs scripts to show its text: its element #root is empty"),
        (
            "<noscript>You need to enable JavaScript to run this app.</noscript><div id=x></div>",
            "the page needs scripts to show its text, and says so",
        ),
        ("<p>Please enable JavaScript to continue.</p>", "the page needs scripts to show its text, and says so"),
    ],
)
def test_a_page_that_needs_scripts_says_so(body: str, reason: str) -> None:
    document = maintext.extract(f"<html><body>{body}<script src=app.js></script></body></html>")
    assert document.text == ""
    assert document.reason == reason


def test_broken_data_is_ignored() -> None:
    for script in ('{"props": ', "[" * 100_000, "null", ""):
        html = SHELL.format(f'<script id="__NEXT_DATA__" type="application/json">{script}</script>')
        assert maintext.extract(html).text_source is None
    assert maintext.extract(next_stream("2:Tffffffff,short", "zz\n1:{]\n")).text_source is None


def test_a_text_about_scripts_is_a_text() -> None:
    assert not asks_for_scripts("JavaScript is a language that browsers run.")
    assert asks_for_scripts("This site works best with JavaScript enabled.")
