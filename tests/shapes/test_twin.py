"""What the native core collects for shapes is what plain Python finds element by element."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext.metadata.values.months import native_months
from maintext.page.tags import TAGS
from maintext.shapes.items.reading import OLD
from maintext.shapes.posts.reading import read_thread
from maintext.shapes.products.words import native_words, struck_marks
from tests.shapes.twin import groups, items, products, shown
from tests.shapes.twin.posts import reading

NAMES = (
    "Kim",
    "Ann:",
    "Ｌi Ώ",
    "New user",
    "old User",
    "Reply",
    "#12",
    "4 May 2026",
    "|",
    "a",
    "ΣΑΣ x",
    "",
    "was $1,299",
    "an hour ago",
    "9 € 7.50 €",
    "9 €",
    "Save $37",
    "-12,00 €",
    "Art. 83810610",
)
PIECES = (
    "<b>{}</b>", "<b class=author>{}</b>", "<a href=/members/{}>{}</a>", "<a href><i>{}</i></a>", "<p><i>{}</i></p>",
    "<time datetime=2026-05-04>{}</time>", "<blockquote><b>{}</b></blockquote>", "<h3></h3>",
    "<h2><a href=/x>{}</a></h2>", "<a href=/y><h4>{}</h4></a>", "<del>{} €</del>",
    "<img src=/i.png width=300 height=200>", "<p hidden>{}</p>", "{}",
)  # fmt: skip
pieces = st.tuples(st.sampled_from(PIECES), st.sampled_from(NAMES)).map(lambda pair: pair[0].replace("{}", pair[1]))
posts = st.lists(pieces, max_size=6).map("".join)
pages = st.lists(st.tuples(posts, st.booleans()), max_size=5).map(
    lambda found: "".join(
        f"<a href=/o><div>{post}</div></a>" if is_link else f"<div>{post}</div>" for post, is_link in found
    )
)

DATES = ("4. May 2026", "5. May 2026 10:30", "3 days ago", "May 2019", "Joined: 04.05.06", "2026-05-09", "Tea")
TEXTS = ("Three minutes for black tea.", "Nope, it is too hot.", "<p>Four</p><p>minutes, I <a href=/x>read</a></p>", "")
SHAPES = (
    "<div class=post><b class=author>{0}</b> <time datetime={1}>{2}</time><div class=t>{3}</div>{4}</div>",
    "<div class='post {2}'><a href=/members/{0}>{0}</a><i>{2}</i> <a href='#p{1}'>#3</a><p class=t>{3}</p>{4}</div>",
    "<tr><td>{0} <i>{1}</i></td></tr><tr><td class=t>{3}<i class=votes>-12</i>{4}</td></tr>",
    "<li><p><u>{0}</u> wrote <a href=/p/3>{2}</a></p>{3}<ul>{4}</ul></li>",
    "<h1>{0}</h1><section class=t>{3}{3}</section>{4}",
    "<div itemprop=acceptedAnswer class=post><b>{0}</b><i>{2}</i><time datetime={1}></time><p class=t>{3}</p>{4}</div>",
)
values = st.tuples(st.sampled_from(NAMES), st.sampled_from(DATES), st.sampled_from(DATES), st.sampled_from(TEXTS))
nested = st.recursive(
    st.just(""),
    lambda inner: st.tuples(st.sampled_from(SHAPES), values, inner, inner).map(
        lambda parts: parts[0].format(*parts[1], parts[2]) + parts[3]
    ),
    max_leaves=12,
)
threads = st.tuples(nested, st.sampled_from(SHAPES), st.lists(values, max_size=6)).map(
    lambda parts: parts[0] + "".join(parts[1].format(*own, "") for own in parts[2])
)


def rows_of(page: maintext.Page, *tags: str) -> list[int]:
    return [row for row in range(len(page.elements)) if int(page.elements.tag[row]) in [TAGS[tag] for tag in tags]]


@given(threads, st.integers(0, 6), st.booleans())
@settings(max_examples=300, deadline=None)
def test_posts_are_those_of_the_twin(html: str, seed: int, has_lead: bool) -> None:
    page = maintext.parse(html)
    keep = np.arange(len(page.blocks)) % 7 != seed
    found = read_thread(page, keep, has_lead=has_lead)
    twin = reading.read_thread(page, keep, has_lead=has_lead)
    assert found.posts == twin.posts
    assert found.share == pytest.approx(twin.share)


@given(pages, st.sampled_from(["", "en", "de"]))
@example("<div><a href=/a>Kettle K2</a><a href=/b>Shop the Kettle K2</a><p>$9.50 $9</div>", "")
@example("<div><h2></h2><p>an hour ago<p><s>9 €</s> 7 €<p>Tea</div>", "")
@settings(max_examples=300, deadline=None)
def test_items_are_those_of_the_twin(html: str, language: str) -> None:
    page = maintext.parse(f"<html lang={language}>{html}" if language else html)
    spans = [(row, row) for row in rows_of(page, "div")]
    lists, keep = [spans[:2], spans[2:]], np.arange(len(page.blocks)) % 3 > 0
    base = "https://example.org/"
    words = native_words(), struck_marks(*OLD)
    found = page.read_items(lists, keep, words, (native_months(), page.head.language), base)
    assert found == items.read_items(page, lists, keep, base)


@pytest.mark.parametrize("html", ["", "<div>"])
def test_a_page_without_text_has_no_posts_and_no_items(html: str) -> None:
    page = maintext.parse(html)
    assert page.read_thread(np.zeros(0, dtype=bool), True, native_months(), None) == ([], 0.0)
    arguments = (np.zeros(0, dtype=bool), (native_words(), struck_marks(*OLD)), (native_months(), None), "")
    assert page.read_items([[(9, 9)], []], *arguments) == [[], []]


cards = st.sampled_from(
    ["<section><h3><a href=/{}>a b</a></h3><p>c d e</section>", "<section><a href=/{}>a b</a><p>c d e</section>"]
)
columns = st.lists(st.tuples(cards, st.integers(1, 3), st.sampled_from(["", "<p>more words"])), max_size=5)


@given(columns)
@settings(max_examples=100, deadline=None)
def test_lists_in_columns_are_those_of_the_twin(found: list[tuple[str, int, str]]) -> None:
    page = maintext.parse("".join(f"<div><div>{card * n}</div>{more}</div>" for card, n, more in found))
    keep = np.ones(len(page.blocks), dtype=bool)
    assert page.read_lists(keep) == groups.item_lists(page, keep)


rows = st.lists(
    st.sampled_from(
        [
            "<tr><th>{}<td>{}",
            "<tr><td>{}:<td>{} €",
            "<tr><td>{}<th>{}",
            "<tr hidden><td>{}<td>x",
            "<tr><td>{}<td><p><a href=/>{}</a><p><a href=/>b</a><p><a href=/>c</a>",
            "<tr><td>{}<td><a href=/>a</a> <a href=/>{}</a> <a href=/>c</a>" + "<a href=/>d</a>" * 3,
            "<tr><td>a<td>b<td>{}",
            "</table><dl><dt>{}<dd>{}</dl><table>",
            "</table><dl><dt>{}<dt>x</dl><table>",
        ]
    ),
    max_size=6,
)


@given(rows, st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
@settings(max_examples=200, deadline=None)
def test_pairs_of_products_are_those_of_the_twin(rows: list[str], names: list[str]) -> None:
    html = "".join(row.replace("{}", names[number % len(names)]) for number, row in enumerate(rows))
    page = maintext.parse(f"<p>1<h1>{names[0]} 2</h1><table>{html}</table><p><del>{names[-1]} 9 €</del> 7 €")
    assert page.read_pairs() == products.read_pairs(page)


OFFERS = (
    "<h1>Kettle 20.5</h1>", "<h2 hidden>Tea 3</h2>", "<p>{} {}", "<p>{}", "<p>{}: {}", "<del>{}</del>",
    "<p><s>{}</s> {}", "<p class='price rrp'>{}", "<p><a href=/>{}</a>", "<p hidden>{} {}", "<dl><dt>{}<dd>{}</dl>",
)  # fmt: skip
OFFERED = (
    "49,90 €", "39.90 €", "$1,299", "$20.50 $19", "7 - 6 €", "was", "RRP", "UVP:", "save 5 €", "12.00 € delivery",
    "€ 9 /mo", "EAN: 6935364088101", "EAN 6935364088102", "SKU", "Art.-Nr. KT-1234.56", "Product code:", "83810610",
    "KT-123456", "1049084/", "Brand: Usha", "Marke： Tee", "Currently sold out", "ausverkauft 3", "4.6 out of 5 (12)",
    "4,6 / 5", "call 555 1234", "é" * 50, "Boil it.",
)  # fmt: skip
offers = st.lists(
    st.tuples(st.sampled_from(OFFERS), st.sampled_from(OFFERED), st.sampled_from(OFFERED)).map(
        lambda parts: parts[0].replace("{}", parts[1], 1).replace("{}", parts[2])
    ),
    max_size=12,
).map("".join)


@given(offers, st.sampled_from(["", "https://x.example/kt-123456", "/Art/83810610.html"]), st.integers(0, 3))
@example("<p>Product code:<p>83810610", "", 0)
@example("<p>Art.1049084<p>was<p>49,90 €<p>$20.50 $19", "", 0)
@settings(max_examples=400, deadline=None)
def test_offers_are_those_of_the_twin(html: str, address: str, heading: int) -> None:
    page = maintext.parse(html)
    assert page.read_offer(native_words(), struck_marks(), address) == shown.read_offer(page, address)
    assert page.is_unavailable(native_words(), heading) == shown.is_unavailable(page, heading)
    assert page.shown_brand(native_words(), heading) == shown.shown_brand(page, heading)


@given(pages, st.integers(0, 6))
@settings(max_examples=300, deadline=None)
def test_lists_are_those_of_the_twin(html: str, seed: int) -> None:
    page = maintext.parse(f"<main>{html * 2}</main><table>" + "<tr><td><a href=/t>Tea</a>" * 4)
    keep = np.arange(len(page.blocks)) % 7 != seed
    assert page.read_lists(keep) == groups.item_lists(page, keep)
