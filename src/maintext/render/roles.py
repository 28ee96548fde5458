"""Tag -> role: what an element does for a reader, whatever the format. Most do nothing, and are not walked.

A step of the walk has a code: TEXT, BREAK, a role for an element that opens, CLOSE more for one that closes.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext.render.options import Options
from maintext.tags import TAGS

TEXT = 0
"""As a code: a run of text. As a role: an element that does nothing."""
BREAK = 1
"""The text after it is of another block."""

STRONG, EMPHASIS, STRIKE, CODE, SUB, SUP, QUOTED, LINK, NOTE_REF = range(2, 11)
LIST, ORDERED, ITEM, QUOTE, CODE_BLOCK, TERMS, TERM, DEFINITION, NOTE = range(11, 20)
TABLE, ROW, CELL, HEAD_CELL, CAPTION = range(20, 25)
H1, H2, H3, H4, H5, H6 = range(25, 31)
IMAGE, RULE, FORMULA = range(31, 34)
"""Have no text of their own, and no step when they close."""
SKIP = 34
"""What stands inside is left out."""
N_ROLES = 35
CLOSE = 128

_TAGS_OF_ROLE = {
    STRONG: "b strong",
    EMPHASIS: "i em cite dfn var",
    STRIKE: "s strike del",
    CODE: "code kbd samp tt",
    SUB: "sub",
    SUP: "sup",
    QUOTED: "q",
    LINK: "a",
    LIST: "ul menu dir",
    ORDERED: "ol",
    ITEM: "li",
    QUOTE: "blockquote",
    CODE_BLOCK: "pre listing xmp plaintext",
    TERMS: "dl",
    TERM: "dt",
    DEFINITION: "dd",
    TABLE: "table",
    ROW: "tr",
    CELL: "td",
    HEAD_CELL: "th",
    CAPTION: "caption figcaption",
    H1: "h1",
    H2: "h2",
    H3: "h3",
    H4: "h4",
    H5: "h5",
    H6: "h6",
    IMAGE: "img",
    RULE: "hr",
    FORMULA: "math",
}
_FORMATTING = (STRONG, EMPHASIS, STRIKE, CODE, SUB, SUP)

CONTAINERS = (LIST, ORDERED, ITEM, QUOTE, CODE_BLOCK, TERMS, TABLE, H1, H2, H3, H4, H5, H6)
"""What a heading or a code block can't have inside it."""

# What the native walk must know of a role: see `_core.steps`.
_VOID, _EVEN_EMPTY, _SKIP, _VERBATIM, _PREFORMATTED = 1, 2, 4, 8, 16
_TRAITS_OF_ROLE = {
    **dict.fromkeys((IMAGE, RULE, FORMULA), _VOID),
    **dict.fromkeys((CELL, HEAD_CELL), _EVEN_EMPTY),
    SKIP: _SKIP,
    CODE: _VERBATIM,
    CODE_BLOCK: _VERBATIM | _PREFORMATTED,
}
TRAITS = bytes(_TRAITS_OF_ROLE.get(role, 0) for role in range(N_ROLES))


@cache
def roles_by_tag(options: Options) -> NDArray[np.uint8]:
    """The role of each tag number."""
    left_out = {
        *(() if options.include_links else (LINK,)),
        *(() if options.include_images else (IMAGE,)),
        *(() if options.include_formatting else _FORMATTING),
    }
    roles = np.zeros(256, dtype=np.uint8)
    for role, names in _TAGS_OF_ROLE.items():
        if role not in left_out:
            roles[[TAGS[name] for name in names.split()]] = role
    roles.setflags(write=False)
    return roles
