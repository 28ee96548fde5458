"""Labelled pages -> how well candidates read their metadata: title, author and date, page by page in turn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from maintext.corpus import BrokenPage, Corpus, LabelledPage
from maintext.errors import EvaluationError, MissingPackageError, UnknownExtractorError
from maintext.evaluate.metadata_match import Given, Match, match
from maintext.evaluate.runs import silence
from maintext.metadata import read_metadata
from maintext.metadata.sources.address import host_of
from maintext.page.parsing import parse

Read = Callable[[bytes, "str | None"], Given]
"""The bytes of a page and its address -> its metadata."""


@dataclass(frozen=True)
class MetadataResult:
    """What one candidate made of one page."""

    corpus: str
    half: str
    by: str
    ms: float
    error: str | None
    """Name of the exception, if it raised one. Then it gave nothing."""
    matches: dict[str, Match]
    """By field."""


def _ours() -> Read:
    def read(html: bytes, url: str | None) -> Given:
        metadata = read_metadata(parse(html), url)
        return Given(metadata.title, metadata.author, metadata.date)

    return read


def _trafilatura() -> Read:
    from maintext.evaluate.peers import package

    peer = package("trafilatura", "trafilatura")

    def read(html: bytes, url: str | None) -> Given:
        found = peer.extract_metadata(html, default_url=url)
        return Given(found.title, found.author, found.date) if found else Given(None, None, None)

    return read


METADATA_READERS: dict[str, Callable[[], Read]] = {"maintext": _ours, "trafilatura": _trafilatura}
"""The readers of metadata, by name."""


def half_of(page: LabelledPage) -> str:
    """A or B, by the domain of the page: rules were made by looking at pages of half A alone."""
    host = host_of(page.url) or page.id
    domain = ".".join(host.split(".")[-2:])
    return "AB"[hashlib.sha256(domain.encode()).digest()[0] % 2]


def measure(
    corpora: Iterable[Corpus], names: Sequence[str], broken: list[BrokenPage], limit: int | None = None
) -> Iterator[list[MetadataResult]]:
    """The results of each page."""
    readers = {name: _reader(name) for name in dict.fromkeys(names)}
    if not readers:
        raise EvaluationError("nothing to measure: no reader of metadata was named")
    for corpus in corpora:
        for page in corpus.pages(broken, limit):
            with silence():
                yield [_run(name, read, page) for name, read in readers.items()]


def missing(names: Iterable[str]) -> dict[str, str]:
    """The readers that are not installed, and what to do about it."""
    reasons = ((name, _reason(name)) for name in names)
    return {name: reason for name, reason in reasons if reason}


def _reason(name: str) -> str | None:
    try:
        _reader(name)
    except MissingPackageError as error:
        return str(error)
    return None


def _reader(name: str) -> Read:
    if name not in METADATA_READERS:
        raise UnknownExtractorError(name, METADATA_READERS)
    return METADATA_READERS[name]()


def _run(name: str, read: Read, page: LabelledPage) -> MetadataResult:
    given, error = Given(None, None, None), None
    start = perf_counter()
    try:
        given = read(page.html, page.url)
    except Exception as raised:
        # Others' code may raise anything; it is counted by name.
        error = type(raised).__name__
    ms = (perf_counter() - start) * 1000
    matches = match(Given(page.title, page.author, page.date), given)
    return MetadataResult(page.corpus, half_of(page), name, ms, error, matches)
