"""Matched documents -> the blocks that were dropped as shared, with their counts and examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from maintext.site.matching_keys import block_keys

if TYPE_CHECKING:
    from maintext.document import Document

MAX_EXAMPLE_CHARS, N_EXAMPLES = 200, 3
"""How much of a text is shown, and of how many."""


@dataclass(frozen=True)
class SharedBlock:
    """A block that the site's pages share."""

    key: int
    """Its exact key, or that of its template; see `matching_keys`."""
    n_with: int
    """Pages that have it."""
    n_pages: int
    """Pages of the site."""
    examples: tuple[str, ...]
    """Texts that it has; several if it is a template."""
    pages: tuple[str, ...]
    """Addresses of some pages that have it."""


def shared_blocks(documents: Iterable[Document], shared: Container[int] | None = None) -> list[SharedBlock]:
    """What was dropped from matched documents, the most frequent first; n_with counts the pages it was dropped from.

    A block is listed by its text, or by its template if only that is shared. `shared` are the keys that the site
    shares; without them a text that was dropped from one page only was dropped for its template.
    """
    documents = list(documents)
    rows = [row for number, document in enumerate(documents, 1) for row in _dropped(document, number)]
    n_exact = Counter(exact for exact, _ in {(row.exact, row.page) for row in rows})
    found: dict[int, _Found] = {}
    for row in rows:
        by_text = row.exact in shared if shared is not None else n_exact[row.exact] > 1
        key = row.exact if by_text or not row.template else row.template
        found.setdefault(key, _Found({}, {})).add(row)
    blocks = [one.to_block(key, len(documents)) for key, one in found.items()]
    return sorted(blocks, key=lambda block: (-block.n_with, block.key))


class _Row(NamedTuple):
    """A block that was dropped as shared."""

    exact: int
    template: int
    text: str
    page: str


@dataclass(frozen=True)
class _Found:
    """The texts and pages of a key; dictionaries are sets that keep their order."""

    texts: dict[str, None]
    pages: dict[str, None]

    def add(self, row: _Row) -> None:
        self.texts[row.text[:MAX_EXAMPLE_CHARS]] = None
        self.pages[row.page] = None

    def to_block(self, key: int, n_pages: int) -> SharedBlock:
        examples, pages = list(self.texts)[:N_EXAMPLES], list(self.pages)[:N_EXAMPLES]
        return SharedBlock(key, len(self.pages), n_pages, tuple(examples), tuple(pages))


def _dropped(document: Document, number: int) -> list[_Row]:
    mask = document.shared
    if mask is None or not mask.any():
        return []
    keys = block_keys(document.page, mask)
    page = document.url or f"page {number}"
    columns = zip(keys.exact[mask].tolist(), keys.template[mask].tolist(), document.page.texts(mask), strict=True)
    return [_Row(exact, template, text, page) for exact, template, text in columns]
