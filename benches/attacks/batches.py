"""Batches: records that lost a whole file, and files that cost more memory or time than they have bytes."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benches.attacks.attack import Attack, expect
from tests.batch.archives import gzip_member, http, record
from tests.batch.bad_records import JSONL_KINDS, WARC_KINDS, address, good_html, good_line, good_record

N_GOOD = 20
LEFT_OUT = {"hangs", "crashes", "leaves", "eats memory", "raises", "junk"}
"""Kinds that need an extractor of the tests, and bytes that are not a record, which can't be counted beside damage."""


def _batch(inputs: Path) -> list[dict[str, Any]]:
    """`maintext batch` on a folder; its rows."""
    output = inputs.parent / "out"
    command = ["batch", str(inputs), "-o", str(output), "--by", "all", "--jobs", "1"]
    command = [sys.executable, "-m", "maintext", *command]
    done = subprocess.run(command, check=False, capture_output=True)  # noqa: S603 - ourselves
    expect(done.returncode == 0, done.stderr)
    parts = [pq.read_table(path) for path in sorted(output.glob("part-*"))]
    rows: list[dict[str, Any]] = pa.concat_tables(parts).to_pylist()
    return rows


def _expect_rows(rows: list[dict[str, Any]], n_good: int, n_bad: int) -> str:
    good, bad = [row for row in rows if not row["error"]], [row for row in rows if row["error"]]
    found = len(good), len(bad)
    expect(found == (n_good, n_bad), f"{found}: {[row['error'] for row in bad]}")
    names = sorted({row["error"].partition(":")[0] for row in bad})
    return f"{n_good} good rows, {n_bad} rows with errors" + (f" ({', '.join(names)})" if names else "")


def _records(name: str, good: Callable[[int], bytes], bad: Callable[[], list[bytes]]) -> Callable[[Path], Path]:
    """A file with ten good records, each bad one, and ten good records."""

    def make(folder: Path) -> Path:
        half = N_GOOD // 2
        pieces = [*map(good, range(half)), *bad(), *map(good, range(half, N_GOOD))]
        (folder / "in").mkdir()
        (folder / "in" / name).write_bytes(b"".join(pieces))
        return folder / "in"

    return make


def _kinds(kinds: dict[str, Callable[[int], bytes]]) -> list[bytes]:
    return [make(100 + number) for number, make in enumerate(kinds.values())]


def _make_parquet(folder: Path) -> Path:
    times = pa.array([1_769_860_800_123_456_789 + number for number in range(N_GOOD)], pa.timestamp("ns"))
    table = pa.table({"html": [good_html(number) for number in range(N_GOOD)], "fetched": times})
    (folder / "in").mkdir()
    pq.write_table(table, folder / "in" / "a.parquet")
    return folder / "in"


def _make_odd_name(folder: Path) -> Path:
    (folder / "in").mkdir()
    (folder / "in" / "good.html").write_bytes(good_html(1))
    Path(os.fsdecode(os.fsencode(folder / "in") + b"/odd\xff.html")).write_bytes(good_html(2))
    return folder / "in"


def _make_page_bomb(folder: Path) -> Path:
    (folder / "in").mkdir()
    (folder / "in" / "bomb.html.gz").write_bytes(gzip.compress(bytes(1_500_000_000), 9))
    (folder / "in" / "good.html").write_bytes(good_html(1))
    return folder / "in"


def _long_line() -> list[bytes]:
    return [b'{"html": "' + b"<p>x " * 20_000_000 + b'"}\n']


def _declares_much(number: int) -> bytes:
    return record(address(number), b"x" * 200, n_declared=60_000_000)


def _plain_record(number: int) -> bytes:
    return record(address(number), http(good_html(number)))


