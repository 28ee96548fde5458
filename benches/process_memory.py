"""A server and its children -> the memory of each process over time, and which of them grows.

The sum over a family of processes says little: it rises when a fresh child becomes warm and when one more child runs,
and it counts pages that processes share once for each. So each process is followed alone. What counts is its own memory
(`RssAnon`, `RssShmem`). A child is known by its id and the time of its start, because ids are used again; its
generation says how many children were started before it. Files in memory belong to the server, which opens them for its
children; they are in no process's resident memory unless it maps them.
"""

from __future__ import annotations

import os
import statistics
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from maintext.guard.page_file import MAX_KEPT_BYTES

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
WARM_SECONDS = 2.0
"""Processor time after which a child counts as warm. Its start takes about one; a page takes some thousandths."""
MIN_SAMPLES = 40
"""Of a child after its warm-up; with fewer its two halves say nothing."""


class Sample(NamedTuple):
    """One process at one moment."""

    second: float
    n_bytes: int
    cpu_seconds: float


class Process(NamedTuple):
    """What distinguishes a process from a later one with the same id."""

    pid: int
    started: int


@dataclass
class FamilyMemory:
    """The samples of a server, its children and its files in memory."""

    server: int
    processes: dict[Process, list[Sample]] = field(default_factory=dict)
    """In the order in which they were first seen, which is that of the generations."""
    n_children: list[int] = field(default_factory=list)
    file_bytes: list[int] = field(default_factory=list)

    def add_sample(self, second: float) -> int:
        """Reads the memory of every process now; the sum of their own memory."""
        total = 0
        children = child_ids(self.server)
        for pid in (self.server, *children):
            found = _read_process(pid, second)
            if found is not None:
                process, sample = found
                self.processes.setdefault(process, []).append(sample)
                total += sample.n_bytes
        self.n_children.append(len(children))
        self.file_bytes.append(memory_file_bytes(self.server))
        return total

    def of_server(self) -> list[Sample]:
        """The server's samples."""
        return next(samples for process, samples in self.processes.items() if process.pid == self.server)

    def of_children(self) -> list[list[Sample]]:
        """The samples of each child, by generation."""
        return [samples for process, samples in self.processes.items() if process.pid != self.server]

    def summary(self, max_growth: float) -> dict[str, Any]:
        """The figures of each kind of process, in megabytes, and the names of those that grow."""
        warm = [_after_warm_up(samples) for samples in self.of_children()]
        growths = {number: _growth(part) for number, part in enumerate(warm) if len(part) >= MIN_SAMPLES}
        server, files = _thirds([one.n_bytes for one in self.of_server()]), _thirds(self.file_bytes)
        growing = [f"child {number}" for number, growth in growths.items() if growth > max_growth]
        growing += ["server"] if server[-1] > max_growth * server[-2] else []
        # Each child has two files, which keep what a batch needs.
        kept = _middle([2 * max(self.n_children) * MAX_KEPT_BYTES])
        growing += ["files in memory"] if files[-1] > kept else []
        return {
            "server_mb_by_third": server,
            "files_in_memory_mb_by_third": files,
            "n_children_at_once": _counted(self.n_children),
            "n_generations": len(warm),
            "fresh_child_mb": _middle([samples[0].n_bytes for samples in self.of_children()]),
            "warm_child_mb_by_generation_third": _thirds([_median(part) for part in warm if part]),
            "child_mb_by_cpu_seconds": _by_age(self.of_children()),
            "n_children_followed": len(growths),
            "growth_of_followed_children": _quartiles(list(growths.values())),
            "growing": growing,
        }


def child_ids(server: int) -> list[int]:
    """The ids of a process's children, also of those that its threads started."""
    try:
        threads = list((PROC / str(server) / "task").iterdir())
        return sorted({int(pid) for thread in threads for pid in (thread / "children").read_text().split()})
    except OSError:
        return []


def memory_file_bytes(server: int) -> int:
    """Bytes of the memory files that a process has open, each counted once."""
    sizes: dict[int, int] = {}
    for entry in (PROC / str(server) / "fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            if str(entry.readlink()).startswith("/memfd:"):
                status = entry.stat()
                sizes[status.st_ino] = status.st_blocks * 512
    return sum(sizes.values())


def own_bytes(pid: int) -> int:
    """The memory of a process without the files on disk that it maps; 0 if it has ended."""
    found = _read_process(pid, 0.0)
    return found[1].n_bytes if found else 0


def _read_process(pid: int, second: float) -> tuple[Process, Sample] | None:
    try:
        status = (PROC / str(pid) / "status").read_text()
        # The name of a program may have spaces and brackets; the figures follow the last one.
        figures = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    sizes = dict(line.split(":", 1) for line in status.splitlines() if line.startswith(("RssAnon", "RssShmem")))
    if len(sizes) < 2:  # a process that has ended and was not waited for
        return None
    n_bytes = 1024 * sum(int(size.split()[0]) for size in sizes.values())
    cpu_seconds = (int(figures[11]) + int(figures[12])) / TICKS
    return Process(pid, int(figures[19])), Sample(second, n_bytes, cpu_seconds)


def _after_warm_up(samples: Sequence[Sample]) -> list[Sample]:
    return [sample for sample in samples if sample.cpu_seconds >= WARM_SECONDS]


def _growth(samples: Sequence[Sample]) -> float:
    """The median of the second half of a life as a multiple of that of the first."""
    half = len(samples) // 2
    return _median(samples[half:]) / _median(samples[:half])


def _median(samples: Sequence[Sample]) -> float:
    return statistics.median(sample.n_bytes for sample in samples)


def _thirds(sizes: Sequence[float]) -> list[float]:
    """The medians of the three thirds of a list, in megabytes."""
    third = max(len(sizes) // 3, 1)
    return [_middle(part) for part in (sizes[:third], sizes[third : 2 * third], sizes[2 * third :])]


def _middle(sizes: Sequence[float]) -> float:
    return round(statistics.median(sizes) / 1e6, 1) if sizes else 0.0


def _by_age(children: Sequence[Sequence[Sample]]) -> dict[str, float]:
    """The median memory of children of an age, which doubles from entry to entry."""
    ages: dict[int, list[int]] = {}
    for samples in children:
        for sample in samples:
            ages.setdefault(int(sample.cpu_seconds).bit_length(), []).append(sample.n_bytes)
    return {f"below {2**age} s": _middle(sizes) for age, sizes in sorted(ages.items())}


def _quartiles(growths: Sequence[float]) -> list[float]:
    """The least, the middle and the greatest."""
    ordered = sorted(growths)
    return [round(value, 3) for value in (ordered[0], statistics.median(ordered), ordered[-1])] if ordered else []


def _counted(counts: Sequence[int]) -> dict[str, int]:
    return {str(number): times for number, times in sorted(Counter(counts).items())}
