"""The texts that a page's sources give, before one is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence

Claims: TypeAlias = Mapping[str, "tuple[str, ...]"]
"""By key, such as `datePublished` of JSON-LD: the values, in the order of the page."""


@dataclass(frozen=True)
class Source:
    """A place of a page that can hold the value of a field."""

    read: Callable[[Evidence], Claims]
    """Reads all claims of this kind. It is called once per page, for all sources that share it."""
    key: str
    """Which of those claims this source has."""
    name: str
    """Its name in `Metadata.sources`."""


MAX_CHARS = 5_000
"""No field of metadata is longer."""

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>")
_ZERO_WIDTH = re.compile("[\u200b\u200e\u200f\u2060\ufeff]")


def plain(text: str) -> str:
    """A value as text: without markup, references and the white space of its source.

    >>> plain("Tom &amp;amp; Jerry <b>again</b>  ")
    'Tom & Jerry again'
    """
    text = text[:MAX_CHARS]
    if "&" in text:
        # Twice: some content systems escape what they have already escaped.
        text = unescape(unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isascii():
        text = _ZERO_WIDTH.sub("", text).encode("utf-8", "replace").decode()
    return " ".join(text.split())


def collected(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Pairs of key and value, grouped by key, without empty and repeated values."""
    found: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        if value:
            found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}
