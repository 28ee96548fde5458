"""Arguments of other tools' functions -> HTML, and warnings for options that have no effect here."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from maintext.errors import InputError
from maintext.fetch.decompression import DecompressionLimits, Decompressor

_GZIP = b"\x1f\x8b"
_MAX_BYTES = 64 * 1024**2
"""No page is longer."""


class IgnoredOptionWarning(UserWarning):
    """An option of another tool has no effect in maintext."""


def html_of(given: Any) -> str | bytes:
    """The HTML of a text, of bytes, of a response (`data` or `content`), or of an lxml tree.

    >>> class Response:
    ...     data = b"<p>Tea"
    >>> html_of(Response())
    b'<p>Tea'
    """
    if isinstance(given, bytes) and given.startswith(_GZIP):
        decompressor = Decompressor("gzip", DecompressionLimits(max_bytes=_MAX_BYTES))
        return b"".join(decompressor.feed(given))
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


def warn_ignored(tool: str, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
    """Warns about every option that is ignored here and whose value is not the default."""
    for name, default in defaults.items():
        value = given[name]
        if value is not default and value != default:
            # With this line as the source, Python shows the warning once per option, not once per call.
            warnings.warn(f"{tool}: the option {name} has no effect in maintext", IgnoredOptionWarning, stacklevel=1)
