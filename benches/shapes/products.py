"""F1 of each field of `doc.product` on products_train: a value counts if it is one of the accepted ones.

The rules were written while looking at all pages, so the figures of both halves of the shops are given as well: how far
they differ shows how much chance is in them.
"""

from collections import Counter
from decimal import Decimal
from statistics import mean, median

import maintext
from benches.shapes.data import HALVES, half_of, labelled, milliseconds

FIELDS = ("price", "sku", "availability", "brand", "gtin")


def same_form(field: str, value: str) -> str:
    """A value without differences that mean nothing."""
    return str(Decimal(value.strip()).normalize()) if field == "price" else value.strip().lower()


def measure() -> dict[str, float]:
    """F1 by field of all pages and of each half, and the milliseconds that the product takes."""
    halves: tuple[Counter[tuple[str, str]], ...] = (Counter(), Counter())
    times = []
    for page in labelled("products_train"):
        doc = maintext.extract(page.html, url=page.gold["url"])
        times.append(milliseconds(doc, "product"))
        counts = halves[half_of(page.gold["url"])]
        for field in FIELDS:
            accepted = {same_form(field, value) for value in page.gold["fields"].get(field, [])}
            found = getattr(doc.product, field) if doc.product else None
            counts[field, "right"] += found is not None and same_form(field, found) in accepted
            counts[field, "found"] += found is not None
            counts[field, "wanted"] += bool(accepted)
    figures = _figures(halves[0] + halves[1], "")
    for counts, name in zip(halves, HALVES, strict=True):
        figures |= _figures(counts, f", {name}")
    return {**figures, "median ms": round(median(times), 2), "mean ms": round(mean(times), 2)}


def _figures(counts: Counter[tuple[str, str]], suffix: str) -> dict[str, float]:
    n_values = {field: counts[field, "found"] + counts[field, "wanted"] for field in FIELDS}
    return {f"{field} F1{suffix}": round(2 * counts[field, "right"] / n, 3) for field, n in n_values.items() if n}
