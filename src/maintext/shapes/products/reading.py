"""Page -> Product: the claims of each field in order of trust, and the rule for contradictions.

The order is JSON-LD, microdata, RDFa, `<meta>` tags, data attributes, and last what readers see. Four fields have a
rule of their own where claims contradict each other:

* price: a declared price that readers see goes before one that they don't; one that is struck through on the page goes
  last. Of two sources with prices that readers see, the one whose price comes first on the page is right: an auction
  shows the present bid before the first one. Of several offers the lowest is the price.
* list price: the first amount that the page declares as the earlier price or strikes through, if it is above the price.
* sku: a number with a label that readers see ("Product code: 123"), then one that readers see and that the address
  has, then the declared one, then the number in the address.
* availability: InStock if any variant of the product is. Without a declaration a line such as "out of stock" decides,
  and without one a product with a price can be bought. A product that can't be bought has only a declared price.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from maintext.metadata.sources.address import absolute
from maintext.page.tags import TAGS
from maintext.shapes.products.declared import (
    Claim,
    are_alike,
    attribute_claims,
    is_like,
    meta_claims,
    most_like,
    n_products,
    offered_nodes,
    product_nodes,
    rating_of,
    structured_claims,
)
from maintext.shapes.products.details import declared_pairs, shown_pairs
from maintext.shapes.products.product import Product
from maintext.shapes.products.shown import Shown, label_key
from maintext.shapes.products.words import LABELS

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.shapes.structured.thing import Node, Thing

MAX_IMAGES = 50
MAX_LOOKED_AT = 200
"""Images of the page that are compared with the product's name."""
MAX_HEADINGS = 20
MANY_PRODUCTS = 4
"""A page that declares this many products, none of them like its title, is a list."""
LIKE_NAME = 0.8
"""Share of the words of an image's text and the name that both have; variants of the product have some others."""
_TEXT_TYPES = ("article", "forum", "documentation")
"""Pages of these types name prices and numbers too."""
_LIST_TYPES = ("listing", "collection")
_NUMBERS = ("price", "sku", "gtin", "mpn")
"""Of these fields one is declared, at least, if a page of a list type sells a product."""
_PRODUCT_TYPES = ("product", "og:product", "product.item")
_CODE_IN_ADDRESS = re.compile(r"(?=(?:[A-Za-z]*\d){4})[A-Za-z0-9]{5,30}")
"""Letters and digits without a mark between them, with four digits or more."""


def read_product(
    page: Page,
    url: str | None,
    things: Sequence[Thing],
    page_type: str | None,
    is_content: Callable[[], bool] = lambda: True,
) -> Product | None:
    """The product of a page; None if the page sells none, by what it declares, by its type and by what it shows.
    `is_content` is asked, only if nothing else decides, whether the page is content rather than a login page."""
    heading, title = _heading(page), page.head.title or ""
    offered = offered_nodes(things)
    nodes = product_nodes(offered, f"{heading} {title}")
    declared = [*structured_claims(nodes), *meta_claims(page)]
    shown = Shown(page, url or page.head.canonical or "")
    if page_type in _LIST_TYPES and not any(claim.field in _NUMBERS for claim in declared):
        # Shops declare a category with its rating as if it were a product, and its entries show prices and numbers.
        return None
    if nodes or any(claim.field == "price" for claim in declared):
        is_list = page_type not in (None, "product") and n_products(offered) >= MANY_PRODUCTS
        if is_list and not (nodes and (is_like(nodes[0], heading) or is_like(nodes[0], title))):
            return None
    elif not _shows_product(page, page_type, shown, is_content):
        return None
    claims = [*declared, *attribute_claims(page)]
    return _Reading(page, url or page.head.canonical or "", claims, shown).product(nodes)


def _shows_product(page: Page, page_type: str | None, shown: Shown, is_content: Callable[[], bool]) -> bool:
    """Whether a page that declares no product sells one all the same."""
    has_type = page_type == "product" or _declares_type(page)
    if page_type in _TEXT_TYPES and not has_type:
        return False
    return (bool(shown.prices) and shown.code is not None) or (has_type and is_content())


def _declares_type(page: Page) -> bool:
    return any(name.lower() == "og:type" and value.lower() in _PRODUCT_TYPES for name, value in page.head.meta)


def _heading(page: Page) -> str:
    """The h1 with the product's name: the one that is most like the title. Dialogs, notices and the section of the shop
    are h1s as well. Of several that are as good the first one."""
    texts = [text for level, text in page.head.headings if level == 1][:MAX_HEADINGS]
    return most_like(texts, page.head.title or "") if len(texts) > 1 else "".join(texts)


