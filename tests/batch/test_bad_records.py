"""A bad record is one row with an error that names it; every good record around it is extracted."""

import gzip
import json
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from maintext.batch import EmbeddedEngine, Extraction, Settings, extract_batch, run_batch
from maintext.batch.inputs.input_files import find_input_files
from maintext.batch.inputs.page_rows import PageRow
from maintext.batch.inputs.readers import read_pages
from maintext.batch.outputs.summary import Summary
from maintext.guard import GuardLimits
from tests.batch.bad_records import (
    JSONL_KINDS,
    PARQUET_KINDS,
    TIME,
    WARC_KINDS,
    address,
    good_html,
    good_line,
    good_record,
    good_row,
)

KILLERS = {"hangs", "crashes", "leaves", "eats memory", "raises"}
SLOW_KINDS = {*KILLERS, "bomb in the body"}
"""Each costs a new process, or a second of decompression."""
SETTINGS = Settings(Extraction("tests.batch.killers:Killer"), limits=GuardLimits(max_seconds=0.5, max_bytes=2**30))


def run(inputs: list[Path], output: Path, settings: Settings = SETTINGS) -> Summary:
    return run_batch(map(str, inputs), output, settings, EmbeddedEngine(2))


def rows(output: Path) -> list[dict[str, Any]]:
    tables = [pq.read_table(path) for path in sorted(output.glob("part-*.parquet"))]
    return sorted(pa.concat_tables(tables).to_pylist(), key=lambda row: (row["source"], row["record"]))


@pytest.mark.slow
def test_500_bad_records_of_46_kinds_among_10_000_are_500_rows_with_errors(tmp_path: Path) -> None:
    dice = random.Random(5)
    names = [*WARC_KINDS, *JSONL_KINDS, *PARQUET_KINDS]
    assert len(set(names)) == 46
    quick = [name for name in names if name not in SLOW_KINDS]
    bad = [*names, *names, *(quick[number % len(quick)] for number in range(500 - 2 * len(names)))]
    assert len(bad) == 500
    counts = Counter(bad)
    # Never side by side: junk beside other damage can't be counted.
    kinds = dict(zip(dice.sample(range(1, 10_000, 3), len(bad)), bad, strict=True))
    folder = tmp_path / "in"
    folder.mkdir()
    warc, jsonl = (folder / "a.warc.gz").open("wb"), (folder / "b.jsonl").open("wb")
    table: list[dict[str, Any]] = []
    with warc, jsonl:
        for number in range(10_000):
            kind = kinds.get(number)
            if kind is None:
                warc.write(good_record(number) if number % 3 == 0 else b"")
                jsonl.write(good_line(number) if number % 3 == 1 else b"")
                table += [good_row(number)] if number % 3 == 2 else []
            elif kind in PARQUET_KINDS:
                table.append(good_row(number) | PARQUET_KINDS[kind])
            else:
                warc.write(WARC_KINDS[kind](number) if kind in WARC_KINDS else b"")
                jsonl.write(JSONL_KINDS[kind](number) if kind in JSONL_KINDS else b"")
    columns = {name: [row[name] for row in table] for name in table[0]}
    columns["fetched"] = pa.array(columns["fetched"], TIME)
    pq.write_table(pa.table(columns), folder / "c.parquet")

    summary = run([folder], tmp_path / "out")
    assert not summary.failed
    found = rows(tmp_path / "out")
    errors = [row for row in found if row["error"]]
    good = {row["url"]: row["text"] for row in found if not row["error"]}
    assert good == {
        address(number): f"This is the text of page {number}." for number in range(10_000) if number not in kinds
    }
    assert len(errors) == 500
    assert summary.total.n_rows == 10_000
    # Each is named: by its place, and by its URL where the record has one.
    assert len({(row["source"], row["record"]) for row in errors}) == 500
    assert all(row["text"] is None and row["source_offset"] is not None for row in errors)
    known = Counter(kind for number, kind in kinds.items() if address(number) in {row["url"] for row in errors})
    nameless = {"no target", "junk", "half a head", "url that is a number", "url with half a surrogate pair"}
    nameless |= {"nested deeply", "a number of 5,000 digits", "not UTF-8", "not JSON", "not an object", "cut off"}
    assert known == Counter({kind: count for kind, count in counts.items() if kind not in nameless})


