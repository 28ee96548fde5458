import maintext
from maintext.extractors.papers.xpath_blocks import XPathBlocks, parents

ARTICLE = "<div>" + "<p>A paragraph of the article, with some words to it.</p>" * 5 + "</div>"
LINKS = "<ul>" + "<li><a href=/x>A link with quite a lot of words in it</a></li>" * 40 + "</ul>"


def test_texts_of_one_parent_are_one_group() -> None:
    page = maintext.parse(ARTICLE + LINKS)
    assert len(set(parents(page)[:5].tolist())) == 1


def test_a_long_list_of_links_is_no_content() -> None:
    page = maintext.parse(LINKS + ARTICLE)
    assert len(page.texts(XPathBlocks(least_share=0.5)(page).keep)) == 5


def test_a_small_group_is_dropped() -> None:
    page = maintext.parse(ARTICLE + "<div><p>Imprint</p></div>")
    assert "Imprint" not in page.texts(XPathBlocks()(page).keep)


def test_a_page_of_links_only_says_why_nothing_is_kept() -> None:
    assert maintext.extract("<a href=x>y</a>", by="xpath-blocks").reason == "none of 1 blocks shows text outside links"
