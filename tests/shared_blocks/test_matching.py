"""What the pages of a site share is dropped, and what is theirs is not."""

import numpy as np
import pytest

import maintext
from maintext.errors import MatchingError
from maintext.extractors.registry import WITHOUT_BROWSER
from maintext.shared_blocks import Rule, list_shared_blocks, match
from maintext.shared_blocks.keys import block_keys, page_keys
from maintext.shared_blocks.matching import Counted
from tests.shared_blocks.pages import documents, html, paragraph, sentence
from tests.shared_data import ROOT


def site(n_pages: int, n_with: int, shared: str) -> list[maintext.Document]:
    """A site of so many pages, of which the first few have a block."""
    return documents(
        [html(f"Page about {n}", [sentence(n), *([shared] if n < n_with else [])]) for n in range(n_pages)]
    )


@pytest.mark.parametrize(("n_pages", "n_with"), [(3, 3), (10, 3), (100, 3), (101, 4), (200, 6)])
def test_a_block_on_three_pages_and_three_percent_is_shared(n_pages: int, n_with: int) -> None:
    assert not any("Share this" in document.text for document in match(site(n_pages, n_with, "Share this!")))


@pytest.mark.parametrize(("n_pages", "n_with"), [(2, 2), (10, 2), (101, 3), (200, 5)])
def test_a_block_on_fewer_pages_is_content(n_pages: int, n_with: int) -> None:
    matched = match(site(n_pages, n_with, "Share this!"))
    assert sum("Share this" in document.text for document in matched) == n_with


def test_threshold_and_minimum_are_parameters() -> None:
    assert "Share" in match(site(10, 4, "Share this!"), threshold=0.5)[0].text
    assert "Share" in match(site(10, 4, "Share this!"), minimum=5)[0].text
    assert "Share" not in match(site(10, 2, "Share this!"), minimum=2)[0].text


@pytest.mark.parametrize("wrong", [{"threshold": 1.5}, {"threshold": -0.1}, {"prose": 2.0}, {"minimum": 1}])
def test_a_rule_that_can_not_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(MatchingError, match="must be"):
        Rule(**wrong)  # type: ignore[arg-type]


def test_counting_something_else_is_refused() -> None:
    with pytest.raises(MatchingError, match="counted must be 'extracted' or 'shown'"):
        match(site(3, 3, "Share"), counted="links")  # type: ignore[arg-type]


def test_a_block_twice_on_one_page_counts_once() -> None:
    pages = [html("One", ["Same.", "Same.", "Same."]), *(html(f"Page {n}", [sentence(n)]) for n in range(9))]
    assert match(documents(pages))[0].text.count("Same.") == 3


def test_one_address_counts_once() -> None:
    page = html("One", ["Same.", sentence(1)])
    same = [maintext.extract(page, "https://site.example/", by="all") for _ in range(5)]
    assert "Same." in match(same)[0].text


def test_a_press_release_that_a_few_pages_quote_stays() -> None:
    release = "</p><p>".join(paragraph(n) for n in range(1, 4))
    assert match(site(40, 11, release))[0].text.count("Story") == 1 + 3 * 3
    assert match(site(40, 12, release))[0].text.count("Story") == 1
    assert match(site(40, 11, release), Rule(prose=0.03))[0].text.count("Story") == 1


def test_a_sentence_that_a_few_pages_share_is_not_a_quotation() -> None:
    assert all(
        "Follow us" not in document.text for document in match(site(40, 6, "Follow us to get all the news of the day."))
    )


def test_a_headline_stays_on_its_own_page_and_goes_elsewhere() -> None:
    headline = "Storm closes the harbour for a week"
    pages = [html(headline, [sentence(0)]), *(html(f"Page {n}", [sentence(n)]) for n in range(1, 9))]
    teasers = [page + f"<h1>{headline}</h1>" for page in pages[1:]]
    matched = match(documents([pages[0], *teasers]))
    assert headline in matched[0].text
    assert not any(headline in document.text for document in matched[1:])


def test_the_name_of_the_site_in_every_title_is_shared() -> None:
    pages = [html(f"{n} - Harbour News", [sentence(n), "Harbour News"]) for n in range(9)]
    assert not any(document.text.endswith("Harbour News") for document in match(documents(pages)))


