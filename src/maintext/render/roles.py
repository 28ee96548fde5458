"""Tag -> role: what an element does for a reader, whatever the format. Most do nothing, and are not walked.

A step of the walk has a code: TEXT, BREAK, a role for an element that opens, CLOSE more for one that closes.
"""

from __future__ import annotations

from functools import cache

from maintext import _core
from maintext.page.tags import TAGS
from maintext.render.options import Options

TEXT = 0
"""As a code: a run of text. As a role: an element that does nothing."""
BREAK = 1
"""As a code: the text after it is of another block."""
CLOSE = 128

STRONG = _core.ROLES["strong"]
EMPHASIS = _core.ROLES["emphasis"]
STRIKE = _core.ROLES["strike"]
CODE = _core.ROLES["code"]
SUB = _core.ROLES["sub"]
SUP = _core.ROLES["sup"]
QUOTED = _core.ROLES["quoted"]
LINK = _core.ROLES["link"]
NOTE_REF = _core.ROLES["note_ref"]
LIST = _core.ROLES["list"]
ORDERED = _core.ROLES["ordered"]
ITEM = _core.ROLES["item"]
QUOTE = _core.ROLES["quote"]
CODE_BLOCK = _core.ROLES["code_block"]
TERMS = _core.ROLES["terms"]
TERM = _core.ROLES["term"]
DEFINITION = _core.ROLES["definition"]
NOTE = _core.ROLES["note"]
TABLE = _core.ROLES["table"]
ROW = _core.ROLES["row"]
CELL = _core.ROLES["cell"]
HEAD_CELL = _core.ROLES["head_cell"]
CAPTION = _core.ROLES["caption"]
H1 = _core.ROLES["h1"]
H2 = _core.ROLES["h2"]
H3 = _core.ROLES["h3"]
H4 = _core.ROLES["h4"]
H5 = _core.ROLES["h5"]
H6 = _core.ROLES["h6"]
IMAGE = _core.ROLES["image"]
RULE = _core.ROLES["rule"]
FORMULA = _core.ROLES["formula"]
SKIP = _core.ROLES["skip"]
N_ROLES = SKIP + 1

MARKS = range(STRONG, NOTE_REF + 1)
"""Stand within a line."""
HEADINGS = range(H1, H6 + 1)

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


@cache
def roles_by_tag(options: Options) -> bytes:
    """The role of each tag number."""
    left_out = {
        *(() if options.include_links else (LINK,)),
        *(() if options.include_images else (IMAGE,)),
        *(() if options.include_formatting else _FORMATTING),
    }
    roles = bytearray(256)
    for role, names in _TAGS_OF_ROLE.items():
        for name in names.split() if role not in left_out else ():
            roles[TAGS[name]] = role
    return bytes(roles)
