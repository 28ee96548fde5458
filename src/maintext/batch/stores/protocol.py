"""What a batch needs of the place it writes to. Names of files are relative to it: `_work/extract/part-a.json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

CheckLock = Callable[[], None]
"""Raises JobLockedError once another run has taken the lock over."""


class Store(Protocol):
    """A place for results and state. Writing the same name again replaces the file."""

    @property
    def address(self) -> str:
        """The address with which `open_store` opens the same place on another machine."""
        ...

    @property
    def scratch(self) -> Path:
        """A folder of this machine for progress and for what queries spill."""
        ...

    def holds(self, path: str) -> bool:
        """Whether an input file lies in this place."""
        ...

    def exists(self, name: str) -> bool:
        """Whether a file is there, whole."""
        ...

    def names(self, folder: str) -> list[str]:
        """The names of the files directly in a folder, in order; `""` is the place itself."""
        ...

    def parts(self) -> list[str]:
        """The names of all result files, also those in partitions, in order."""
        ...

    def read(self, name: str) -> bytes:
        """The content of a small file; FileNotFoundError if there is none."""
        ...

    def read_many(self, names: Iterable[str]) -> Iterator[bytes]:
        """The contents of many small files, in order."""
        ...

    def writing(self, name: str) -> AbstractContextManager[Path]:
        """A local path to write to. It is published under the name when the block ends without an error."""
        ...

    def reading(self, name: str) -> AbstractContextManager[Path]:
        """A local path with the content of a file, for as long as the block lasts."""
        ...

    def remove(self, names: Iterable[str]) -> None:
        """Removes files, as far as they exist."""
        ...

    def remove_unfinished(self) -> None:
        """Removes what a killed run left behind. Only safe while the lock is held."""
        ...

    def lock(self) -> AbstractContextManager[CheckLock]:
        """Keeps other runs out; JobLockedError if one is at work."""
        ...
