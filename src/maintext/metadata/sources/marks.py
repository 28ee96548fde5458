"""Page -> the elements that are marked as something, by their class or itemprop: all purposes in one pass."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

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


def read_marks(page: Page) -> Marks:
    """The marked elements of a page.

    >>> import maintext
    >>> page = maintext.parse('<p class="post-author">A. Writer</p><p class="text">Hello.')
    >>> [page.tag_name(row) for row in read_marks(page)["author"]]
    ['p']
    """
    return dict(zip(PURPOSES, page.marked_rows(_wanted()), strict=True))


@lru_cache(maxsize=1)
def _wanted() -> _core.Marks:
    """The hashes of the words, each with the number of its purpose."""
    return _core.Marks(
        [
            (_core.word_hash(word, kind), number)
            for number, (kind, words) in enumerate(PURPOSES.values())
            for word in words.split()
        ]
    )
