"""Names -> what is measured: extractors of this library and peers, called alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from maintext.api import extract
from maintext.errors import MissingPackageError, UnknownExtractorError
from maintext.extractors import EXTRACTORS, get_extractor

TINY_PAGE = "<html><head><title>Warm</title></head><body><p>Warm up, once, before the clock runs.</p></body></html>"


@dataclass(frozen=True)
class Candidate:
    """Something that makes a text of a page."""

    name: str
    takes: Literal["bytes", "text"]
    """Whether it is given the raw bytes or, if it can't decode, the text that our parser decoded."""
    keep: Callable[[bytes], str] | Callable[[str], str]
    """bytes or text of a page -> the text it keeps."""

    def __call__(self, html: bytes | str) -> str:
        """What it keeps of a page."""
        return self.keep(html)  # type: ignore[arg-type]  # `takes` says which of the two it is


@dataclass(frozen=True)
class Found:
    """The candidates that can run, and why others can't."""

    candidates: tuple[Candidate, ...]
    missing: dict[str, str]
    """Name of a peer that is not installed, and what to do about it."""


def find_candidates(names: Sequence[str]) -> Found:
    """The candidates of those names. An unknown name is an error; a peer that is not installed is missing."""
    from maintext.evaluate.peers import PEERS

    candidates: list[Candidate] = []
    missing: dict[str, str] = {}
    for name in dict.fromkeys(names):
        if name not in EXTRACTORS and name not in PEERS:
            raise UnknownExtractorError(name, [*EXTRACTORS, *PEERS])
        try:
            candidates.append(_of_ours(name) if name in EXTRACTORS else PEERS[name]())
        except MissingPackageError as error:
            missing[name] = str(error)
    return Found(tuple(candidates), missing)


def warm_up(candidate: Candidate) -> None:
    """Has it load what it loads on first use, so that no page pays for it."""
    # Others' code may raise anything; if it can't run at all, the pages that follow will tell.
    with suppress(Exception):
        candidate(TINY_PAGE.encode() if candidate.takes == "bytes" else TINY_PAGE)


def _of_ours(name: str) -> Candidate:
    extractor = get_extractor(name)

    def keep(html: bytes) -> str:
        return extract(html, by=extractor).text

    return Candidate(name, "bytes", keep)
