"""Page, keep mask -> the facts that the verdict is made from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.flags import NOSCRIPT, UNSHOWN
from maintext.page.tags import TAGS
from maintext.shapes.structured.thing import Thing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

TEXT_BYTES = 6_000
"""Text of the page that is searched: pages without content say what they are at once."""
_FIELDS = frozenset(["text", "email", "password", "tel", ""])
_REFRESH = re.compile(r"^\s*(\d+)[^;,]*[;,]\s*(?:url\s*=)?\s*['\"]?\S", re.IGNORECASE)
_SCRIPTED = re.compile(rb"(?:window\.|document\.|top\.)?location(?:\.href|\.replace)?\s*(?:=|\()\s*[\"']")
REFRESH_SECONDS = 10
BARE_BYTES = 1_500


@dataclass(frozen=True)
class Signs:
    """What is counted and quoted of a page. All texts are in small letters, with straight apostrophes."""

    title: str
    headings: str
    """The first three."""
    address: str
    """The path of the URL, with what follows."""
    text: str
    """The beginning of what readers see."""
    for_no_scripts: str
    """What browsers without scripts show."""
    n_kept: int
    """Words of the main content outside of links."""
    n_shown: int
    """Words that readers see."""
    n_fields: int
    """Fields for text that readers see."""
    n_passwords: int
    """Those of them for passwords."""
    is_paid: bool
    """Whether structured data declares that the page is not accessible for free."""
    refreshes: bool
    """Whether the page sends browsers to another one at once."""
    is_bare: bool
    """Whether its source is so short that it can't be more than that."""


def read_signs(page: Page, url: str | None, keep: NDArray[np.bool_], things: Sequence[Thing]) -> Signs:
    """The signs of a page."""
    blocks = page.blocks
    is_shown = blocks.flags & UNSHOWN == 0
    n_fields, n_passwords = _fields(page)
    n_shown = int(blocks.words[is_shown].sum())
    return Signs(
        title=_plain(page.head.title or ""),
        headings=_plain(" ".join(text for _, text in page.head.headings[:3])),
        address=(url or "").partition("://")[2].partition("/")[2].lower(),
        text=_beginning(page, is_shown),
        for_no_scripts=_beginning(page, blocks.flags & NOSCRIPT != 0),
        n_kept=n_kept_words(page, keep),
        n_shown=n_shown,
        n_fields=n_fields,
        n_passwords=n_passwords,
        is_paid=any(_is_paid(thing) for thing in things),
        refreshes=_refreshes(page, n_shown),
        is_bare=len(page.source) < BARE_BYTES,
    )


def _plain(text: str) -> str:
    """In small letters, with straight apostrophes.

    >>> _plain("We Can\u2019t Find It")
    "we can't find it"
    """
    return text.lower().replace("\u2019", "'")


def n_kept_words(page: Page, keep: NDArray[np.bool_]) -> int:
    """Words of the main content outside of links."""
    blocks = page.blocks
    is_prose = keep & (2 * blocks.link_chars <= blocks.chars)
    return int(blocks.words[is_prose].sum())


def _beginning(page: Page, chosen: NDArray[np.bool_]) -> str:
    numbers = np.flatnonzero(chosen)
    lengths = page.blocks.text_stop[numbers] - page.blocks.text_start[numbers]
    n_blocks = int(np.searchsorted(np.cumsum(lengths), TEXT_BYTES)) + 1
    mask = np.zeros(len(chosen), dtype=bool)
    mask[numbers[:n_blocks]] = True
    return _plain(page.text_of(mask)[:TEXT_BYTES])


def _fields(page: Page) -> tuple[int, int]:
    """How many fields for text, and for passwords, readers see."""
    (rows,) = page.rows_by_tag([TAGS["input"]])
    flags = page.elements.flags[rows] if rows else np.zeros(0, dtype=np.uint8)
    shown = [row for row, flag in zip(rows, flags.tolist(), strict=True) if not flag & UNSHOWN]
    types = [(kind or "").strip().lower() for kind in page.attribute(shown, "type")] if shown else []
    return sum(kind in _FIELDS for kind in types), types.count("password")


def _is_paid(thing: Thing) -> bool:
    value = thing.properties.get("isAccessibleForFree")
    return value is False or (isinstance(value, str) and value.lower().rsplit("/", 1)[-1] in ("false", "no"))


def _refreshes(page: Page, n_shown: int) -> bool:
    """By a `<meta>` tag; or by a script, on a page with next to no text."""
    for name, content in page.head.meta:
        match = _REFRESH.match(content) if name.lower() == "refresh" else None
        if match and int(match[1][:6]) <= REFRESH_SECONDS:
            return True
    return n_shown <= 20 and len(page.source) < 20_000 and _SCRIPTED.search(page.source) is not None
