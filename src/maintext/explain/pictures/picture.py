"""A plot of a report, with the words around it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """A plot and what it shows."""

    title: str
    caption: str
    svg: str
    is_wide: bool = False
