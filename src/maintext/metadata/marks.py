"""Page -> the elements that are marked as something, by their class or itemprop: all purposes in one pass.

Class and itemprop words stand hashed in `page.words`. A table of 16 bits of each wanted hash leaves few to look up.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext import _core

if TYPE_CHECKING:
    from maintext.page import Page

Marks: TypeAlias = Mapping[str, "list[int]"]
"""By purpose: the rows of the elements, in order."""

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

_SHIFT, _MASK = np.uint64(2), np.uint64(0xFFFF)
"""The lowest two bits of a hash say which attribute it is of."""


def read_marks(page: Page) -> Marks:
    """The marked elements of a page.

    >>> import maintext
    >>> page = maintext.parse('<p class="post-author">A. Writer</p><p class="text">Hello.')
    >>> [page.tag_name(row) for row in read_marks(page)["author"]]
    ['p']
    """
    purposes, is_wanted = _wanted()
    places = np.flatnonzero(is_wanted[(page.words >> _SHIFT) & _MASK])
    rows = (np.searchsorted(page.elements.first_word, places, side="right") - 1).tolist()
    found: dict[str, dict[int, None]] = {purpose: {} for purpose in PURPOSES}
    for word, row in zip(page.words[places].tolist(), rows, strict=True):
        if word in purposes:
            found[purposes[word]][row] = None
    return {purpose: list(marked) for purpose, marked in found.items()}


@lru_cache(maxsize=1)
def _wanted() -> tuple[Mapping[int, str], NDArray[np.bool_]]:
    """The purpose of each hash, and the table of their bits."""
    purposes = {
        _core.word_hash(word, kind): purpose for purpose, (kind, words) in PURPOSES.items() for word in words.split()
    }
    is_wanted = np.zeros(int(_MASK) + 1, dtype=np.bool_)
    is_wanted[[hashed >> int(_SHIFT) & int(_MASK) for hashed in purposes]] = True
    return purposes, is_wanted
