"""What is known about a document -> front matter. The fields' names are those that people know from this field."""

from __future__ import annotations

import json
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
    # A JSON text is a YAML one, whatever is in it.
    lines = [f"{name}: {json.dumps(_plain(fields[name]), ensure_ascii=False)}" for name in FIELDS if fields.get(name)]
    return "\n".join(["---", *lines, "---", "", ""]) if lines else ""


def _plain(value: object) -> object:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [str(part) for part in value]
    return str(value)
