"""Attributes -> addresses that are absolute where they can be, and safe to follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from maintext import _core
from maintext.page.head import read_base

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True, eq=False)
class Addresses:
    """Reads and resolves addresses of one page."""

    page: Page
    url: str | None
    has_base: bool = True
    """Whether the page may have a `<base>`."""

    @cached_property
    def base(self) -> str:
        """What relative addresses are relative to: `<base>`, or the page's own address; empty if neither is known."""
        written = read_base(self.page) if self.has_base else None
        resolved = _core.resolve_addresses(self.url or "", [written])[0] if written else None
        return resolved or self.url or ""

    def of(self, rows: list[int], attribute: str) -> dict[int, str]:
        """The resolved address of each element that has a safe one."""
        written = {
            row: value
            for row, value in zip(rows, self.page.attribute(rows, attribute), strict=True)
            if value is not None
        }
        resolved = _core.resolve_addresses(self.base, list(written.values()))
        return {row: address for row, address in zip(written, resolved, strict=True) if address}
