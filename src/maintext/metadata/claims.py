"""What a source says, before anything is decided: claims are texts under the name of what said them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import TypeAlias

Claims: TypeAlias = Mapping[str, "tuple[str, ...]"]
"""By source, such as "json-ld datePublished" or "meta og:title": the values, in the order of the page."""

MOST_CHARS = 5_000
"""No field of metadata is longer; a description of a megabyte is no description."""

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>")
_ZERO_WIDTH = re.compile("[\u200b\u200e\u200f\u2060\ufeff]")


def plain(text: str) -> str:
    """A value as text: without markup, references and the white space of its source.

    >>> plain("Tom &amp;amp; Jerry <b>again</b>  ")
    'Tom & Jerry again'
    """
    text = text[:MOST_CHARS]
    if "&" in text:
        # Twice: some content systems escape what they have already escaped.
        text = unescape(unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isascii():
        text = _ZERO_WIDTH.sub("", text).encode("utf-8", "replace").decode()
    return " ".join(text.split())


def collected(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Pairs of source and value, put together by source; empty values and repetitions are left out."""
    found: dict[str, dict[str, None]] = {}
    for source, value in pairs:
        if value:
            found.setdefault(source, {})[value] = None
    return {source: tuple(values) for source, values in found.items()}
