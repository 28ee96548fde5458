"""Items of listings and collections, found by their repeated structure."""

import json
import time

import numpy as np
import pytest

import maintext
from maintext.shapes.items import Item, read_items

NAMES = ("Kettle K2", "Tea pot Rosa", "Strainer", "Cup with a saucer")
CARD = """<div class="card{odd}"><a href="/p/{n}"><img src="/img/{n}.jpg" width=200 height=200></a>
    <h3><a href="/p/{n}">{name}</a></h3>
    <p class="price"><del>{old},90 €</del> {new},90 €</p><p>{text}</p></div>"""
TEXTS = (
    "Boils a litre in two minutes.",
    "For four cups of tea.",
    "Of steel, for loose leaves.",
    "A present for your aunt.",
)


LISTING = {"listing": 0.6, "collection": 0.2, "article": 0.2}


def page_of(card: str = CARD, around: str = "{}") -> str:
    cards = (
        card.format(n=n, name=NAMES[n], text=TEXTS[n], old=n + 20, new=n + 10, odd=" odd" if n % 2 else "")
        for n in range(4)
    )
    nav = '<nav><a href="/">Home</a> <a href="/tea">Tea</a></nav>'
    return f"{nav}<h1>For tea</h1>{around.format(''.join(cards))}<p>Imprint</p>"


def items_of(html: str, url: str | None = None) -> tuple[Item, ...]:
    doc = maintext.extract(html, url=url, by="all")
    return read_items(doc.page, doc.url, doc.keep, LISTING)


@pytest.mark.parametrize("around", ["{}", "<section>{}</section>", "<ul><li>{}</li></ul>"])
def test_each_card_is_an_item_with_its_price(around: str) -> None:
    items = items_of(page_of(around=around), "https://shop.example/tea")
    assert [item.name for item in items] == list(NAMES)
    assert [(item.price, item.currency) for item in items] == [(f"{n + 10}.90", "EUR") for n in range(4)]
    assert items[1].link == "https://shop.example/p/1"
    assert items[1].image == "https://shop.example/img/1.jpg"
    assert items[1].text == TEXTS[1]
    assert json.loads(json.dumps(items[1].to_dict()))["name"] == NAMES[1]


def test_teasers_have_dates() -> None:
    card = (
        '<article><h2><a href="/{n}">{name}</a></h2><time datetime="2026-05-0{new}">May</time><p>{text}</p></article>'
    )
    html = "".join(card.format(n=n, name=NAMES[n], text=TEXTS[n], new=n + 1) for n in range(4))
    assert [item.date for item in items_of(f"<h1>News</h1>{html}")] == [f"2026-05-0{n + 1}" for n in range(4)]


def test_rows_of_a_table_are_items() -> None:
    html = "".join(
        f'<tr><td><a href="/{name}">{name}</a></td><td>{text}</td></tr>'
        for name, text in zip(NAMES, TEXTS, strict=True)
    )
    items = items_of(f"<h1>List</h1><table>{html}</table>")
    assert [(item.name, item.text) for item in items] == list(zip(NAMES, TEXTS, strict=True))


def test_items_are_where_the_main_content_is() -> None:
    menu = "".join(f'<li class="m"><a href="/m{n}">Menu entry {n}</a></li>' for n in range(30))
    doc = maintext.extract(f"<ul>{menu}</ul>{page_of()}", by="all")
    keep = np.array(["Menu" not in text for text in doc.page.texts()])
    assert [item.name for item in read_items(doc.page, None, keep, LISTING)] == list(NAMES)


def test_blocks_of_items_do_not_overlap_and_hold_their_texts() -> None:
    doc = maintext.extract(page_of(), by="all")
    items = read_items(doc.page, None, doc.keep, LISTING)
    numbers = [number for item in items for number in item.blocks]
    assert numbers == sorted(set(numbers))
    texts = doc.page.texts()
    assert all(item.name in [texts[number] for number in item.blocks] for item in items)


def test_an_article_has_no_items() -> None:
    doc = maintext.extract(page_of(), by="all")
    assert read_items(doc.page, None, doc.keep, {"article": 0.98, "listing": 0.02}) == ()
    assert items_of("<p>Nothing here.</p>") == ()


