"""Document -> the values of the columns for its shapes; None for those not requested. Does not import Arrow."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from maintext.document import Document
from maintext.document.shapes_record import shapes_of
from maintext.shapes.verdicts import read_permissions

SHAPE_COLUMNS = ("verdict", "verdict_probability", "permissions", "product", "posts", "items", "structured")


def shape_values(document: Document, names: Sequence[str], signals: str | None = None) -> tuple[Any, ...]:
    """The values in the order of `SHAPE_COLUMNS`. `signals` are headers of the response, one per line."""
    if not names:
        return (None,) * len(SHAPE_COLUMNS)
    found: dict[str, Any] = shapes_of(document, names)
    if signals and "permissions" in names:
        headers = (line.partition(":")[::2] for line in signals.split("\n"))
        found["permissions"] = dict(read_permissions(document.page, headers).directives)
    verdict, permissions, product = found.get("verdict"), found.get("permissions"), found.get("product")
    if product:
        product["specification"] = [{"name": name, "value": value} for name, value in product["specification"]]
    structured = json.dumps(found["structured"], ensure_ascii=False) if "structured" in found else None
    return (
        verdict and verdict["kind"],
        verdict and verdict["probability"],
        None if permissions is None else list(permissions),
        product,
        found.get("posts"),
        found.get("items"),
        structured,
    )
