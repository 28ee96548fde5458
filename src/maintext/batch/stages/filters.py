"""Results -> the rows that pass the filters, and how many each filter dropped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from maintext.errors import BatchError
from maintext.shapes.verdicts import KINDS, Permissions


@dataclass(frozen=True)
class Filters:
    """Which rows are kept. Rows with an error always are, so that errors stay visible.

    A row whose column is null fails every filter on that column.
    """

    languages: tuple[str, ...] = ()
    page_types: tuple[str, ...] = ()
    min_confidence: float | None = None
    min_chars: int = 0
    """Characters of text."""
    exact_duplicates: bool = False
    """Whether only one of several pages with the same text is kept."""
    near_duplicates: bool = False
    """Whether only one of several pages with nearly the same text is kept; see `signatures`."""
    verdicts: tuple[str, ...] = ()
    """Kinds of pages, such as content; see `shapes.verdicts`."""
    allows_training: bool = False
    """Whether only pages are kept whose publisher does not reserve them against training models."""

    def __post_init__(self) -> None:
        # JSON has lists only.
        object.__setattr__(self, "languages", tuple(self.languages))
        object.__setattr__(self, "page_types", tuple(self.page_types))
        object.__setattr__(self, "verdicts", tuple(self.verdicts))
        for verdict in self.verdicts:
            if verdict not in KINDS:
                raise BatchError(f"unknown verdict {verdict!r}; known: {', '.join(KINDS)}")
        for language in self.languages:
            if not re.fullmatch("[a-z]{2,3}", language):
                raise BatchError(f"a language must be a code of two or three letters such as en, got {language!r}")
        if self.min_chars < 0:
            raise BatchError(f"min_chars must be at least 0, got {self.min_chars}")
        if self.min_confidence is not None and not 0 <= self.min_confidence <= 1:
            raise BatchError(f"min_confidence must lie between 0 and 1, got {self.min_confidence}")

    @property
    def finds_duplicates(self) -> bool:
        """Whether pages are compared with each other."""
        return self.exact_duplicates or self.near_duplicates

    def __call__(self, results: pa.RecordBatch, dropped: dict[str, int]) -> pa.RecordBatch:
        """The rows that pass. Each other row is counted in `dropped` under the first filter that it failed."""
        for name, column, passes in self._tests():
            is_kept = pc.or_(results.column("error").is_valid(), pc.fill_null(passes(results.column(column)), False))
            kept = results.filter(is_kept)
            if kept.num_rows < results.num_rows:
                dropped[name] = dropped.get(name, 0) + results.num_rows - kept.num_rows
            results = kept
        return results

    def _tests(self) -> Iterator[tuple[str, str, Callable[[pa.Array], pa.Array]]]:
        if self.languages:
            yield "language", "language", lambda column: pc.is_in(column, pa.array(self.languages))
        if self.page_types:
            yield "page type", "page_type", lambda column: pc.is_in(column, pa.array(self.page_types))
        if self.min_confidence is not None:
            yield "confidence", "confidence", lambda column: pc.greater_equal(column, self.min_confidence)
        if self.verdicts:
            yield "verdict", "verdict", lambda column: pc.is_in(column, pa.array(self.verdicts))
        if self.allows_training:
            yield "permissions", "permissions", _allows_training
        if self.min_chars:
            yield "length", "text", lambda column: pc.greater_equal(pc.utf8_length(column), self.min_chars)


def _allows_training(column: pa.Array) -> pa.Array:
    lists = column.to_pylist()
    return pa.array(
        [None if names is None else Permissions(dict.fromkeys(names, "")).allows_training for names in lists]
    )
