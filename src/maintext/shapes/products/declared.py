"""What a page declares for machines -> claims about its product: structured data, `<meta>` tags, data attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from maintext.shapes.products.money import bare_amount, currency_code
from maintext.shapes.products.product import Rating
from maintext.shapes.structured.names import type_name
from maintext.shapes.structured.thing import Node, Thing, nodes_of

if TYPE_CHECKING:
    from maintext.page import Page

_TYPES = frozenset(
    "product productgroup productmodel individualproduct someproducts vehicle car book offer aggregateoffer".split()
)
_WORD = re.compile(r"\w+")
_OFFERS = frozenset(["offer", "aggregateoffer"])
_PRICES = ("price", "lowPrice")
_GTINS = ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "ean", "isbn", "gtin5")
_PROPERTIES = (
    ("name", "name"), ("brand", "brand"), ("manufacturer", "brand"), ("sku", "sku"), ("productID", "sku"),
    ("productId", "sku"), ("mpn", "mpn"), *((name, "gtin") for name in _GTINS), ("description", "description"),
)  # fmt: skip
_ADDRESS_BEGINS = ("http://", "https://")
_STATES = re.compile(
    r"(InStock|OutOfStock|PreOrder|PreSale|BackOrder|Discontinued|SoldOut|LimitedAvailability|InStoreOnly|OnlineOnly|"
    r"MadeToOrder)", re.IGNORECASE
)  # fmt: skip
_STATE_NAMES = {
    name.lower(): name
    for name in "InStock OutOfStock PreOrder PreSale BackOrder Discontinued SoldOut LimitedAvailability InStoreOnly "
    "OnlineOnly MadeToOrder".split()
}
_METAS = {
    "product:price:amount": "price", "og:price:amount": "price", "product:sale_price:amount": "price",
    "og:price": "price", "product:original_price:amount": "list_price", "og:price:standard_amount": "list_price",
    "product:price:currency": "currency", "og:price:currency": "currency", "product:brand": "brand",
    "og:brand": "brand", "product:availability": "availability", "og:availability": "availability",
    "product:retailer_item_id": "sku", "product:retailer_part_no": "sku", "product:ean": "gtin",
    "product:isbn": "gtin", "product:mfr_part_no": "mpn",
}  # fmt: skip
_ATTRIBUTES = {
    "data-product-price": "price", "data-price": "price", "data-sku": "sku", "data-product-sku": "sku",
    "data-product-brand": "brand", "data-ean": "gtin",
}  # fmt: skip
LIKE_TITLE = 0.5
"""Share of the words of a name and a title that both have, from which they name the same thing."""
MAX_PLACES = 5
"""Elements of a data attribute that are looked at: more of them are products of a list."""


class Claim(NamedTuple):
    """A value of a field and its source."""

    field: str
    value: str
    source: str


def product_nodes(nodes: Sequence[Node], title: str) -> list[Node]:
    """Of what a page offers the nodes of its product: the one whose name is most like the title, or else the first; and
    its variants, which have the same name."""
    if len(nodes) < 2:
        return list(nodes)
    own = _words(title)
    best = max(nodes, key=lambda node: _likeness(_words(node.text("name") or ""), own))
    name = best.text("name")
    return [best, *(node for node in nodes if node is not best and name and node.text("name") == name)]


def is_like(node: Node, title: str) -> bool:
    """Whether a product has the name that the page's title has."""
    return are_alike(node.text("name") or "", title)


def are_alike(name: str, title: str, least: float = LIKE_TITLE) -> bool:
    """Whether a name has most words of a title and few others."""
    return _likeness(_words(name), _words(title)) >= least


def most_like(texts: Sequence[str], title: str) -> str:
    """Of some texts the one with most of a title's words and fewest others; the first one of several."""
    own = _words(title)
    return max(texts, key=lambda text: _likeness(_words(text), own))


def n_products(nodes: Sequence[Node]) -> int:
    """How many products of different names a page offers."""
    return len({node.text("name") for node in nodes} - {None})


def offered_nodes(things: Sequence[Thing]) -> list[Node]:
    """Products, and whatever else is offered: events, courses."""
    types = _TYPES | {kind.lower() for thing in things if "offers" in thing.properties for kind in thing.types}
    return [node for node in nodes_of(things, types) if not _OFFERS.issuperset(kind.lower() for kind in node.types)]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _likeness(words: set[str], own: set[str]) -> float:
    return len(words & own) / len(words | own) if words else 0.0


