"""Progress of shards -> one line for people: pages, pages per second, time left.

Each worker writes two numbers, bytes read and pages done, into a small file of its own, and the driver adds them up.
That works for every engine whose workers share a folder with the driver, and costs one write per batch. Workers of a
cluster that writes to an object store share none, so there progress counts whole shards.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import monotonic

_NUMBERS = struct.Struct("<QQ")


@contextmanager
def progress_writer(scratch: Path, name: str) -> Iterator[Callable[[int, int], None]]:
    """A function with which a worker reports the bytes and pages of a shard that are done."""
    path = scratch / "progress" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        yield partial(_write, file)
    finally:
        os.close(file)
        path.unlink(missing_ok=True)


def _write(file: int, n_bytes: int, n_pages: int) -> None:
    os.pwrite(file, _NUMBERS.pack(n_bytes, n_pages), 0)


def read_progress(scratch: Path) -> tuple[int, int]:
    """Bytes and pages done in running shards."""
    n_bytes = n_pages = 0
    for path in (scratch / "progress").glob("*"):
        try:
            numbers = _NUMBERS.unpack(path.read_bytes())
        except (OSError, struct.error):
            # The shard has just been finished or started.
            continue
        n_bytes += numbers[0]
        n_pages += numbers[1]
    return n_bytes, n_pages


@dataclass(frozen=True)
class ProgressNumbers:
    """How far a stage is."""

    stage: str
    n_shards_done: int
    n_shards: int
    n_pages: int
    pages_per_second: float | None = None
    """None until some pages are done."""
    seconds_left: float | None = None

    def to_line(self) -> str:
        """The numbers for people."""
        line = f"{self.stage}: {self.n_shards_done:,} of {self.n_shards:,} shards, {self.n_pages:,} pages"
        if self.pages_per_second is not None:
            line += f", {self.pages_per_second:,.0f} pages/s"
        return line if self.seconds_left is None else f"{line}, {duration(self.seconds_left)} left"

    def to_dict(self) -> dict[str, object]:
        """The numbers for programs."""
        return asdict(self)


@dataclass
class StageProgress:
    """Progress of one stage."""

    stage: str
    n_shards: int
    n_bytes: int
    """Size of the shards that are to be done."""
    n_shards_done: int = 0
    n_bytes_done: int = 0
    n_pages_done: int = 0
    start: float | None = None
    """When the first pages were seen: starting processes and loading models is not part of the rate."""
    n_pages_at_start: int = 0
    n_bytes_at_start: int = 0

    def numbers(self, scratch: Path) -> ProgressNumbers:
        """The progress at this moment."""
        n_bytes, n_pages = read_progress(scratch)
        n_bytes, n_pages = n_bytes + self.n_bytes_done, n_pages + self.n_pages_done
        if self.start is None and n_pages:
            self.start, self.n_pages_at_start, self.n_bytes_at_start = monotonic(), n_pages, n_bytes
        n_seconds = monotonic() - self.start if self.start is not None else 0.0
        n_new_pages, n_new_bytes = n_pages - self.n_pages_at_start, n_bytes - self.n_bytes_at_start
        shards = self.n_shards_done, self.n_shards
        if n_new_pages <= 0 or n_seconds < 1:
            return ProgressNumbers(self.stage, *shards, n_pages)
        left = (self.n_bytes - n_bytes) * n_seconds / n_new_bytes if n_new_bytes > 0 and self.n_bytes else None
        return ProgressNumbers(self.stage, *shards, n_pages, n_new_pages / n_seconds, left and max(left, 0.0))

    def line(self, scratch: Path) -> str:
        """The progress as one line.

        >>> StageProgress("extract", 4, 1000).line(Path("no-folder"))
        'extract: 0 of 4 shards, 0 pages'
        """
        return self.numbers(scratch).to_line()


def duration(n_seconds: float) -> str:
    """Seconds as minutes and hours.

    >>> duration(75), duration(4000)
    ('1:15', '1:06:40')
    """
    minutes, seconds = divmod(round(n_seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
