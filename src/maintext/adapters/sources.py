"""A path, a web address or HTML -> Document -> the text and the metadata that frameworks store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import maintext
from maintext.document import Document

FIELDS = ("title", "author", "date", "language", "url", "page_type", "confidence")


def read(source: str | Path, options: dict[str, Any]) -> Document:
    """The document at a web address or a path. A web address needs maintext[fetch]."""
    address = str(source)
    if address.startswith(("http://", "https://")):
        return maintext.extract_url(address, **options)
    return maintext.extract(Path(source).read_bytes(), **options)


def content_of(document: Document, output_format: str) -> str:
    """The document as `markdown`, `text` or `html`. An unknown format raises OptionError."""
    if output_format not in ("markdown", "text", "html"):
        raise maintext.OptionError(f"unknown output format {output_format!r}; expected markdown, text or html")
    written: str = getattr(document, f"to_{output_format}")()
    return written


def metadata_of(document: Document, source: object = None) -> dict[str, Any]:
    """The fields that the page states, and where it came from. Fields without a value are left out.

    >>> metadata_of(maintext.extract("<title>Tea</title><h1>Tea</h1><p>Milk first."), "tea.html")["title"]
    'Tea'
    """
    found = {name: getattr(document, name) for name in FIELDS}
    found["source"] = None if source is None else str(source)
    return {name: value for name, value in found.items() if value is not None}
