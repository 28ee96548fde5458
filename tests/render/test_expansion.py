"""No format is much longer than its page, however a page tries to multiply a number or an address."""

from collections.abc import Callable

import pytest

import maintext

FORMATS = ("markdown", "text", "html", "xml", "tei")
MOST_TIMES, MOST_MORE = 60, 1_500_000
"""A format has at most so many times the bytes of its page, and so many more."""
LONG = "x" * 100_000
PAGES: dict[str, Callable[[int], str]] = {
    "a long base": lambda n: f"<base href='https://example.org/{'x' * 3_900}/'>" + "<a href=y>z</a>" * n,
    "a base that is too long": lambda n: f"<base href='https://example.org/{LONG}/'>" + "<a href=y>z</a>" * n,
    "images under a long base": lambda n: f"<base href='https://example.org/{'x' * 3_900}/'>x" + "<img src=y>" * n,
    "links that are too long": lambda n: f"<a href='https://example.org/{LONG}'>z</a>" * (n // 10_000 + 2),
    "wide cells": lambda n: "<table><tr>" + "<th>a" * 500 + "<tr><td colspan=1000>x" * n,
    "many tables with wide cells": lambda n: ("<table><tr>" + "<th>a" * 50 + "<tr><td colspan=50>x" * 20) * (n // 50),
    "tall cells": lambda n: "<table><tr>" + "<td rowspan=1000>a" * 300 + "<tr><td>x" * n,
    "wide and tall cells": lambda n: "<table><tr><th>a<th>b" + "<tr><td colspan=1000 rowspan=1000>x<td>y" * n,
    "rows of one cell under a wide one": lambda n: "<table><tr>" + "<th>x" * n + "<tr><td>y" * n,
    "paragraphs in nested lists": lambda n: "<ol start=999999999><li>" * 60 + "<p>x" * n,
    "paragraphs in nested quotes": lambda n: "<blockquote>" * 100 + "<p>x" * n,
    "lines of code in nested quotes": lambda n: "<blockquote>" * 100 + "<pre>" + "x\n" * n,
    "a language for many code blocks": lambda n: f"<div data-lang={LONG}>" + "<pre>x</pre>" * n,
    "paragraphs in nested marks": lambda n: "<del><q><sub><sup><code><b><i>" * 70 + "<p>x" * n,
    "a long label": lambda n: f"<p>x<sup><a href=#n>{'1' * 12}</a></sup><ul><li id=n>y" + "<p>z" * n,
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("output_format", FORMATS)
def test_no_page_becomes_a_text_of_any_length(name: str, output_format: str) -> None:
    html = PAGES[name](4_000)
    rendered = maintext.extract(html, "https://example.org/", by="all").render(output_format)
    assert len(rendered) <= MOST_TIMES * len(html) + MOST_MORE
