"""Input files -> shards: the units of work, retry and resume.

A large file is a shard of its own. Many small ones are grouped in their order, so that 100,000 small files don't cost
100,000 tasks, each with processes that start. A shard's name depends on its files only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby

from maintext.batch.inputs.input_files import InputFile

HTML_FILES_PER_SHARD = 1000
"""Of HTML files, which hold one page each."""
GROUPED_SHARDS = 1000
"""Files of other kinds are grouped into about this many shards, if there are more: enough for hundreds of cores."""
SHARD_BYTES = 64 * 1024**2
"""The largest group: about five seconds of work for one core, long beside the second that a task takes."""


@dataclass(frozen=True)
class Shard:
    """The unit of work, retry and resume."""

    name: str
    files: tuple[InputFile, ...]

    @property
    def n_bytes(self) -> int:
        """The size of its files, as far as it is known."""
        return sum(file.n_bytes or 0 for file in self.files)


def make_shards(all_files: Sequence[InputFile], before: Sequence[Shard] = ()) -> tuple[Shard, ...]:
    """The shards of files. Shards of an earlier run whose files are all there stay as they were."""
    paths = {file.path for file in all_files}
    kept = [shard for shard in before if all(file.path in paths for file in shard.files)]
    taken = {file.path for shard in kept for file in shard.files}
    rest = [file for file in all_files if file.path not in taken]
    return (*kept, *(Shard(_name(group), group) for group in _groups(rest)))


def _groups(files: Sequence[InputFile]) -> Iterator[tuple[InputFile, ...]]:
    """Consecutive files of one sort: HTML by number, others by number and size. Unknown sizes count as large."""
    n_others = sum(file.kind != "html" for file in files)
    for is_html, group in groupby(files, key=lambda file: file.kind == "html"):
        n_files = HTML_FILES_PER_SHARD if is_html else -(-n_others // GROUPED_SHARDS)
        waiting: list[InputFile] = []
        n_bytes = 0
        for file in group:
            size = 0 if is_html else SHARD_BYTES if file.n_bytes is None else file.n_bytes
            if waiting and (len(waiting) == n_files or n_bytes + size > SHARD_BYTES):
                yield tuple(waiting)
                waiting, n_bytes = [], 0
            waiting.append(file)
            n_bytes += size
        yield tuple(waiting)


def _name(files: tuple[InputFile, ...]) -> str:
    paths = "\n".join(file.path for file in files).encode("utf-8", "surrogateescape")
    stem = files[0].path.rpartition("/")[2].partition(".")[0]
    readable = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in stem)[:60]
    return f"{readable}-{blake2b(paths, digest_size=6).hexdigest()}"
