"""Page -> facts about each block for a person to read: its kind, its place in the tree, its counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from maintext.page import flags
from maintext.page.kinds import KINDS, block_kinds

if TYPE_CHECKING:
    from maintext.page import Page

N_STEPS = 4
"""Elements that a place names, from the block outwards. Longer paths are what XPath is for."""
MAX_NAME_CHARS = 28
_FLAG_NAMES = {
    flags.HIDDEN: "hidden",
    flags.ARIA_HIDDEN: "aria-hidden",
    flags.TEMPLATE: "template",
    flags.NOSCRIPT: "noscript",
    flags.SVG: "SVG",
    flags.MATH: "formula",
    flags.PREFORMATTED: "preformatted",
}


class BlockFacts(TypedDict):
    """Facts about a block."""

    kind: str
    place: str
    chars: int
    words: int
    sentences: int
    punctuation: int
    digits: int
    tags: int
    link_share: float
    flags: list[str]


def block_facts(page: Page) -> list[BlockFacts]:
    """The facts of every block."""
    blocks = page.blocks
    names: dict[int, str] = {}
    # Lists, because reading NumPy columns one number at a time is slow.
    counts = [
        getattr(blocks, name).tolist() for name in ("chars", "words", "sentences", "punctuation", "digits", "tags")
    ]
    rows = zip(
        block_kinds(page).tolist(),
        blocks.element.tolist(),
        blocks.link_chars.tolist(),
        blocks.flags.tolist(),
        strict=True,
    )
    facts = []
    for (kind, element, link_chars, bits), numbers in zip(rows, zip(*counts, strict=True), strict=True):
        if element not in names:
            names[element] = _place(page, element)
        chars, words, sentences, punctuation, digits, tags = numbers
        facts.append(
            BlockFacts(
                kind=KINDS[kind],
                place=names[element],
                chars=chars,
                words=words,
                sentences=sentences,
                punctuation=punctuation,
                digits=digits,
                tags=tags,
                link_share=round(link_chars / max(chars, 1), 3),
                flags=[name for bit, name in _FLAG_NAMES.items() if bits & bit],
            )
        )
    return facts


def element_name(page: Page, row: int) -> str:
    """An element as a CSS selector, shortened if it is long.

    >>> import maintext
    >>> page = maintext.parse('<div id="main" class="story wide"><p>Text')
    >>> [element_name(page, row) for row in range(len(page.elements))]
    ['html', 'body', 'div#main', 'p']
    """
    attributes = page.attributes(row)
    # An id is more specific than a class, and one class is enough to recognise an element.
    id_, classes = attributes.get("id", "").split(), attributes.get("class", "").split()
    name = page.tag_name(row) + (f"#{id_[0]}" if id_ else f".{classes[0]}" if classes else "")
    return name if len(name) <= MAX_NAME_CHARS else name[: MAX_NAME_CHARS - 1] + "…"


def _place(page: Page, row: int) -> str:
    steps: list[str] = []
    while row >= 0 and len(steps) < N_STEPS:
        steps.append(element_name(page, row))
        row = int(page.elements.parent[row])
    return ("… " if row >= 0 else "") + " › ".join(reversed(steps))