def test_numbers_and_names_in_a_template_do_not_hide_it() -> None:
    names = ["Ann Lee", "Bo", "Carla de Vries", "Dan O. Webb"]
    lines = [f"Edited by {name} on {n + 3} May 202{n} after {n * 117} readers wrote" for n, name in enumerate(names)]
    pages = [html(f"Page {n}", [*map(sentence, range(n * 9, n * 9 + 6)), line]) for n, line in enumerate(lines)]
    assert not any("Edited by" in document.text for document in match(documents(pages)))


def test_a_byline_below_the_title_is_content() -> None:
    pages = [html(f"Page {n}", [f"Edited by Ann on {n + 3} May 2024", sentence(n)]) for n in range(9)]
    assert all("Edited by" in document.text for document in match(documents(pages)))


def test_a_block_that_was_kept_once_is_known_from_where_it_was_not() -> None:
    # The first page is so short that the line is taken for content there.
    line = "Opening hours of the museum, and how to get there by tram."
    long = [html(f"Page {n}", [paragraph(n)]) + f"<ul><li>{line}</li></ul>" for n in range(1, 6)]
    short = html("Page 0", []) + f"<ul><li>{line}</li></ul>"
    for counted, is_kept in (("extracted", True), ("shown", False)):
        given: Counted = counted  # type: ignore[assignment]
        first = match(documents([short, *long], by="xpath-blocks"), counted=given)[0]
        assert (line in first.text) == is_kept


def test_text_blocks_and_reason_agree_on_what_was_shared() -> None:
    first = match(site(4, 4, "Share this!"))[0]
    assert first.shared is not None
    assert [block.text for block in first.blocks if block.is_kept] == first.text.split("\n\n")
    assert first.page.texts(first.shared) == ["Share this!"]
    assert first.reason is None


def test_a_document_of_nothing_but_shared_blocks_says_so() -> None:
    pages = documents([f"<title>{n}</title><p>Log in to read.</p>" for n in range(5)])
    assert {document.reason for document in match(pages)} == {
        "other pages of the site share all of the 1 blocks that all kept"
    }


def test_documents_given_are_not_changed_and_can_be_matched_again() -> None:
    given = site(5, 5, "Share this!")
    matched = match(given)
    assert given[0].shared is None
    assert [document.text for document in match(matched)] == [document.text for document in matched]
    assert "Share this!" in match(matched, minimum=6)[0].text


def test_dropped_blocks_are_listed_with_counts_and_examples() -> None:
    pages = [
        html(f"Page {n}", [*map(sentence, range(n * 9, n * 9 + 6)), f"Read by {n} people, {n * 3} today", "Share!"])
        for n in range(5)
    ]
    share, template = sorted(list_shared_blocks(match(documents(pages))), key=lambda block: len(block.examples))
    assert (share.examples, share.n_with, share.n_pages) == (("Share!",), 5, 5)
    assert share.pages == tuple(f"https://site.example/{n}" for n in range(3))
    assert template.examples == tuple(f"Read by {n} people, {n * 3} today" for n in range(3))
    assert template.n_with == 5


def test_nothing_in_nothing_out() -> None:
    assert match([]) == []
    assert list_shared_blocks([]) == []
    assert match(documents(["", "<p>", "%PDF-1.7"]))[0].text == ""


@pytest.mark.parametrize("by", WITHOUT_BROWSER)
def test_any_extractor_will_do(by: str) -> None:
    page = (ROOT / "demo" / "html" / "harbour-news.html").read_text(encoding="utf-8")
    pages = [
        page.replace("<p>", f"<p>{sentence(n)} ") + "<p>The same on every page, as a line of text.</p>"
        for n in range(4)
    ]
    for document in match(documents(pages, by=by)):
        assert "The same on every page" not in document.text
        assert document.scores.keep.sum() == 0 or "Story" in document.text


def test_keys_are_the_same_on_every_machine() -> None:
    page = maintext.parse(html("A title", ["Share this!", "Read by 17 people, 2 today", paragraph(1)]))
    keys = block_keys(page)
    assert keys.exact.tolist() == [-3181859995157727168, 3946770863083842572, 5752868615018062888, 3965235784515177636]
    assert keys.template[3] == 0
    assert (keys.exact & 3).tolist() == [0, 0, 0, 0]
    assert keys.is_prose.tolist() == [False, False, False, True]
    assert keys.exact.dtype == keys.template.dtype == np.int64
    everything = np.ones(4, dtype=np.bool_)
    kinds = [*keys.exact.tolist(), *(keys.exact[2:] | 3).tolist(), int(keys.exact[3] | 1)]
    assert page_keys(page, keys, everything, "positions").tolist() == sorted(kinds)
    texts = block_keys(page, compared="texts")
    assert page_keys(page, texts, everything, "texts").tolist() == sorted(texts.exact.tolist())


