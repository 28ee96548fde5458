"""The facts of a page's head, as it states them."""

import maintext

PAGE = """<!doctype html><html lang="en-GB"><head>
<title>
  Tea &amp; biscuits </title>
<base href="https://example.org/a/">
<meta charset="utf-8"><meta name="author" content="A. Writer"><meta property="og:title" content="Tea">
<meta name="empty"><meta content="no name">
<link rel="alternate Canonical" href="tea.html">
<script type="application/ld+json; charset=utf-8">{"@type": "Article"}</script>
<script>var x = "<h1>no</h1>";</script>
</head><body><svg><title>icon</title></svg><h1>Tea <small>time</small></h1><h2></h2><h3>Milk</h3></body></html>"""


def test_the_head_is_read() -> None:
    head = maintext.parse(PAGE).head
    assert head.title == "Tea & biscuits"
    assert head.language == "en-GB"
    assert head.base == "https://example.org/a/"
    assert head.canonical == "tea.html"
    assert head.meta == (("author", "A. Writer"), ("og:title", "Tea"))
    assert head.json_ld == ('{"@type": "Article"}',)
    assert head.headings == ((1, "Tea time"), (3, "Milk"))


def test_a_page_without_a_head_has_no_facts() -> None:
    head = maintext.parse("<p>x").head
    assert (head.title, head.language, head.canonical, head.base) == (None, None, None, None)
    assert (head.meta, head.json_ld, head.headings) == ((), (), ())


def test_the_title_of_an_icon_is_not_that_of_the_page() -> None:
    assert maintext.parse("<body><svg><title>icon</title></svg>").head.title is None


def test_an_empty_title_is_none() -> None:
    assert maintext.parse("<title> </title>").head.title is None
