"""Inputs that are not what their names say: pipes, devices, broken links, other encodings, bodies with odd chunks."""

import io
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from maintext.batch.inputs.http import read_response
from maintext.batch.inputs.input_files import find_input_files
from maintext.batch.inputs.jsonl import page_of_line
from maintext.batch.inputs.page_rows import PageRow, page_batch
from maintext.batch.inputs.parquet import read_parquet
from maintext.errors import BatchError
from tests.batch.bad_records import good_html, good_line

EMPTY = PageRow(source="in.jsonl", record=0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
@pytest.mark.parametrize("pattern", ["", "*"])
def test_pipes_devices_and_broken_links_among_the_files_are_not_waited_for(pattern: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(good_html(1))
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "device.jsonl").symlink_to("/dev/zero")
    (tmp_path / "broken.warc").symlink_to("nowhere")
    (tmp_path / "circle.parquet").symlink_to("circle.parquet")
    found = find_input_files([str(tmp_path / pattern)])
    assert [file.path for file in found.files] == [str(tmp_path / "page.html")]
    assert {str(tmp_path / name) for name in ("pipe.html", "device.jsonl")} <= set(found.ignored)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_no_line_of_a_file_in_another_encoding_is_guessed(encoding: str) -> None:
    raw = b"".join(map(good_line, range(3))).decode().encode(encoding)
    rows = [page_of_line(line, EMPTY) for line in raw.splitlines(keepends=True)]
    assert all((row.error or "").startswith("DamagedRecordError: the line is not JSON") for row in rows)


@pytest.mark.parametrize("line", [b"\xef\xbb\xbf%s", b"%s\r\n", b"  %s  \n"])
def test_a_byte_order_mark_and_other_ends_of_lines_are_read(line: bytes) -> None:
    assert page_of_line(line % good_line(1).strip(), EMPTY).error is None


@pytest.mark.parametrize("size", [b"0x10", b"-5", b"zz", b"1_0", b"+5", b"ffffffffffffffffffff", b"0" * 100_000])
def test_a_body_whose_first_chunk_has_no_size_is_taken_as_it_is(size: bytes) -> None:
    body = size + b"\r\n" + good_html(1)
    response = read_response(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
    assert response.page == body


@pytest.mark.parametrize("extension", [b"", b" ", b";name=value", b" ; name"])
def test_chunks_with_extensions_are_joined(extension: bytes) -> None:
    chunks = b"".join(b"%x%s\r\n%s\r\n" % (len(part), extension, part) for part in (b"<p>Te", b"a."))
    response = read_response(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n")
    assert response.page == b"<p>Tea."


@pytest.mark.parametrize("name", ["html", "url", "fetched"])
def test_of_two_columns_with_one_name_none_counts_silently(name: str) -> None:
    names = ["html", "url", "fetched", name]
    batch = pa.RecordBatch.from_arrays([pa.array(["x"])] * len(names), names)
    file = io.BytesIO()
    pq.write_table(pa.Table.from_batches([batch]), file)
    for read in (lambda: list(read_parquet(file, "in.parquet")), lambda: page_batch(batch)):
        with pytest.raises(BatchError, match=f"several columns have the same name: {name};"):
            read()


def test_columns_that_are_not_used_may_have_one_name() -> None:
    batch = pa.RecordBatch.from_arrays([pa.array(["<p>Tea."])] * 3, ["html", "note", "note"])
    file = io.BytesIO()
    pq.write_table(pa.Table.from_batches([batch]), file)
    assert [row.html for row in read_parquet(file, "in.parquet")] == [b"<p>Tea."]
    assert page_batch(batch).num_rows == 1
