"""Page -> the facts of its head, as written: nothing is guessed or corrected."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext import _core
from maintext.page.flags import SVG
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

MAX_ADDRESS_CHARS = 4_096
"""Nobody follows a longer address, and links, items and chunks would repeat it."""
_WHOLE_ADDRESS = re.compile(r"https?://[^\s/?#.]+\.?[^\s]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Head:
    """How the page describes itself."""

    title: str | None
    """Text of the first `<title>`, white space collapsed."""
    headings: tuple[tuple[int, str], ...]
    """Level and text of every h1 to h6 that has text, in order."""
    meta: tuple[tuple[str, str], ...]
    """Name (or property, itemprop, http-equiv) and content of every `<meta>`, in order."""
    canonical: str | None
    """Address of `<link rel=canonical>`, as written."""
    base: str | None
    """Address of `<base>`, as written."""
    language: str | None
    """`lang` of `<html>`, or of `<body>`."""
    json_ld: tuple[str, ...]
    """Source of every JSON-LD script."""


def read_head(page: Page) -> Head:
    """Reads the head's facts from the page table."""
    facts = page.head_facts()
    return Head(
        title=" ".join((facts["title"] or "").split()) or None,
        headings=tuple(facts["headings"]),
        meta=tuple(facts["meta"]),
        canonical=facts["canonical"],
        base=facts["base"],
        language=facts["language"],
        json_ld=tuple(facts["json_ld"]),
    )


def _rows(page: Page, name: str) -> list[int]:
    return page.rows_by_tag([TAGS[name]])[0]


def read_title(page: Page) -> str | None:
    """The title alone, for those who need nothing else of the head."""
    for row in _rows(page, "title"):
        *_, flags = page.element(row)
        if not flags & SVG:
            text = _core.text_content(page.content(row).encode(), "rcdata")
            return " ".join(text.split()) or None
    return None


def read_canonical(page: Page) -> str | None:
    """The canonical address that the page names, if it is a whole one and not too long."""
    address = " ".join((page.canonical() or "").split())
    return address if len(address) <= MAX_ADDRESS_CHARS and _WHOLE_ADDRESS.match(address) else None


def read_base(page: Page) -> str | None:
    """The address of `<base>` alone, as written."""
    return _first_value(page, "base", "href")


def _first_value(page: Page, name: str, attribute: str) -> str | None:
    values = page.attribute(_rows(page, name), attribute)
    return next((value for value in values if value), None)
