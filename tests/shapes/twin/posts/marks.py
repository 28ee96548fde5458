"""Page -> the elements whose class or itemprop is that of a name or of votes, found in one pass."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from maintext import _core

if TYPE_CHECKING:
    from maintext.page import Page

_WORDS = (
    "author username user poster member nick nickname creator fn name userinfo".split(),
    "vote votes upvote upvotes upvotecount score likes points".split(),
)


def name_and_vote_rows(page: Page) -> tuple[list[int], list[int]]:
    """The elements with a mark of names, and those with one of votes, in order."""
    names, votes = page.marked_rows(_marks())
    return names, votes


@lru_cache(maxsize=1)
def _marks() -> _core.Marks:
    return _core.Marks(
        [
            (_core.word_hash(word, kind), purpose)
            for purpose, words in enumerate(_WORDS)
            for word in words
            for kind in ("class", "itemprop")
        ]
    )
