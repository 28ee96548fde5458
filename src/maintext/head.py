"""Page -> what its head says about it, as it stands there: nothing is guessed or corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext import _core
from maintext.flags import SVG
from maintext.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Head:
    """What the page says about itself."""

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
    return Head(
        title=read_title(page),
        headings=_headings(page),
        meta=_meta(page),
        canonical=_canonical(page),
        base=read_base(page),
        language=_first_value(page, "html", "lang") or _first_value(page, "body", "lang"),
        json_ld=_json_ld(page),
    )


def _rows(page: Page, name: str) -> list[int]:
    rows: list[int] = np.flatnonzero(page.elements.tag == TAGS[name]).tolist()
    return rows


def read_title(page: Page) -> str | None:
    """The title alone, for those who need nothing else of the head."""
    for row in _rows(page, "title"):
        if not int(page.elements.flags[row]) & SVG:
            text = _core.text_content(page.content(row).encode(), "rcdata")
            return " ".join(text.split()) or None
    return None


def read_base(page: Page) -> str | None:
    """The address of `<base>` alone, as written."""
    return _first_value(page, "base", "href")


def _headings(page: Page) -> tuple[tuple[int, str], ...]:
    tags, blocks = page.elements.tag, page.blocks
    first_level = TAGS["h1"]
    rows = np.flatnonzero((tags >= first_level) & (tags <= TAGS["h6"]))
    firsts, stops = page.elements.first_block[rows].tolist(), page.elements.stop_block[rows].tolist()
    found = []
    for tag, first, stop in zip(tags[rows].tolist(), firsts, stops, strict=True):
        starts, ends = blocks.text_start[first:stop].tolist(), blocks.text_stop[first:stop].tolist()
        text = b" ".join(page.text[start:end] for start, end in zip(starts, ends, strict=True)).decode()
        if text:
            found.append((tag - first_level + 1, text))
    return tuple(found)


def _meta(page: Page) -> tuple[tuple[str, str], ...]:
    pairs = []
    for row in _rows(page, "meta"):
        attributes = page.attributes(row)
        names = (attributes.get(key) for key in ("name", "property", "itemprop", "http-equiv"))
        name = next((name for name in names if name), None)
        if name and "content" in attributes:
            pairs.append((name, attributes["content"]))
    return tuple(pairs)


def _canonical(page: Page) -> str | None:
    for row in _rows(page, "link"):
        attributes = page.attributes(row)
        if "canonical" in attributes.get("rel", "").lower().split():
            return attributes.get("href") or None
    return None


def _first_value(page: Page, name: str, attribute: str) -> str | None:
    values = page.attribute(_rows(page, name), attribute)
    return next((value for value in values if value), None)


def _json_ld(page: Page) -> tuple[str, ...]:
    rows = _rows(page, "script")
    kinds = page.attribute(rows, "type")
    return tuple(
        page.content(row)
        for row, kind in zip(rows, kinds, strict=True)
        if kind and kind.split(";")[0].strip().lower() == "application/ld+json"
    )
