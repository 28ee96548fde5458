"""trafilatura's functions, done by maintext."""

import inspect
import json
import warnings
from typing import Any

import pytest

from maintext.compat import trafilatura
from maintext.compat.given import IgnoredOptionWarning
from maintext.compat.trafilatura.extracted import Extracted
from maintext.errors import InputError, MissingPackageError, UnknownFormatError
from tests.shared_data import ROOT

TEXT = "The water is in the kettle, and it will be hot soon, so that we can make tea for all of you. " * 4
PAGE = f"""<html lang="en"><head><title>Tea | Kettle</title><meta name="author" content="Jane Doe">
<meta property="article:published_time" content="2024-03-05"><link rel="canonical" href="https://kettle.example/tea">
</head><body><nav><a href="/">Home</a> <a href="/b">Blog</a></nav><article><h1>Tea</h1>
<p>{TEXT}<a href="/pot">The pot</a> is <b>hot</b>.</p><p>{TEXT}</p><p>{TEXT}</p></article>
<footer><a href="/c">Contact</a></footer></body></html>"""


def test_extract_gives_text_without_menus() -> None:
    text = trafilatura.extract(PAGE)
    assert text is not None
    assert "make tea" in text
    assert "Contact" not in text
    assert not text.startswith("---")


@pytest.mark.parametrize("output_format", ["txt", "markdown", "html", "xml", "xmltei", "json", "csv"])
def test_every_format_has_the_text(output_format: str) -> None:
    text = trafilatura.extract(PAGE, output_format=output_format)
    assert text is not None
    assert "make tea" in text


def test_options_reach_the_rendering() -> None:
    plain = trafilatura.extract(PAGE, output_format="markdown", include_links=False)
    linked = trafilatura.extract(PAGE, url="https://kettle.example/tea", output_format="markdown", include_links=True)
    assert plain is not None
    assert "](" not in plain
    assert linked is not None
    assert "[The pot](https://kettle.example/pot)" in linked
    assert "**hot**" in linked


def test_metadata_stands_before_the_text_if_asked_for() -> None:
    text = trafilatura.extract(PAGE, with_metadata=True)
    assert text is not None
    assert text.startswith("---\ntitle: Tea\nauthor: Jane Doe\n")
    record = json.loads(trafilatura.extract(PAGE, output_format="json", with_metadata=True, record_id="7") or "")
    assert (record["title"], record["author"], record["date"], record["id"]) == ("Tea", "Jane Doe", "2024-03-05", "7")
    assert record["source"] == "https://kettle.example/tea"


def test_bare_extraction_gives_an_object_or_a_dictionary() -> None:
    found = trafilatura.bare_extraction(PAGE)
    assert isinstance(found, Extracted)
    assert (found.title, found.author, found.date, found.language) == ("Tea", "Jane Doe", "2024-03-05", "en")
    assert "make tea" in "".join(found.body.itertext())
    with pytest.deprecated_call():
        named = trafilatura.bare_extraction(PAGE, as_dict=True)
    assert isinstance(named, dict)
    assert named["title"] == "Tea"
    assert "source" not in named


def test_extract_metadata_has_no_text() -> None:
    found = trafilatura.extract_metadata(PAGE, author_blacklist={"jane doe"})
    assert (found.title, found.author, found.hostname, found.text) == ("Tea", None, "kettle.example", "")


def test_what_is_not_wanted_is_none() -> None:
    assert trafilatura.extract("") is None
    assert trafilatura.extract(None) is None
    assert trafilatura.extract(PAGE, target_language="de") is None
    assert trafilatura.extract(PAGE, target_language="en") is not None
    assert trafilatura.extract(PAGE, url_blacklist={"https://kettle.example/tea"}) is None
    assert trafilatura.extract(PAGE, max_tree_size=3) is None
    assert trafilatura.extract("<p>" + TEXT, only_with_metadata=True) is None


def test_html2txt_and_baseline_give_all_text_and_the_main_text() -> None:
    assert "Contact" in trafilatura.html2txt(PAGE, clean=False)
    everything = trafilatura.html2txt(PAGE)
    assert "Contact" not in everything
    assert "\n" not in everything
    assert trafilatura.html2txt("123") == ""
    body, text, length = trafilatura.baseline(PAGE)
    assert length == len(text) > len(TEXT)
    assert [child.tag for child in body][:2] == ["p", "p"]
    assert trafilatura.baseline("")[1:] == ("", 0)


