"""The title of a page, without the name of its site."""

import pytest

import maintext
from maintext.metadata import read_metadata
from maintext.model.classes import probable_headline


@pytest.mark.parametrize(
    ("html", "title", "source"),
    [
        ("<title>Tea - Kettle Weekly</title><h1>Tea</h1>", "Tea", "h1"),
        ("<title>Tea time | kettle.example</title>", "Tea time", "title"),
        ("<title>How to make tea :: Kettle</title><h1>Kettle</h1><h2>How to make tea</h2>", "How to make tea", "h2"),
        ("<title>Ownership - The Tea Book</title><h1>The Tea Book</h1>", "Ownership", "title"),
        ('<title>x</title><meta property="og:title" content="Green tea"><h1>Menu</h1>', "Green tea", "meta og:title"),
        ("<h1>Only a heading</h1>", "Only a heading", "h1"),
        ("<title>Module tea_http_module</title>", "Module tea_http_module", "title"),
        ("<title>茶的历史_茶壶网</title>", "茶的历史", "title"),
        ("<title>茶的历史(图)_茶叶-茶壶网</title>", "茶的历史(图)", "title"),
        ("<title>Green leaves on Kettle</title>", "Green leaves", "title"),
        (
            "<title>Kettle • View topic - Is milk fine?</title><h1>Kettle</h1><h2>Is milk fine?</h2>",
            "Is milk fine?",
            "h2",
        ),
        ("<title>Which leaves to buy now: a guide</title><h2>Which leaves to buy</h2>", "Which leaves to buy", "h2"),
        ("<title>Tea / Time</title><h1>Tea / Time</h1>", "Tea / Time", "h1"),
    ],
)
def test_the_title_is_that_of_the_text(html: str, title: str, source: str) -> None:
    found = read_metadata(maintext.parse(html), "https://www.kettle.example/a")
    assert (found.title, found.sources["title"]) == (title, source)


def test_the_only_h1_is_the_headline_unless_the_page_shows_the_title_of_its_head() -> None:
    head = "<title>Leaves online, cheap delivery | Kettle</title>"
    assert read_metadata(maintext.parse(f"{head}<h1>Drink something warm</h1>")).title == "Drink something warm"
    several = f"{head}<h1>Drink something warm</h1><h1>Our newsletter</h1>"
    assert read_metadata(maintext.parse(several)).title == "Leaves online, cheap delivery"
    shown = f"{head}<div>Leaves online, cheap delivery</div><h1>Report this post</h1>"
    assert read_metadata(maintext.parse(shown)).title == "Leaves online, cheap delivery"
    in_a_menu = f"{head}<a href=/>Leaves online, cheap delivery</a><h1>Drink something warm</h1>"
    assert read_metadata(maintext.parse(in_a_menu)).title == "Drink something warm"


def test_the_headline_by_the_model_is_shown() -> None:
    text = "<p>The ferry was late again on Monday, and nobody on the pier was surprised by that.</p>" * 4
    html = f"<title>Ferries are late</title><main><article><h1>Ferries are late</h1>{text}</article></main>"
    assert probable_headline(maintext.parse(html)) == "Ferries are late"
    assert probable_headline(maintext.parse(html.replace("<main>", "<main hidden>"))) is None
    assert probable_headline(maintext.parse("")) is None


def test_an_h1_around_half_of_the_page_is_not_the_title() -> None:
    html = "<title>Tea</title><h1>Tea and <p>" + "many words about tea and kettles " * 20 + "</h1>"
    assert read_metadata(maintext.parse(html)).title == "Tea"


def test_a_title_that_is_the_name_of_the_site_stays() -> None:
    assert read_metadata(maintext.parse("<title>Kettle</title>"), "https://kettle.example/").title == "Kettle"


def test_a_page_without_a_title_has_none() -> None:
    found = read_metadata(maintext.parse("<p>Tea"))
    assert found.title is None
    assert "title" not in found.sources
