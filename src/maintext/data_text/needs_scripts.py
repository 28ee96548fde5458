"""A page without text -> whether its scripts would show it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.page import flags
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

NEEDS_SCRIPTS = "the page needs scripts to show its text"
MAX_SHOWN_WORDS = 60
"""A page that shows more words has a text of its own."""
_REQUEST = re.compile(
    r"(?:enable|activate|turn on|requires?|need(?:s|ed)?|without|supports?|aktivier\w*|activ(?:er|ez|ar?|e))"
    r"\W+(?:\w+\W+){0,4}java\s?script"
    r"|java\s?script\W+(?:\w+\W+){0,4}(?:enabled|required|disabled|off|necessary|erforderlich|deaktiviert)",
    re.IGNORECASE,
)
_ROOTS = frozenset("root app __next __nuxt ___gatsby q-app app-root react-root svelte main-app application".split())
"""Ids of the elements that frameworks fill."""


def why_scripts(page: Page) -> str | None:
    """What shows that a page needs its scripts; None if nothing does."""
    shown = page.blocks_without(flags.UNSHOWN | flags.SVG)
    if page.n_words(shown) > MAX_SHOWN_WORDS or not page.has_tag(TAGS["script"]):
        return None
    is_for_no_scripts = page.blocks.flags & flags.NOSCRIPT != 0
    if asks_for_scripts(" ".join(page.texts(shown.array() | is_for_no_scripts))):
        return f"{NEEDS_SCRIPTS}, and says so"
    root = _empty_root(page)
    return None if root is None else f"{NEEDS_SCRIPTS}: its element {root} is empty"


def asks_for_scripts(text: str) -> bool:
    """Whether a text asks readers to enable scripts.

    >>> asks_for_scripts("You need to enable JavaScript to run this app."), asks_for_scripts("A book on JavaScript.")
    (True, False)
    """
    return _REQUEST.search(text[:20_000]) is not None


def _empty_root(page: Page) -> str | None:
    """The element that a framework fills, if it has no text."""
    import numpy as np

    elements = page.elements
    rows = np.flatnonzero((elements.chars == 0) & np.isin(elements.tag, [TAGS["div"], TAGS["main"], TAGS["section"]]))
    names = page.attribute(rows, "id")
    found = next((name for name in names if name and name.lower() in _ROOTS), None)
    return None if found is None else f"#{found}"
