"""Pages -> the keys that they add to the counts, then their texts without shared blocks, in a guarded process.

A page that hangs, crashes or exhausts memory is lost with a named error, and the others are not; see `maintext.guard`.
Every page is extracted twice: once to count its blocks, once to drop those that are shared. So the memory is that of a
few pages, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext.api import extract
from maintext.document import Document
from maintext.extractors.by import find_extractor
from maintext.extractors.registry import DEFAULT
from maintext.guard import Guard, GuardLimits, Outcome
from maintext.page.parsing import Limits
from maintext.shared_blocks.counts import CountedPage, counted_page
from maintext.shared_blocks.matching import Counted, document_keys, without_shared
from maintext.shared_blocks.report import DroppedBlock, dropped_blocks
from maintext.shared_blocks.rule import Compared

BATCH_PAGES, BATCH_BYTES = 32, 4 * 1024**2
"""Sent to the process at once: enough that neither side waits, few enough to be held in memory."""

_PROSE = "<title>Ferries</title><main><h1>Ferries</h1><p>" + "The ferry was late again, and nobody was surprised. " * 9


class RawPage(NamedTuple):
    """A page to extract."""

    name: str
    """Its URL, or the file it was read from."""
    body: bytes | str
    content_type: str | None = None


class PageText(NamedTuple):
    """The text of a page for one row of the output."""

    title: str | None
    text: str
    markdown: str
    reason: str | None
    """Why the text is empty."""
    dropped: list[DroppedBlock]
    """Blocks that the extractor kept but the site's pages share."""
    verdict: str = "content"
    """What the page is, such as content or login; see `shapes.verdicts`."""
    permissions: dict[str, str] = {}  # noqa: RUF012 - never changed
    """Directives of the publisher in the page, each with its source."""


TextReader: TypeAlias = Callable[[Sequence[RawPage]], list[PageText | str]]
Work: TypeAlias = Callable[[tuple[Any, ...]], tuple[Any, ...]]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Extraction:
    """How pages become text, and the limits for each page."""

    by: str = DEFAULT
    """The extractor, as `extractors.by` reads it: a name, a name with parameters, a model file, or module:Class."""
    counted: Counted = "extracted"
    limits: GuardLimits = field(default_factory=GuardLimits)
    compared: Compared = "positions"

    def counted_pages(self, pages: Iterable[RawPage], lost: dict[str, str]) -> Iterator[CountedPage]:
        """The keys of each page; `lost` receives the name and the error of each page that can't be read."""
        with Guard(f"{__name__}:counting_task", self._options(), self.limits) as guard:
            for batch in batches(pages, lambda page: len(page.body)):
                for page, outcome in zip(batch, _run(guard, batch), strict=True):
                    if outcome.error_text is not None:
                        lost[page.name] = outcome.error_text
                    else:
                        name, keys, examples = outcome.value
                        yield CountedPage(name, np.frombuffer(keys, dtype=np.int64), examples)

    @contextmanager
    def text_reader(self, shared: NDArray[np.int64] | None = None) -> Iterator[TextReader]:
        """A function from pages to their texts without shared blocks, or to error messages."""
        options = {**self._options(), "shared": None if shared is None else shared.tobytes()}
        with Guard(f"{__name__}:text_task", options, self.limits) as guard:
            yield lambda pages: [_text(outcome) for outcome in _run(guard, pages)]

    def _options(self) -> dict[str, Any]:
        return {"by": self.by, "counted": self.counted, "compared": self.compared}


def batches(items: Iterable[Item], n_bytes: Callable[[Item], int]) -> Iterator[list[Item]]:
    """Items in order, grouped as they are sent to the process."""
    batch: list[Item] = []
    n_batch_bytes = 0
    for item in items:
        batch.append(item)
        n_batch_bytes += n_bytes(item)
        if len(batch) == BATCH_PAGES or n_batch_bytes >= BATCH_BYTES:
            yield batch
            batch, n_batch_bytes = [], 0
    if batch:
        yield batch


def _run(guard: Guard, pages: Sequence[RawPage]) -> list[Outcome]:
    return guard.run([tuple(page) for page in pages])


def _text(outcome: Outcome) -> PageText | str:
    if outcome.error_text is not None:
        return outcome.error_text
    text = PageText(*outcome.value)
    return text._replace(dropped=[DroppedBlock(*block) for block in text.dropped])


def counting_task(by: str, counted: Counted, compared: Compared) -> Work:
    """The task of the first pass: a page -> its name, the bytes of its keys, an example of each."""
    read = _reader(by)

    def work(item: tuple[Any, ...]) -> tuple[Any, ...]:
        page = counted_page(read(RawPage(*item)), counted, compared)
        return page.name, page.keys.tobytes(), page.examples

    return _warm(work)


def text_task(by: str, counted: Counted, compared: Compared, shared: bytes | None) -> Work:
    """The task of the second pass: a page -> the fields of a PageText."""
    read = _reader(by)
    keys = None if shared is None else np.frombuffer(shared, dtype=np.int64)

    def work(item: tuple[Any, ...]) -> tuple[Any, ...]:
        document = read(RawPage(*item))
        # By the whole page: what other pages of the site share is a part of it.
        verdict, permissions = document.verdict.kind, dict(document.permissions.directives)
        if keys is not None:
            document = without_shared(document, document_keys(document, counted, compared), keys, compared)
        dropped = [tuple(block) for block in dropped_blocks(document, compared=compared)]
        text = (document.title, document.text, document.to_markdown(), document.reason)
        return (*text, dropped, verdict, permissions)

    return _warm(work)


def _reader(by: str) -> Callable[[RawPage], Document]:
    extractor = find_extractor(by)

    def read(page: RawPage) -> Document:
        # The size was limited when the page was fetched.
        limits = Limits(max_bytes=max(len(page.body), Limits.max_bytes))
        return extract(page.body, page.name, extractor, encoding=page.content_type, limits=limits)

    return read


def _warm(work: Work) -> Work:
    """The task after one page, so that loading the extractor does not count against the limits of the first page."""
    work(("https://example.org/", _PROSE, None))
    return work