def _torn_member(number: int) -> bytes:
    member = gzip_member(record(address(number), http(good_html(number) + os.urandom(2_000))))
    return member[: len(member) // 2] + b"\xff" * 20


def _some_errors(inputs: Path) -> str:
    """How many records there are between damage is unknown: bytes that belong to no record can't be counted."""
    rows = _batch(inputs)
    n_good = sum(not row["error"] for row in rows)
    expect(n_good == N_GOOD and len(rows) > n_good, n_good)
    return f"{N_GOOD} good rows, {len(rows) - n_good:,} rows with errors"


def _members(folder: Path) -> Path:
    content = gzip.compress(b"<p>This is the first half, ") + gzip.compress(b"and this the second.")
    response = http(content, "Content-Type: text/html\r\nContent-Encoding: gzip")
    (folder / "in").mkdir()
    (folder / "in" / "a.warc.gz").write_bytes(gzip_member(record(address(1), response)))
    return folder / "in"


def _both_halves(inputs: Path) -> str:
    (row,) = _batch(inputs)
    expect(row["text"] == "This is the first half, and this the second.", row["text"])
    return "the page is read whole"


WARC_BAD = {name: make for name, make in WARC_KINDS.items() if name not in LEFT_OUT}
JSONL_BAD = JSONL_KINDS
BAD_TEST = "batch/test_bad_records.py::"
ATTACKS = {
    "warc-records": Attack(
        f"batch: {len(WARC_BAD)} kinds of bad WARC records (dates of year 1 and 9999, lengths of 5,000 digits ...)",
        "0 of 20 good rows",
        _records("a.warc.gz", good_record, lambda: _kinds(WARC_BAD)),
        lambda inputs: _expect_rows(_batch(inputs), N_GOOD, len(WARC_BAD)),
        BAD_TEST + "test_readers_report_each_kind_wherever_it_is",
    ),
    "jsonl-records": Attack(
        f"batch: {len(JSONL_BAD)} kinds of bad JSON lines (`fetched: 1e300`, surrogates, 100,000 levels ...)",
        "0 of 20 good rows",
        _records("a.jsonl", good_line, lambda: _kinds(JSONL_BAD)),
        lambda inputs: _expect_rows(_batch(inputs), N_GOOD, len(JSONL_BAD)),
        BAD_TEST + "test_readers_report_each_kind_wherever_it_is",
    ),
    "parquet-times": Attack(
        "batch: Parquet times in nanoseconds, as pandas writes them",
        "the file was lost",
        _make_parquet,
        lambda inputs: _expect_rows(_batch(inputs), N_GOOD, 0),
        BAD_TEST + "test_nanoseconds_are_read_as_microseconds",
    ),
    "file-name": Attack(
        "batch: a file name that is not UTF-8",
        "the good file beside it was lost",
        _make_odd_name,
        lambda inputs: _expect_rows(_batch(inputs), 2, 0),
        BAD_TEST + "test_a_file_name_that_is_not_utf8_is_read_and_the_files_beside_it",
    ),
    "page-bomb": Attack(
        "batch: a `.html.gz` of 1.46 MB that holds 1.5 GB",
        "4.5 GB",
        _make_page_bomb,
        lambda inputs: _expect_rows(_batch(inputs), 1, 1),
        "batch/test_bounds.py::test_a_compressed_page_that_expands_to_gigabytes_is_cut_short",
    ),
    "long-line": Attack(
        "batch: a JSON line of 100 MB",
        "65 s, no limit",
        _records("a.jsonl", good_line, _long_line),
        lambda inputs: _expect_rows(_batch(inputs), N_GOOD, 1),
        "batch/test_bounds.py::test_a_line_that_is_too_long_is_reported_and_the_next_is_read",
    ),
    "declared-lengths": Attack(
        "batch: 4,000 WARC records that declare 60 MB each",
        "quadratic",
        _records("a.warc", _plain_record, lambda: list(map(_declares_much, range(4_000)))),
        _some_errors,
        "batch/test_bounds.py::test_time_grows_with_the_size",
    ),
    "broken-members": Attack(
        "batch: 4,000 broken gzip members",
        "quadratic",
        _records("a.warc.gz", good_record, lambda: list(map(_torn_member, range(4_000)))),
        _some_errors,
        "batch/test_bounds.py::test_broken_members_that_swallow_each_other_are_read_a_few_times",
    ),
    "gzip-members": Attack(
        "batch: a WARC body of two gzip members",
        "the second was lost without a word",
        _members,
        _both_halves,
        BAD_TEST + "test_every_member_of_a_gzip_body_is_read",
    ),
}
