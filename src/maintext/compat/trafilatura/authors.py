"""Metadata -> authors as trafilatura names them.

An author of JSON-LD counts if it is a person or has no type. A name in a `<meta>` tag has at least two words. Names
have no emoji. Where a source names nobody who counts, the next one is read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from maintext.metadata.reading import Reading
from maintext.metadata.sources.json_reader import Json, read_json
from maintext.metadata.values.names import read_names
from maintext.shapes.structured.thing import MAX_NODES

if TYPE_CHECKING:
    from maintext.metadata import Metadata
    from maintext.page import Page

# Symbols, and the invisible characters that combine several into one.
_EMOJI_CATEGORIES = ("So", "Sk", "Cs")
_JOINERS = ("\u200d", "\ufe0e", "\ufe0f", "\u20e3")


def authors_of(metadata: Metadata, unwanted: Collection[str]) -> list[str]:
    """The authors of a page, without those whose name is unwanted in whatever case."""
    if metadata.page is None:
        return list(metadata.authors)
    refused = {name.casefold() for name in unwanted} | set(_no_persons(metadata.page))
    for source, names in _named(metadata):
        wanted = [name for name in map(_without_emoji, names) if name.casefold() not in refused]
        found = [name for name in wanted if " " in name or not source.startswith("meta ")]
        if found:
            return found
        if wanted != [_without_emoji(name) for name in names] and unwanted:
            # The caller refused an author; another source would name the same person in other words.
            return []
    return []


def _named(metadata: Metadata) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names that each source gives, in the order of trust."""
    if not metadata.authors or metadata.page is None:
        return
    yield metadata.sources.get("authors", ""), metadata.authors
    for source, values in Reading(metadata.page, metadata.url).claims("authors"):
        yield source, read_names(values)


def _no_persons(page: Page) -> Iterator[str]:
    """Names of authors in JSON-LD that state a type, but not that of a person: organisations, brands, an empty list."""
    stack: list[Json] = [value for source in page.head.json_ld for value in read_json(source)]
    n_seen = 0
    while stack and n_seen < MAX_NODES:
        value = stack.pop()
        n_seen += 1
        members = value if isinstance(value, list) else [value]
        for node in members:
            if isinstance(node, dict):
                yield from _typed_otherwise(node.get("author"))
                stack.extend(member for member in node.values() if isinstance(member, (dict, list)))
            elif isinstance(node, list):
                stack.append(node)


def _typed_otherwise(authors: Json) -> Iterator[str]:
    for author in authors if isinstance(authors, list) else [authors]:
        if not isinstance(author, dict) or "@type" not in author:
            continue
        kinds = author["@type"] if isinstance(author["@type"], list) else [author["@type"]]
        if not any(isinstance(kind, str) and kind.endswith("Person") for kind in kinds):
            names = author.get("name")
            texts = [name for name in (names if isinstance(names, list) else [names]) if isinstance(name, str)]
            yield from (name.casefold() for name in read_names(texts))


def _without_emoji(name: str) -> str:
    r"""A name without pictures.

    >>> _without_emoji("Jane Doe \u2764\ufe0f")
    'Jane Doe'
    """
    letters = (
        letter for letter in name if unicodedata.category(letter) not in _EMOJI_CATEGORIES and letter not in _JOINERS
    )
    return " ".join("".join(letters).split())
