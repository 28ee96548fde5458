"""What is known about a document -> front matter. The fields' names are those that people know from this field."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

FIELDS = (
    "title",
    "author",
    "date",
    "url",
    "hostname",
    "sitename",
    "description",
    "categories",
    "tags",
    "language",
    "image",
)
"""In this order, in every format."""

Fields = Mapping[str, object]
"""Values by name: a text, several texts, or None."""


def as_text(value: object) -> str:
    """A field in one line."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(map(as_text, value))
    return str(value)


def front_matter(fields: Fields) -> str:
    r"""The fields that are known, as YAML between two lines of dashes, and a blank line. Empty if none is.

    >>> print(front_matter({"title": 'Tea: "hot"', "tags": ["a", "b"], "date": None}))
    ---
    title: "Tea: \"hot\""
    tags: ["a", "b"]
    ---
    <BLANKLINE>
    <BLANKLINE>
    """
    lines = [f"{name}: {_yaml(fields[name])}" for name in FIELDS if fields.get(name)]
    return "\n".join(["---", *lines, "---", "", ""]) if lines else ""


def _yaml(value: object) -> str:
    r"""A value in one line of YAML: JSON, with more of its characters escaped.

    >>> print(_yaml("<b>\x80"))
    "\u003cb>\u0080"
    """
    parts = value if isinstance(value, Sequence) and not isinstance(value, str) else None
    written = json.dumps(str(value) if parts is None else [str(part) for part in parts], ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


# Characters that YAML can't have or takes for line breaks, and those that would be a tag or a link to readers of
# Markdown that do not know front matter and show it as text.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff<]|(?<=\\])[\\[(:]")
