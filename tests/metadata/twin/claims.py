"""The texts that a page's sources give, before one is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Claims: TypeAlias = Mapping[str, "tuple[str, ...]"]
"""By key, such as `datePublished` of JSON-LD: the values, in the order of the page."""


def collected(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Pairs of key and value, grouped by key, without empty and repeated values."""
    found: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        if value:
            found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}
