"""The columns that tell a data engineer where a row is from and how large its text is, and FineWeb's names for them."""

import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import zstandard
from click.testing import CliRunner

from maintext.batch import Extraction, Filters, Settings, run_batch
from maintext.batch.outputs.row_schemas import FINEWEB, FINEWEB_SOURCES
from maintext.batch.schema import RESULTS
from maintext.cli.main import commands
from maintext.document.parts.tokens import estimate_tokens
from maintext.errors import BatchError
from tests.batch.archives import gzip_by_record, http, pages, record

pytestmark = pytest.mark.slow

TEXT = "<p>The water is in the kettle and it will be hot soon, so that we can make tea for all of you."
GERMAN = "<p>Das Wasser ist in dem Kessel und wird bald heiß, so dass wir Tee für euch machen können."
DIGEST = "sha1:CCHXETFVJD2MUZY6ND6SS7ZENMWF7KQ2"
ALL = Extraction("all")


def warc_record(number: int, html: str) -> bytes:
    """A record with an id and a digest, as crawlers write it."""
    plain = record(f"https://site{number}.example/", http(html.encode()))
    names = f"WARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Payload-Digest: {DIGEST}\r\n".encode()
    return plain.replace(b"Content-Type: application/http", names + b"Content-Type: application/http", 1)


def warcinfo(crawl: str) -> bytes:
    return record("", f"software: none\r\nisPartOf: {crawl}\r\nformat: WARC\r\n".encode(), "warcinfo")


def rows(folder: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for part in sorted(folder.glob("part-*")):
        if part.suffix == ".parquet":
            found += pq.read_table(part).to_pylist()
        else:
            lines = zstandard.ZstdDecompressor().stream_reader(part.read_bytes()).read().splitlines()
            found += [json.loads(line) for line in lines]
    return found


def test_a_row_has_id_record_digest_crawl_language_score_and_token_count(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(
        gzip_by_record([warcinfo("CC-MAIN-2026-43"), warc_record(1, TEXT), warc_record(2, GERMAN)])
    )
    run_batch([str(tmp_path)], tmp_path / "out", Settings(ALL))
    english, german = rows(tmp_path / "out")
    assert english["id"] == english["warc_record_id"] == "<urn:uuid:1>"
    assert english["payload_digest"] == DIGEST
    assert english["dump"] == "CC-MAIN-2026-43"
    assert (english["language"], german["language"]) == ("en", "de")
    for row in (english, german):
        assert isinstance(row["language_score"], float)
        assert 0.5 <= row["language_score"] <= 1
        assert row["token_count"] == estimate_tokens(str(row["text"])) > 15


def test_the_path_names_the_crawl_and_an_option_overrules_it(tmp_path: Path) -> None:
    folder = tmp_path / "CC-MAIN-2025-05"
    folder.mkdir()
    (folder / "a.warc.gz").write_bytes(gzip_by_record([warc_record(1, TEXT)]))
    run_batch([str(folder)], tmp_path / "by-path", Settings(ALL))
    run_batch([str(folder)], tmp_path / "by-option", Settings(ALL, dump="mine"))
    assert [row["dump"] for row in rows(tmp_path / "by-path")] == ["CC-MAIN-2025-05"]
    assert [row["dump"] for row in rows(tmp_path / "by-option")] == ["mine"]


def test_ids_are_those_of_the_input_or_the_same_in_every_run(tmp_path: Path) -> None:
    lines = [{"html": TEXT, "id": "a-1", "dump": "d"}, {"html": TEXT, "id": 7.0}, {"html": TEXT}, {"html": TEXT}]
    lines.append({"html": TEXT, "id": {"not": "an id"}})
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)))
    for name in ("one", "two"):
        run_batch([str(tmp_path / "a.jsonl")], tmp_path / name, Settings(ALL))
    one, two = rows(tmp_path / "one"), rows(tmp_path / "two")
    ids = [str(row["id"]) for row in one]
    assert ids == [row["id"] for row in two]
    assert ids[:2] == ["a-1", "7"]
    assert len(set(ids)) == 5
    assert one[0]["dump"] == "d"
    assert str(one[4]["error"]).startswith("DamagedRecordError: id is")