def test_bytes_responses_and_trees_are_read() -> None:
    from lxml import html

    class Response:
        data = PAGE.encode()

    expected = trafilatura.extract(PAGE)
    assert trafilatura.extract(PAGE.encode()) == expected
    assert trafilatura.extract(Response()) == expected
    assert trafilatura.extract(html.fromstring(PAGE)) == expected
    with pytest.raises(InputError, match="not int"):
        trafilatura.extract(5)


def test_an_option_that_means_nothing_is_told_once() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("default")
        for _ in range(3):
            trafilatura.extract(PAGE, favor_precision=True, include_comments=False, deduplicate=True, fast=True)
    messages = [str(warning.message) for warning in told if warning.category is IgnoredOptionWarning]
    assert sorted(messages) == [
        "trafilatura: the option deduplicate has no effect in maintext",
        "trafilatura: the option fast has no effect in maintext",
    ]


def test_precision_and_recall_reach_the_extractor() -> None:
    page = (ROOT / "demo" / "html" / "sourdough-blog.html").read_bytes()
    lengths = [
        len(trafilatura.extract(page, **favor) or "")
        for favor in ({"favor_precision": True}, {}, {"favor_recall": True})
    ]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[2]
    by_options = trafilatura.extract(page, options=Options("recall"))
    assert by_options == trafilatura.extract(page, favor_recall=True, include_comments=False, include_links=True)
    both = trafilatura.extract(page, favor_precision=True, favor_recall=True)
    assert both == trafilatura.extract(page, favor_recall=True)


class Options:
    """As trafilatura's `Extractor` has them."""

    format, comments, lang, links = "markdown", False, "en", True

    def __init__(self, focus: str) -> None:
        self.focus = focus
        self.format = "txt" if focus == "recall" else "markdown"


def test_an_object_of_options_counts_for_what_it_has() -> None:
    text = trafilatura.extract(PAGE, output_format="txt", include_links=False, options=Options("balanced"))
    assert text is not None
    assert "[The pot](" in text
    options = Options("balanced")
    options.lang = "de"
    assert trafilatura.extract(PAGE, options=options) is None


COMMENTS = "".join(f'<li class="comment"><p>I made tea, too, and burnt my tongue {n} times.</p></li>' for n in range(4))


def test_comments_come_after_the_text_or_not_at_all() -> None:
    said = f'<ol class="comments">{COMMENTS}<li class="comment" hidden><p>Buy our secret kettle.</p></li></ol>'
    page = PAGE.replace("</article>", f"</article>{said}")
    text = trafilatura.extract(page)
    assert text is not None
    assert text.index("make tea for all") < text.index("burnt my tongue")
    assert text.count("burnt my tongue") == 4
    assert "secret" not in text
    for output_format in ("txt", "markdown", "xml", "html"):
        without = trafilatura.extract(page, include_comments=False, output_format=output_format)
        assert without is not None
        assert "burnt" not in without
    found = trafilatura.bare_extraction(page)
    assert isinstance(found, Extracted)
    assert "burnt" in found.comments
    assert "burnt" not in found.text


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(UnknownFormatError, match="nonsense"):
        trafilatura.extract(PAGE, output_format="nonsense")


def test_fetching_without_the_fetcher_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "maintext.fetch", None)
    with pytest.raises(MissingPackageError, match=r"maintext\[fetch\]"):
        trafilatura.fetch_url("https://kettle.example/")


def test_the_parameters_are_trafilaturas() -> None:
    peer = pytest.importorskip("trafilatura", reason="needs the peers: pip install -r requirements-peers.txt")
    for name in ("extract", "bare_extraction", "extract_metadata", "fetch_url", "html2txt", "baseline"):
        assert parameters(getattr(trafilatura, name)) == parameters(getattr(peer, name)), name


def parameters(function: Any) -> list[tuple[str, object]]:
    """Names and defaults; a default configuration object counts as None."""
    simple = (str, bool, int, float)
    return [
        (name, parameter.default if isinstance(parameter.default, simple) else None)
        for name, parameter in inspect.signature(function).parameters.items()
    ]
