"""One page -> the values of its row: the task of the guarded process. Does not import Arrow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from maintext.api import Modes, extract
from maintext.batch.stages.shape_columns import SHAPE_COLUMNS, shape_values
from maintext.document import Document
from maintext.document.parts.chunks import ChunkRequest
from maintext.document.shapes_record import check_shapes
from maintext.errors import BatchError, OptionError
from maintext.extractors.by import find_extractor, get_extractor
from maintext.extractors.protocol import Scores
from maintext.extractors.registry import DEFAULT, EXTRACTORS
from maintext.metadata.reading import read_brief
from maintext.page.head import read_title
from maintext.page.parsing import parse
from maintext.selectors.selection import read_selection

FORMATS = ("text", "markdown")
CHUNK_VALUES = ("text", "headings", "start", "stop", "n_tokens", "n_repeated", "link")
"""What is written of a chunk, in the order of `schema.CHUNK`."""


@dataclass(frozen=True)
class Extraction:
    """What a batch extracts from each page."""

    by: str = DEFAULT
    """The extractor, as `extractors.by` reads it: a name, a name with parameters, a model file, or module:Class."""
    output_format: str = "text"
    """text or markdown."""
    with_blocks: bool = False
    """Whether results include every block with its score."""
    with_metadata: bool = True
    """Whether to extract author, date and language; without them the title is the one in the page's head."""
    for_matching: bool = False
    """Whether results include the kept blocks with their keys, so that `matching` can drop the shared ones later."""
    shapes: tuple[str, ...] = ()
    """Which of `document.shapes_record.SHAPES` results include: verdict, product, posts and others."""
    keep: tuple[str, ...] = ()
    """CSS selectors or XPath of elements whose text is taken instead of what the extractor chooses."""
    prune: tuple[str, ...] = ()
    """CSS selectors or XPath of elements that are ignored."""
    chunk_tokens: int = 0
    """The most tokens of a chunk, if results include the text in chunks; 0 means that they do not."""
    chunk_overlap: int = 0
    """How many tokens at the end of a chunk the next one may repeat."""

    def __post_init__(self) -> None:
        if self.output_format not in FORMATS:
            raise BatchError(f"output_format must be one of {', '.join(FORMATS)}, got {self.output_format!r}")
        # JSON has lists only.
        object.__setattr__(self, "shapes", check_shapes(self.shapes))
        for name in ("keep", "prune"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        read_selection(self.keep or None, self.prune or None)
        self._check_chunks()

    def _check_chunks(self) -> None:
        if self.chunk_overlap and not self.chunk_tokens:
            raise BatchError(f"chunk_overlap is {self.chunk_overlap}, but no chunks were requested: set chunk_tokens")
        if self.chunk_tokens:
            try:
                ChunkRequest(self.chunk_tokens, self.chunk_overlap)
            except OptionError as error:
                raise BatchError(f"chunks: {error}") from error

    def task(self) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
        """A function from (html, url, content type, signals of the publisher) to the values of a row."""
        extractor = find_extractor(self.by)
        selected: Modes = {}
        if self.keep:
            selected["keep"] = list(self.keep)
        if self.prune:
            selected["prune"] = list(self.prune)

        def work(item: tuple[Any, ...]) -> tuple[Any, ...]:
            # Frames of other libraries have no headers of responses.
            html, url, content_type, *rest = item
            signals = rest[0] if rest else None
            document = extract(html, url, extractor, encoding=content_type, **selected)
            return (*self._values(document, signals), *(self._kept(document) if self.for_matching else ()))

        return work

    @cached_property
    def name(self) -> str:
        """The extractor's name, as documents have it."""
        return find_extractor(self.by).name

    @property
    def judges_pages(self) -> bool:
        """Whether the extractor predicts a page's type and confidence; one of your own may, and is not run here."""
        is_own = self.by.partition(":")[0] not in EXTRACTORS
        return is_own or get_extractor(self.by)(parse("<p>Tea, and milk.")).judgement is not None

    def _values(self, document: Document, signals: str | None) -> tuple[Any, ...]:
        return (
            self._text(document),
            document.reason,
            *self._metadata(document),
            document.page_type,
            document.confidence,
            document.has_main_text,
            *shape_values(document, self.shapes, signals),
            _blocks(document) if self.with_blocks else None,
            self._chunks(document) if self.chunk_tokens else None,
        )

    def _chunks(self, document: Document) -> list[tuple[Any, ...]]:
        chunks = document.chunks(self.chunk_tokens, self.chunk_overlap)
        return [tuple(map(chunk.to_dict().__getitem__, CHUNK_VALUES)) for chunk in chunks]

    def _text(self, document: Document) -> str | None:
        if self.output_format == "markdown":
            # Matching writes pages that lose blocks again, without posts, and all pages of a run are written alike.
            return document.to_markdown(include_posts=not self.for_matching)
        # The kept blocks hold the text already.
        return None if self.for_matching else document.text

    def _kept(self, document: Document) -> tuple[Any, ...]:
        from maintext.shared_blocks.keys import page_keys
        from maintext.shared_blocks.matching import document_keys
        from maintext.shared_blocks.spared_blocks import block_positions

        keep, page = document.scores.keep, document.page
        positions = block_positions(page, keep)
        keys = document_keys(document, "extracted")
        return (
            page_keys(page, keys, keep, "positions").tobytes(),
            page.texts(keep) if self.output_format == "text" else None,
            positions.row.tobytes(),
            positions.place.tobytes(),
            positions.is_text.tobytes(),
            keys.exact[keep].tobytes(),
            keys.template[keep].tobytes(),
            keys.prose_chars[keep].tobytes(),
        )

    def _metadata(self, document: Document) -> tuple[str | float | None, ...]:
        if self.with_metadata:
            metadata = read_brief(document.page, document.url)
            language = metadata.language, metadata.language_score
            return metadata.title, metadata.author, metadata.date, *language
        return read_title(document.page), None, None, None, None


VALUES = (
    "text",
    "empty_reason",
    "title",
    "author",
    "date",
    "language",
    "language_score",
    "page_type",
    "confidence",
    "has_main_text",
    *SHAPE_COLUMNS,
    "blocks",
    "chunks",
)
"""The columns that the values of a page fill."""
KEPT = ("keys", "kept_text", "kept_row", "place", "is_text", "exact", "template", "prose_chars")
"""The columns that matching needs besides: texts, and arrays of numbers as bytes."""


def extraction_task(**options: Any) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """The task of a guarded process, from `task_options`."""
    return Extraction(**options).task()


def rendering_task() -> Callable[[tuple[Any, ...]], str]:
    """A function that renders chosen blocks of (html, url, content type, block rows as bytes) as Markdown."""

    def work(item: tuple[Any, ...]) -> str:
        html, url, content_type, rows = item
        page = parse(html, content_type)
        keep = np.zeros(len(page.blocks), dtype=np.bool_)
        keep[np.frombuffer(rows, dtype=np.int32)] = True
        return Document(page, "", Scores(keep.astype(np.float64), keep), url).to_markdown()

    return work


def task_options(extraction: Extraction) -> dict[str, Any]:
    """The options of `extraction_task`."""
    return asdict(extraction)


def _blocks(document: Document) -> list[tuple[Any, ...]]:
    return [(block.text, block.kind, block.score, block.is_kept, block.is_comment) for block in document.blocks]