class _Reading:
    def __init__(self, page: Page, address: str, claims: list[Claim], shown: Shown) -> None:
        self._page = page
        self._address = address
        self._claims = claims
        self._shown = shown
        self._sources: dict[str, str] = {}

    def product(self, nodes: Sequence[Node]) -> Product:
        price = self._price()
        rating = rating_of(nodes) or ((self._shown.rating, "text") if self._shown.rating else None)
        if rating:
            self._sources["rating"] = rating[1]
        return Product(
            name=self._first("name") or self._shown_name(),
            brand=self._first("brand") or self._labelled("brand", lambda: self._shown.brand),
            price=price,
            currency=self._currency(price),
            list_price=self._list_price(price),
            availability=self._availability(price),
            sku=self._sku(),
            gtin=self._first("gtin") or self._labelled("gtin", lambda: self._shown.gtin),
            mpn=self._first("mpn"),
            rating=rating[0] if rating else None,
            description=self._first("description") or self._meta_description(),
            specification=self._specification(nodes),
            images=self._images(),
            sources=MappingProxyType(self._sources),
        )

    def _take(self, field: str, claim: Claim) -> str:
        self._sources[field] = claim.source
        return plain(claim.value)

    def _first(self, field: str) -> str | None:
        claim = next((claim for claim in self._claims if claim.field == field and plain(claim.value)), None)
        return self._take(field, claim) if claim else None

    def _shown_name(self) -> str | None:
        for text, source in ((_heading(self._page), "h1"), (self._page.head.title, "title")):
            if text:
                return self._take("name", Claim("name", text, source))
        return None

    def _price(self) -> str | None:
        shown = self._shown
        declared = [claim for claim in self._claims if claim.field == "price"]
        if declared:
            seen = list(dict.fromkeys(Decimal(money.amount) for money in shown.prices))
            struck = {Decimal(money.amount) for money in shown.list_prices} - set(seen)
            # Variants of a product often have the same price.
            amounts = {value: Decimal(value) for value in {claim.value for claim in declared}}
            trusts = {value: _trust(amount, seen, struck) for value, amount in amounts.items()}
            best = min(declared, key=lambda claim: trusts[claim.value])
            rank, _ = trusts[best.value]
            ties = [c for c in declared if c.source == best.source and trusts[c.value][0] == rank]
            return self._take("price", min(ties, key=lambda claim: amounts[claim.value]))
        if shown.prices and not self._is_unavailable():
            return self._take("price", Claim("price", shown.prices[0].amount, "text"))
        return None

    def _is_unavailable(self) -> bool:
        states = {claim.value for claim in self._claims if claim.field == "availability"}
        return states == {"OutOfStock"} or (not states and self._shown.unavailable)

    def _currency(self, price: str | None) -> str | None:
        declared = self._first("currency")
        if declared or price is None:
            return declared
        money = next((money for money in self._shown.prices if money.amount == price and money.currency), None)
        currency = (money and money.currency) or self._shown.currency
        return self._take("currency", Claim("currency", currency, "text")) if currency else None

    def _list_price(self, price: str | None) -> str | None:
        if price is None:
            return None
        declared = [claim for claim in self._claims if claim.field == "list_price"]
        seen = [Claim("list_price", money.amount, "text") for money in self._shown.list_prices]
        higher = [claim for claim in declared + seen if Decimal(claim.value) > Decimal(price)]
        return self._take("list_price", higher[0]) if higher else None

    def _availability(self, price: str | None) -> str | None:
        declared = [claim for claim in self._claims if claim.field == "availability"]
        if declared:
            return self._take("availability", next((c for c in declared if c.value == "InStock"), declared[0]))
        if self._shown.unavailable:
            return self._take("availability", Claim("availability", "OutOfStock", "text"))
        return self._take("availability", Claim("availability", "InStock", "price")) if price else None

    def _sku(self) -> str | None:
        claim = self._shown.code
        if claim:
            return self._take("sku", claim)
        declared = self._first("sku") or self._first("mpn")
        if declared:
            self._sources.setdefault("sku", self._sources.get("mpn", ""))
            return declared
        codes = _CODE_IN_ADDRESS.findall(self._address.partition("://")[2].partition("/")[2])
        return self._take("sku", Claim("sku", codes[-1], "address")) if codes else None

    @cached_property
    def _pairs(self) -> tuple[tuple[str, str], ...]:
        return shown_pairs(self._page)

    @cached_property
    def _labels(self) -> list[tuple[str, str]]:
        return [(label_key(name), value) for name, value in self._pairs]

    def _labelled(self, field: str, in_lines: Callable[[], Claim | None]) -> str | None:
        """The value of a pair of the specification, or else of a line with its label."""
        of_label = next((value for label, value in self._labels if label in LABELS[field]), None)
        claim = Claim(field, of_label, "table") if of_label else in_lines()
        return self._take(field, claim) if claim else None

    def _specification(self, nodes: Sequence[Node]) -> tuple[tuple[str, str], ...]:
        for pairs, source in ((self._pairs, "table"), (declared_pairs(nodes), "structured data")):
            if pairs:
                self._sources["specification"] = source
                return pairs
        return ()

    def _meta_description(self) -> str | None:
        for name, content in self._page.head.meta:
            if name.lower() in ("description", "og:description") and content.strip():
                return self._take("description", Claim("description", content, f"meta {name.lower()}"))
        return None

    def _images(self) -> tuple[str, ...]:
        claims = [claim for claim in self._claims if claim.field == "image"]
        if not claims:
            metas = self._page.head.meta
            claims = [
                Claim("image", text, "meta og:image") for name, text in metas if name.lower() == "og:image" and text
            ]
        claims = claims or self._shown_images()
        found = (absolute(claim.value, self._address) for claim in claims[:MAX_IMAGES])
        images = tuple(dict.fromkeys(address for address in found if address))
        if images:
            self._sources["images"] = claims[0].source
        return images

    def _shown_images(self) -> list[Claim]:
        """The images with the product's name as their alternative text."""
        name = _heading(self._page) or self._page.head.title or ""
        rows = self._page.rows_by_tag([TAGS["img"]])[0][:MAX_LOOKED_AT] if name else []
        alts = self._page.attribute(rows, "alt") if rows else []
        alike = [row for row, alt in zip(rows, alts, strict=True) if alt and are_alike(alt, name, LIKE_NAME)]
        found = self._page.images(alike, self._address) if alike else []
        return [Claim("image", address, "img alt") for address, _, _ in found if address]


def _trust(amount: Decimal, seen: list[Decimal], struck: set[Decimal]) -> tuple[int, int]:
    """A rank, the lower the better, and among amounts that readers see which comes first."""
    if amount in seen:
        return 0, seen.index(amount)
    return (2 if amount in struck else 1), 0
