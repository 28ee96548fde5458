"""What the driver of a batch needs for many small files: seconds of processor time and memory, by step.

    python -m benches.many_files [--files 10000 100000] [--record]

Files are written, found, planned and saved as a job; the shards are then marked as done with their counts, as workers
would, and the job is planned again, listed and summarised. No page is extracted. Each size has its own process.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benches.measure import record
from maintext.batch.inputs.input_files import find_input_files
from maintext.batch.job import Settings, save_job
from maintext.batch.outputs.counts import Counts
from maintext.batch.outputs.part_files import write_small
from maintext.batch.outputs.summary import summarise, write_summary
from maintext.batch.run import plan


def measure(n_files: int) -> dict[str, Any]:
    """Seconds by step, tasks, bytes of state, and the peak of memory."""
    seconds: dict[str, float] = {}

    def timed(name: str, step: Callable[[], Any]) -> Any:
        start = time.process_time()
        value = step()
        seconds[name] = round(time.process_time() - start, 2)
        return value

    with tempfile.TemporaryDirectory() as folder:
        inputs, output = Path(folder) / "in", Path(folder) / "out"
        for number in range(n_files):
            path = inputs / f"{number // 1000:03}" / f"crawl-{number:06}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('{"html": "<p>Tea, and milk."}\n')
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        found = timed("find files", lambda: find_input_files([str(inputs)]))
        job = timed("plan", lambda: plan(found, output, Settings()))
        timed("save job", lambda: save_job(job))
        for shard in job.shards:
            Counts(1, 1, 1, 1).write(job.store, job.report("extract", shard))
            write_small(job.store, job.part("extract", shard), b"")
        again = timed("plan a rerun", lambda: plan(found, output, Settings()))
        summary = timed("summarise", lambda: summarise(again, {}))
        timed("write manifest and summary", lambda: write_summary(summary))
        assert len(summary.by_shard) == len(job.shards)
        n_bytes = {name: (output / name).stat().st_size for name in ("_work/shards.json", "_manifest.json")}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "files": n_files,
        "tasks": len(job.shards),
        "seconds": seconds,
        "total_seconds": round(sum(seconds.values()), 2),
        "bytes": n_bytes,
        "mb_before": round(before / 1000),
        "peak_mb": round(peak / 1000),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    if len(arguments.files) == 1:
        print(json.dumps(measure(arguments.files[0])))
        return
    found = []
    for n_files in arguments.files:
        command = [sys.executable, "-m", "benches.many_files", "--files", str(n_files)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own module
        found.append(json.loads(done.stdout))
        print(found[-1], flush=True)
    if arguments.record:
        print(record("many-files", {"sizes": found}))


if __name__ == "__main__":
    main()
