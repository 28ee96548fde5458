"""Matched documents -> the blocks that were dropped as shared, with counts and examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from maintext.shared_blocks.keys import block_keys
from maintext.shared_blocks.rule import Compared

if TYPE_CHECKING:
    from maintext.document import Document

MAX_EXAMPLE_CHARS, N_EXAMPLES = 200, 3
"""Characters of an example, and examples of a block."""


@dataclass(frozen=True)
class SharedBlock:
    """A block that the site's pages share."""

    key: int
    """Its exact key, or that of its template; see `keys`."""
    n_with: int
    """Number of pages that have it."""
    n_pages: int
    """Number of pages of the site."""
    examples: tuple[str, ...]
    """Its text, or several texts of a template."""
    pages: tuple[str, ...]
    """URLs of some pages that have it."""


def list_shared_blocks(
    documents: Iterable[Document], shared: Container[int] | None = None, compared: Compared = "positions"
) -> list[SharedBlock]:
    """The blocks that were dropped from matched documents, the most frequent first; n_with counts those documents.

    A block is listed by its text, or by its template if only that is shared. `shared` are the keys that the site
    shares; with them documents are read one at a time. Without them a text that was dropped from only one page counts
    as dropped because of its template. `compared` is that of the rule by which the documents were matched.
    """
    pages = (dropped_blocks(document, number, compared) for number, document in enumerate(documents, 1))
    if shared is None:
        pages_read = list(pages)
        n_with = Counter(exact for rows in pages_read for exact in {row.exact for row in rows})
        return listed(pages_read, {exact for exact, n_pages in n_with.items() if n_pages > 1})
    return listed(pages, shared)


class DroppedBlock(NamedTuple):
    """A block that was dropped as shared."""

    exact: int
    template: int
    text: str
    page: str


@dataclass
class _KeyExamples:
    """The pages and examples of one key. The dictionaries are sets that keep their order."""

    n_with: int = 0
    texts: dict[str, None] = field(default_factory=dict)
    pages: dict[str, None] = field(default_factory=dict)

    def add(self, rows: list[DroppedBlock]) -> None:
        self.n_with += 1
        for row in rows:
            if len(self.texts) < N_EXAMPLES:
                self.texts[row.text[:MAX_EXAMPLE_CHARS]] = None
            if len(self.pages) < N_EXAMPLES:
                self.pages[row.page] = None


def listed(pages: Iterable[list[DroppedBlock]], shared: Container[int]) -> list[SharedBlock]:
    """The list for the blocks that were dropped from each page; `shared` are the keys that the site shares."""
    found: dict[int, _KeyExamples] = {}
    n_pages = 0
    for rows in pages:
        n_pages += 1
        for key, of_key in _by_key(rows, shared):
            found.setdefault(key, _KeyExamples()).add(of_key)
    blocks = [
        SharedBlock(key, known.n_with, n_pages, tuple(known.texts), tuple(known.pages)) for key, known in found.items()
    ]
    return sorted(blocks, key=lambda block: (-block.n_with, block.key))


def _by_key(rows: list[DroppedBlock], shared: Container[int]) -> Iterator[tuple[int, list[DroppedBlock]]]:
    groups: dict[int, list[DroppedBlock]] = {}
    for row in rows:
        key = row.exact if row.exact in shared or not row.template else row.template
        groups.setdefault(key, []).append(row)
    return iter(groups.items())


def dropped_blocks(document: Document, number: int = 1, compared: Compared = "positions") -> list[DroppedBlock]:
    """The blocks that were dropped from a matched document. A page without a URL is named by its number."""
    mask = document.shared
    if mask is None or not mask.any():
        return []
    keys = block_keys(document.page, mask, compared)
    page = document.url or f"page {number}"
    columns = zip(keys.exact[mask].tolist(), keys.template[mask].tolist(), document.page.texts(mask), strict=True)
    return [DroppedBlock(exact, template, text, page) for exact, template, text in columns]
