"""The product of a page: its fields, their sources, and the rule for contradictions."""

import json

import pytest

import maintext
from maintext.shapes.products import Product, read_product
from maintext.shapes.products.money import amounts_in


def product_of(html: str, url: str | None = None) -> Product:
    product = maintext.extract(html, url=url, by="all").product
    assert product is not None
    return product


def declared(**properties: object) -> str:
    node = {"@type": "Product", "name": "Kettle", **properties}
    return f'<script type="application/ld+json">{json.dumps(node)}</script><h1>Kettle</h1>'


def test_each_field_has_its_source() -> None:
    html = declared(
        brand={"@type": "Brand", "name": "Potts"},
        gtin13="4006381333931",
        offers={"@type": "Offer", "price": 9.9, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"},
        aggregateRating={"@type": "AggregateRating", "ratingValue": "4.5", "reviewCount": "1,012"},
    )
    product = product_of(
        f"{html}<p>Product code: 83810610</p><table><tr><th>Volume<td>1.7 l<tr><th>Colour<td>red</table>"
    )
    assert (product.name, product.brand, product.price, product.currency) == ("Kettle", "Potts", "9.9", "EUR")
    assert (product.availability, product.gtin, product.sku) == ("InStock", "4006381333931", "83810610")
    assert product.rating is not None
    assert (product.rating.value, product.rating.count) == ("4.5", 1012)
    assert product.specification == (("Volume", "1.7 l"), ("Colour", "red"))
    assert product.sources["price"] == "json-ld offers.price"
    assert product.sources["sku"] == "labelled text"
    assert json.loads(json.dumps(product.to_dict()))["specification"] == [["Volume", "1.7 l"], ["Colour", "red"]]


def test_a_declared_price_that_readers_see_goes_first() -> None:
    html = declared(offers={"@type": "Offer", "price": "150"})
    html = html.replace("<h1>", '<meta property="product:price:amount" content="200"><h1>')
    assert product_of(html + "<p>$200</p>").price == "200"
    assert product_of(html + "<p>$150</p>").price == "150"
    assert product_of(html).price == "150"


def test_an_amount_that_is_struck_through_is_the_list_price() -> None:
    html = declared(offers=[{"@type": "Offer", "price": "18.00"}, {"@type": "Offer", "price": "17.10"}])
    product = product_of(html + "<p><del>€ 18.00</del></p><p>€ 17.10</p>")
    assert (product.price, product.list_price) == ("17.10", "18.00")


def test_of_two_declared_prices_that_readers_see_the_one_they_see_first_is_right() -> None:
    html = declared(offers={"@type": "Offer", "price": "90"})
    html = html.replace("<h1>", '<meta property="product:price:amount" content="400"><h1>')
    assert product_of(f"{html}<p>$400</p><p>Starting price: $90</p>").price == "400"
    assert product_of(f"{html}<p>$90</p><p>Others paid $400</p>").price == "90"


@pytest.mark.parametrize(
    ("line", "price", "list_price"),
    [
        ("£220.00 + £12.00 delivery", "220.00", None),
        ("$224.99 $174.99 You save $50.00 (22%)", "174.99", "224.99"),
        ("$30 - $20", "30", None),
        ("Delivery £4.00", None, None),
    ],
)
def test_an_amount_is_judged_by_the_words_up_to_the_next_one(
    line: str, price: str | None, list_price: str | None
) -> None:
    product = product_of(f'<meta property="og:type" content="product"><h1>Kettle</h1><p>{line}</p>')
    assert (product.price, product.list_price) == (price, list_price)


def test_prices_that_are_links_and_those_far_above_the_heading_are_of_other_products() -> None:
    start = '<meta property="og:type" content="product">'
    link, far = "<p><a href='/cup'>9,90 €</a></p>", "<p>From 5 €</p>" + "<p>Menu</p>" * 40
    assert product_of(f"{start}<h1>Kettle</h1>{link}<p>12,90 €</p>").price == "12.90"
    assert product_of(f"{start}<h1>Kettle</h1>{link}").price is None
    assert product_of(f"{start}{far}<h1>Kettle</h1>").price is None


def test_the_currency_of_a_declared_price_may_be_that_of_all_other_amounts() -> None:
    start = '<meta property="product:price:amount" content="2900"><h1>Kettle</h1>'
    assert product_of(f"{start}<p><a href='/cup'>4,900원</a></p>").currency == "KRW"
    assert product_of(f"{start}<p>4,900원<p>9,90 €").currency is None


def test_brand_and_number_of_the_trade_are_read_after_their_labels() -> None:
    lines = "<ul><li>Brand: Potts</li><li>EAN: 6935364088101. </li></ul>"
    product = product_of(f'<meta property="og:type" content="product"><h1>Kettle</h1>{lines}')
    assert (product.brand, product.gtin) == ("Potts", "6935364088101")
    assert product.sources["gtin"] == "labelled text"
    assert product_of(f"{declared()}{lines.replace('101.', '102.')}").gtin is None


def test_a_specification_has_neither_prices_nor_the_names_of_its_columns() -> None:
    rows = "<tr><th>Property<th>Value<tr><th>RRP<td>£55.00 (11%)<tr><th>Volume<td>1.7 l<tr><th>Power<td>2 kW"
    assert product_of(f"{declared()}<table>{rows}</table>").specification == (("Volume", "1.7 l"), ("Power", "2 kW"))


def test_images_with_the_name_of_the_product_are_its_images_if_none_are_declared() -> None:
    images = "<img src=/k.jpg alt='Potts kettle red'><img src=/c.jpg alt='Potts cup'><img src=/x.jpg>"
    html = f'<meta property="og:type" content="product"><h1>Potts kettle, red</h1>{images}'
    assert product_of(html, "https://shop.example/p").images == ("https://shop.example/k.jpg",)


@pytest.mark.parametrize(
    ("line", "rating"),
    [
        ("4.6 out of 5 stars 6,536 ratings", ("4.6", "5", 6536)),
        ("4,4 su 5 stelle", ("4.4", "5", None)),
        ("Avis clients 8.3 / 10", ("8.3", "10", None)),
        ("1 / 5", None),
        ("US $6.11 / 10 rolls", None),
        ("<a href=/cup>4.6 out of 5 stars</a>", None),
    ],
)
def test_a_rating_is_read_near_the_heading(line: str, rating: tuple[str, str, int | None] | None) -> None:
    found = product_of(f'<meta property="og:type" content="product"><h1>Kettle</h1><p>{line}</p>').rating
    assert (found and (found.value, found.best, found.count)) == rating


def test_a_product_is_in_stock_if_one_of_its_variants_is() -> None:
    states = ["OutOfStock", "InStock"]
    html = declared(offers=[{"@type": "Offer", "availability": f"http://schema.org/{state}"} for state in states])
    assert product_of(html).availability == "InStock"


def test_a_number_that_the_address_has_goes_before_a_declared_one() -> None:
    product = product_of(declared(sku="84518927-040-35") + "<p>Black - 1002/710</p>", "https://s.example/a-p11002710")
    assert (product.sku, product.sources["sku"]) == ("1002/710", "text in the address")
    assert product_of(declared(sku="84518927-040-35")).sku == "84518927-040-35"


def test_a_page_without_declarations_is_read_as_readers_see_it() -> None:
    html = """<meta property="og:type" content="product"><h1>Stick-on lenses</h1><ul><li>Code: 0638</li><li>40.00€</li>
        <li>Delivery 4.90€</li></ul>"""
    product = product_of(html)
    assert (product.name, product.price, product.currency, product.sku) == ("Stick-on lenses", "40.00", "EUR", "0638")
    assert product.sources["availability"] == "price"


def test_a_product_that_is_sold_out_has_no_price_but_a_declared_one() -> None:
    html = '<meta property="og:type" content="product"><h1>Kettle</h1><p>Currently unavailable.</p><p>$ 4 for tea</p>'
    product = product_of(html)
    assert (product.price, product.availability, product.sources["availability"]) == (None, "OutOfStock", "text")


def test_a_list_of_products_is_not_a_product() -> None:
    nodes = [{"@type": "Product", "name": f"Kettle {n}", "offers": {"@type": "Offer", "price": n}} for n in range(1, 7)]
    html = f'<script type="application/ld+json">{json.dumps(nodes)}</script><h1>All for the kitchen</h1>'
    doc = maintext.extract(f"{html}<p>Six of them.</p>")
    assert doc.page_type != "product"
    assert doc.product is None


def test_an_article_that_names_a_price_is_not_a_product() -> None:
    text = "The company said on Monday that the kettle would cost $49 from May, item number 123456. " * 8
    assert maintext.extract(f"<h1>Kettles get dearer</h1><p>{text}</p><p>$49</p><p>{text}</p>").product is None


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("1.759,99 €", ["1759.99"]),
        ("Rs. 2,433", ["2433"]),
        ("30,000원~", ["30000"]),
        ("R$ 1.759,99 em 10x", ["1759.99"]),
        ("€ 20,-", ["20"]),
        ("2020 km, 37 %", []),
        ("$0.00", []),
    ],
)
def test_amounts_are_read_as_shops_write_them(text: str, amounts: list[str]) -> None:
    assert [money.amount for money in amounts_in(text)] == amounts


