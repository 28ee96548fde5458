"""A code block -> the language its page says it is in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page import Page

# The forms in which highlighters write it: Prism and HTML's own; Sphinx and GitHub; SyntaxHighlighter.
_CLASS = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|brush:)[-\s]?([\w+#.-]+)")
_NAMED_AFTER = re.compile(r"(?:^|\s)(?:sourceCode|src|hljs|prettyprint)\s+(?:src-|lang-)?([a-z][\w+#-]*)")
_NO_LANGUAGE = frozenset(
    "default none text plain plaintext nohighlight source notranslate hljs linenums js-code".split()
)
N_LEVELS_ABOVE = 2
MAX_CHARS = 40
"""No language has a longer name."""


def code_language(page: Page, row: int) -> str:
    """The language of a `<pre>`, by its attributes, those of a `<code>` in it, and of what is just around it."""
    elements = page.elements
    end = int(elements.end[row])
    rows = [row, *([row + 1] if row + 1 < end else [])]
    above = row
    for _ in range(N_LEVELS_ABOVE):
        above = int(elements.parent[above])
        if above < 0:
            break
        rows.append(above)
    found = (_language_of(page.attributes(own)) for own in rows)
    return next((name for name in found if 0 < len(name) <= MAX_CHARS), "")


def _language_of(attributes: dict[str, str]) -> str:
    for name in ("data-lang", "data-language"):
        value = attributes.get(name, "").strip().lower()
        if re.fullmatch(r"[\w+#.-]+", value):
            return value
    classes = attributes.get("class", "")
    for pattern in (_CLASS, _NAMED_AFTER):
        for found in pattern.findall(classes):
            if found.lower() not in _NO_LANGUAGE:
                return str(found.lower())
    return ""