@pytest.mark.parametrize("kind", [*WARC_KINDS, *JSONL_KINDS])
@pytest.mark.parametrize("order", ["b", "bg", "gbg", "gb", "gbbg"])
def test_readers_report_each_kind_wherever_it_is(kind: str, order: str, tmp_path: Path) -> None:
    if kind == "junk" and order == "gbbg":
        order = "gbg"  # bytes that are no record can't be counted
    is_warc = kind in WARC_KINDS
    good, bad = (good_record, WARC_KINDS[kind]) if is_warc else (good_line, JSONL_KINDS[kind])
    path = tmp_path / ("a.warc.gz" if is_warc else "a.jsonl")
    path.write_bytes(b"".join((bad if letter == "b" else good)(number) for number, letter in enumerate(order)))
    found = find_input_files([str(path)])
    errors = [row.error for row in read_pages(found.files, True, lambda n_bytes: None) if isinstance(row, PageRow)]
    if kind in KILLERS:
        assert errors == [None] * len(order)
    else:
        assert [error is not None for error in errors] == [letter == "b" for letter in order]


def test_nanoseconds_are_read_as_microseconds(tmp_path: Path) -> None:
    fetched = pa.array([1_769_860_800_123_456_789], pa.timestamp("ns"))
    pq.write_table(pa.table({"html": [good_html(1)], "fetched": fetched}), tmp_path / "a.parquet")
    run([tmp_path / "a.parquet"], tmp_path / "out")
    (row,) = rows(tmp_path / "out")
    assert (row["error"], str(row["fetched"])) == (None, "2026-01-31 12:00:00.123456+00:00")


def test_a_damaged_row_group_costs_that_group(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pages = [good_html(number) + os.urandom(2000).hex().encode() for number in range(30)]
    pq.write_table(pa.table({"html": pages}), path, row_group_size=10, use_dictionary=False)
    start = pq.read_metadata(path).row_group(1).column(0).data_page_offset
    content = bytearray(path.read_bytes())
    content[start + 10 : start + 2000] = bytes(1990)
    path.write_bytes(content)
    run([path], tmp_path / "out")
    found = rows(tmp_path / "out")
    assert [row["record"] for row in found if row["error"] is None] == [*range(10), *range(20, 30)]
    (error,) = [row["error"] for row in found if row["error"]]
    assert error.startswith("DamagedRecordError: rows 10 to 19 can't be read")


def test_a_file_name_that_is_not_utf8_is_read_and_the_files_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / os.fsdecode(b"caf\xe9.html")).write_bytes(good_html(1))
    (folder / "good.html").write_bytes(good_html(2))
    (folder / os.fsdecode(b"\xff.warc.gz")).write_bytes(good_record(3))
    summary = run([tmp_path / "in"], tmp_path / "out")
    assert [row["text"] for row in rows(tmp_path / "out")] == [f"This is the text of page {n}." for n in (3, 1, 2)]
    assert {Path(row["source"]).name for row in rows(tmp_path / "out")} == {
        "caf\\xe9.html",
        "good.html",
        "\\xff.warc.gz",
    }
    manifest = json.loads((tmp_path / "out" / "_manifest.json").read_text())
    assert sum(len(shard["sources"]) for shard in manifest["shards"]) == 3
    summary.to_text().encode()


def test_every_member_of_a_gzip_body_is_read(tmp_path: Path) -> None:
    from tests.batch.archives import gzip_member, http, record

    half = len(good_html(1)) // 2
    body = gzip.compress(good_html(1)[:half]) + gzip.compress(good_html(1)[half:])
    response = http(body, "Content-Type: text/html\r\nContent-Encoding: gzip")
    (tmp_path / "a.warc.gz").write_bytes(gzip_member(record(address(1), response)))
    run([tmp_path / "a.warc.gz"], tmp_path / "out")
    assert [row["text"] for row in rows(tmp_path / "out")] == ["This is the text of page 1."]


def test_columns_of_other_types_are_errors_of_their_rows() -> None:
    batch = pa.RecordBatch.from_pydict(
        {
            "html": [good_html(number) for number in range(5)],
            "url": pa.array([address(number) for number in range(5)], pa.large_string()),
            "fetched": pa.array([1_769_860_800_123_456_789] * 5, pa.timestamp("ns")),
            "http_status": pa.array([200, 70_000, None, -1, 404], pa.int64()),
        }
    )
    results = extract_batch(batch, Extraction("all")).to_pylist()
    assert [row["http_status"] for row in results] == [200, None, None, None, 404]
    assert [row["error"] is not None for row in results] == [False, True, False, True, False]
    assert results[0]["text"] == "This is the text of page 0."
    assert str(results[0]["fetched"]) == "2026-01-31 12:00:00.123456+00:00"


def test_results_that_can_not_be_stored_are_errors_of_their_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever an extractor or a source of metadata returns."""
    monkeypatch.setattr(Extraction, "_metadata", lambda self, document: (document.title, "\ud800", None, None))
    batch = pa.RecordBatch.from_pydict({"html": [good_html(1), good_html(2)]})
    assert all(
        error.startswith("PageFailedError: can't store") for error in extract_batch(batch).column("error").to_pylist()
    )