def test_a_page_may_have_several_lists() -> None:
    news = "".join(f'<li><a href="/n{n}">{text}</a></li>' for n, text in enumerate(TEXTS))
    items = items_of(f"{page_of()}<h2>News</h2><ul class=news>{news}</ul>")
    assert [item.name for item in items] == [*NAMES, *TEXTS]


def test_an_item_whose_text_was_dropped_is_found_with_the_others_of_its_list() -> None:
    doc = maintext.extract(page_of(around="<section>{}</section>"), by="all")
    keep = doc.keep.copy()
    keep[list(read_items(doc.page, None, keep, LISTING)[2].blocks)] = False
    assert [item.name for item in read_items(doc.page, None, keep, LISTING)] == list(NAMES)


def test_entries_that_show_nothing_but_names_are_a_menu_if_they_are_unlikely_to_be_content() -> None:
    menu = "<ul>{}</ul>".format("".join(f"<li><a href=/{n}>Kettles for tea {n}</a>" for n in range(6)))
    doc = maintext.extract(menu + page_of(), by="all")
    is_menu = np.array([text.startswith("Kettles") for text in doc.page.texts()])
    for score, n_items in ((0.6, 10), (0.4, 4)):
        items = read_items(doc.page, None, doc.keep, LISTING, np.where(is_menu, score, 0.4))
        assert len(items) == n_items
    assert len(read_items(doc.page, None, doc.keep, LISTING)) == 10


def test_a_price_in_the_line_of_the_name_is_that_of_the_item() -> None:
    card = (
        "<div class=box><a href=/{n}><img src=/{n}.jpg><b>{name}</b></a> <i>Price without a deposit {new} €</i></div>"
    )
    items = items_of(page_of(card))
    assert [(item.name, item.price) for item in items] == [(name, str(n + 10)) for n, name in enumerate(NAMES)]


def test_a_line_that_an_item_has_twice_is_in_its_text_once() -> None:
    card = "<div class=box><h3><a href=/{n}>{name}</a></h3><p class=phone>{text}</p><p class=desk>{text}</p></div>"
    assert [item.text for item in items_of(page_of(card))] == list(TEXTS)


def test_sections_with_links_in_their_sentences_are_no_items() -> None:
    advice = "".join(
        f"<div class=faq><h3>Question {n}?</h3><p>{text} See <a href=/{n}>more</a> on tea in other places.</p></div>"
        for n, text in enumerate(TEXTS)
    )
    assert items_of(f"<h1>Tea</h1>{advice}") == ()


def test_a_page_of_an_unlikely_type_has_items_only_if_they_have_prices() -> None:
    types = {"article": 0.95, "collection": 0.05}
    cards = "".join(f"<div class=c><a href=/{n}>Cup {n} of clay</a><p>Fired twice</p>{{price}}</div>" for n in range(8))
    with_prices = maintext.extract(f"<main>{cards.format(price='<b>9.90 €</b>')}</main>", by="all")
    without = maintext.extract(f"<main>{cards.format(price='')}</main>", by="all")
    assert len(read_items(with_prices.page, None, with_prices.keep, types)) == 8
    assert read_items(without.page, None, without.keep, types) == ()


def test_of_two_prices_without_a_mark_the_lower_one_is_taken() -> None:
    cards = "".join(f"<li><a href=/{n}>Board {n} of oak</a><p>$129.37 $97.27 Save 25%</p></li>" for n in range(4))
    assert {item.price for item in items_of(f"<ul>{cards}</ul>")} == {"97.27"}


def test_a_link_that_repeats_the_name_is_not_the_name() -> None:
    cards = "".join(
        f"<li><a href=/{n}>Kettle of steel K{n}</a><p>Boils</p><a href=/{n}>Shop Kettle of steel K{n} &gt;</a></li>"
        for n in range(4)
    )
    assert [item.name for item in items_of(f"<ul>{cards}</ul>")] == [f"Kettle of steel K{n}" for n in range(4)]