def structured_claims(nodes: Sequence[Node]) -> Iterator[Claim]:
    """The claims of the product's nodes, the best one's first."""
    for node in nodes:
        for name, field in _PROPERTIES:
            # Most things lack most properties.
            for text in node.texts(name)[:1] if name in node.properties else ():
                # Some pages name the address of a brand where others have its name.
                if not text.startswith(_ADDRESS_BEGINS):
                    yield Claim(field, text, f"{node.source} {name}")
        for image in _addresses(node, "image"):
            yield Claim("image", image, f"{node.source} image")
        yield from _offer_claims(node)


def _offer_claims(node: Node) -> Iterator[Claim]:
    offers = node.nodes("offers")
    offers += [inner for offer in offers for inner in offer.nodes("offers")]
    for offer in [*offers, node]:
        source = f"{node.source} {'offers.' if offer is not node else ''}"
        specified = offer.nodes("priceSpecification")
        for place in (offer, *specified):
            for name in _PRICES:
                amount = bare_amount(place.text(name) or "")
                if amount:
                    # Prices of a list that is struck through are declared as prices of another type.
                    is_list = "ListPrice" in (place.text("priceType") or "")
                    yield Claim("list_price" if is_list else "price", amount, f"{source}{name}")
            for currency in place.texts("priceCurrency")[:1]:
                yield Claim("currency", currency_code(currency), f"{source}priceCurrency")
        high = bare_amount(offer.text("highPrice") or "")
        if high:
            yield Claim("high_price", high, f"{source}highPrice")
        for text in offer.texts("availability")[:1]:
            state = availability_name(text)
            if state:
                yield Claim("availability", state, f"{source}availability")
        if offer is not node:
            yield from (Claim("sku", text, f"{source}sku") for text in offer.texts("sku")[:1])
            gtins = [name for name in _GTINS if name in offer.properties]
            yield from (Claim("gtin", text, f"{source}{name}") for name in gtins for text in offer.texts(name)[:1])


def _addresses(node: Node, name: str) -> list[str]:
    addresses = node.texts(name)
    for inner in node.nodes(name):
        addresses += inner.texts("url") or inner.texts("contentUrl")
    return [address for address in dict.fromkeys(addresses) if "/" in address]


def rating_of(nodes: Sequence[Node]) -> tuple[Rating, str] | None:
    """The mean rating that buyers gave, and its source."""
    for node in nodes:
        for rating in node.nodes("aggregateRating"):
            value = rating.text("ratingValue")
            if value:
                count = rating.text("reviewCount") or rating.text("ratingCount") or ""
                number = int(digits) if (digits := re.sub(r"\D", "", count)[:9]) else None
                return Rating(value, rating.text("bestRating"), number), f"{node.source} aggregateRating"
    return None


def availability_name(text: str) -> str | None:
    """The state as schema.org names it.

    >>> availability_name("http://schema.org/InStock"), availability_name("in stock"), availability_name("oos")
    ('InStock', 'InStock', 'OutOfStock')
    """
    packed = re.sub(r"[\s_-]", "", type_name(text))
    match = _STATES.search(packed)
    if match:
        return _STATE_NAMES[match[0].lower()]
    return {"oos": "OutOfStock", "available": "InStock", "unavailable": "OutOfStock"}.get(packed.lower())


def meta_claims(page: Page) -> Iterator[Claim]:
    """The claims of the page's `<meta>` tags."""
    for name, content in page.head.meta:
        field = _METAS.get(name.lower())
        value = _typed(field, content.strip()) if field else None
        if field and value:
            yield Claim(field, value, f"meta {name.lower()}")


def attribute_claims(page: Page) -> Iterator[Claim]:
    """The claims of data attributes, where all elements that have one agree."""
    rows_of = page.rows_naming_each([name.encode() for name in _ATTRIBUTES], MAX_PLACES)
    for (name, field), rows in zip(_ATTRIBUTES.items(), rows_of, strict=True):
        values = {value for value in page.attribute(rows, name) if value} if rows else set()
        value = _typed(field, values.pop()) if len(values) == 1 else None
        if value:
            yield Claim(field, value, name)


def _typed(field: str, value: str) -> str | None:
    """A value as its field has it."""
    if field in ("price", "list_price"):
        return bare_amount(value)
    if field == "currency":
        return currency_code(value) if value else None
    return availability_name(value) if field == "availability" else value or None