def read(html: str, page_type: str, *, is_content: bool = True) -> Product | None:
    document = maintext.extract(html, by="all")
    return read_product(document.page, None, document.structured, page_type, lambda: is_content)


@pytest.mark.parametrize("page_type", ["listing", "collection"])
def test_a_list_sells_a_product_only_if_it_declares_one_with_a_price_or_a_number(page_type: str) -> None:
    rated = declared(aggregateRating={"@type": "AggregateRating", "ratingValue": "4.7"})
    assert read(f"{rated}<p>39.90 €</p>", page_type) is None
    assert read("<h1>Kettles</h1><p>Product code: 83810610</p><p>39.90 €</p>", page_type) is None
    assert read(declared(offers={"@type": "Offer", "price": "39.90"}), page_type) is not None
    assert read(declared(sku="K2"), page_type) is not None


def test_a_login_page_of_a_shop_sells_nothing() -> None:
    login = "<h1>Log in</h1><p>Free delivery from 55.00 €</p><input type=password>"
    assert read(login, "product", is_content=False) is None
    # A short page of a product may be taken for another one, but shows its price and its number.
    short = read("<h1>Kettle</h1><p>Product code: 83810610</p><p>39.90 €</p>", "product", is_content=False)
    assert short is not None
    assert short.sku == "83810610"
    html = f'<meta property="og:type" content="product"><title>Log in</title>{login}'
    document = maintext.extract(html, url="https://shop.example/login", by="all")
    assert document.verdict.kind == "login"
    assert document.product is None


def test_the_name_is_the_heading_that_is_like_the_title() -> None:
    dialogs = "<h1>Adding to basket...</h1><h1>Kettles</h1>"
    html = (
        f"<title>Kettle K2, 1.7 l | Potts</title>{dialogs}<h1>Kettle K2 of steel</h1><p>Product code: 83810610<p>39 €"
    )
    product = product_of(html + "<h1>Kettle K2 of steel</h1>")
    assert (product.name, product.sources["name"]) == ("Kettle K2 of steel", "h1")
    assert product_of(html.replace("Kettle K2, 1.7 l | Potts", "x")).name == "Adding to basket..."


def test_the_address_of_a_brand_is_not_its_name() -> None:
    html = declared(brand={"@id": "https://x.example/#brand"}, offers={"price": "9"}, sku="8381")
    assert product_of(html).brand is None
    assert product_of(html + "<p>Brand: Potts").brand == "Potts"
