"""Files in, results out: whatever the form of the input, whatever happens on the way, and nothing lost silently."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

import maintext
from maintext.batch import EmbeddedEngine, Extraction, Filters, Settings, fingerprint, run_batch
from maintext.batch.outputs.summary import Summary
from maintext.batch.stages.shape_columns import SHAPE_COLUMNS
from maintext.document.parts.tokens import estimate_tokens
from maintext.errors import BatchError
from maintext.guard import GuardLimits
from tests.batch import archives
from tests.batch.archives import FORMS, address, gzip_by_record, html, http, page, pages, record

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
EVERYTHING = Settings(Extraction("all"))


def run(inputs: list[Path], output: Path, settings: Settings = EVERYTHING, n_jobs: int = 1) -> Summary:
    return run_batch(map(str, inputs), output, settings, EmbeddedEngine(n_jobs))


def rows(output: Path) -> list[dict[str, Any]]:
    tables = [pq.read_table(path) for path in sorted(output.glob("part-*.parquet"))]
    return sorted(pa.concat_tables(tables).to_pylist(), key=lambda row: (row["source"], row["record"]))


def texts(output: Path) -> list[str]:
    return [row["text"] for row in rows(output)]


@pytest.mark.parametrize("form", FORMS)
def test_warc_files_of_every_form_give_the_same_texts(form: str, tmp_path: Path) -> None:
    (tmp_path / "crawl.warc.gz").write_bytes(FORMS[form](pages(5)))
    summary = run([tmp_path / "crawl.warc.gz"], tmp_path / "out")
    assert summary.total.n_with_text == 5
    found = rows(tmp_path / "out")
    assert [row["url"] for row in found] == [address(number) for number in range(5)]
    assert all(f"text of page {number}," in row["text"] for number, row in enumerate(found))
    assert found[0] | {"text": "", "source": "", "source_offset": 0, "id": ""} == {
        "id": "",
        "url": "https://site0.example/0",
        "site": "site0.example",
        "fetched": found[0]["fetched"],
        "http_status": 200,
        "text": "",
        "token_count": estimate_tokens(found[0]["text"]),
        "empty_reason": None,
        "title": "Page 0",
        "author": None,
        "date": None,
        "language": "en",
        "language_score": found[0]["language_score"],
        "page_type": None,
        "confidence": None,
        "has_main_text": True,
        **dict.fromkeys(SHAPE_COLUMNS),
        "blocks": None,
        "chunks": None,
        "error": None,
        "dump": None,
        "warc_record_id": None,
        "payload_digest": None,
        "source": "",
        "source_offset": 0,
        "record": 0,
    }
    assert str(found[0]["fetched"]) == "2026-01-31 12:00:00+00:00"


def test_tables_trees_and_lists_are_read(tmp_path: Path) -> None:
    entries = [{"url": address(number), "html": html(number).decode(), "http_status": 200} for number in range(4)]
    lines = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
    (tmp_path / "a.jsonl").write_bytes(lines)
    (tmp_path / "b.jsonl.zst").write_bytes(zstandard.compress(lines))
    pq.write_table(pa.Table.from_pylist(entries), tmp_path / "c.parquet")
    binary = [{"html": html(number), "url": address(number)} for number in range(4)]
    pq.write_table(pa.Table.from_pylist(binary), tmp_path / "d.parquet")
    (tmp_path / "tree" / "deep").mkdir(parents=True)
    for number in range(4):
        (tmp_path / "tree" / "deep" / f"{number}.html").write_bytes(html(number))
    (tmp_path / "tree" / "notes.md").write_text("no page")
    expected = [f"text of page {number}," for number in range(4)]
    for name in ("a.jsonl", "b.jsonl.zst", "c.parquet", "d.parquet", "tree", "tree/*/*.html"):
        output = tmp_path / "out" / name.replace("/", "-").replace("*", "x")
        assert run([tmp_path / name], output).total.n_with_text == 4, name
        assert all(part in text for part, text in zip(expected, texts(output), strict=True))


def test_a_list_of_paths_is_read_with_its_prefix(tmp_path: Path) -> None:
    from maintext.batch.inputs.input_files import find_input_files

    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(pages(2)))
    (tmp_path / "warc.paths").write_text("# what to read\n\na.warc.gz\na.warc.gz\n")
    found = find_input_files([str(tmp_path / "warc.paths")], prefix=f"{tmp_path}/")
    assert [source.path for source in found.files] == [str(tmp_path / "a.warc.gz")]


def test_what_is_no_page_is_skipped_and_counted(tmp_path: Path) -> None:
    records = [
        record("", b"software: x\r\n", kind="warcinfo"),
        record(address(0), b"GET / HTTP/1.1\r\n\r\n", kind="request"),
        page(1),
        record(address(2), http(b"%PDF", "Content-Type: application/pdf")),
        record(address(3), http(html(3), status="404 Not Found")),
        record(address(4), http(b"just words", "X-Nothing: said")),
        record("dns:site.example", b"20260101 1.2.3.4"),
        record("", http(html(5))),
        record(address(6), b"no response"),
        record(address(7), http(html(7), "Content-Type: text/html\r\nContent-Encoding: br").replace(b"<", b"\0")),
    ]
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(records))
    total = run([tmp_path / "a.warc.gz"], tmp_path / "out").total
    assert total.skipped == {
        "warcinfo record": 1,
        "request record": 1,
        "not HTML: application/pdf": 1,
        "HTTP status 404": 1,
        "not HTML: no content type": 1,
        "response of another protocol than HTTP": 1,
    }
    assert (total.n_records, total.n_pages, total.n_with_text) == (10, 4, 1)
    assert total.failed == {"BrokenResponseError": 1, "DamagedRecordError": 1, "InputError": 1}
    errors = [row["error"] for row in rows(tmp_path / "out") if row["error"]]
    assert errors[0] == "DamagedRecordError: the record has no WARC-Target-URI"
    assert errors[1] == "InputError: the record holds no HTTP response"
    assert errors[2].startswith("BrokenResponseError: the compressed body is broken")


def test_transfer_encodings_are_undone(tmp_path: Path) -> None:
    squeezed = archives.gzip_member(html(1))
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (squeezed[:99], squeezed[99:])) + b"0\r\n\r\n"
    headers = "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip"
    already_undone = http(html(2), headers)
    records = [record(address(1), http(chunked, headers)), record(address(2), already_undone)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    run([tmp_path / "a.warc"], tmp_path / "out")
    assert [f"text of page {number}," in text for number, text in zip((1, 2), texts(tmp_path / "out"), strict=True)]


def test_damaged_records_are_rows_that_name_them(tmp_path: Path) -> None:
    members = [archives.gzip_member(one) for one in pages(5)]
    members[1] = members[1][:-200] + b"\0\0\0" + members[1][-197:]
    members[3] = archives.gzip_member(record(address(3), b"0123456789", n_declared=1_000_000_000))
    (tmp_path / "a.warc.gz").write_bytes(b"".join(members)[:-20])
    total = run([tmp_path / "a.warc.gz"], tmp_path / "out").total
    assert total.failed == {"DamagedRecordError": 3}
    lost = [(row["url"], row["source_offset"]) for row in rows(tmp_path / "out") if row["error"]]
    assert lost == [(address(number), sum(map(len, members[:number]))) for number in (1, 3, 4)]


def killer_page(number: int, deed: str) -> bytes:
    return record(address(number), http(f"<title>{deed}</title><p>A page that will {deed}.".encode()))


def test_pages_that_hang_crash_or_eat_memory_lose_only_themselves(tmp_path: Path) -> None:
    deeds = {3: "hang", 4: "crash", 9: "leave", 10: "eat", 11: "raise"}
    records = [killer_page(number, deeds[number]) if number in deeds else page(number) for number in range(14)]
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(records))
    limits = GuardLimits(max_seconds=0.5, max_bytes=2**30)
    settings = Settings(Extraction("tests.batch.killers:Killer"), limits=limits)
    summary = run([tmp_path / "a.warc.gz"], tmp_path / "out", settings)
    errors = {row["record"]: row["error"] for row in rows(tmp_path / "out") if row["error"]}
    assert errors == {
        3: "PageTimeoutError: the page took longer than 0.5 s",
        4: "PageCrashError: the page's process ended: SIGSEGV",
        9: "PageCrashError: the page's process ended: exit code 3",
        10: "PageMemoryError: the page needed more than 1,073,741,824 bytes of memory",
        11: "KeyError: 'no such thing'",
    }
    assert summary.total.n_with_text == 9
    assert summary.total.failed["PageCrashError"] == 2
    # And the same again: what is told has nothing in it that changes.
    run([tmp_path / "a.warc.gz"], tmp_path / "again", settings)
    assert fingerprint(tmp_path / "again") == fingerprint(tmp_path / "out")


def archive_of(folder: Path, n_files: int = 4, n_pages: int = 30) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"crawl-{number}.warc.gz" for number in range(n_files)]
    for number, path in enumerate(paths):
        path.write_bytes(gzip_by_record([page(number * n_pages + row) for row in range(n_pages)]))
    return paths


def test_a_rerun_does_only_what_is_missing(tmp_path: Path) -> None:
    paths = archive_of(tmp_path / "in")
    run(paths, tmp_path / "out", n_jobs=2)
    whole = fingerprint(tmp_path / "out")
    parts = sorted((tmp_path / "out").glob("part-*"))
    parts[2].unlink()
    before = {part: part.stat().st_mtime_ns for part in parts if part.exists()}
    assert run(list(reversed(paths)), tmp_path / "out").total.n_rows == 120
    assert {part: part.stat().st_mtime_ns for part in before} == before
    assert fingerprint(tmp_path / "out") == whole


def test_a_file_that_can_not_be_read_fails_alone_and_a_rerun_tries_it_again(tmp_path: Path) -> None:
    paths = archive_of(tmp_path / "in", n_files=2, n_pages=3)
    good = paths[1].read_bytes()
    pq.write_table(pa.table({"text": ["no html"]}), tmp_path / "in" / "bad.parquet")
    (tmp_path / "in" / "torn.parquet").write_bytes(b"PAR1 and no more")
    summary = run([tmp_path / "in"], tmp_path / "out", n_jobs=2)
    assert summary.total.n_rows == 6
    told = " ".join(summary.failed.values())
    assert "there is no column html, only text" in told
    assert "torn.parquet: damaged, or not a Parquet file" in told
    assert "failed: BatchError" in (tmp_path / "out" / "_summary.txt").read_text()
    pq.write_table(pa.table({"html": [html(0)]}), tmp_path / "in" / "bad.parquet")
    pq.write_table(pa.table({"html": [html(1)]}), tmp_path / "in" / "torn.parquet")
    again = run([tmp_path / "in"], tmp_path / "out")
    assert (again.total.n_rows, again.failed) == (8, {})
    assert paths[1].read_bytes() == good


def test_a_folder_of_other_settings_or_files_is_refused(tmp_path: Path) -> None:
    paths = archive_of(tmp_path / "in", n_files=2, n_pages=2)
    run(paths, tmp_path / "out")
    with pytest.raises(BatchError, match="written with other settings \\(extraction\\)"):
        run(paths, tmp_path / "out", Settings(Extraction("econ")))
    with pytest.raises(BatchError, match="written from other files: 1 of its shards"):
        run(paths[:1], tmp_path / "out")
    more = archive_of(tmp_path / "more", n_files=1, n_pages=2)
    assert run([*paths, *more], tmp_path / "out").total.n_rows == 6
    with pytest.raises(BatchError, match="no such file or folder"):
        run([tmp_path / "nowhere"], tmp_path / "other")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BatchError, match="found no input files"):
        run([tmp_path / "empty"], tmp_path / "other")


def test_json_lines_have_the_rows_of_parquet(tmp_path: Path) -> None:
    paths = archive_of(tmp_path / "in", n_files=1, n_pages=5)
    run(paths, tmp_path / "parquet")
    run(paths, tmp_path / "jsonl", Settings(Extraction("all", with_blocks=True), file_format="jsonl"))
    (part,) = (tmp_path / "jsonl").glob("part-*.jsonl.zst")
    with pa.input_stream(part, compression="zstd") as stream:
        lines = [json.loads(line) for line in stream.read().splitlines()]
    assert [line["text"] for line in lines] == texts(tmp_path / "parquet")
    assert lines[0]["blocks"][0] == {
        "text": "This is the text of page 0, and it is long enough.",
        "kind": "paragraph",
        "score": 1.0,
        "is_kept": True,
        "is_comment": False,
    }


def test_chunks_in_a_batch_are_those_of_the_document(tmp_path: Path) -> None:
    paths = archive_of(tmp_path / "in", n_files=1, n_pages=2)
    run(paths, tmp_path / "out", Settings(Extraction("all", chunk_tokens=16, chunk_overlap=4)))
    sources = {address(number): html(number) for number in range(2)}
    for row in rows(tmp_path / "out"):
        expected = maintext.extract(sources[row["url"]], row["url"], "all").chunks(16, 4)
        assert len(expected) > 1
        assert row["chunks"] == [chunk.to_dict() for chunk in expected]


@pytest.mark.parametrize(
    ("tokens", "overlap", "message"),
    [
        (3, 0, "chunks: max_tokens must be a whole number of at least 16, got 3"),
        (16, 9, "overlap must be at most half"),
        (0, 4, "chunk_overlap is 4, but no chunks were requested"),
    ],
)
def test_chunks_of_an_impossible_length_are_refused(tokens: int, overlap: int, message: str) -> None:
    with pytest.raises(BatchError, match=message):
        Extraction(chunk_tokens=tokens, chunk_overlap=overlap)


def test_chunks_are_refused_where_blocks_are_dropped_later() -> None:
    with pytest.raises(BatchError, match="chunks can't be combined with matching"):
        Settings(Extraction(chunk_tokens=64), matching={})


def test_the_manifest_has_every_shard_and_counts_that_add_up(tmp_path: Path) -> None:
    paths = archive_of(tmp_path / "in", n_files=3, n_pages=4)
    run(paths, tmp_path / "out", Settings(Extraction("all"), Filters(min_chars=10**6, exact_duplicates=True)))
    manifest = json.loads((tmp_path / "out" / "_manifest.json").read_text())
    assert manifest["total"]["filtered"] == {"length": 12}
    assert [shard["counts"]["n_pages"] for shard in manifest["shards"]] == [4, 4, 4]
    assert [shard["sources"] for shard in manifest["shards"]] == [[str(path)] for path in paths]
