"""Page -> the kind of each block: what its element is for, as far as the tags say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.page.tags import TAGS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.page import Page

KINDS = ("text", "paragraph", "heading", "list item", "table cell", "quote", "code", "caption", "definition", "control")
"""The kinds a block can have; `text` is text in an element without meaning, such as `<div>`."""

_TAGS_OF_KIND = {
    "paragraph": "p",
    "heading": "h1 h2 h3 h4 h5 h6",
    "list item": "li",
    "table cell": "td th",
    "quote": "blockquote",
    "code": "pre listing xmp plaintext",
    "caption": "figcaption caption legend",
    "definition": "dt dd",
    "control": "button select option optgroup textarea",
}
# A paragraph inside one of these is one of these.
_CONTAINERS = ("quote", "code", "caption", "definition", "list item", "table cell")


def block_kinds(page: Page) -> NDArray[np.uint8]:
    """A number into KINDS for each block: that of its element, or of a list, table, quote just around it."""
    import numpy as np

    own = _kind_of_tag()[page.elements.tag]
    rows = page.blocks.element
    kinds = own[rows]
    plain = kinds <= KINDS.index("paragraph")
    parents = np.maximum(page.elements.parent[rows], 0)
    around = own[parents]
    inherits = plain & np.isin(around, [KINDS.index(name) for name in _CONTAINERS])
    return np.where(inherits, around, kinds).astype(np.uint8)


def _kind_of_tag() -> NDArray[np.uint8]:
    import numpy as np

    table = np.zeros(256, dtype=np.uint8)
    for kind, names in _TAGS_OF_KIND.items():
        table[[TAGS[name] for name in names.split() if name in TAGS]] = KINDS.index(kind)
    return table
