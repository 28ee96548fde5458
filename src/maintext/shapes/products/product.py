"""What is known about a product, and the source of each value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class Rating:
    """What buyers think of a product."""

    value: str
    """The mean, as written: 4.5."""
    best: str | None = None
    """The best possible value, if the page declares it."""
    count: int | None = None
    """How many people rated or reviewed it."""


@dataclass(frozen=True)
class Product:
    """The product of a page. Unknown fields are None or empty."""

    name: str | None = None
    brand: str | None = None
    price: str | None = None
    """What it costs now: digits, with a point before the decimals if there are any."""
    currency: str | None = None
    """Its code of three letters; or the sign, if several currencies share it."""
    list_price: str | None = None
    """What it cost before, if that is more."""
    availability: str | None = None
    """InStock, OutOfStock, PreOrder or another name of schema.org."""
    sku: str | None = None
    """The shop's own number of the product."""
    gtin: str | None = None
    """The number of the trade: EAN, UPC, ISBN."""
    mpn: str | None = None
    """The maker's number."""
    rating: Rating | None = None
    description: str | None = None
    specification: tuple[tuple[str, str], ...] = ()
    """Names and values, in the order of the page."""
    images: tuple[str, ...] = ()
    """Addresses."""
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By field: where its value comes from, such as `json-ld offers.price`."""

    def to_dict(self) -> dict[str, object]:
        """All fields as JSON can hold them."""
        known = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            **known,
            "rating": asdict(self.rating) if self.rating else None,
            "specification": [list(pair) for pair in self.specification],
            "images": list(self.images),
            "sources": dict(self.sources),
        }
