"""Names -> candidates: extractors and peers behind one interface, so that they can be measured alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from maintext.api import extract
from maintext.errors import MissingPackageError, UnknownExtractorError
from maintext.extractors.by import find_extractor

TINY_PAGE = "<html><head><title>Warm</title></head><body><p>Warm up, once, before the clock runs.</p></body></html>"


@dataclass(frozen=True)
class Candidate:
    """An extractor or a peer: it turns a page into text."""

    name: str
    takes: Literal["bytes", "text"]
    """Whether it is given the raw bytes or, if it can't decode, the text that our parser decoded."""
    keep: Callable[[bytes], str] | Callable[[str], str]
    """bytes or text of a page -> the text it keeps."""

    def __call__(self, html: bytes | str) -> str:
        """What it keeps of a page."""
        return self.keep(html)  # type: ignore[arg-type]  # `takes` says which of the two it is


@dataclass(frozen=True)
class CandidateSet:
    """The candidates that can run, and why others can't."""

    candidates: tuple[Candidate, ...]
    missing: dict[str, str]
    """Name of a peer that is not installed, and what to do about it."""


def find_candidates(names: Sequence[str]) -> CandidateSet:
    """The candidates of those names: peers, and extractors in the form that `extractors.by` reads.

    An unknown name is an error; a peer that is not installed is missing.
    """
    candidates: list[Candidate] = []
    missing: dict[str, str] = {}
    for name in dict.fromkeys(names):
        found = _candidate_or_reason(name)
        if isinstance(found, Candidate):
            candidates.append(found)
        else:
            missing[name] = found
    return CandidateSet(tuple(candidates), missing)


def _candidate_or_reason(name: str) -> Candidate | str:
    from maintext.evaluate.peers import PEERS

    try:
        return PEERS[name]() if name in PEERS else _own_candidate(name)
    except MissingPackageError as error:
        return str(error)
    except UnknownExtractorError as error:
        raise UnknownExtractorError(name, [*error.known, *PEERS]) from None


def warm_up(candidate: Candidate) -> None:
    """Runs a candidate once, so that what it loads on first use is not part of any page's time."""
    # A peer may raise anything; if it can't run at all, every page of the corpus will count as an error.
    with suppress(Exception):
        candidate(TINY_PAGE.encode() if candidate.takes == "bytes" else TINY_PAGE)


def _own_candidate(name: str) -> Candidate:
    extractor = find_extractor(name)

    def keep(html: bytes) -> str:
        return extract(html, by=extractor).text

    return Candidate(name, "bytes", keep)
