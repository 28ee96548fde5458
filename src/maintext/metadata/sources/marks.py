"""Words by which elements are marked as something, in their class or itemprop."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from maintext import _core

PURPOSES: Mapping[str, tuple[Literal["class", "itemprop"], str]] = MappingProxyType(
    {
        "author": ("class", "author byline writer authors username bigusername poster contributor fn creator"),
        "date": ("class", "date dateline published posted pubdate timestamp created"),
        # What belongs to comments or to other texts than the page's.
        "others": ("class", "comment comments related recommended reply replies carousel"),
        "sides": ("class", "sidebar footer nav menu"),
        # `datePublished` is the words date and published; one of them is enough to find it.
        "items": (
            "itemprop",
            "headline name author creator published created modified description section keywords license image "
            "publisher",
        ),
    }
)
"""By purpose: the attribute, and the words of which an element must have one."""


def wanted_words() -> list[tuple[int, int]]:
    """The hashes of the words, each with the number of its purpose."""
    return [
        (_core.word_hash(word, kind), number)
        for number, (kind, words) in enumerate(PURPOSES.values())
        for word in words.split()
    ]
