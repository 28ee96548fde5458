"""Writes the numbers of docs/limits.md: `python -m tools.limits` after a limit changed; a test compares.

The page has a row per limit. The second cell is its value, which this reads from the constant that the fourth cell
names: `module:NAME`, `module:Class.field` for the default of a field, or `file.rs:NAME` for a constant of the core.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "limits.md"
_CORE = ROOT / "crates" / "pagetable" / "src"
_ROW = re.compile(
    r"^(\| [^|]+ \| )[\d,.]+( [^|]+ \| [^|]+ \| `([^`|]+)` \| `(test_\w+)` in `(tests/[\w/.]+)` \|)$", re.MULTILINE
)


class Limit(NamedTuple):
    """One row of the page."""

    constant: str
    test: str
    test_file: str


def limits(text: str) -> list[Limit]:
    """The rows of the page."""
    return [Limit(*found.groups()[2:]) for found in _ROW.finditer(text)]


def with_values(text: str) -> str:
    """The page with the present value in each row."""
    return _ROW.sub(lambda found: f"{found[1]}{value_of(found[3]):,}{found[2]}", text)


def value_of(constant: str) -> float:
    """The present value of a limit."""
    place, name = constant.split(":")
    if place.endswith(".rs"):
        return _rust_value(place, name)
    found = import_module(f"maintext.{place}")
    for part in name.split("."):
        fields = getattr(found, "__dataclass_fields__", {})
        found = fields[part].default if part in fields else getattr(found, part)
    assert isinstance(found, int | float), constant  # noqa: S101 - a mistake in the page
    return found


def _rust_value(place: str, name: str) -> float:
    found = re.search(rf"const {name}: \w+ = ([\d_]+);", (_CORE / place).read_text(encoding="utf-8"))
    assert found, f"{place} has no {name}"  # noqa: S101 - a mistake in the page
    return int(found[1].replace("_", ""))


if __name__ == "__main__":
    PAGE.write_text(with_values(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
