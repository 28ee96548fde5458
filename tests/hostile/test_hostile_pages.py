"""Pages made to bring a parser down: each is read, in time that grows with its size, and no text is lost.

Every case is built at two sizes, one double the other. The larger may take twice as long and a bit, as
processor time, the best of a few runs. Both sizes are far beyond any cache, or the step from one that
fits to one that does not would look like more than doubling. There is another such step: from memory that
the last run left behind to memory that the system must hand out afresh, page by page. It happens once, so
a case that seems to grow too fast is doubled again; what grows with the square does so at every doubling.
"""

import random
import time
from collections.abc import Callable

import pytest

import maintext

N = 100_000
# How many times the time of the half the whole may take: 2 is linear, 4 a square. And seconds that the system may take
# to hand out memory, which the smaller page got from the last run.
DOUBLE = 3.0
FRESH_MEMORY = 0.03

TAG_SOUP = [
    b"<%s%s>" % (slash, name)
    for slash in (b"", b"/")
    for name in b"a b i p div table tr td ul li select option svg math title h1 form button template br".split()
]

# How to build each page of a size, and the text that must be found in it (None: no text).
PAGES: dict[str, tuple[Callable[[int], bytes], str | None]] = {
    "nested tags": (lambda n: b"<div>" * 10 * n + b"deep text", "deep text"),
    "nested tags closed": (lambda n: b"<div>" * 5 * n + b"deep text" + b"</div>" * 5 * n + b"after", "after"),
    "nested unknown tags": (lambda n: b"<x-y>" * 5 * n + b"deep text" + b"</x-z>" * 5 * n, "deep text"),
    "unclosed formatting with mismatched ends": (lambda n: b"<b i><i i>x</b>" * 10 * n, "x" * 100),
    "unclosed formatting, all different": (lambda n: b"".join(b"<b i=%d>" % i for i in range(5 * n)) + b"x", "x"),
    "formatting opened again in every paragraph": (lambda n: b"<b><i><u><font>" * 20 + b"<p>x" * 5 * n, "x"),
    "links never closed": (lambda n: b"<a href=x><p>y" * 5 * n, "y"),
    "attributes on one tag": (lambda n: b"<p " + b" ".join(b"a%d=1" % i for i in range(n)) + b">text", "text"),
    "one attribute name again and again": (lambda n: b"<p " + b"class=x " * n + b">text", "text"),
    "class words on one tag": (lambda n: b"<p class='" + b"word " * 10 * n + b"'>text", "text"),
    "a large attribute": (lambda n: b"<p title='" + b"x" * 200 * n + b"'>text", "text"),
    "a large text": (lambda n: b"<p>" + b"word " * 50 * n, "word word"),
    "a large text without spaces": (lambda n: b"<p>" + b"w" * 100 * n, "www"),
    "quotes": (lambda n: b"<p>" + b'" . ' * 10 * n, '" .'),
    "less-than signs": (lambda n: b"<" * 20 * n, "<<<"),
    "less-than signs and spaces": (lambda n: b"< " * 10 * n, "< <"),
    "end tag openings": (lambda n: b"</" * 10 * n, None),
    "declaration openings": (lambda n: b"<!" * 10 * n + b"<?" * 10 * n, None),
    "comments": (lambda n: b"<!---->" * 10 * n + b"text", "text"),
    "comment openings": (lambda n: b"<!--" * 10 * n, None),
    "references": (lambda n: b"&amp;" * 10 * n, "&&&"),
    "bare ampersands": (lambda n: b"&" * 10 * n, "&&&"),
    "long names that are no references": (lambda n: (b"&" + b"a" * 40) * n, "&aaaa"),
    "numeric references": (lambda n: b"&#65;&#x42;" * 5 * n, "ABAB"),
    "lists of tabs": (lambda n: b"<ul role=tablist><li>a<li>b</ul><pre>x</pre><pre>y</pre>" * n, "x"),
    "lists of tabs without panels": (
        lambda n: b"<div role=tablist><b>a</b> <b>c</b></div>" * 5 * n + b"<pre>x</pre>" * 2,
        "x",
    ),
    "tabs inside tabs": (
        lambda n: b"<div><p role=tablist><b>a</b><b>c</b></p><div role=tabpanel><pre>x</pre>" * 2 * n,
        "x",
    ),
    "headings with links to themselves beside them": (lambda n: b"<h2 id=a>x</h2><a href=#a>y</a>" * 2 * n, "x"),
    "figures inside captions": (lambda n: b"<figure><p>x</p><figcaption>y" * 5 * n, "x"),
    "siblings": (lambda n: b"<p>x</p>" * 10 * n, "x"),
    "line breaks": (lambda n: b"x<br>" * 10 * n, "x"),
    "list items": (lambda n: b"<li>x" * 10 * n, "x"),
    "nested tables": (lambda n: b"<table><tr><td>x" * 2 * n, "x"),
    "nested tables without cells": (lambda n: b"<table>x" * 2 * n, "x"),
    "nested lists": (lambda n: b"<ul><li>x" * 2 * n, "x"),
    "nested selects": (lambda n: b"<select><option>x" * 2 * n, "x"),
    "nested svg": (lambda n: b"<svg><g><text>x" * 2 * n, "x"),
    "nested math": (lambda n: b"<math><mi>x" * 2 * n, "x"),
    "svg and html in turn": (lambda n: b"<svg><foreignobject><p>x" * 2 * n, "x"),
    "nested templates": (lambda n: b"<template>x" * 2 * n, "x"),
    "nested forms, buttons, options": (lambda n: b"<form><button><option>x" * 2 * n, "x"),
    "nested headings": (lambda n: b"<h1>x<h2>y" * 2 * n, "x"),
    "hidden text inside words": (lambda n: b"<p>" + b"a<i hidden>b</i>" * 2 * n, "aaa"),
    "unclosed comment": (lambda n: b"<p>before<!-- " + b"x " * 10 * n, "before"),
    "unclosed script": (lambda n: b"<p>before<script>" + b"<x " * 10 * n, "before"),
    "script that is escaped for ever": (lambda n: b"<p>before<script><!--" + b"<script>" * 5 * n, "before"),
    "unclosed textarea": (lambda n: b"<p>before<textarea>" + b"y " * 10 * n, "y y"),
    "unclosed title": (lambda n: b"<title>" + b"y " * 10 * n, None),
    "unclosed titles": (lambda n: b"<title>y" * 5 * n + b"<p>text", "text"),
    "unclosed noscripts": (lambda n: b"<noscript>y" * 5 * n + b"<p>text", "text"),
    "noscripts that hold open tags": (lambda n: b"<noscript><iframe x='</noscript>" * 3 * n + b"<p>text", "text"),
    "nested noscripts": (lambda n: b"<noscript>" * 5 * n + b"</noscript>" * 5 * n + b"<p>text", "text"),
    "elements side by side": (lambda n: b"<p>" + b"<a>Xy</a><a>Z</a>" * 2 * n, "Xy ZXy Z"),
    "elements side by side, deep": (lambda n: b"<p>" + b"<x>" * 400 + b"<a>Xy</a><a><i>Z</i></a>" * n, "Xy ZXy Z"),
    "plaintext": (lambda n: b"<p>before<plaintext>" + b"<b> " * 10 * n, "<b> <b>"),
    "unclosed tag": (lambda n: b"<p>before<p " + b"x " * 10 * n, "before"),
    "unclosed quote": (lambda n: b"<p>before<p x='" + b"x " * 10 * n, "before"),
    "NULs": (lambda n: b"\0<\0p\0>\0" * 10 * n + b"<p>text", "text"),
    "blank lines": (lambda n: b"\n" * 20 * n + b"text", "text"),
    "doctypes": (lambda n: b"<!doctype html>" * 5 * n + b"text", "text"),
    "preformatted blank text": (lambda n: b"<pre>x" + b" \n" * 10 * n + b"y", "y"),
    "preformatted lines without spaces": (lambda n: b"<pre>" + b"0a1b2c3d\n" * 5 * n, "0a1b2c3d"),
    "textarea lines without spaces": (lambda n: b"<textarea>" + b"0a1b2c3d\n" * 5 * n, "0a1b2c3d"),
    "a preformatted text without spaces": (lambda n: b"<pre>" + b"0a1b2c3d" * 5 * n, "0a1b2c3d"),
    "preformatted references without spaces": (lambda n: b"<pre>" + b"a&amp;" * 5 * n, "a&a&"),
    "preformatted no-break spaces": (lambda n: b"<pre>" + "a\u00a0".encode() * 5 * n, "a a"),
    "formatting past the depth limit": (lambda n: b"<p><b><i><div>" * n + b"<p>x", "x"),
    "posts inside each other": (
        lambda n: b"<div class=c><a href=/u>Ann</a> 3 days ago<p>Tea is good." * n,
        "Tea is good.",
    ),
    "posts": (
        lambda n: b"<div class=c><a href=/u>Ann</a><time>2020-01-02</time><p>Tea is good.</div>" * n,
        "Tea is good.",
    ),
    "items with prices": (lambda n: b"<li><a href=x><h3>Pot</h3></a><b>$9.99</b><del>$12</del>" * n, "Pot"),
    "times in one line": (lambda n: b"<p>" + b"<time>2020-01-02</time> tea, " * 5 * n, "tea"),
    "links of one entry": (
        lambda n: b"<ul>" + b"<li><a href=x>Pot</a> $9" * 4 + b"<a href=x>y</a> z " * 5 * n,
        "Pot",
    ),
    "a link around all entries": (lambda n: b"<a href=/x>" + b"<div><p>b</p><b>c</b></div>" * 3 * n, "b"),
    "posts in rows of one table": (
        lambda n: b"<table>" + b"<tr><td><a href=/u>Ann</a> <time>2020-01-02</time><td><p>Tea is good." * n,
        "Tea is good.",
    ),
    "posts and bases": (
        lambda n: b"<div class=c><a href=/u>Ann</a><time>2020-01-02</time><p>Tea.</div><base href=x>" * n,
        "Tea.",
    ),
    "posts with formatting left open": (
        lambda n: b"<div class=c><a href=/u>Ann</a><time>2020-01-02</time><p>Tea is <b><i>good.</div>" * n,
        "Tea is",
    ),
    "posts with text in images": (
        lambda n: b"<div class=c><time>2020-01-02</time><p>Tea <svg><text>x</text></svg> is good.</div>" * n,
        "Tea",
    ),
    "codes side by side": (lambda n: b"<p>" + b"<code>a`</code>" * 10 * n, "a`a`"),
    "nested deletions around paragraphs": (lambda n: b"<del>" * 400 + b"<p>x</p>" * 5 * n, "x"),
    "pairs of a specification": (lambda n: b"<h1>Pot</h1>$9<dl>" + b"<dt>Volume<dd>1.7 l" * 5 * n, "Pot"),
    "amounts in one line": (lambda n: b"<h1>Pot</h1><p>" + b"<del>$12</del> $9.99 " * 5 * n, "$9.99"),
    "microdata inside microdata": (lambda n: b"<div itemscope itemtype=x itemprop=a><p itemprop=name>x" * n, "x"),
    "times alone in one line": (lambda n: b"<h1>Tea</h1><p>" + b"<time>2020-01-02</time> " * 10 * n, "2020-01-02"),
    "times that are long, in one line": (
        lambda n: b"<h1>Tea</h1><p>" + b"<time>published on 2020-01-02 by Ann, " * 3 * n,
        "published",
    ),
    "times of many days": (
        lambda n: (
            b"<h1>Tea</h1><p>" + b"".join(b"<time datetime=2020-01-%02d>%d</time> " % (i % 28, i) for i in range(5 * n))
        ),
        "11",
    ),
    "microdata properties": (
        lambda n: b"<div itemscope itemtype=https://schema.org/Article>" + b"<p itemprop=author>Ann Lee</p>" * 5 * n,
        "Ann",
    ),
    "microdata properties of many names": (
        lambda n: (
            b"<div itemscope itemtype=https://schema.org/Article>"
            + b"".join(b"<p itemprop=a%d>Ann Lee</p>" % i for i in range(5 * n))
        ),
        "Ann",
    ),
    "microdata properties inside each other": (
        lambda n: b"<div itemscope itemtype=https://schema.org/Article>" + b"<i itemprop=author>Ann " * 5 * n,
        "Ann",
    ),
    "RDFa properties": (
        lambda n: b"<div vocab=https://schema.org/ typeof=Article>" + b"<p property=author>Ann Lee</p>" * 5 * n,
        "Ann",
    ),
    "RDFa properties inside each other": (
        lambda n: b"<div vocab=https://schema.org/ typeof=Article>" + b"<i property=author>Ann " * 5 * n,
        "Ann",
    ),
    "RDFa properties without a thing": (lambda n: b"<p property=dc:date>2020-01-02 " * 5 * n, "2020"),
    "references of one item": (
        lambda n: (
            b"<div itemscope itemref='"
            + b"".join(b"r%d " % i for i in range(3 * n))
            + b"'></div>"
            + b"".join(b"<p id=r%d itemprop=name>Ann</p>" % i for i in range(3 * n))
        ),
        "Ann",
    ),
    "many items with references": (
        lambda n: b"".join(
            b"<div itemscope itemref='r%d r0'></div><p id=r%d itemprop=name>Ann</p>" % (i, i) for i in range(3 * n)
        ),
        "Ann",
    ),
    "references to references": (
        lambda n: b"".join(
            b"<div id=r%d itemscope itemprop=a itemref=r%d>Ann</div>" % (i, i + 1) for i in range(3 * n)
        ),
        "Ann",
    ),
    "nodes of JSON-LD that name each other": (
        lambda n: (
            b"<script type=application/ld+json>["
            + b",".join(b'{"@id":"r%d","@type":"Article","author":{"@id":"r%d"}}' % (i, i + 1) for i in range(3 * n))
            + b"]</script>Tea"
        ),
        "Tea",
    ),
    "links to places of the page": (
        lambda n: b"".join(b"<p><a href=#r%d>x</a><p id=r%d>Tea" % (i, i) for i in range(3 * n)),
        "Tea",
    ),
    "values of meta elements": (lambda n: b"<meta name=author content='Ann Lee'>" * 5 * n + b"<p>Tea", "Tea"),
    "a large value of a meta element": (
        lambda n: (
            b"".join(
                b"<meta name='%s' content='%s'>" % (name, b"Ann &amp; Bob 2020 " * 5 * n)
                for name in (b"author", b"date", b"description", b"og:title", b"keywords", b"og:site_name")
            )
            + b"<h1>Tea</h1><p>Tea"
        ),
        "Tea",
    ),
    "headings in a row": (lambda n: b"<h2>x</h2>" * 10 * n, "x"),
    "headings of all ranks in a row": (lambda n: b"<h2>x</h2><h4>y</h4><h3>z</h3>" * 3 * n + b"<p>Tea", "x"),
    "strong texts in a row": (lambda n: b"<p><b>x</b></p>" * 10 * n, "x"),
    "a table and images": (
        lambda n: b"<table>" + b"<tr><td>x<td>y" * 3 * n + b"</table>" + b"<img src=x alt=y>" * 3 * n,
        "x",
    ),
    "a table of many rows": (lambda n: b"<table><tr><th>a<th>b" + b"<tr><td>x<td>y" * 5 * n, "x"),
    "a table with a wide blank head": (
        lambda n: b"<table><tr><th>a" + b"&nbsp;" * 5 * n + b"b<th>c" + b"<tr><td>x<td>y" * 5 * n,
        "x",
    ),
    "code with spaces at its end": (lambda n: b"<pre>" + b"x y " * 99 + b" " * 10 * n + b"</pre>Tea", "x"),
    "a caption of many tables": (
        lambda n: b"<table><caption>" + b"tea " * 5 * n + b"</caption>" + b"<tr><td>x<td>y" * 5 * n,
        "x",
    ),
    "a figure with a long caption": (
        lambda n: b"<figure><figcaption>" + b"tea " * 5 * n + b"</figcaption>" + b"<img src=x>" * 5 * n,
        "tea",
    ),
    "formulas of MathJax": (lambda n: b"<p>" + b"\\(x_1 &lt; y\\) and $$x$$ tea " * 5 * n, "tea"),
    "formulas that do not end": (lambda n: b"<p>" + b"\\( $$ \\[ \\begin{equation} $ tea " * 5 * n, "tea"),
    "formulas in scripts": (
        lambda n: b"<p>" + b"<script type=math/tex>x</script><span class=MathJax>x</span> tea " * 3 * n,
        "tea",
    ),
    "controls of lists": (
        lambda n: (
            b"<form><select><option>Price: low to high<option>New</select><input type=checkbox id=a><label for=a>"
            b"Red (12)</label><button>Filter</button></form>" * n
        ),
        "Red",
    ),
    "controls of one list": (
        lambda n: (
            b"<ul><li>Pot $9<li>Cup $8</ul><form>"
            + b"<input type=checkbox name=c><label>Red (12)</label>" * 3 * n
            + b"<button>Filter</button></form>"
        ),
        "Red",
    ),
    "links to next pages": (
        lambda n: b"".join(
            b"<a href='?page=%d'>%d</a> <a rel=next href='/p/%d'>Next page</a> " % (i, i, i) for i in range(3 * n)
        ),
        "Next",
    ),
    "section headings with numbers": (
        lambda n: b"".join(b"<p><b>%d. Part</b><p>Tea is good.<h2>%d</h2>" % (i, i) for i in range(3 * n)),
        "Part",
    ),
    "answers of verdicts": (
        lambda n: (
            b"<title>404</title><h1>Access denied</h1>"
            + b"<p>please log in to continue; captcha; page not found" * 3 * n
        ),
        "captcha",
    ),
    "paywalls": (lambda n: b"<div class=paywall>Subscribe now to read</div><p>Tea is good." * 3 * n, "Tea"),
    "products with choices": (
        lambda n: (
            b"<h1>Pot</h1><b class=price>$9</b>"
            + b"<select name=size><option>S<option>M</select>Quantity <input type=number>" * 3 * n
        ),
        "Quantity",
    ),
    "related products": (
        lambda n: (
            b"<h1>Pot</h1><b>$9</b><section><h2>Related products</h2>"
            + b"<div class=card><a href=x><img src=y><h3>Cup</h3></a><i>$8</i> Add to cart</div>" * 2 * n
        ),
        "Cup",
    ),
    "reviews with stars": (
        lambda n: (
            b"<h1>Pot</h1>$9"
            + b"<div class=review>4.5 out of 5 stars (12) <time>2020-01-02</time><p>Good tea.</div>" * 2 * n
        ),
        "Good",
    ),
    "random bytes": (lambda n: random.Random(n).randbytes(20 * n), None),
    "random tags": (lambda n: b"".join(random.Random(n).choices(TAG_SOUP, k=3 * n)) + b"text", "text"),
}
# Nobody shows these; that they do not hang is all there is to say.
WITHOUT_TEXT = {name for name, (_, text) in PAGES.items() if text is None}


