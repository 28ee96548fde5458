"""What a data set is made of: pages with the text that people marked as their main content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from maintext.corpus.block_labels import AlignedLabels


@dataclass(frozen=True)
class LabelledPage:
    """A page and its main content."""

    corpus: str
    """Name of the data set."""
    id: str
    """Name of the page within it."""
    html: bytes
    """The page as it was published."""
    gold: str
    """The main content. Empty for a page that has none."""
    kind: str = "article"
    """Type of the page: article, forum, product and so on."""
    url: str | None = None
    must_keep: tuple[str, ...] = ()
    """Snippets that belong to the main content."""
    must_drop: tuple[str, ...] = ()
    """Snippets that do not."""
    title: str | None = None
    author: str | None = None
    date: str | None = None
    labels: AlignedLabels | None = None
    """A letter per block, if the page was labelled block by block; `gold` is then the text of its content blocks."""
    published_gold: str | None = None
    """The gold text that the data set has for a page whose `gold` comes from labels."""
    raw_gold: str | None = None
    """The gold text as the data set writes it, if `gold_text` changed it."""

    def __repr__(self) -> str:
        return f"<LabelledPage {self.corpus}/{self.id}: {self.kind}, {len(self.html):,} bytes, gold {len(self.gold):,}>"


@dataclass(frozen=True)
class BrokenPage:
    """A page of a data set that can't be used, and why."""

    corpus: str
    id: str
    reason: str

    def __str__(self) -> str:
        return f"{self.corpus}/{self.id}: {self.reason}"


@dataclass(frozen=True)
class PageWithoutGold(BrokenPage):
    """A page of a data set that has no gold text: of use only with labels of its blocks."""

    page: LabelledPage
    """The page as it is, with an empty gold text."""


Entry: TypeAlias = LabelledPage | BrokenPage


class Fingerprint:
    """The sha256 of what a corpus holds: ids, pages and gold, in whatever order and form they come.

    >>> def digest(*pages: LabelledPage) -> str:
    ...     fingerprint = Fingerprint()
    ...     for page in pages:
    ...         fingerprint.add(page)
    ...     return fingerprint.hexdigest()
    >>> first, second = LabelledPage("c", "1", b"<p>One", "One"), LabelledPage("c", "2", b"<p>Two", "Two")
    >>> digest(first, second) == digest(second, first) != digest(first)
    True
    """

    def __init__(self) -> None:
        self._page_digests: list[bytes] = []

    def add(self, page: LabelledPage) -> None:
        """Takes a page in."""
        # The text as it was published, not as we read it.
        gold = page.gold if page.raw_gold is None or page.labels else page.raw_gold
        parts = (page.id.encode(), page.html, gold.encode())
        # Each part is hashed by itself: joined, a character could move from one to the next unseen.
        self._page_digests.append(b"".join(hashlib.sha256(part).digest() for part in parts))

    def hexdigest(self) -> str:
        """The hash of all pages so far."""
        return hashlib.sha256(b"".join(sorted(self._page_digests))).hexdigest()


def fingerprint(pages: Iterable[LabelledPage]) -> str:
    """The sha256 of all these pages."""
    result = Fingerprint()
    for page in pages:
        result.add(page)
    return result.hexdigest()
