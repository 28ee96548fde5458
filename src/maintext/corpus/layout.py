"""What every layout module is: a way to see whether a path has its form, and to read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from maintext.corpus.labelled import BrokenPage, Entry, LabelledPage


class Layout(Protocol):
    """A form in which data sets are published."""

    def fits(self, path: Path) -> bool:
        """Whether the path looks like a data set of this form. Reads names, not pages."""
        ...

    def count(self, path: Path) -> int:
        """About how many pages there are: for a progress bar, so it must be quick."""
        ...

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """Every page, whole or broken."""
        ...


def holds(folder: Path, *patterns: str) -> bool:
    """Whether a folder has at least one file for each of the patterns."""
    return folder.is_dir() and all(next(folder.glob(pattern), None) is not None for pattern in patterns)


def n_files(folder: Path, *patterns: str) -> int:
    """How many files of a folder fit any of the patterns."""
    return sum(1 for pattern in patterns for _ in folder.glob(pattern))


def checked(page: LabelledPage) -> Entry:
    """The page, unless there is nothing in it to extract from."""
    return page if page.html.strip() else BrokenPage(page.corpus, page.id, "the page is empty")


def text_of(record: dict[str, Any], name: str) -> str | None:
    """A field that is text, or None if it is missing or empty."""
    value = record.get(name)
    return value if isinstance(value, str) and value else None


def snippets_of(record: dict[str, Any], name: str) -> tuple[str, ...]:
    """A field that is a list of texts; members of other types are left out."""
    values = record.get(name)
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()
