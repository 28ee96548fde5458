"""What readers see of a page -> claims about its product: prices, its number, whether it can be bought.

The native core reads the short lines with digits (`crates/pagetable/src/query/products`). Lines after the first heading
come first: before it are the header, a basket and offers of other products.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from maintext.shapes.products.declared import Claim
from maintext.shapes.products.money import Money
from maintext.shapes.products.product import Rating
from maintext.shapes.products.words import native_words, struck_marks

if TYPE_CHECKING:
    from maintext.page import Page

_RATING = re.compile(
    r"(?<![\d.,])([0-9][.,][0-9]{1,2})\s?(?:out of|von|sur|su|de|из|av|van|/)\s?(5|10)(?:[.,]0)?(?![\d.,%])"
    r"(?:\D{0,20}([0-9][0-9.,]*))?"
)
"""With decimals: "1 / 5" is a place in a row of pictures."""
_NO_DIGIT = re.compile(r"\D")
_LETTERS = re.compile(r"[^\W\d_]+")


class _Offer(NamedTuple):
    """What the lines with digits show, as the native core collects it."""

    heading: int
    """The block of the first shown h1, or else h2; 0 if there is none."""
    prices: tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]
    """Amount, currency and block of the amounts near the heading, and of the earlier ones."""
    currency: str | None
    """The currency of all amounts near the heading, if they have one in common."""
    code: tuple[str, str] | None
    """The product's number, and what shows that it is one: a label before it, or the address."""
    gtin: str | None
    ratings: list[str]
    """Lines that may have a rating."""


class Shown:
    """What a page shows of its product. Nothing is read before it is asked for."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._address = address

    @cached_property
    def _offer(self) -> _Offer:
        return _Offer(*self._page.read_offer(native_words(), struck_marks(), self._address))

    @cached_property
    def prices(self) -> list[Money]:
        """The amounts near the heading that are not struck through; `place` is the block."""
        return [Money(*found) for found in self._offer.prices[0]]

    @cached_property
    def list_prices(self) -> list[Money]:
        """The amounts that are struck through or called old."""
        return [Money(*found) for found in self._offer.prices[1]]

    @property
    def currency(self) -> str | None:
        """The currency of all amounts near the heading, if they have one in common."""
        return self._offer.currency

    @property
    def code(self) -> Claim | None:
        """The product's number: after a label, or else one that the address has too."""
        return Claim("sku", *self._offer.code) if self._offer.code else None

    @property
    def gtin(self) -> Claim | None:
        """The number of the trade after its label: "EAN: 6935364088101". Its last digit must be the right one."""
        return Claim("gtin", self._offer.gtin, "labelled text") if self._offer.gtin else None

    @property
    def brand(self) -> Claim | None:
        """The value of a line near the heading such as "Brand: Usha"."""
        brand = self._page.shown_brand(native_words(), self._offer.heading)
        return Claim("brand", brand, "labelled text") if brand else None

    @cached_property
    def rating(self) -> Rating | None:
        """The mean rating that a line near the heading shows: "4.6 out of 5 stars 6,536 ratings"."""
        match = next(filter(None, (_RATING.search(line.lower()) for line in self._offer.ratings)), None)
        if match is None:
            return None
        count = _NO_DIGIT.sub("", match[3] or "")[:9]
        return Rating(match[1].replace(",", "."), match[2], int(count) if count else None)

    @cached_property
    def unavailable(self) -> bool:
        """Whether a short line near the heading reads "out of stock"."""
        return self._page.is_unavailable(native_words(), self._offer.heading)


def label_key(text: str) -> str:
    """A label as `LABELS` has it.

    >>> label_key("Artikel-Nr.:"), label_key("SKU #")
    ('artikel nr', 'sku')
    """
    return " ".join(_LETTERS.findall(text.casefold()))
