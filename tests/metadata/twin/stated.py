"""What a page states about itself in its head, as far as metadata need it: read natively, in one pass."""

from __future__ import annotations

from typing import NamedTuple


class Stated(NamedTuple):
    """What `Page.stated` gives."""

    title: str | None
    """Text of the first `<title>`, white space as written."""
    language: str | None
    """`lang` of `<html>`, or of `<body>`."""
    addresses: tuple[str | None, str | None]
    """Those of `<link rel=canonical>` and of `<base>`, as written."""
    json_ld: list[str]
    """Source of every JSON-LD script."""
    headings: tuple[list[str], list[str]]
    """Texts of the first h1 and of the first h2."""
    meta: dict[str, tuple[str, ...]]
    """By wanted name: the values of its `<meta>` elements, in order. A value without references and markup is
    as `plain` gives it; any other is as written."""
    unfinished: list[str]
    """Names of which a value has markup or references, or may be there more than once."""
