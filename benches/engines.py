"""What an engine takes beside the pages: processor time for its start, and for each file.

The same small archive twice and twelve times over, by both engines on this machine. Run `make bench-batch`; the cost of
a crawl in benches/batch_figures.py is reckoned with it. A task of a cluster is the same as one of Spark on one machine:
a process for the file, and in it one for its pages.

All processes count, each by what it had used when it was last seen, every few hundredths of a second. The system's own
sums won't do: Spark's Python does not wait for its children, and what they used is forgotten.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from benches.batch import write_warc
from benches.measure import record

N_FILES = (2, 12)
N_PAGES = 5
LOOK_SECONDS = 0.03
ENGINES = {"embedded": ["--jobs", "2"], "spark": ["--engine", "spark", "--master", "local[2,4]"]}


def cpu_seconds(command: list[str]) -> float:
    """Of a command and of everything that it starts, until none of it is left."""
    mark = uuid4().hex
    used: dict[Path, int] = {}
    environment = {**os.environ, "MAINTEXT_BENCH": mark}
    process = subprocess.Popen(  # noqa: S603 - our own command
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    is_running = True
    while is_running:
        found = dict(_used(mark.encode()))
        used |= found
        is_running = process.poll() is None or bool(found)
        time.sleep(LOOK_SECONDS)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return sum(used.values()) / os.sysconf("SC_CLK_TCK")


def _used(mark: bytes) -> Iterator[tuple[Path, int]]:
    """The processes with the mark in their environment, and the ticks of the clock that each has used."""
    for folder in Path("/proc").glob("[0-9]*"):
        # It has just ended, or is not ours.
        with suppress(OSError):
            if mark in (folder / "environ").read_bytes():
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                yield folder, int(fields[11]) + int(fields[12])


def measure(engine: str, folder: Path, n_files: int) -> float:
    inputs = folder / f"{n_files}"
    if not inputs.exists():
        inputs.mkdir()
        page = "<title>Tea</title>" + "<p>Tea is made of leaves, and of water that boils. It takes a while." * 20
        for number in range(n_files):
            write_warc(inputs / f"{number}.warc.gz", [page.encode()] * N_PAGES)
    command = [sys.executable, "-m", "maintext", "batch", str(inputs), "-o", str(folder / f"{engine}-{n_files}")]
    return cpu_seconds([*command, *ENGINES[engine]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    results: dict[str, object] = {"files": N_FILES, "pages_a_file": N_PAGES}
    with tempfile.TemporaryDirectory() as name:
        for engine in ENGINES:
            few, many = (measure(engine, Path(name), n_files) for n_files in N_FILES)
            a_file = (many - few) / (N_FILES[1] - N_FILES[0])
            results[engine] = {
                "cpu_seconds": [round(few, 1), round(many, 1)],
                "file_seconds": round(a_file, 2),
                "start_seconds": round(few - N_FILES[0] * a_file, 1),
            }
            print(engine, results[engine], flush=True)
            if arguments.record:
                print(record("engines", results))


if __name__ == "__main__":
    main()
