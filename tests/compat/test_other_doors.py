"""readability-lxml's Document and jusText's paragraphs, done by maintext."""

import warnings

import pytest

from maintext.compat.given import IgnoredOptionWarning
from maintext.compat.justext import get_stoplist, get_stoplists, justext
from maintext.compat.readability import Document, Unparseable
from maintext.errors import InputError
from tests.compat.test_trafilatura_door import PAGE, TEXT


def test_readability_gives_clean_html_and_titles() -> None:
    document = Document(PAGE, url="https://kettle.example/tea")
    assert (document.title(), document.short_title(), document.author()) == ("Tea | Kettle", "Tea", "Jane Doe")
    assert document.summary().startswith("<html><body><div>")
    part = document.summary(html_partial=True)
    assert part.startswith("<div>")
    assert 'href="https://kettle.example/pot"' in part
    assert "Contact" not in part
    assert "Contact" in document.content()


def test_readability_says_when_there_is_nothing() -> None:
    assert Document("<p>Tea").title() == "[no-title]"
    with pytest.raises(Unparseable, match="no text"):
        Document("").summary()
    with pytest.raises(ValueError, match="no text"):
        Document(b"<html></html>").title()


def test_justext_gives_every_shown_block_in_order() -> None:
    paragraphs = justext(PAGE, get_stoplist("English"))
    texts = [paragraph.text for paragraph in paragraphs]
    assert texts.index("Tea") < texts.index(TEXT.strip()) < texts.index("Contact")
    kept = [paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate]
    assert TEXT.strip() in kept
    assert "Contact" not in kept


def test_a_paragraph_has_what_justexts_has() -> None:
    paragraphs = justext(PAGE.encode(), frozenset())
    heading = next(paragraph for paragraph in paragraphs if paragraph.text == "Tea")
    assert heading.heading
    assert heading.is_heading
    assert heading.dom_path == "html.body.article.h1"
    assert heading.xpath == "/html[1]/body[1]/article[1]/h1[1]"
    text = next(paragraph for paragraph in paragraphs if paragraph.text == TEXT.strip())
    assert (text.class_type, text.cf_class, text.heading) == ("good", "good", False)
    assert (text.words_count, len(text), text.text_nodes) == (len(TEXT.split()), len(TEXT.strip()), [TEXT.strip()])
    assert text.contains_text()
    assert text.stopwords_density(get_stoplist("English")) > 0.3
    link = next(paragraph for paragraph in paragraphs if paragraph.text == "Contact")
    assert link.links_density() == 1.0


def test_lists_of_small_words_have_justexts_names() -> None:
    assert "German" in get_stoplists()
    assert "und" in get_stoplist("German")
    with pytest.raises(InputError, match="Klingon"):
        get_stoplist("Klingon")


def test_thresholds_are_accepted_with_a_warning() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        justext(PAGE, get_stoplist("English"), length_low=10, no_headings=True)
        Document(PAGE, min_text_length=5).summary(keep_all_images=True)
    found = [str(warning.message) for warning in caught if warning.category is IgnoredOptionWarning]
    assert {message.removesuffix(" has no effect in maintext") for message in found} == {
        "justext: the option length_low",
        "justext: the option no_headings",
        "readability: the option min_text_length",
        "readability: the option keep_all_images",
    }
