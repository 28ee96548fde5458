import pytest

import maintext
from maintext.errors import OptionError
from maintext.extractors.papers.pvalue import AUTHORS, HAS_MAIN_TEXT, JUDGING, JUDGING_THRESHOLD, PAPER, PValue

ARTICLE = "<div id=text>" + "<p>A paragraph of the article, with some words to it.</p>" * 20 + "</div>"
LINKS = "<ul>" + "<li><a href=/somewhere/else>A link</a></li>" * 40 + "</ul>"


def kept(html: str) -> list[str]:
    page = maintext.parse(html)
    return page.texts(PValue()(page).keep)


def test_the_element_around_the_paragraphs_is_kept_and_the_links_are_not() -> None:
    assert len(kept(LINKS + ARTICLE + LINKS)) == 20


def test_text_in_an_aside_or_a_form_inside_the_main_text_is_left_out() -> None:
    page = ARTICLE.replace("</div>", "<aside><p>Aside.</p></aside><form><p>Send</p></form></div>")
    assert len(kept(page)) == 20


def test_a_form_around_the_whole_page_is_no_form_to_fill_in() -> None:
    assert len(kept(f"<form action=/>{LINKS}{ARTICLE}</form>")) == 20


def test_the_formula_is_that_of_the_paper() -> None:
    # 8 + 8 characters of text, 4 of them in a link; tags: p 3 + 4, a 3 + 4; html and body are not written.
    page = maintext.parse("<p>abcdefgh</p><p>ijkl<a>mnop</a></p>")
    scale = len(page.text) / 16
    chars, tags = 16 * scale, 7 + 7 + 7
    assert abs(PValue().page_value(page) - chars / (chars + tags)) < 1e-9


def test_white_space_counts_only_in_the_papers_reading() -> None:
    # 8 + 2 + 8 characters with the line feed and the space, 4 of them in a link; 3 tags of 7 and a comment.
    page = maintext.parse("<p>abcdefgh</p>\n<!-- no --><p>ijkl <a>mnop</a></p>")
    assert PAPER.page_value(page) == 18 / (18 + 21)
    first = maintext.parse("<div><p>Ein schöner Text</p></div>" + LINKS)
    indented = maintext.parse(f"<div>{' ' * 400}<p>Ein schöner Text</p></div>{LINKS}")
    assert PValue().page_value(first) == PValue().page_value(indented)
    assert PAPER.page_value(first) < PAPER.page_value(indented)


def test_attributes_navigation_and_footers_do_not_change_the_judgement() -> None:
    plain = maintext.page_value(maintext.parse(ARTICLE))
    written = ARTICLE.replace("<p>", '<p data-track="a long value" onclick="read()">')
    frame = "<nav><p>All our pages, in a long list of words.</nav>{}<footer><p>Who we are, and where.</footer>"
    assert maintext.page_value(maintext.parse(written)) == plain
    assert abs(maintext.page_value(maintext.parse(frame.format(ARTICLE))) - plain) < 0.01


def test_the_page_value_is_that_of_its_reading_on_a_scale_with_the_threshold_in_its_middle() -> None:
    pages = [
        maintext.parse(html) for html in (ARTICLE, LINKS, LINKS + ARTICLE, "<p>One.<p>Two <a href=/>and three</a>")
    ]
    for page in pages:
        assert (maintext.page_value(page) >= HAS_MAIN_TEXT) == (JUDGING.page_value(page) >= JUDGING_THRESHOLD)
    order = sorted(pages, key=JUDGING.page_value)
    assert order == sorted(pages, key=maintext.page_value)


def test_an_article_has_a_main_text_and_a_list_of_links_has_none() -> None:
    assert maintext.page_value(maintext.parse(ARTICLE)) >= HAS_MAIN_TEXT
    assert maintext.page_value(maintext.parse(LINKS)) < HAS_MAIN_TEXT


def test_id_class_and_style_do_not_change_the_pages_value() -> None:
    plain = maintext.page_value(maintext.parse(ARTICLE))
    styled = ARTICLE.replace("<p>", '<p class="one two" style="color: red" id="x">')
    assert abs(maintext.page_value(maintext.parse(styled)) - plain) < 0.01


def test_a_page_of_links_only_says_why_nothing_is_kept() -> None:
    document = maintext.extract(LINKS, by="pvalue")
    assert document.text == ""
    assert "outside links" in (document.reason or "")


def test_images_are_html_in_the_printed_reading_only() -> None:
    page = maintext.parse(ARTICLE.replace("</p>", "<img src=/picture.png></p>"))
    plain = maintext.parse(ARTICLE)
    assert AUTHORS.page_value(page) == AUTHORS.page_value(plain)
    assert PAPER.page_value(page) < PAPER.page_value(plain)


def test_the_paper_removes_a_form_around_the_page() -> None:
    page = maintext.parse(f"<form action=/>{LINKS}{ARTICLE}</form>")
    assert PAPER.page_value(page) == 0
    assert maintext.page_value(page) > 0


def test_what_is_removed_is_a_parameter() -> None:
    page = f"<section>{ARTICLE}</section><p>One more paragraph outside of it.</p>"
    assert maintext.extract(page, by="pvalue").text
    assert not maintext.extract(page, by="pvalue:removed=section+p").text
    with pytest.raises(OptionError, match="removed must be names of HTML elements, got 'sectoin'"):
        maintext.extract(page, by="pvalue:removed=sectoin")
