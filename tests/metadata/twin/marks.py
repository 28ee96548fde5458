"""Page -> the elements that are marked as something, by their class or itemprop."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from maintext import _core
from maintext.metadata.sources.marks import PURPOSES, wanted_words

if TYPE_CHECKING:
    from maintext.page import Page

Marks: TypeAlias = Mapping[str, "list[int]"]
"""By purpose: the rows of the elements, in order."""


def read_marks(page: Page) -> Marks:
    """The marked elements of a page."""
    return dict(zip(PURPOSES, page.marked_rows(_wanted()), strict=True))


@lru_cache(maxsize=1)
def _wanted() -> _core.Marks:
    return _core.Marks(wanted_words())
