"""What a file may cost to read: memory is bounded whatever it declares, and time grows with its size."""

import gzip
import io
import json
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zstandard

from maintext.batch.inputs import decompression, jsonl
from maintext.batch.inputs.decompression import Chunk, read_chunks
from maintext.batch.inputs.http import MAX_PAGE_BYTES, read_response
from maintext.batch.inputs.input_files import find_input_files
from maintext.batch.inputs.page_rows import PageRow, ReadCounts, Skipped, to_batches
from maintext.batch.inputs.readers import read_pages
from maintext.batch.inputs.warc import Damage, read_records
from maintext.errors import BatchError, ResponseTooLargeError
from tests.batch.archives import http, page, record

pytestmark = pytest.mark.slow

ZEROS = bytes(10_000_000)


def pages_of(path: Path) -> list[PageRow]:
    found = find_input_files([str(path)])
    return [row for row in read_pages(found.files, True, lambda n_bytes: None) if isinstance(row, PageRow)]


@contextmanager
def at_most(n_bytes: int) -> Iterator[None]:
    """Fails if more memory was in use at any moment."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= n_bytes, f"{peak:,} bytes"


def gzip_of_zeros(n_bytes: int) -> bytes:
    compressor = zlib.compressobj(1, zlib.DEFLATED, 31)
    pieces = [compressor.compress(ZEROS) for _ in range(n_bytes // len(ZEROS))]
    return b"".join(pieces) + compressor.flush()


def test_a_compressed_page_that_expands_to_gigabytes_is_cut_short(tmp_path: Path) -> None:
    (tmp_path / "bomb.html.gz").write_bytes(gzip_of_zeros(600_000_000))
    with at_most(3 * MAX_PAGE_BYTES):
        (row,) = pages_of(tmp_path / "bomb.html.gz")
    assert row.error is not None
    assert row.error.startswith("PageTooLargeError: the body has more than 67,108,864 bytes after decompression")


@pytest.mark.parametrize(
    ("content", "error"),
    # The time in the head of gzip data would be part of the name of the test, and workers must agree on names.
    [
        (gzip.compress(b"<p>Tea", mtime=0)[:-5], "DamagedRecordError: the file ends inside its gzip data"),
        (b"\x1f\x8b\x08\0 no gzip", "DamagedRecordError: "),
    ],
)
def test_a_compressed_page_that_is_damaged_is_reported(content: bytes, error: str, tmp_path: Path) -> None:
    (tmp_path / "a.html.gz").write_bytes(content)
    (row,) = pages_of(tmp_path / "a.html.gz")
    assert row.html is None
    assert (row.error or "").startswith(error)


def test_a_page_in_several_members_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(b"<p>Tea, ") + gzip.compress(b"and milk."))
    assert [row.html for row in pages_of(tmp_path / "a.html.gz")] == [b"<p>Tea, and milk."]


def test_a_body_that_expands_to_gigabytes_is_refused() -> None:
    body = http(gzip_of_zeros(200_000_000), "Content-Type: text/html\r\nContent-Encoding: gzip")
    with at_most(3 * MAX_PAGE_BYTES), pytest.raises(ResponseTooLargeError):
        read_response(body)


def test_a_line_that_is_too_long_is_reported_and_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 1_000_000)
    good = b'{"html": "<p>Tea"}\n'
    long = b'{"html": "' + b"x" * 50_000_000 + b'"}\n'
    (tmp_path / "a.jsonl").write_bytes(good + long + good + long[:-1])
    with at_most(10_000_000):
        found = pages_of(tmp_path / "a.jsonl")
    assert [row.html for row in found] == [b"<p>Tea", None, b"<p>Tea", None]
    assert found[1].error == "PageTooLargeError: the line has 50,000,013 bytes, the limit is 1,000,000"
    assert [row.source_offset for row in found] == [0, len(good), len(good) + len(long), 2 * len(good) + len(long)]


VALUES = {
    "empty lists": b"[],",
    "numbers": b"1,",
    "texts": b'"",',
    "escaped quotes": b'"\\"",',
    "objects": b'{"a":{}},',
    "open lists": b"[",
}


@pytest.mark.parametrize("name", VALUES)
def test_a_line_of_many_values_is_not_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = b'{"html": "<p>Tea", "x": [' + VALUES[name] * 2_000_000 + b"1]}\n"
    monkeypatch.setattr("json.loads", None)
    with at_most(4 * len(line) + 20_000_000):
        (row,) = jsonl.read_jsonl(io.BytesIO(line), "a", lambda n_bytes: None)
    assert row.error == "DamagedRecordError: the line has more than 1,000,000 values"


def test_a_page_may_have_any_number_of_commas_and_brackets() -> None:
    html = '<p>[{,"\\"\\\\", ' * 500_000
    line = json.dumps({"html": html, "url": "https://a.example/"}).encode()
    (row,) = jsonl.read_jsonl(io.BytesIO(line), "a", lambda n_bytes: None)
    assert row.html == html.encode()


@pytest.mark.parametrize("n_bytes", [999_999, 1_000_000, 1_000_001])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_the_limit_of_a_line_is_exact(n_bytes: int, end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 1_000_000)
    line = b"x" * (n_bytes - len(end)) + end
    (row,) = jsonl.read_jsonl(io.BytesIO(line), "a", lambda n_bytes: None)
    assert (row.error or "").startswith(
        "PageTooLarge" if n_bytes > 1_000_000 else "DamagedRecordError: the line is not"
    )


def test_zstd_gives_no_large_chunk_whatever_a_frame_expands_to() -> None:
    frame = zstandard.ZstdCompressor().compress(bytes(400_000_000))
    with at_most(100_000_000):
        sizes = [len(event.data) for event in read_chunks(io.BytesIO(frame)) if isinstance(event, Chunk)]
    assert sum(sizes) == 400_000_000


def test_a_zstd_window_or_dictionary_of_gigabytes_is_refused() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=28, enable_ldm=True)
    large = zstandard.ZstdCompressor(compression_params=parameters)
    frame = large.compressobj(size=300_000_000)
    content = b"".join([frame.compress(ZEROS) for _ in range(30)]) + frame.flush()
    (event,) = read_chunks(io.BytesIO(content))
    assert "zstd can't be decompressed" in getattr(event, "reason", "")
    dictionary = b"\x5d\x2a\x4d\x18" + (2**32 - 1).to_bytes(4, "little")
    (event,) = read_chunks(io.BytesIO(dictionary))
    assert "has 4,294,967,295 bytes" in getattr(event, "reason", "")


def test_a_list_of_paths_that_expands_to_gigabytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "all.paths.gz").write_bytes(gzip_of_zeros(400_000_000))
    with pytest.raises(BatchError, match="more than 268,435,456 bytes"):
        find_input_files([str(tmp_path / "all.paths.gz")])


def test_reasons_for_skipping_are_bounded() -> None:
    read = ReadCounts()
    list(to_batches((Skipped(f"reason {number}") for number in range(10_000)), read))
    assert len(read.skipped) == 201
    assert read.skipped["other reasons"] == 9_800


def seconds(work: Callable[[bytes], object], content: bytes) -> float:
    def once() -> float:
        start = time.process_time()
        work(content)
        return time.process_time() - start

    return min(once() for _ in range(3))


def declares_much(n_records: int) -> bytes:
    """Records that declare 60 MB and have a line."""
    return record("https://a.example/", b"x" * 200, n_declared=60_000_000) * n_records


def lines_without_end(n_bytes: int) -> bytes:
    return b'{"html": "' + b"x" * (n_bytes * 1000)


def read_lines(content: bytes) -> int:
    return len(list(jsonl.read_jsonl(io.BytesIO(content), "a", lambda n_bytes: None)))


def read_warc(content: bytes) -> int:
    return len(list(read_records(io.BytesIO(content))))


@pytest.mark.parametrize(
    ("work", "make", "n_small"),
    [(read_warc, declares_much, 1000), (read_lines, lines_without_end, 4000)],
    ids=["records that declare much", "lines without end"],
)
def test_time_grows_with_the_size(work: Callable[[bytes], int], make: Callable[[int], bytes], n_small: int) -> None:
    """Eight times the size takes about eight times as long; with the square it would be 64 times."""
    small, large = seconds(work, make(n_small)), seconds(work, make(8 * n_small))
    assert large < 24 * max(small, 0.002)


class Counting(io.BytesIO):
    """Counts the bytes that are read."""

    n_read = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.n_read += len(data)
        return data


def swallowing(n_members: int) -> bytes:
    """gzip members that begin a record and declare a stored block over what follows; all of them are broken."""
    head = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    text = b"WARC/1.0\r\nX: y\r\n"
    first = b"\0" + len(text).to_bytes(2, "little") + (0xFFFF - len(text)).to_bytes(2, "little") + text
    rest = b"\0" + (0xFFFF).to_bytes(2, "little") + b"\0\0"
    return (head + first + rest) * n_members


def test_broken_members_that_swallow_each_other_are_read_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decompression, "_SALVAGE_BYTES", 1 << 20)
    file = Counting(swallowing(30_000) + b"".join(gzip.compress(page(number)) for number in range(200)))
    n_bytes = len(file.getvalue())
    found = list(read_records(file))
    damages = [one for one in found if isinstance(one, Damage)]
    assert file.n_read < 12 * n_bytes + (4 << 20)
    assert any("were not searched for records" in one.reason for one in damages)
    # A chunk after the damage may be lost with it; what follows is read.
    assert len(found) - len(damages) > 100


def test_false_starts_inside_damage_cost_no_reading() -> None:
    broken = gzip.compress(page(1))[:-20]
    file = Counting(broken + b"\x1f\x8b\x08\0\0\0\0\0\0\xff" * 100_000 + gzip.compress(page(2)))
    found = list(read_records(file))
    assert file.n_read < 4 * len(file.getvalue())
    assert [isinstance(one, Damage) for one in found] == [True, False]
