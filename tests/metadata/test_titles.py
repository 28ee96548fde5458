"""The title of a page, without the name of its site."""

import pytest

import maintext
from maintext.metadata import read_metadata


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
    ],
)
def test_the_title_is_that_of_the_text(html: str, title: str, source: str) -> None:
    found = read_metadata(maintext.parse(html), "https://www.kettle.example/a")
    assert (found.title, found.sources["title"]) == (title, source)


def test_a_title_that_is_the_name_of_the_site_stays() -> None:
    assert read_metadata(maintext.parse("<title>Kettle</title>"), "https://kettle.example/").title == "Kettle"


def test_a_page_without_a_title_has_none() -> None:
    found = read_metadata(maintext.parse("<p>Tea"))
    assert found.title is None
    assert "title" not in found.sources
