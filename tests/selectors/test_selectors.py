"""Selectors against lxml and cssselect, their errors, and what `keep=` and `prune=` make of pages."""

import hypothesis.strategies as st
import lxml.html
import numpy as np
import pytest
from hypothesis import given, settings
from lxml.cssselect import CSSSelector

import maintext
from maintext.compat import trafilatura
from maintext.errors import OptionError, SelectorError
from maintext.selectors.matching import matching_rows, read_selectors

PAGE = """<html><head><title>Tea</title></head><body>
<nav id=top class="menu wide"><a href="/">Home</a></nav>
<main class="Content"><h1>Tea</h1>
<p class="lead">Boil the <b>water</b><sup class="note">[1]</sup> first.</p>
<div class="ad box" data-kind="ad-banner" lang="en-GB"><p>Buy <i>now</i>!</p></div>
<ul><li>Black<li class=new>Green</ul>
<x-card>Card</x-card>
</main><footer><p>The end.</p></footer></body></html>"""

CSS = [
    "p", "*", ".ad", ".ad.box", "div.ad", "#top", "nav#top.menu", "main p", "main > p", "body > main > div > p",
    "ul li.new", "p, li", "[data-kind]", "[data-kind=ad-banner]", '[data-kind^="ad"]', "[data-kind$='banner']",
    "[data-kind*=d-b]", "[lang|=en]", "[class~=wide]", ".content", ".Content", "x-card", "P.lead", "main *", "div p i",
    "article", "sup , b",
]  # fmt: skip
XPATH = [
    "//p", "//*", "//div[@class='ad box']", "//main/p", "//main//p", "/html/body/nav", "//*[@id='top']", "//li[2]",
    "//div[contains(@class, 'ad')]", "//p | //li", "//div[@lang and starts-with(@data-kind, 'ad')]", ".//sup",
    "//nav[contains(concat(' ', normalize-space(@class), ' '), ' menu ')]", "/html[1]/body[1]/main[1]/ul[1]/li[1]",
    "(//b)", "//*[@class]",
]  # fmt: skip


def found(selector: str, html: str = PAGE) -> list[str]:
    page = maintext.parse(html)
    rows = np.flatnonzero(matching_rows(page, read_selectors(selector)))
    return [page.xpath(row) for row in rows.tolist()]


def paths(elements: list[lxml.html.HtmlElement]) -> list[str]:
    """The paths that lxml gives, with a number at every step."""
    made = []
    for element in elements:
        steps = []
        while element is not None:
            before = list(element.itersiblings(element.tag, preceding=True))
            steps.append(f"{element.tag}[{len(before) + 1}]")
            element = element.getparent()
        made.append("/" + "/".join(reversed(steps)))
    return made


@pytest.mark.parametrize("selector", CSS)
def test_css_selectors_match_what_cssselect_matches(selector: str) -> None:
    tree = lxml.html.document_fromstring(PAGE)
    assert found(selector) == paths(list(CSSSelector(selector, translator="html")(tree)))


@pytest.mark.parametrize("selector", XPATH)
def test_xpaths_match_what_lxml_matches(selector: str) -> None:
    tree = lxml.html.document_fromstring(PAGE)
    assert found(selector) == paths(list(tree.getroottree().xpath(selector)))


