"""One entry of a list."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """An entry of a listing or a collection. Unknown fields are None or empty."""

    name: str | None
    link: str | None
    """Its address, resolved if the address of the page is known."""
    text: str
    """What the page shows of it besides name, price and date."""
    price: str | None
    """Digits, with a point before the decimals if there are any."""
    currency: str | None
    date: str | None
    """The day, YYYY-MM-DD; or as shown, if it names none."""
    image: str | None
    blocks: tuple[int, ...]
    """Numbers of its blocks of text that readers see."""

    def to_dict(self) -> dict[str, object]:
        """All fields as JSON can hold them."""
        known = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**known, "blocks": list(self.blocks)}
