"""The shapes of what trafilatura's functions return: lines, tags, settings, small pages, baseline."""

import gzip
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import maintext
from maintext.compat import trafilatura
from maintext.compat.trafilatura.extracted import Extracted
from maintext.compat.trafilatura.whole_page import MAX_SMALL_CHARS, small_page
from maintext.errors import UnknownFormatError
from maintext.fetch import Policy, fetch_page
from tests.web_server import Answer, web_server

LONG = "The water is in the kettle, and it will be hot soon, so that we can make tea for all of you. " * 3


def article(inside: str) -> str:
    return f"<html><body><nav><a href=/>Home</a></nav><article>{inside}</article></body></html>"


@pytest.mark.parametrize(
    ("inside", "options", "expected"),
    [
        ("<p>P 1</p><ul><li>Item 1</li><li>Item 2</li></ul><p>P 2</p>", {}, "P 1\n- Item 1\n- Item 2\nP 2"),
        ("<h3>Tea</h3><p>Hot.</p>", {}, "Tea\nHot."),
        ("<p>See <a href=/pot>the pot</a>.</p>", {"include_links": True}, "See [the pot](/pot)."),
        ("<p>See <a href=/pot>the pot</a>.</p>", {}, "See the pot."),
        ("<p>Tea<br>and milk</p>", {}, "Tea\nand milk"),
        ("<p>A\u0308ffin</p>", {}, "\u00c4ffin"),
        (
            "<table><tr><td>a<td>b<td>c<tr><td>a<td colspan=2><p>b</p><p>c</p></table>",
            {},
            "| a | b | c | \n| a | b c |  |",
        ),
        ("<blockquote><p>One.</p><p>Two.</p></blockquote><pre>x = 1\n  y = 2</pre>", {}, "One.\nTwo.\nx = 1\n  y = 2"),
    ],
)
def test_a_text_has_one_line_per_paragraph_item_and_row(inside: str, options: dict[str, Any], expected: str) -> None:
    assert trafilatura.extract(article(inside), **options) == expected


def test_xml_and_tei_have_trafilaturas_tags() -> None:
    inside = (
        "<h1>Tea</h1><p>Boil <b>fresh</b> <i>water</i>, <a href=/pot>pour</a>.</p><dl><dt>Oolong<dd>Blue tea</dl>"
        "<p><img src=/a.png alt=Pot></p><table><tr><th>A<th>B<tr><td>1<td>2</table>"
    )
    options = {"include_formatting": True, "include_links": True, "include_images": True}
    xml = trafilatura.extract(article(inside), output_format="xml", with_metadata=True, **options)
    root = ET.fromstring(xml or "")  # noqa: S314 - our own
    assert root.get("title") == "Tea"
    assert root.find("main/head[@rend='h1']") is not None
    for path in (
        "p/hi[@rend='#b']", "p/hi[@rend='#i']", "p/ref[@target='/pot']", "list[@rend='dl']/item[@rend='dd-1']",
        "p/graphic[@src='/a.png'][@alt='Pot']", "table/row/cell[@role='head']",
    ):  # fmt: skip
        assert root.find(f"main/{path}") is not None, path
    tei = trafilatura.extract(article(inside), output_format="xmltei", **options) or ""
    assert '<ab rend="h1" type="header">Tea</ab>' in tei
    assert ET.fromstring(tei).tag == "{http://www.tei-c.org/ns/1.0}TEI"  # noqa: S314 - our own


def test_html_is_a_small_page_with_the_metadata_in_its_head() -> None:
    page = article("<h1>Tea</h1><p>Boil <b>water</b>.</p>")
    plain = trafilatura.extract(page, output_format="html", include_formatting=True)
    assert plain == ("<html>\n  <body>\n    <h1>Tea</h1>\n    <p>Boil <strong>water</strong>.</p>\n  </body>\n</html>")
    described = trafilatura.extract(page, output_format="html", with_metadata=True) or ""
    assert '<meta name="title" content="Tea"/>' in described


