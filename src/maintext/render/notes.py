"""Links in superscript to texts of the same page -> footnotes and their labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.page.tags import TAGS
from maintext.render import roles as role

if TYPE_CHECKING:
    from maintext.page import Page

_MARKUP = re.compile(r"<[^>]*>")
_NO_LABEL = re.compile(r"\W+")
MAX_LABEL_CHARS = 12
"""A longer text in superscript is no mark of a note."""
# Elements that can be a note. An anchor within one stands for it.
_NOTE_TAGS = frozenset(TAGS[name] for name in "li p dd div aside section".split())
MAX_ANCHOR_LEVELS = 3


def find_notes(
    page: Page, keep: NDArray[np.bool_], roles: NDArray[np.uint8], superscript_links: list[int]
) -> dict[int, str]:
    """The label of each note and of each mark that refers to it, by row; gives them their roles."""
    links = sorted(set(superscript_links))
    rows_of_id = _rows_of_id(page)
    labels: dict[int, str] = {}
    targets: dict[int, str] = {}
    n_uses: dict[str, int] = {}
    for link, address in zip(links, page.attribute(links, "href"), strict=True):
        target = _target(page, rows_of_id.get(_anchor(address)), link)
        if target is None or not _has_kept_text(page, keep, target) or roles[target] not in (0, role.ITEM, role.NOTE):
            continue
        label = targets.get(target) or _label(page, link, n_uses)
        if label:
            labels[link] = labels[target] = targets[target] = label
            _give_roles(page, roles, link, target)
    return labels


def _rows_of_id(page: Page) -> dict[str, int]:
    ids = page.attribute(np.arange(len(page.elements)), "id")
    return {name: row for row, name in reversed(list(enumerate(ids))) if name}


def _anchor(address: str | None) -> str:
    """The place within the page that an address names."""
    return unquote(address[1:]) if address and address.startswith("#") else ""


def _target(page: Page, row: int | None, link: int) -> int | None:
    """The note that an element is, or stands in."""
    elements = page.elements
    if row is None:
        return None
    for _ in range(MAX_ANCHOR_LEVELS):
        if int(elements.tag[row]) in _NOTE_TAGS:
            return None if row <= link < int(elements.end[row]) else row
        row = max(int(elements.parent[row]), 0)
    return None


def _has_kept_text(page: Page, keep: NDArray[np.bool_], row: int) -> bool:
    elements = page.elements
    return bool(keep[int(elements.first_block[row]) : int(elements.stop_block[row])].any())


def _text(page: Page, row: int) -> str:
    return _core.text_content(_MARKUP.sub("", page.content(row)).encode(), "rcdata").strip()


def _label(page: Page, link: int, n_uses: dict[str, int]) -> str | None:
    """The text of a link as a label that no other note has: the second note called 1 is 1-2."""
    text = _text(page, link)
    if not text or len(text) > MAX_LABEL_CHARS:
        return None
    label = _NO_LABEL.sub("-", text).strip("-") or "note"
    while True:
        number = n_uses[label] = n_uses.get(label, 0) + 1
        numbered = label if number == 1 else f"{label}-{number}"
        if number == 1 or numbered not in n_uses:
            n_uses.setdefault(numbered, 1)
            return numbered


def _give_roles(page: Page, roles: NDArray[np.uint8], link: int, target: int) -> None:
    elements = page.elements
    roles[link : int(elements.end[link])] = 0
    if int(elements.tag[int(elements.parent[link])]) == TAGS["sup"]:
        roles[int(elements.parent[link])] = 0
    roles[link] = role.NOTE_REF
    if roles[target] == role.NOTE:
        return
    roles[target] = role.NOTE
    inside = np.arange(target, int(elements.end[target]))
    ways_back = inside[elements.tag[inside] == TAGS["a"]].tolist()
    for row, address in zip(ways_back, page.attribute(ways_back, "href"), strict=True):
        # An arrow or a caret that leads back to the text says nothing in a text.
        if (address or "").startswith("#") and not _NO_LABEL.sub("", _text(page, row)):
            roles[row] = role.SKIP