def test_a_shared_paragraph_below_the_pages_own_stays_and_one_elsewhere_goes() -> None:
    credit = "This report was written by the agency, all rights are reserved."
    pages = [
        html(f"Page {n}", [*map(paragraph, range(n * 9, n * 9 + 3)), credit])
        + f"<ul><li><a href=/>Home</a></ul><p>{credit}</p><div>{credit}</div>"
        for n in range(4)
    ]
    for document in match(documents(pages)):
        assert document.text.count(credit) == 1


OWN = 5
NOTICES = {
    "prose": "Subscribe to our newsletter for a summary of the week, delivered every Friday before breakfast.",
    "a line": "Follow the Harbour Gazette everywhere",
}


@pytest.mark.parametrize("notice", NOTICES.values(), ids=NOTICES)
@pytest.mark.parametrize("place", range(OWN + 1))
@pytest.mark.parametrize("by", ["all", "model"])
def test_a_paragraph_that_all_pages_of_a_site_share_goes_wherever_it_is(notice: str, place: int, by: str) -> None:
    """Nothing but its being on every page tells it from the paragraphs around it."""
    pages = []
    for number in range(40):
        blocks = [paragraph(number * OWN + row) for row in range(OWN)]
        pages.append(html(f"Page about {number}", [*blocks[:place], notice, *blocks[place:]]))
    for number, document in enumerate(match(documents(pages, by=by))):
        assert notice not in document.text
        assert document.text.count("Story") == OWN * 3, number


def test_a_paragraph_that_some_pages_share_stays_beside_their_own() -> None:
    credit = "This report was written by the agency, all rights are reserved."
    pages = [
        html(f"Page {n}", [*map(paragraph, range(n * 9, n * 9 + 3)), *([credit] if n % 4 else [])]) for n in range(40)
    ]
    matched = match(documents(pages))
    assert sum(credit in document.text for document in matched) == 30
    assert not any(credit in document.text for document in match(documents(pages), Rule(everywhere=0.7)))


def test_the_papers_rule_drops_equal_texts_and_spares_nothing() -> None:
    release = "</p><p>".join(paragraph(n) for n in range(1, 4))
    pages = site(20, 2, release)
    assert match(pages)[0].text.count("Story") == 1 + 3 * 3
    assert match(pages, rule="paper")[0].text.count("Story") == 1
    assert match(pages, rule="paper", minimum=3)[0].text.count("Story") == 1 + 3 * 3
    assert match(pages, rule="paper", threshold=0.2)[0].text.count("Story") == 1 + 3 * 3
    varied = documents([html(f"Page {n}", [sentence(n), f"Read by {n} people, {n} today"]) for n in range(9)])
    assert all("Read by" in document.text for document in match(varied, rule="paper")), "there are no templates"
    titles = documents([html("One title", [sentence(n)]) for n in range(9)])
    assert not any("One title" in document.text for document in match(titles, rule="paper")), "positions are all alike"
    listed = list_shared_blocks(match(pages, rule="paper"), compared="texts")
    assert {block.n_with for block in listed} == {2}


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(MatchingError, match="unknown rule 'papers': expected one of default, paper"):
        match([], rule="papers")


def test_a_shared_line_between_two_of_the_pages_own_stays_unless_it_is_a_link() -> None:
    shared = ["Memory: eight gigabytes", "<a href=/>All our products</a>"]
    facts = [[f"Fact {word} about it", f"Other {word} of it"] for word in ("one", "two", "three", "four")]
    for line, stays in zip(shared, (True, False), strict=True):
        pages = ["<title>Page</title>" + "".join(f"<div>{text}</div>" for text in (a, line, b)) for a, b in facts]
        texts = [document.text for document in match(documents(pages))]
        assert all(("Memory" in text) == stays for text in texts)
        assert not any("All our products" in text for text in texts)


def test_prices_have_no_template() -> None:
    pages = [
        f"<title>Page</title><p>Compared to ${n}9.95 last week<p>Own words {word}" for n, word in enumerate("abcd")
    ]
    assert all("Compared to" in document.text for document in match(documents(pages)))
