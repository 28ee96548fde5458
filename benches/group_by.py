"""Counting blocks over all pages in little memory: 20 million rows through the SQL of matching, 300 MB for DuckDB.

The rows are pages with twenty blocks, of sites with a hundred pages; of each page's blocks three are on every page of
its site. So the answer is known: three shared keys a site. Run `make bench-batch`.
"""

import argparse
import resource
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benches.measure import record
from maintext.batch.engines.embedded import EmbeddedEngine
from maintext.batch.engines.protocol import Query
from maintext.batch.job import Job, Settings
from maintext.batch.outputs.part_files import batch_writer
from maintext.batch.schema import KEYS
from maintext.batch.stages.queries import shared_sql
from maintext.batch.stores.folder import FolderStore
from maintext.shared_blocks.rule import Rule

BLOCKS_A_PAGE, SHARED_BLOCKS, PAGES_A_SITE, SITES_A_FILE = 20, 3, 100, 1000


def write_keys(path: Path, number: int) -> None:
    """A file of a thousand sites."""
    dice = np.random.default_rng(number)
    path.parent.mkdir(parents=True, exist_ok=True)
    with batch_writer(path, KEYS) as file:
        for site in range(number * SITES_A_FILE, (number + 1) * SITES_A_FILE):
            keys = dice.integers(-(2**62), 2**62, (PAGES_A_SITE, BLOCKS_A_PAGE)) * 2
            keys[:, :SHARED_BLOCKS] = np.arange(SHARED_BLOCKS) * 2 + site * 64
            columns = {
                "site": [f"site{site}.example"] * PAGES_A_SITE,
                "url": [f"https://site{site}.example/{page}" for page in range(PAGES_A_SITE)],
                "page": np.arange(PAGES_A_SITE) + site * PAGES_A_SITE,
                "keys": keys.tolist(),
            }
            file.write(pa.RecordBatch.from_pydict(columns, KEYS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--memory", default="300MB")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    n_files = -(-arguments.rows // (BLOCKS_A_PAGE * PAGES_A_SITE * SITES_A_FILE))
    with tempfile.TemporaryDirectory() as name:
        job = Job(FolderStore(Path(name)), Settings(matching={}), ())
        for number in range(n_files):
            write_keys(job.store.scratch / "extract" / f"part-{number}.parquet", number)
        query = Query("keys", KEYS, "_work/extract", partial(shared_sql, Rule()), job.table("shared"))
        before = resource.getrusage(resource.RUSAGE_SELF)
        start = time.monotonic()
        EmbeddedEngine(2, arguments.memory).run_query(job, query)
        n_seconds = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_SELF)
        n_shared = pq.read_metadata(Path(name) / query.output).num_rows
    n_rows = n_files * BLOCKS_A_PAGE * PAGES_A_SITE * SITES_A_FILE
    expected = n_files * SITES_A_FILE * SHARED_BLOCKS
    assert n_shared == expected, f"{n_shared:,} shared keys, not {expected:,}"
    results: dict[str, object] = {
        "rows": n_rows,
        "memory_limit": arguments.memory,
        "shared_keys": n_shared,
        "seconds": round(n_seconds, 1),
        "cpu_seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1),
        "peak_mb": round(after.ru_maxrss / 1000),
        "peak_before_mb": round(before.ru_maxrss / 1000),
    }
    print(results)
    if arguments.record:
        print(record("group-by", results))


if __name__ == "__main__":
    main()
