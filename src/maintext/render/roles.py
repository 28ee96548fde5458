"""The codes of steps: TEXT, BREAK, a role for an element that opens, CLOSE more for one that closes.

A role is what an element does for a reader, whatever the format. The native core gives them, so the numbers are its
own.
"""

from __future__ import annotations

from maintext._core import ROLES

TEXT = 0
"""A run of text."""
BREAK = 1
"""The text after it is in another block."""
CLOSE = 128

STRONG = ROLES["strong"]
EMPHASIS = ROLES["emphasis"]
STRIKE = ROLES["strike"]
CODE = ROLES["code"]
SUB = ROLES["sub"]
SUP = ROLES["sup"]
QUOTED = ROLES["quoted"]
LINK = ROLES["link"]
NOTE_REF = ROLES["note_ref"]
LIST = ROLES["list"]
ORDERED = ROLES["ordered"]
ITEM = ROLES["item"]
QUOTE = ROLES["quote"]
CODE_BLOCK = ROLES["code_block"]
TERMS = ROLES["terms"]
TERM = ROLES["term"]
DEFINITION = ROLES["definition"]
NOTE = ROLES["note"]
TABLE = ROLES["table"]
ROW = ROLES["row"]
CELL = ROLES["cell"]
HEAD_CELL = ROLES["head_cell"]
CAPTION = ROLES["caption"]
H1 = ROLES["h1"]
H2 = ROLES["h2"]
H3 = ROLES["h3"]
H4 = ROLES["h4"]
H5 = ROLES["h5"]
H6 = ROLES["h6"]
IMAGE = ROLES["image"]
RULE = ROLES["rule"]
FORMULA = ROLES["formula"]
SKIP = ROLES["skip"]

MARKS = range(STRONG, NOTE_REF + 1)
"""Parts of a line."""
HEADINGS = range(H1, H6 + 1)
