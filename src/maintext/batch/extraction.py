"""One page -> the values of its row: the task of the guarded process, which knows nothing of Arrow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.api import extract
from maintext.errors import BatchError
from maintext.extractors import DEFAULT, find_extractor
from maintext.head import read_title

if TYPE_CHECKING:
    from maintext.document import Document

FORMATS = ("text", "markdown")


@dataclass(frozen=True)
class Extraction:
    """What is made of each page."""

    by: str = DEFAULT
    """The name of an extractor, or module:class of one of your own."""
    output_format: str = "text"
    """text or markdown."""
    with_blocks: bool = False
    """Whether every block comes along, with its score."""
    with_metadata: bool = True
    """Whether author, date and language are looked for; if not, the title is that of the page's head."""
    only_keys: bool = False
    """Whether nothing but the keys of the kept blocks is wanted: the first pass of matching."""

    def __post_init__(self) -> None:
        if self.output_format not in FORMATS:
            raise BatchError(f"the output format {self.output_format!r} is none of {', '.join(FORMATS)}")

    def task(self) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
        """The function that is called on (html, url, content type, keys that its site shares)."""
        extractor = find_extractor(self.by)
        name = self.by.rpartition(":")[2]

        def work(item: tuple[Any, ...]) -> tuple[Any, ...]:
            html, url, content_type, shared = item
            # An extractor of the registry is known by its name, not by its class.
            document = replace(extract(html, url, extractor, encoding=content_type), by=name)
            return self._values(document, shared)

        return work

    def _values(self, document: Document, shared: bytes | None) -> tuple[Any, ...]:
        if self.only_keys:
            return (_keys(document),)
        if shared:
            document = _without(document, shared)
        return (
            document.to_markdown() if self.output_format == "markdown" else document.text,
            document.reason,
            *self._metadata(document),
            document.page_type,
            document.confidence,
            document.has_main_text,
            _blocks(document) if self.with_blocks else None,
        )

    def _metadata(self, document: Document) -> tuple[str | None, ...]:
        if self.with_metadata:
            metadata = document.metadata
            return metadata.title, metadata.author, metadata.date, metadata.language
        return read_title(document.page), None, None, None


VALUES = (
    "text",
    "empty_reason",
    "title",
    "author",
    "date",
    "language",
    "page_type",
    "confidence",
    "has_main_text",
    "blocks",
)
"""The columns that the values of a page go to."""


def extraction_task(**options: Any) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """The task of a guarded process."""
    return Extraction(**options).task()


def task_options(extraction: Extraction) -> dict[str, Any]:
    """The options of the task, as plain values."""
    return asdict(extraction)


def _keys(document: Document) -> list[int]:
    from maintext.site.matching import document_keys

    keys: list[int] = document_keys(document, "extracted").of_page(document.scores.keep).tolist()
    return keys


def _without(document: Document, shared: bytes) -> Document:
    from maintext.site.matching import document_keys, without_shared

    return without_shared(document, document_keys(document, "extracted"), np.frombuffer(shared, dtype=np.int64))


def _blocks(document: Document) -> list[tuple[Any, ...]]:
    return [(block.text, block.kind, block.score, block.is_kept, block.is_comment) for block in document.blocks]
