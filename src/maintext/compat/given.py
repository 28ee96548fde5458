"""What callers of other tools hand over -> a page to read; and what is said of options that mean nothing here."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from maintext.errors import InputError


class IgnoredOptionWarning(UserWarning):
    """An option of another tool that means nothing here was given, and ignored."""


def html_of(given: Any) -> str | bytes:
    """The HTML of a text, of bytes, of a response (`data` or `content`), or of an lxml tree.

    >>> class Response:
    ...     data = b"<p>Tea"
    >>> html_of(Response())
    b'<p>Tea'
    """
    if isinstance(given, (str, bytes)):
        return given
    if hasattr(given, "getroottree"):
        from lxml import html

        return bytes(html.tostring(given, encoding="utf-8"))
    for name in ("data", "content", "html"):
        inside = getattr(given, name, None)
        if isinstance(inside, (str, bytes)):
            return inside
    raise InputError(f"a page is str, bytes, a response or an lxml tree, not {type(given).__name__}")


def tell_ignored(tool: str, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
    """Says of every option that was given, and is not what it is by default, that it is ignored."""
    for name, default in defaults.items():
        value = given[name]
        if value is not default and value != default:
            # From this line, not from the caller's: so Python says it once an option, not once a call.
            warnings.warn(f"{tool}: {name} means nothing here and is ignored", IgnoredOptionWarning, stacklevel=1)