def test_items_of_a_page_that_waits_for_scripts_have_their_blocks() -> None:
    doc = maintext.extract(f"<body style='display:none'>{page_of()}", by="all")
    keep = np.ones(len(doc.page.blocks), dtype=bool)
    items = read_items(doc.page, None, keep, LISTING)
    assert [item.price for item in items] == [f"{n + 10}.90" for n in range(4)]


def test_the_time_grows_with_the_page_and_not_with_its_square() -> None:
    def seconds(n_lists: int) -> float:
        entry = "<li><a href=/{0}>Cup number {0} of clay</a></li>"
        lists = ("<ul>" + "".join(entry.format(3 * n + m) for m in range(3)) + "</ul>" for n in range(n_lists))
        doc = maintext.extract("<main>" + "".join(lists), by="all")
        keep = np.arange(len(doc.page.blocks)) % 2 == 0
        started = time.process_time()
        assert len(read_items(doc.page, None, keep, LISTING)) >= n_lists
        return time.process_time() - started

    # Four times the page: about four times the time, sixteen times if it grew with the square.
    assert min(seconds(4000) for _ in range(2)) < 10 * max(min(seconds(1000) for _ in range(2)), 0.01)


def test_the_sections_of_a_home_page_are_no_items_but_the_cards_in_them_are() -> None:
    cards = "".join(
        f'<li><a href="/k{n}"><h3>Kettle {name}</h3></a><p>{n}5 minutes</p></li>' for n, name in enumerate("ABCD")
    )
    stories = "".join(
        f'<div class="s"><a href="/s{n}">A story about {name} tea</a></div>' for n, name in enumerate("ABCD")
    )
    html = (
        f"<h1>Tea</h1><main><div><section><h2>Shop</h2><ul>{cards}</ul></section></div>"
        f"<div><p>We have sold tea since 1901, <a href=/us>as you can read here</a>.</p></div>"
        f"<div><article><h2>Read</h2>{stories}</article></div></main>"
    )
    names = [item.name for item in items_of(html)]
    assert names == [f"Kettle {name}" for name in "ABCD"] + [f"A story about {name} tea" for name in "ABCD"]


def test_cards_without_links_are_items() -> None:
    card = "<div class=card><img src=/{n}.jpg><div>{name}</div><div>Size: {n}</div><div>DKK {new},00</div></div>"
    items = items_of(page_of(card))
    assert [(item.name, item.price, item.link) for item in items] == [
        (NAMES[n], f"{n + 10}.00", None) for n in range(4)
    ]


def test_two_rows_of_a_table_may_be_one_item() -> None:
    row = (
        '<tr class="title"><td>{n}.</td><td><span><a href="/{n}">{name}</a></span></td></tr>'
        '<tr><td colspan=2 class="facts"><div><a href=/{n}#c>{old} new</a></div></td></tr>'
    )
    items = items_of(page_of(row, "<table>{}</table>"))
    assert [(item.name, item.text) for item in items] == [(NAMES[n], f"{n}.\n{n + 20} new") for n in range(4)]


def test_every_second_row_of_a_table_with_another_class_is_an_item() -> None:
    row = '<tr class="row{odd}"><td><a href="/{n}">{name}</a></td><td>{new} €</td></tr>'
    assert [item.name for item in items_of(page_of(row, "<table>{}</table>"))] == list(NAMES)


def test_two_parts_of_a_card_are_one_item() -> None:
    card = (
        '<li><div class="name"><a href="/{n}">{name}</a></div>'
        '<div class="reviews"><a href="/{n}#r">{old} new</a></div></li>'
    )
    items = items_of(page_of(card, "<ul>{}</ul>"))
    assert [(item.name, item.text) for item in items] == [(NAMES[n], f"{n + 20} new") for n in range(4)]


def test_what_buyers_save_is_not_the_price_of_an_item() -> None:
    card = "<li><h3><a href=/p/{0}>Kettle {0}</a></h3><p>Save $37</p><p>-100,00 \u20ac</p><p>$2{0}3</p>"
    html = "<ul>" + "".join(card.format(n) for n in range(4)) + "</ul>"
    doc = maintext.extract(html, by="all")
    found = read_items(doc.page, None, doc.keep, None)
    assert [item.price for item in found] == ["203", "213", "223", "233"]
