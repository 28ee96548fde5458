"""What a source of metadata is, and a value as text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape


@dataclass(frozen=True)
class Source:
    """A place of a page that can hold the value of a field."""

    kind: str
    """What is read together; see `crates/pagetable/src/metadata/rules.rs`."""
    key: str
    """Which of the claims of that kind."""
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