@pytest.mark.parametrize("file_format", ["parquet", "jsonl"])
def test_fineweb_rows_have_its_nine_columns_and_only_texts(file_format: str, tmp_path: Path) -> None:
    damaged = record("https://broken.example/", http(TEXT.encode()), n_declared=7)
    archive = [warcinfo("CC-MAIN-2026-43"), warc_record(1, TEXT), warc_record(2, "<p> "), damaged]
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(archive))
    settings = Settings(ALL, schema="fineweb", file_format=file_format)
    summary = run_batch([str(tmp_path)], tmp_path / "out", settings)
    (row,) = rows(tmp_path / "out")
    assert list(row) == list(FINEWEB_SOURCES)
    assert row["id"] == "<urn:uuid:1>"
    assert row["date"] == "2026-01-31T12:00:00Z"
    assert str(row["file_path"]).endswith("a.warc.gz")
    assert summary.total.filtered == {"failed: DamagedRecordError": 1, "no text": 1}
    assert summary.total.n_failed == 1


def test_fineweb_rows_are_deduplicated_by_our_own_columns(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record([warc_record(number, TEXT) for number in range(3)]))
    settings = Settings(ALL, Filters(exact_duplicates=True), matching={}, schema="fineweb")
    summary = run_batch([str(tmp_path)], tmp_path / "out", settings)
    (part,) = (tmp_path / "out").glob("part-*.parquet")
    assert pq.read_schema(part).equals(FINEWEB)
    assert (summary.total.n_rows, summary.total.n_duplicates) == (1, 2)


def test_the_schemas_of_fineweb_and_maintext_have_the_same_types() -> None:
    differing = {
        name for name, source in FINEWEB_SOURCES.items() if FINEWEB.field(name).type != RESULTS.field(source).type
    }
    assert differing == {"date"}
    with pytest.raises(BatchError, match="unknown schema 'c4'; known: maintext, fineweb"):
        Settings(schema="c4")


def test_of_empty_texts_one_stays_and_of_failed_pages_all(tmp_path: Path) -> None:
    damaged = [record(f"https://broken{number}.example/", http(b"x"), n_declared=3) for number in range(2)]
    empty = [warc_record(number, "<p> ") for number in range(3)]
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record([*empty, *damaged, warc_record(9, TEXT)]))
    summary = run_batch([str(tmp_path)], tmp_path / "out", Settings(ALL, Filters(near_duplicates=True)))
    assert (summary.total.n_empty, summary.total.n_duplicates) == (1, 2)
    assert summary.total.failed == {"DamagedRecordError": 2}


def test_a_text_that_loses_shared_blocks_has_fewer_tokens(tmp_path: Path) -> None:
    shared = "<p>Subscribe to our newsletter, and read more of what we wrote about tea this year."
    html = [f"<p>Page {number} has words of its own, number {number * 7919}.{shared}" for number in range(6)]
    archive = [record(f"https://tea.example/{number}", http(page.encode())) for number, page in enumerate(html)]
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(archive))
    run_batch([str(tmp_path)], tmp_path / "out", Settings(ALL, matching={}))
    for row in rows(tmp_path / "out"):
        assert "Subscribe" not in str(row["text"])
        assert row["token_count"] == estimate_tokens(str(row["text"]))


def test_the_summary_has_the_time_and_the_rate(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(pages(3)))
    summary = run_batch([str(tmp_path)], tmp_path / "out", Settings(ALL))
    assert summary.n_new_pages == 3
    assert summary.n_seconds > 0
    run = json.loads((tmp_path / "out" / "_manifest.json").read_text())["run"]
    assert run == {"seconds": round(summary.n_seconds, 3), "pages": 3}
    assert "This run: 3 pages in " in (tmp_path / "out" / "_summary.txt").read_text()
    assert run_batch([str(tmp_path)], tmp_path / "out", Settings(ALL)).n_new_pages == 0


def test_progress_is_written_off_a_terminal_if_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(pages(3)))
    command = [sys.executable, "-m", "maintext", "batch", str(tmp_path / "a.warc.gz"), "--by", "all", "--jobs", "1"]

    def progress(form: str) -> list[str]:
        done = subprocess.run(
            [*command, "-o", str(tmp_path / form), "--progress", form], capture_output=True, text=True, check=True
        )
        return done.stderr.splitlines()

    assert progress("none") == []
    assert any(line.startswith("extract: ") for line in progress("line"))
    first = json.loads(progress("json")[0])
    assert (first["stage"], first["n_shards"]) == ("extract", 1)
    result = CliRunner().invoke(commands, ["batch", str(tmp_path), "-o", str(tmp_path / "o"), "--progress", "bar"])
    assert result.exit_code == 2