def test_csv_ends_its_line_and_a_dictionary_has_the_elements() -> None:
    line = trafilatura.extract(article(f"<p>{LONG}</p>"), output_format="csv", include_comments=False) or ""
    assert line.endswith("\r\n")
    found = trafilatura.bare_extraction(article(f"<p>{LONG}</p>"))
    assert isinstance(found, Extracted)
    named = found.as_dict()
    assert len(named) == 21
    assert named["body"].find("p").text == LONG.strip()
    assert len(found.fingerprint or "") == 16


def test_yaml_headers_quote_only_what_they_must() -> None:
    yaml = pytest.importorskip("yaml")
    page = f"<html><head><title>Tea: a guide</title><meta name=author content='Jane Doe'></head><body><p>{LONG}"
    text = trafilatura.extract(page, output_format="markdown", with_metadata=True, record_id="7") or ""
    header = text.split("---\n", 2)[1]
    assert 'title: "Tea: a guide"\nauthor: Jane Doe\n' in header
    assert yaml.safe_load(header)["id"] == "7"


def test_small_pages_are_taken_whole_and_large_ones_are_not() -> None:
    assert trafilatura.extract("<p>Tea.") == "Tea."
    for n_repeats, is_whole in ((1, True), (MAX_SMALL_CHARS // len(LONG) + 1, False)):
        page = f"<p>{LONG * n_repeats}</p>"
        nothing = maintext.extract(page, prune="p")
        assert (small_page(nothing, page, None, 250).text != "") is is_whole


def test_settings_decide_how_short_a_text_may_be(tmp_path: Path) -> None:
    path = tmp_path / "settings.cfg"
    path.write_text("[DEFAULT]\nMIN_OUTPUT_SIZE = 500\n")
    page = article(f"<p>{LONG}</p>")
    assert trafilatura.extract(page) is not None
    assert trafilatura.extract(page, settingsfile=str(path)) is None
    assert trafilatura.extract(page, config=trafilatura.use_config(str(path))) is None
    empty = trafilatura.use_config()
    empty["DEFAULT"]["MIN_OUTPUT_SIZE"] = "0"
    assert trafilatura.extract("<html><body><p><br></p></body></html>", config=empty) == ""
    with pytest.raises(FileNotFoundError):
        trafilatura.extract(page, settingsfile=str(tmp_path / "none.cfg"))


def test_comments_that_are_not_wanted_are_pruned_except_in_threads() -> None:
    replies = "".join(f"<p>Reader comment {n} is long enough to be a text of its own.</p>" for n in range(6))
    page = article(f"<p>{LONG}</p>") + f"<div id=comments>{replies}</div>"
    assert "Reader comment" not in (trafilatura.extract(page, include_comments=False) or "")


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ({"articleBody": LONG}, "<p>Short.", LONG.strip()),
        ({"@type": "Recipe", "recipeInstructions": [{"text": LONG}]}, "", LONG.strip()),
        ({"articleBody": "Too short."}, f"<p>{LONG}</p><aside>Aside</aside>", LONG.strip()),
        ({"@type": "Product", "description": LONG}, "<div>x</div>", LONG.strip()),
        ({"articleBody": f"&lt;p&gt;{LONG}&lt;/p&gt;"}, "", LONG.strip()),
    ],
)
def test_baseline_takes_data_then_articles_then_paragraphs(head: dict[str, Any], body: str, expected: str) -> None:
    script = f'<script type="application/ld+json">{json.dumps(head)}</script>'
    element, text, length = trafilatura.baseline(f"<html><head>{script}</head><body>{body}</body></html>")
    assert text == expected
    assert length == len(text)
    assert [child.tag for child in element] == ["p"]


