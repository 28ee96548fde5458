"""Accept header -> the best media type among those available."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WEIGHT = re.compile(r"[01](\.\d{0,3})?")


def best_kind(accept: str, kinds: Sequence[str]) -> str | None:
    """The available type with the highest weight, the first of several; None if none is acceptable.

    >>> kinds = ["application/json", "text/markdown"]
    >>> best_kind("", kinds), best_kind("text/*;q=0.5, */*;q=0.1", kinds), best_kind("image/png", kinds)
    ('application/json', 'text/markdown', None)
    """
    ranges = [_range(part) for part in (accept or "*/*").split(",") if part.strip()]
    weights = [_weight(kind, ranges) for kind in kinds]
    most = max(weights, default=0.0)
    return kinds[weights.index(most)] if most > 0 else None


def _range(part: str) -> tuple[str, float]:
    """A media range and its weight; a malformed weight counts as 1."""
    kind, *parameters = (piece.strip().lower() for piece in part.split(";"))
    weight = next((piece[2:] for piece in parameters if piece.startswith("q=")), "1")
    return kind, float(weight) if _WEIGHT.fullmatch(weight) else 1.0


def _weight(kind: str, ranges: Sequence[tuple[str, float]]) -> float:
    """The weight by the most specific range."""
    family = kind.split("/")[0] + "/*"
    for wanted in (kind, family, "*/*"):
        found = [weight for name, weight in ranges if name == wanted]
        if found:
            return max(found)
    return 0.0
