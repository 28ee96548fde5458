"""What trafilatura's users expect of comments, dates, authors, tags and Markdown."""

from typing import Any

import pytest

from maintext.compat import trafilatura
from maintext.compat.trafilatura.settings import use_config

LONG = "The water is in the kettle, and it will be hot soon, so that we can make tea for all of you. " * 3
REPLY = "I made tea, too, and burnt my tongue, but it was worth every single minute of the wait."


def markdown(inside: str, **options: Any) -> str:
    page = f"<html><body><article><p>{LONG}</p>{inside}<p>{LONG}</p></article></body></html>"
    return trafilatura.extract(page, output_format="markdown", **options) or ""


def test_markdown_tables_have_a_header_row_only_if_the_page_has_one() -> None:
    cells = "<tr><td>Black<td>4<br>minutes<tr><td>Green<td><del>3</del> 2"
    assert "\n\n| Black | 4 minutes | \n| Green | ~~3~~ 2 | \n\n" in markdown(f"<table>{cells}</table>")
    headed = markdown(f"<table><tr><th>Tea<th>Time{cells}</table>")
    assert "| Tea | Time | \n|---|---|\n| Black | 4 minutes | \n" in headed


def test_images_in_cells_are_apart_from_words_and_code_is_not_changed() -> None:
    table = "<table><tr><td>a<img src=/i.png alt=pot>b<td><code>x &lt;br&gt; y</code><tr><td>c<td>d</table>"
    text = markdown(table, include_images=True)
    assert "| a ![pot](/i.png) b | `x <br> y` | " in text


def test_a_heading_at_the_end_is_dropped_in_every_format() -> None:
    page = f"<html><body><article><h1>Tea</h1><p>{LONG}</p><h3>More articles</h3></article></body></html>"
    for output_format in ("txt", "markdown", "xml", "html"):
        assert "More articles" not in (trafilatura.extract(page, output_format=output_format) or "More articles")


def test_a_gap_within_a_small_article_is_filled_and_what_follows_it_is_not() -> None:
    page = (
        f"<html><body><article><p>{LONG}</p><div>See <code>kettle</code>.</div><p>{LONG}</p>"
        "<aside class=related><ul><li><a href=/shop>Buy our kettles.</a></ul></aside></article></body></html>"
    )
    text = trafilatura.extract(page) or ""
    assert "See kettle." in text
    assert "Buy our kettles" not in text


def test_comments_in_their_containers_are_never_part_of_the_text_except_in_threads() -> None:
    replies = "".join(f"<li><p>{REPLY} {n}</p></li>" for n in range(6))
    page = (
        f"<html><head>{{}}</head><body><div><p>{LONG * 2}</p></div><ol class='commentlist'>{replies}</ol></body></html>"
    )
    main, comments = (trafilatura.extract(page.format(""), output_format="xml") or "").split("<comments")
    assert (main.count(REPLY), comments.count(REPLY)) == (0, 6)
    assert REPLY not in (trafilatura.extract(page.format(""), include_comments=False) or "")
    thread = '<script type="application/ld+json">{"@type": "DiscussionForumPosting", "headline": "Tea"}</script>'
    for include_comments in (True, False):
        text = trafilatura.extract(page.format(thread), include_comments=include_comments) or ""
        assert text.count(REPLY) == 6


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        (None, "2017-09-01"),
        ({"outputformat": "%d %B %Y"}, "01 September 2017"),
        ({"min_date": "2018-01-01"}, None),
        ({"max_date": "2017-08-31"}, None),
        ({"original_date": False}, "2018-02-03"),
    ],
)
def test_parameters_of_htmldate_decide_about_the_day(params: dict[str, Any] | None, expected: str | None) -> None:
    head = '<meta property="article:published_time" content="2017-09-01">'
    head += '<meta property="article:modified_time" content="2018-02-03">'
    page = f"<html><head>{head}</head><body><p>{LONG}</p></body></html>"
    assert trafilatura.extract_metadata(page, date_config=params).date == expected
    found = trafilatura.bare_extraction(page, date_extraction_params=params)
    assert found.date == expected  # type: ignore[union-attr]


def test_a_day_far_down_is_found_only_by_an_extensive_search() -> None:
    page = f"<html><body>{'<p>Some tea.</p>' * 200}<p>Posted on 1st Dec 2019.</p></body></html>"
    assert trafilatura.extract_metadata(page).date == "2019-12-01"
    assert trafilatura.extract_metadata(page, extensive=False).date is None
    config = use_config()
    config.set("DEFAULT", "EXTENSIVE_DATE_SEARCH", "off")
    assert trafilatura.bare_extraction(page, config=config).date is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<meta name=author content='Jane Doe ❤️'>", "Jane Doe"),
        ("<meta name=author content=Cher>", None),
        ("<meta name=author content=Cher><p class=byline>By <a rel=author>Jane Doe</a></p>", "Jane Doe"),
        ('<script type="application/ld+json">{"@type":"Article","author":{"@type":[],"name":"J. Doe"}}</script>', None),
        ('<script type="application/ld+json">{"@type":"Article","author":{"name":"Jane Doe"}}</script>', "Jane Doe"),
    ],
)
def test_authors_are_persons_with_two_names(page: str, expected: str | None) -> None:
    assert trafilatura.extract_metadata(f"<html><head>{page}</head><body></body></html>").author == expected


def test_tags_are_the_keywords_as_they_are_written() -> None:
    page = "<meta name=keywords content='tea, pots, &quot;, milk'><meta property=article:tag content=Kitchen>"
    assert trafilatura.extract_metadata(page).tags == ["tea, pots, milk", "Kitchen"]


def test_banners_about_cookies_are_not_in_the_text_of_a_page() -> None:
    page = f"<body class=cookies-set><p>{LONG}</p><div class=cookie-banner><p>We use cookies.</p></div></body>"
    assert "cookies" not in trafilatura.html2txt(page)
    assert "cookies" not in trafilatura.baseline(page)[1]


def test_a_page_of_nothing_but_an_image_is_that_image() -> None:
    page = '<html><body><article><img src="/pot.jpg" alt="A pot" title="Teapot"></article></body></html>'
    assert trafilatura.extract(page, include_images=True) == "![Teapot A pot](/pot.jpg)"
    assert not trafilatura.extract(page)
