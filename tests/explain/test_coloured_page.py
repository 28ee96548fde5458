"""The coloured page: all the text of a page and none of its powers."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.corpus import open_corpus
from maintext.explain.coloured import POLICY, coloured_page
from maintext.explain.safe_tags import is_dropped
from maintext.extractors.by import get_extractor
from tests.shared_data import shared

HOSTILE = """<html onload="x()"><base href="http://evil.test/"><meta http-equiv=refresh content="0;url=http://evil.test">
<link rel=stylesheet href="http://evil.test/a.css"><body onload=x()><p onclick="x()" style="color:red">Text</p>
<<script></script>img src=x onerror=x()><a href="javascript:x()" ping="http://evil.test">link</a>
<img src="http://evil.test/p.png" srcset="http://evil.test/q.png 2x" onerror=x() alt="a picture">
<iframe srcdoc="<script>x()</script>"></iframe><object data="http://evil.test/o"><p>instead</p></object>
<form action="http://evil.test"><input name=q formaction="http://evil.test"><button>Go</button></form>
<svg><script>x()</script><style><img src=x onerror=x()></style><a xlink:href="javascript:x()"><text>svg</text></a></svg>
<math><mtext><img src=x onerror=x()></mtext><annotation-xml encoding=text/html><p onclick=x()>a</annotation-xml></math>
<textarea></mt-box><script>x()</script></textarea><select><option>one<option>two</select>
<video src="http://evil.test/v" poster="http://evil.test/w" autoplay></video><body onfocus=x()>last</html>"""


def coloured(html: str | bytes, by: str = "all") -> tuple[maintext.Page, str]:
    page = maintext.parse(html)
    return page, coloured_page(page, get_extractor(by)(page))


class Tags(HTMLParser):
    """Every start tag of a text, with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))


def run_texts(page: maintext.Page, gone: np.ndarray[tuple[int], np.dtype[np.bool_]] | None = None) -> bytes:
    """The text of all runs in the order of the source, without white space."""
    runs = page.runs
    order = np.argsort(runs.start, kind="stable")
    pieces = [
        page.text[runs.text_start[row] : runs.text_stop[row]]
        for row in order
        if gone is None or not gone[runs.element[row]]
    ]
    return b"".join(b"".join(pieces).split())


def test_a_hostile_page_keeps_its_text_and_loses_its_powers() -> None:
    _, html = coloured(HOSTILE)
    tags = Tags(html).tags
    names = {name for name, _ in tags}
    assert not names & {"script", "base", "link", "iframe", "object", "svg", "video", "annotation-xml", "textarea"}
    metas = [attributes for name, attributes in tags if name == "meta"]
    assert [meta.get("http-equiv") for meta in metas] == [None, "Content-Security-Policy"]
    given = {key for _, attributes in tags for key in attributes}
    assert not {key for key in given if key.startswith("on")}
    assert not given & {"href", "src", "srcset", "action", "formaction", "ping", "poster", "data", "srcdoc", "name"}
    for text in (
        "Text",
        "link",
        "instead",
        "last",
        "&lt;img src=x onerror=x()&gt;",
        "&lt;/mt-box&gt;&lt;script&gt;x()",
    ):
        assert re.sub(r"</?mt-run[^>]*>", "", html).count(text) == 1, text


def test_the_policy_stands_before_anything_of_the_page() -> None:
    _, html = coloured("<p>First.")
    assert html.index(POLICY) < html.index("<style>") < html.index("<html>")


def test_marks_have_the_row_level_and_decision_of_their_block() -> None:
    page, html = coloured("<nav><a href=/>Home</a></nav><p>Rain, wind, and <b>snow</b>. More of it.</p>", by="econ")
    marks = [attributes for name, attributes in Tags(html).tags if name == "mt-run"]
    assert [(mark["data-block"], "data-kept" in mark) for mark in marks] == [("0", False), *[("1", True)] * 3]
    assert [mark["data-level"] for mark in marks] == ["0", "9", "9", "9"]
    assert len(page.runs) == len(marks)


def test_hints_are_shown_and_can_not_break_out() -> None:
    page = maintext.parse("<p>One")
    html = coloured_page(page, get_extractor("all")(page), ['"><script>'])
    assert 'title="&quot;&gt;&lt;script&gt;"' in html


def test_pictures_stay_only_if_they_are_in_the_page() -> None:
    _, html = coloured('<img src="data:image/png;base64,AAAA"><img src="http://evil.test/a.png" alt="far"><p>x')
    assert 'src="data:image/png;base64,AAAA"' in html
    assert '<img alt="far">' in html


def test_white_space_of_preformatted_text_stays() -> None:
    _, html = coloured("<pre>  if x:\n    <b>go</b>  on</pre>")
    assert re.sub(r"</?(mt-run|b\b)[^>]*>", "", html).endswith("<pre>  if x:\n    go  on</pre></body></html>")


def test_a_page_in_quirks_mode_stays_in_it() -> None:
    assert coloured("<p>x")[1].startswith("<meta")
    assert coloured("<!DOCTYPE html><p>x")[1].startswith("<!DOCTYPE html><meta")


@pytest.mark.parametrize(
    "html", ["", "no tags", "<p>", "<style>p{}</style>", "\0<p>\ufffd", "<table>a<tr>b<td>c", "</p>x"]
)
def test_odd_pages_are_coloured_too(html: str) -> None:
    page, result = coloured(html)
    assert run_texts(maintext.parse(result)) == run_texts(page)


SOUP = (
    "<p> </p> <b> </b> <i> </i> <table> <td> </table> <li> <ul> </ul> <a> </a> <div> </div> <br> <h1> <form> </form> "
    "<pre> <select> <option> </select> <textarea> </textarea> <body> <html> <math> <mi> </math> <mtext>"
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*SOUP.split(), "one ", " two", "&lt;three&amp;", "\n", "四"]), max_size=40))
def test_tag_soup_keeps_its_text_in_order(pieces: list[str]) -> None:
    page, result = coloured("".join(pieces))
    assert run_texts(maintext.parse(result)) == run_texts(page, is_dropped(page))


@pytest.mark.slow
def test_real_pages_keep_all_their_text() -> None:
    for labelled in open_corpus(shared("corpora", "wcxb_train.tar.xz")).pages(limit=100):
        page, result = coloured(labelled.html)
        again = maintext.parse(result)
        assert run_texts(again) == run_texts(page, is_dropped(page))
        assert not {name for name, _ in Tags(re.sub(r"(?s)<style.*?</style>", "", result)).tags} & {"script", "iframe"}
