"""Page -> columns about what it says of itself: how much of each block stands in its title, first heading, description
and structured data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from maintext.head import read_title
from maintext.page import Page
from maintext.tags import TAGS
from tests.features.twin.facts import Facts, Floats

MOST_DATA_BYTES = 200_000
"""Structured data beyond is not looked at."""


@dataclass(frozen=True)
class Said:
    """What a page says of itself."""

    title: str
    heading: str
    description: str
    data: str


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


def _data(page: Page) -> str:
    data = ""
    for row in np.flatnonzero(page.elements.tag == TAGS["script"]).tolist():
        content = page.content(row)
        is_data = "ld+json" in page.attributes(row).get("type", "").lower()
        if is_data and len((data + content).encode()) <= MOST_DATA_BYTES:
            data += content + " "
    return data


def said_columns(facts: Facts, said: Said) -> Iterator[Floats]:
    """In the order of SAID."""
    texts = [text_words(text) for text in facts.page.texts()]
    n_words = np.maximum([len(words) for words in texts], 1)
    n_sequences = np.maximum(n_words - 2, 1)
    in_title = _shared(texts, said.title, 1)
    likeness = _likeness(in_title, n_words, said.title)
    yield likeness
    yield in_title / n_words
    yield _likeness(_shared(texts, said.heading, 1), n_words, said.heading)
    alike = np.flatnonzero(likeness > 0.6)
    yield np.clip(facts.rank - alike[0], -99, 300) if len(alike) else np.full(len(texts), np.nan)
    yield _shared(texts, said.description, 3) / n_sequences
    yield _shared(texts, said.data, 3) / n_sequences


def _likeness(n_shared: Floats, n_words: Floats, reference: str) -> Floats:
    whole = max(1, len(reference.split()))
    return np.asarray(n_shared / (whole + n_words - np.minimum(n_shared, whole)))


def _shared(texts: list[list[bytes]], reference: str, length: int) -> Floats:
    """How many sequences of so many words of each text the reference has; NaN if there is no reference."""
    if not reference:
        return np.full(len(texts), np.nan)
    known = set(_sequences(text_words(reference), length))
    return np.array([sum(one in known for one in _sequences(words, length)) for words in texts], dtype=np.float64)


def _sequences(words: list[bytes], length: int) -> list[tuple[bytes, ...]]:
    return [tuple(words[start : start + length]) for start in range(len(words) - length + 1)]


def text_words(text: str) -> list[bytes]:
    """Words as the core tells them apart: letters and digits in lower case, characters of East Asian scripts alone."""
    words: list[bytes] = []
    word = b""
    for character in text:
        code = character.encode()
        is_alone = 0xE3 <= code[0] <= 0xED
        is_punctuation = code[0] == 0xC2 or code[:2] in (b"\xe2\x80", b"\xe2\x81")
        if is_alone or is_punctuation or (len(code) == 1 and not code.isalnum()):
            words += [word, code if is_alone else b""]
            word = b""
        else:
            word += code.lower()
    return [word for word in [*words, word] if word]
