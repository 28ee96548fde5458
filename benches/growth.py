"""Every extractor and every format on hostile pages: does four times the page take four times as long?

The pages are the generators of tests/hostile/test_hostile_pages.py. Each is built at a size and at four times that
size, two doublings. Linear work takes four times as long, quadratic work sixteen times; `MAX_GROWTH` is in between.
Times are processor time, the best of a few runs of each size in turn, so a busy machine only makes this slower.

    python -m benches.growth [--pages "nested tables" ...] [--units 400]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import maintext
from maintext.document import Document
from maintext.document.barcode import barcode
from maintext.extractors.by import get_extractor
from maintext.extractors.protocol import Judgement
from maintext.extractors.registry import WITHOUT_BROWSER
from maintext.render import FORMATS
from maintext.selectors.matching import matching_rows, read_selectors
from tests.hostile.test_hostile_pages import PAGES

UNITS = 400
"""The size of the smaller page; most generators make two to ten blocks per unit."""
TIMES = 4
MAX_GROWTH = 9.0
SLACK_SECONDS = 0.02
"""For work that takes milliseconds: memory that the system hands out afresh."""
MAX_TRIES = 6


class Growth(NamedTuple):
    """Seconds on a page and on one four times as large."""

    page: str
    subject: str
    small: float
    large: float

    @property
    def is_linear(self) -> bool:
        """Whether the large page took no longer than linear work may take."""
        return self.large <= MAX_GROWTH * self.small + SLACK_SECONDS

    def __str__(self) -> str:
        return f"{self.subject} on {self.page}: {self.small:.4f} s, {TIMES} times as much: {self.large:.4f} s"


PARTS: dict[str, Callable[[Document], object]] = {
    "metadata": lambda document: document.metadata.title,
    "structured": lambda document: document.structured,
    "posts": lambda document: [post.to_dict() for post in document.posts],
    "thread": lambda document: _of_type(document, "forum").to_markdown(),
    "items": lambda document: document.items,
    "product": lambda document: document.product,
    "verdict": lambda document: document.verdict,
    "permissions": lambda document: document.permissions,
    "sections": lambda document: document.sections,
    "chunks": lambda document: document.chunks(max_tokens=64, overlap=16),
    "shortened": lambda document: document.shortened(64),
    "references": lambda document: document.to_markdown(links="references"),
    "barcode": barcode,
    "selectors": lambda document: matching_rows(document.page, read_selectors(["div p", "//*[2]", "[class~=x] > *"])),
    "record": lambda document: document.to_dict(),
}
"""What a document has besides its formats."""


def _of_type(document: Document, page_type: str) -> Document:
    """The document as one of a page that an extractor takes for one of a type."""
    judgement = Judgement({page_type: 1.0}, 0.5, has_main_text=True)
    return Document(document.page, document.by, replace(document.scores, judgement=judgement))


def subjects() -> dict[str, Callable[[maintext.Page], object]]:
    """What is measured: each extractor by its name, each format, and each part of a document."""
    found: dict[str, Callable[[maintext.Page], object]] = {name: get_extractor(name) for name in WITHOUT_BROWSER}
    everything = get_extractor("all")
    for output_format in FORMATS:
        found[f"format {output_format}"] = lambda page, name=output_format: Document(  # type: ignore[misc]
            page, "all", everything(page)
        ).render(name)
    for name, part in PARTS.items():
        found[name] = lambda page, part=part: part(Document(page, "all", everything(page)))  # type: ignore[misc]
    return found


def growth(page: str, units: int = UNITS) -> Iterator[Growth]:
    """The growth of every subject on one kind of page."""
    build, _ = PAGES[page]
    small, large = maintext.parse(build(units)), maintext.parse(build(TIMES * units))
    for name, work in subjects().items():
        found = Growth(page, name, _seconds(work, small), _seconds(work, large))
        for _ in range(MAX_TRIES):
            if found.is_linear:
                break
            again = min(found.small, _seconds(work, small)), min(found.large, _seconds(work, large))
            found = Growth(page, name, *again)
        yield found


def _seconds(work: Callable[[maintext.Page], object], page: maintext.Page) -> float:
    start = time.process_time()
    work(page)
    return time.process_time() - start


def main(arguments: Iterable[str] | None = None) -> None:
    """Prints what grows faster than the page; the exit code is 1 if anything does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", nargs="*", default=list(PAGES), choices=list(PAGES))
    parser.add_argument("--units", type=int, default=UNITS)
    options = parser.parse_args(list(arguments) if arguments is not None else None)
    n_measured, faster = 0, []
    for page in options.pages:
        for found in growth(page, options.units):
            n_measured += 1
            if not found.is_linear:
                faster.append(found)
                print(found, flush=True)
    print(f"{n_measured:,} measured on {len(options.pages)} kinds of pages, {len(faster)} grow faster than their pages")
    sys.exit(bool(faster))


if __name__ == "__main__":
    main()
