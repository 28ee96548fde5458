"""Page -> columns about what it says of itself: how much of each block stands in its title, first heading, description
and structured data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from maintext.page import Page
from maintext.page.head import read_title
from maintext.page.tags import TAGS
from tests.model.twin.facts import Facts, Floats

MOST_DATA_BYTES = 30_000
"""Structured data beyond is not looked at."""
BEGINNING_BYTES = 160
"""Of a block, what is looked at."""
WORD = re.compile(
    rb"""([\xe3-\xed].{0,2})                                              # a character of an East Asian script
    |((?:[0-9a-z\x80-\xc1\xc3-\xe1\xee-\xff]|\xe2(?![\x80\x81]))+)    # letters and digits
    |\xc2.?|\xe2[\x80\x81].?|.                                         # what parts words""",
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True)
class Said:
    """What a page says of itself."""

    title: str
    heading: str
    description: str
    data: bytes


def read_said(page: Page) -> Said:
    """Reads it from the page's head and headings."""
    is_h1 = page.elements.tag[page.blocks.element] == TAGS["h1"]
    return Said(read_title(page) or "", " ".join(page.texts(is_h1)[:2]), _description(page), _data(page))


def _description(page: Page) -> str:
    """The longest of the descriptions."""
    longest = ""
    for row in np.flatnonzero(page.elements.tag == TAGS["meta"]).tolist():
        values = page.attributes(row)
        names = values.get("name", "").lower(), values.get("property", "").lower()
        if names[0] == "description" or names[1] == "og:description":
            longest = max(longest, values.get("content", ""), key=lambda text: len(text.encode()))
    return longest


def _data(page: Page) -> bytes:
    data = b""
    for row in np.flatnonzero(page.elements.tag == TAGS["script"]).tolist():
        if "ld+json" in page.attributes(row).get("type", "").lower():
            start, stop = int(page.elements.open_stop[row]), int(page.elements.close_start[row])
            data += page.source[start:stop][: max(0, MOST_DATA_BYTES - len(data))] + b" "
    return data


def said_columns(facts: Facts, said: Said) -> Iterator[Floats]:
    """In the order of SAID."""
    texts = [_beginning(text.encode()) for text in facts.page.texts()]
    n_words = np.maximum([len(words) for words in texts], 1)
    n_sequences = np.maximum(n_words - 2, 1)
    in_title = _shared(texts, said.title.encode(), 1)
    likeness = _likeness(in_title, n_words, said.title)
    yield likeness
    yield in_title / n_words
    yield _likeness(_shared(texts, said.heading.encode(), 1), n_words, said.heading)
    alike = np.flatnonzero(likeness > 0.6)
    yield np.clip(facts.rank - alike[0], -99, 300) if len(alike) else np.full(len(texts), np.nan)
    yield _shared(texts, said.description.encode(), 3) / n_sequences
    yield _shared(texts, said.data, 3) / n_sequences


def _likeness(n_shared: Floats, n_words: Floats, reference: str) -> Floats:
    whole = max(1, len(reference.split()))
    return np.asarray(n_shared / (whole + n_words - np.minimum(n_shared, whole)))


def _shared(texts: list[list[bytes]], reference: bytes, length: int) -> Floats:
    """How many sequences of so many words of each text the reference has; NaN if there is no reference."""
    if not reference:
        return np.full(len(texts), np.nan)
    known = set(_sequences(text_words(reference), length))
    return np.array([sum(one in known for one in _sequences(words, length)) for words in texts], dtype=np.float64)


def _sequences(words: list[bytes], length: int) -> list[tuple[bytes, ...]]:
    return [tuple(words[start : start + length]) for start in range(len(words) - length + 1)]


def _beginning(text: bytes) -> list[bytes]:
    """The first words of a block; of a longer one the last is left out, since it may be cut."""
    words = text_words(text[:BEGINNING_BYTES])
    return words[:-1] if len(text) > BEGINNING_BYTES else words


def text_words(text: bytes) -> list[bytes]:
    """Words as the core tells them apart: in lower case, digits alike."""
    alike = re.sub(rb"[0-9]", b"0", text.lower())
    return [found[0] for found in WORD.finditer(alike) if found.lastindex]
