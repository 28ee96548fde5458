"""A folder as a store: files are written as `_NAME.tmp`, then renamed."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from maintext.batch.stores.protocol import CheckLock
from maintext.errors import BatchError, JobLockedError

_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS}
"""What file systems answer that have no locks; some network file systems do."""


@dataclass(frozen=True)
class FolderStore:
    """A folder of this machine, or one that all machines of a cluster share."""

    folder: Path

    @property
    def address(self) -> str:
        """The path."""
        return str(self.folder)

    @property
    def scratch(self) -> Path:
        """Inside the folder, so that the driver of a cluster sees what its workers report."""
        return self.folder / "_work"

    def holds(self, path: str) -> bool:
        """Whether an input file lies in the folder."""
        return path.removeprefix("file://").startswith(self.address.rstrip(os.sep) + os.sep)

    def exists(self, name: str) -> bool:
        """Whether a file is there."""
        return (self.folder / name).exists()

    def names(self, folder: str) -> list[str]:
        """The names of the files directly in a folder."""
        place = self.folder / folder
        if not place.is_dir():
            return []
        with os.scandir(place) as entries:
            found = sorted(entry.name for entry in entries if entry.is_file())
        return [f"{folder}/{name}" if folder else name for name in found]

    def parts(self) -> list[str]:
        """The names of all result files."""
        found = [path.relative_to(self.folder) for path in self.folder.rglob("part-*")]
        return sorted(str(path) for path in found if not path.parts[0].startswith("_"))

    def read(self, name: str) -> bytes:
        """The content of a small file."""
        return (self.folder / name).read_bytes()

    def read_many(self, names: Iterable[str]) -> Iterator[bytes]:
        """The contents of small files."""
        return (self.read(name) for name in names)

    @contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """A temporary path that is renamed at the end, if nothing is raised."""
        path = self.folder / name
        # Unique, because an engine may run a shard twice at the same time.
        unfinished = path.with_name(f"_{path.name}.{uuid4().hex[:8]}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            yield unfinished
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)

    @contextmanager
    def reading(self, name: str) -> Iterator[Path]:
        """The path of the file."""
        yield self.folder / name

    def remove(self, names: Iterable[str]) -> None:
        """Removes files."""
        for name in names:
            (self.folder / name).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Removes temporary files."""
        for path in self.folder.rglob("_*.tmp"):
            path.unlink(missing_ok=True)

    @contextmanager
    def lock(self) -> Iterator[CheckLock]:
        """Locks a file; the lock ends with this process, however that ends."""
        try:
            self.scratch.mkdir(parents=True, exist_ok=True)
            file = os.open(self.scratch / "lock", os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise BatchError(f"can't write to {self.folder}: {error}") from error
        try:
            _lock_file(file)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                os.close(file)
                raise JobLockedError(
                    f"another run is writing to {self.folder}; wait for its end, or choose another output folder"
                ) from None
        try:
            yield lambda: None
        finally:
            os.close(file)


def _lock_file(file: int) -> None:
    """Locks an open file for this process alone; OSError if another one has it."""
    try:
        import fcntl
    except ImportError:  # on Windows
        import msvcrt

        # Its first byte stands for the file; the types of this module are known on Windows only.
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