NAME = st.sampled_from(["div", "p", "span", "em", ".a", ".b", ".a.b", "#x", "[t]", "[t=v]", "div.a", "*"])
SELECTOR = st.lists(st.tuples(NAME, st.sampled_from([" ", " > "])), min_size=1, max_size=4).map(
    lambda parts: "".join(name + gap for name, gap in parts).rstrip(" >")
)
TREE: st.SearchStrategy[str] = st.recursive(
    st.just("t"),
    lambda inner: st.builds(
        lambda tag, extra, parts: f"<{tag}{extra}>{''.join(parts)}</{tag}>",
        st.sampled_from(["div", "section", "span", "em"]),
        st.sampled_from(["", " class=a", " class='a b'", " class=b id=x", " t=v", " t"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@given(html=TREE, selector=SELECTOR)
@settings(max_examples=60, deadline=None)
def test_any_css_selector_matches_as_many_elements_as_cssselect_finds(html: str, selector: str) -> None:
    page = f"<html><body><div>{html}</div></body></html>"
    tree = lxml.html.document_fromstring(page)
    ours = [path for path in found(selector, page) if path.startswith("/html[1]/body[1]/")]
    theirs = [path for path in paths(list(CSSSelector(selector)(tree))) if path.startswith("/html[1]/body[1]/")]
    assert ours == theirs


@pytest.mark.parametrize(
    ("selector", "part"),
    [
        ("p:first-child", "':first-child' is not understood"),
        ("div p:not(.a)", "':not(.a)' is not understood"),
        ("p::before", "'::before' is not understood"),
        ("h1 + p", "'+' is not understood"),
        ("h1 ~ p", "'~' is not understood"),
        ("[a=b i]", "'[a=b i]' is not understood"),
        ("> p", "an element is missing before '>'"),
        ("p >", "an element is missing at the end of 'p >'"),
        ("p,,b", "a selector between commas is empty"),
        ("", "it is empty"),
        ("p " * 600, "it has 1,200 characters, the limit is 1,000"),
        ("//p[last()]", "'last()' is not understood"),
        ("//p[text()='a']", "text()="),
        ("//p/@class", "'/@class' is not understood"),
        ("//p/following-sibling::b", "following-sibling"),
    ],
)
def test_an_error_names_the_part_that_is_not_understood(selector: str, part: str) -> None:
    with pytest.raises(SelectorError) as caught:
        maintext.extract("<p>a", prune=selector)
    assert part in str(caught.value)
    assert isinstance(caught.value, OptionError)


def test_pruned_elements_are_gone_even_within_a_line() -> None:
    document = maintext.extract(PAGE, by="all", prune=["sup.note", "//div[@class='ad box']", "nav"])
    assert "Boil the water first." in document.text
    assert "Buy" not in document.text
    assert "Home" not in document.text
    assert "The end." in document.text


def test_texts_around_a_pruned_element_stay_apart() -> None:
    html = "<p>One<br class=x>two</p>before<div class=x>out</div>after <span class=x>out</span>wards"
    assert maintext.extract(html, by="all", prune=".x").text == "Onetwo\n\nbefore\n\nafter wards"


def test_images_can_be_pruned() -> None:
    html = "<p>Text with an image of a pot, <img class=x src=pot.png width=400 height=300 alt=pot> and more.</p>"
    assert "pot.png" in maintext.extract(html, by="all").markdown
    assert "pot.png" not in maintext.extract(html, by="all", prune="img.x").markdown


def test_kept_elements_are_the_document() -> None:
    document = maintext.extract(PAGE, keep="footer, li.new")
    assert document.text == "Green\n\nThe end."
    assert document.confidence is None
    assert maintext.extract(PAGE, keep="main", prune=".ad, ul, x-card, h1, sup").text == "Boil the water first."


def test_hidden_text_is_never_kept() -> None:
    assert maintext.extract("<div id=a><p hidden>No.</p><p>Yes.</p></div>", keep="#a").text == "Yes."


def test_a_page_without_the_kept_elements_says_so() -> None:
    document = maintext.extract(PAGE, keep=".article-body")
    assert document.text == ""
    assert document.reason == "no shown text is in an element that matches keep='.article-body'"


def test_selectors_work_for_many_pages() -> None:
    (document,) = maintext.extract_many([PAGE], keep=["footer"])
    assert isinstance(document, maintext.Document)
    assert document.text == "The end."


def test_trafilatura_prune_xpath_works() -> None:
    text = " ".join(f"Sentence number {n} of this article is long enough to be read." for n in range(8))
    html = f"<html><body><article><h1>Tea</h1><p>{text}</p><p class='ad'>Buy {text}</p></article></body></html>"
    assert "Buy" in str(trafilatura.extract(html))
    for prune in ("//p[@class='ad']", ["//p[@class='ad']", "//aside"]):
        assert "Buy" not in str(trafilatura.extract(html, prune_xpath=prune))
    with pytest.raises(SelectorError, match="last"):
        trafilatura.extract(html, prune_xpath="//p[last()]")