def test_compressed_pages_are_read_and_formats_are_checked() -> None:
    page = article(f"<p>{LONG}</p>")
    assert trafilatura.extract(gzip.compress(page.encode())) == trafilatura.extract(page)
    for kind in (UnknownFormatError, ValueError, AttributeError):
        with pytest.raises(kind, match="nonsense"):
            trafilatura.extract(page, output_format="nonsense")
    with pytest.raises(TypeError, match="incompatible"):
        trafilatura.load_html(5)
    assert trafilatura.extract(trafilatura.load_html(page)) == trafilatura.extract(page)


def test_responses_have_trafilaturas_attributes(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = Policy(allowed_networks=("127.0.0.1/32",))
    monkeypatch.setattr("maintext.fetch.fetch_page", lambda url: fetch_page(url, policy=allowed))
    answer = Answer("<p>Tee für alle.".encode("latin-1"), headers={"Content-Type": "text/html; charset=latin-1"})
    with web_server({"/tea": answer}) as server:
        found = trafilatura.fetch_response(f"{server.url}/tea", decode=True, with_headers=True)
        assert found is not None
        assert (found.status, found.html) == (200, "<p>Tee für alle.")
        assert found.as_dict()["headers"]["content-type"] == "text/html; charset=latin-1"
        assert trafilatura.extract(found) == "Tee für alle."
        assert trafilatura.fetch_url(f"{server.url}/tea") == "<p>Tee für alle."
        plain = trafilatura.fetch_response(f"{server.url}/tea")
        assert plain is not None
        assert (plain.html, plain.headers) == (None, None)


PERSON = '<script type="application/ld+json">{"@type": "Person", "name": "Jane Doe"}</script>'


@pytest.mark.parametrize(
    ("page", "name", "expected"),
    [
        ("<meta property=og:url content=https://www.tea.example/a>", "sitename", "tea.example"),
        ("<meta name=article:publisher content='The Kettle'>", "sitename", "The Kettle"),
        ("<meta name=article:publisher content=@kettle>", "sitename", None),
        ("<meta name=twitter:url content=https://tea.example/>", "url", "https://tea.example/"),
        ("<link rel=alternate hreflang=x-default href=https://tea.example/>", "url", "https://tea.example/"),
        ("<meta property=image content=https://tea.example/a.jpg>", "image", "https://tea.example/a.jpg"),
        ("<p class=entry-categories><a href=/category/tea/>Tea</a>", "categories", ["Tea"]),
        ("<nav><a href=/category/tea/>Tea</a></nav>", "categories", []),
        ("<p class=post-tags><a href=/tag/hot/>Hot</a> <a href=/tag/hot/>Hot</a>", "tags", ["Hot"]),
        ("<footer><a href=https://creativecommons.org/licenses/by/4.0/>this</a></footer>", "license", "CC BY 4.0"),
        ("<a rel=license href=/terms>Our terms</a>", "license", "Our terms"),
        ("<a rel=relicensed href=/terms>Our terms</a>", "license", None),
        ("<div>May 24, 2021</div><p>Some tea.</p>", "date", "2021-05-24"),
        ("<p>On May 24, 2021 we had tea, and it was the best tea that anybody had that year.</p>", "date", None),
        (PERSON, "author", "Jane Doe"),
        (f"<meta name=author content='Ann Other'>{PERSON}", "author", "Ann Other"),
    ],
)
def test_weak_claims_count_where_nothing_better_is_known(page: str, name: str, expected: object) -> None:
    assert getattr(trafilatura.extract_metadata(f"<html><body>{page}</body></html>"), name) == expected


def test_a_long_title_and_many_links_take_linear_time() -> None:
    page = f"<title>{'a.' * 500_000} - b</title><footer>" + "<a href=/x>y</a>" * 5000
    assert trafilatura.extract_metadata(page).license is None


def test_an_unwanted_author_does_not_come_back_as_a_person() -> None:
    page = f"<html><body>{PERSON}</body></html>"
    assert trafilatura.extract_metadata(page, author_blacklist={"jane doe"}).author is None
    named = f"<html><head><meta name=author content='Ann Other'></head><body>{PERSON}</body></html>"
    assert trafilatura.extract_metadata(named, author_blacklist={"Ann Other"}).author is None
