"""For your own pipelines: a column of pages in, a column of texts out.

    frame["text"] = extract_series(frame["html"])                            pandas
    frame.with_columns(text=pl.col("html").map_batches(extract_series, ...))   Polars
    MaintextExtractor(by="model")                                              datatrove

A page that fails gives null; `extract_batch` has a column with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from maintext.batch.stages.extraction import Extraction, task_options
from maintext.extractors.registry import DEFAULT
from maintext.guard import Guard, GuardLimits

PAGES_PER_BATCH = 64


def extract_column(
    pages: Iterable[str | bytes | None], extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()
) -> Iterator[str | None]:
    """The main content of each page, in order, extracted in a guarded process; None for a page that fails.

    >>> list(extract_column(["<p>Tea, and milk.", None]))
    ['Tea, and milk.', None]
    """
    with Guard("maintext.batch.stages.extraction:extraction_task", task_options(extraction), limits) as guard:
        waiting: list[str | bytes | None] = []
        for page in pages:
            waiting.append(page)
            if len(waiting) == PAGES_PER_BATCH:
                yield from _texts(guard, waiting)
                waiting = []
        yield from _texts(guard, waiting)


def _texts(guard: Guard, pages: list[str | bytes | None]) -> Iterator[str | None]:
    present = [page for page in pages if isinstance(page, str | bytes)]
    outcomes = iter(guard.run([(page, None, None) for page in present]))
    for page in pages:
        outcome = next(outcomes) if isinstance(page, str | bytes) else None
        yield outcome.value[0] if outcome and outcome.error is None else None


def extract_series(pages: Any, by: str = DEFAULT, output_format: str = "text") -> Any:
    """The main content of a pandas or Polars series of pages, as a series of the same kind, name and index."""
    texts = list(extract_column(pages, Extraction(by, output_format, with_metadata=False)))
    if hasattr(pages, "index"):
        return type(pages)(texts, index=pages.index, name=pages.name, dtype=object)
    import polars as pl

    return pl.Series(pages.name, texts, dtype=pl.String)


def ignore_lost(document: Any, reason: str) -> None:
    """Does nothing about a document that is left out."""


@dataclass(frozen=True)
class MaintextExtractor:
    """A datatrove step: documents whose text is HTML become documents whose text is the main content.

    It leaves out a document without main content, or whose page failed, as datatrove's own extractors do, and calls
    `lost` with the document and the reason. It does not need datatrove: a step is a function of a stream of documents.
    """

    by: str = DEFAULT
    output_format: str = "text"
    limits: GuardLimits = field(default_factory=GuardLimits)
    lost: Callable[[Any, str], None] = ignore_lost

    def __call__(self, documents: Iterable[Any], rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """The documents that have main content."""
        extraction = Extraction(self.by, self.output_format, with_metadata=False)
        with Guard("maintext.batch.stages.extraction:extraction_task", task_options(extraction), self.limits) as guard:
            for document in documents:
                (outcome,) = guard.run([(document.text, document.metadata.get("url"), None)])
                if outcome.error is not None:
                    self.lost(document, f"{type(outcome.error).__name__}: {outcome.error}")
                elif outcome.value[0]:
                    document.text = outcome.value[0]
                    yield document
                else:
                    self.lost(document, outcome.value[1])

    def extract(self, text: str) -> str:
        """The main content of one page, in this process: for classes derived from datatrove's BaseExtractor."""
        work = Extraction(self.by, self.output_format, with_metadata=False).task()
        content: str = work((text, None, None))[0]
        return content
