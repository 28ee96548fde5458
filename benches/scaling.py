"""How much faster several cores are than one: `extract_many` with threads, and `maintext batch` with processes.

What it is for: the promise that two cores are at least 1.9 times as fast as one, and what bounds many. Wall time needs
a quiet machine with at least `--jobs` free cores. Processor time per page is measured beside it: if it grows with the
number of jobs, they wait for each other's memory. The share of a page's time in which a thread holds the interpreter
bounds `extract_many`, since all threads share one; processes of a batch share none. Modules have their byte code, as
pip leaves them: without it each process of a batch compiles them anew. Run `make bench-scaling`.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import maintext
from benches.batch import write_warc
from benches.corpora import sample
from benches.measure import record
from benches.start import environment
from maintext.model.predictor import BALANCED, shipped_model

ROUNDS = 3
N_FILES = 24
"""Archives of a batch; one is one shard. With few, a core that has none left waits for a large part of the time."""
LEAST_TIMES = 1.9
"""How many times as fast as one job two must be."""


def seconds(run: Callable[[], object]) -> tuple[float, float]:
    """Wall time and processor time, of this process and of those that it started and waited for."""
    start, used = time.perf_counter(), _cpu_seconds()
    run()
    return time.perf_counter() - start, _cpu_seconds() - used


def _cpu_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def run_threads(pages: list[bytes], n_jobs: int) -> None:
    """Extracts all pages in threads, and reads their texts."""
    for document in maintext.extract_many(pages, jobs=n_jobs):
        assert isinstance(document, maintext.Document)
        assert document.text is not None


def run_batch(folder: Path, output: Path, n_jobs: int, own: dict[str, str]) -> None:
    """Extracts archives by the command, into a new folder; `own` is the environment of its processes."""
    command = [sys.executable, "-m", "maintext", "batch", str(folder), "-o", str(output), "--jobs", str(n_jobs)]
    subprocess.run(command, check=True, capture_output=True, env=own)  # noqa: S603 - our own command


def held_share(pages: list[bytes]) -> float:
    """The share of the time of `extract(page).text` that is not in native code that releases the interpreter."""
    model = shipped_model()

    def release(page: bytes) -> None:
        table = maintext.parse(page)
        if len(table.blocks):
            model.native.predict(table, BALANCED)

    def take(page: bytes) -> None:
        assert maintext.extract(page).text is not None

    released, whole = (sum(_least_seconds(run, page) for page in pages) for run in (release, take))
    return max(0.0, 1 - released / whole)


def _least_seconds(run: Callable[[bytes], object], page: bytes) -> float:
    found = []
    for _ in range(2 * ROUNDS):
        start = time.thread_time()
        run(page)
        found.append(time.thread_time() - start)
    return min(found)


def best_by_jobs(run: Callable[[int], object], jobs: list[int], n_pages: int) -> dict[str, dict[str, float]]:
    """By number of jobs: the best wall and processor time per page of a few rounds in turn, and the gain over one."""
    rounds = [{n_jobs: seconds(partial(run, n_jobs)) for n_jobs in jobs} for _ in range(ROUNDS)]
    best = {n_jobs: [min(times[n_jobs][kind] for times in rounds) for kind in (0, 1)] for n_jobs in jobs}
    return {
        str(n_jobs): {
            "wall_ms": round(1000 * wall / n_pages, 3),
            "cpu_ms": round(1000 * cpu / n_pages, 3),
            "times_one": round(best[jobs[0]][0] / wall, 2),
        }
        for n_jobs, (wall, cpu) in best.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=400, help="how many pages of the corpora")
    parser.add_argument("--jobs", type=int, default=2, help="compared with one")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    pages = [page.html for page in sample(arguments.pages)]
    jobs = [1, arguments.jobs]
    run_threads(pages[:8], arguments.jobs)  # What is loaded on first use is not the price of a page.
    held = held_share(pages)
    threads = best_by_jobs(lambda n_jobs: run_threads(pages, n_jobs), jobs, len(pages))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        for number in range(N_FILES):
            write_warc(folder / "in" / f"{number}.warc.gz", pages)
        (folder / "first").mkdir()
        write_warc(folder / "first" / "0.warc.gz", pages[:8])
        own = environment(str(folder / "byte-code"))
        # The first run compiles all modules.
        run_batch(folder / "first", folder / "first-out", 1, own)

        def batch(n_jobs: int) -> None:
            with tempfile.TemporaryDirectory(dir=folder) as output:
                run_batch(folder / "in", Path(output) / "out", n_jobs, own)

        processes = best_by_jobs(batch, jobs, N_FILES * len(pages))
    figures = {"extract_many": threads, "maintext batch": processes}
    for name, rows in figures.items():
        for n_jobs, row in rows.items():
            print(f"{name:<16} {n_jobs} jobs: {row}")
    print(f"a thread holds the interpreter for {held:.1%} of its time: at most {1 / held:.0f} threads have work")
    if arguments.record:
        print(record("scaling", {"pages": len(pages), "held_share": round(held, 4), **figures}))
    slow = [name for name, rows in figures.items() if rows[str(jobs[-1])]["times_one"] < LEAST_TIMES]
    sys.exit(f"less than {LEAST_TIMES} times as fast as one job: {', '.join(slow)}" if slow else None)


if __name__ == "__main__":
    main()