def seconds_to_parse(page: bytes) -> float:
    start = time.process_time()
    maintext.parse(page, limits=maintext.Limits(max_bytes=400_000_000))
    return time.process_time() - start


def doubling(build: Callable[[int], bytes], n: int) -> tuple[float, float]:
    """Return the best times of the page at n and at twice n, as soon as they look linear."""
    small, large = build(n), build(2 * n)
    best_small = best_large = float("inf")
    for _ in range(6):
        best_small = min(best_small, seconds_to_parse(small))
        best_large = min(best_large, seconds_to_parse(large))
        if is_linear(best_small, best_large):
            break
    return best_small, best_large


def is_linear(half: float, whole: float) -> bool:
    return whole <= DOUBLE * half + FRESH_MEMORY


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_time_is_linear(name: str) -> None:
    build, _ = PAGES[name]
    tried = []
    for n in (N, 2 * N, N, 2 * N):
        half, whole = doubling(build, n)
        tried.append(f"{n:,}: {half:.4f} s, {2 * n:,}: {whole:.4f} s")
        if is_linear(half, whole):
            break
    assert is_linear(half, whole), "; ".join(tried)


@pytest.mark.parametrize("name", [name for name in PAGES if name not in WITHOUT_TEXT])
def test_the_text_is_kept(name: str) -> None:
    build, text = PAGES[name]
    page = maintext.parse(build(N // 10))
    assert text is not None
    assert text.encode() in page.text


def test_a_page_of_the_largest_size_is_read() -> None:
    page = maintext.parse(b"<p>" + b"text " * ((50_000_000 - 3) // 5))
    assert int(page.blocks.words[0]) == 9_999_999


def test_a_page_over_the_limit_is_refused_with_both_numbers() -> None:
    with pytest.raises(maintext.PageTooLargeError, match=r"50,000,001 bytes.*50,000,000") as caught:
        maintext.parse(b"x" * 50_000_001)
    assert (caught.value.n_bytes, caught.value.max_bytes) == (50_000_001, 50_000_000)


def test_the_limit_counts_bytes_of_a_text() -> None:
    limits = maintext.Limits(max_bytes=10)
    assert maintext.parse("x" * 10, limits=limits).texts() == ["x" * 10]
    with pytest.raises(maintext.PageTooLargeError, match="the page has 12 bytes"):
        maintext.parse("é" * 6, limits=limits)


@pytest.mark.parametrize("depth", [2, 3, 512, 30_000])
def test_elements_past_the_depth_limit_are_hoisted(depth: int) -> None:
    page = maintext.parse(b"<div>" * 40_000 + b"deep", limits=maintext.Limits(max_depth=depth))
    assert int(page.elements.depth.max()) == depth - 1
    assert page.hoisted > 0
    assert page.texts() == ["deep"]


@pytest.mark.parametrize("depth", [-1, 0, 1, 40_000])
def test_a_depth_limit_that_makes_no_sense_is_an_error(depth: int) -> None:
    with pytest.raises(maintext.InputError, match="max_depth"):
        maintext.parse(b"", limits=maintext.Limits(max_depth=depth))


@pytest.mark.parametrize("page", [None, 7, ["<p>"], object()])
def test_what_is_no_page_is_an_error(page: object) -> None:
    with pytest.raises(maintext.InputError, match="str or bytes"):
        maintext.parse(page)  # type: ignore[arg-type]
