"""Steps of a selector: tests that an element must pass, and how it lies in the element of the step before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Relation: TypeAlias = Literal["inside", "child", "root"]
"""Anywhere inside the element of the step before; directly inside it; the root of the page."""

Comparison: TypeAlias = Literal["has", "=", "~=", "|=", "^=", "$=", "*="]
"""How an attribute is compared, as CSS writes it; `has` if any value will do."""


@dataclass(frozen=True)
class Test:
    """A test of an attribute."""

    attribute: str
    comparison: Comparison = "has"
    value: str = ""

    def passes(self, found: str | None) -> bool:
        """Whether the value of an element's attribute passes; None if the element has none."""
        if found is None:
            return False
        value = self.value
        match self.comparison:
            case "has":
                return True
            case "=":
                return found == value
            case "~=":
                return bool(value) and value in found.split()
            case "|=":
                return found == value or found.startswith(f"{value}-")
            case "^=":
                return bool(value) and found.startswith(value)
            case "$=":
                return bool(value) and found.endswith(value)
            case _:
                return bool(value) and value in found


@dataclass(frozen=True)
class Step:
    """An element of a selector."""

    relation: Relation
    tag: str | None
    """None for any."""
    tests: tuple[Test, ...] = ()
    position: int | None = None
    """Which of the siblings of its name it is, counted from 1; None for any."""


Path: TypeAlias = tuple[Step, ...]
"""The steps of one selector, outermost first."""
