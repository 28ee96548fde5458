"""F1 of each field of `doc.product` on products_train: a value counts if it is one of the accepted ones."""

import time
from collections import Counter
from decimal import Decimal

import maintext
from benches.shapes.data import labelled

FIELDS = ("price", "sku", "availability", "brand", "gtin")


def same_form(field: str, value: str) -> str:
    """A value without differences that mean nothing."""
    return str(Decimal(value.strip()).normalize()) if field == "price" else value.strip().lower()


def measure() -> dict[str, float]:
    """F1 by field, and the median of the milliseconds that the product takes where it is asked for."""
    counts: Counter[tuple[str, str]] = Counter()
    times = []
    for page in labelled("products_train"):
        doc = maintext.extract(page.html, url=page.gold["url"])
        _ = doc.page.head, doc.structured
        start = time.process_time()
        product = doc.product
        times.append(1000 * (time.process_time() - start))
        for field in FIELDS:
            accepted = {same_form(field, value) for value in page.gold["fields"].get(field, [])}
            found = getattr(product, field) if product else None
            is_right = found is not None and same_form(field, found) in accepted
            counts[field, "right"] += is_right
            counts[field, "found"] += found is not None
            counts[field, "wanted"] += bool(accepted)
    figures = {
        f"{field} F1": round(2 * counts[field, "right"] / (counts[field, "found"] + counts[field, "wanted"]), 3)
        for field in FIELDS
    }
    return {**figures, "median ms": round(sorted(times)[len(times) // 2], 2)}
