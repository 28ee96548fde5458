"""Files at an address are read as files here are, damage and all."""

import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from maintext.batch import EmbeddedEngine, Extraction, Settings, run_batch
from maintext.batch.sources import find_sources
from maintext.errors import BatchError
from tests.batch import archives
from tests.batch.archives import address, pages


class Ranges(http.server.SimpleHTTPRequestHandler):
    """A server of files that can give parts of them."""

    def do_HEAD(self) -> None:
        self._answer(is_body_wanted=False)

    def do_GET(self) -> None:
        self._answer(is_body_wanted=True)

    def _answer(self, is_body_wanted: bool) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        content = path.read_bytes()
        start, stop, status = 0, len(content), 200
        if wanted := re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", "")):
            start, status = int(wanted[1]), 206
            stop = min(int(wanted[2]) + 1 if wanted[2] else stop, stop)
        self.send_response(status)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(stop - start))
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{stop - 1}/{len(content)}")
        self.end_headers()
        if is_body_wanted:
            self.wfile.write(content[start:stop])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    def handler(*arguments: object) -> Ranges:
        return Ranges(*arguments, directory=str(tmp_path))  # type: ignore[arg-type]

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_archive_at_an_address_is_read_and_its_damage_is_named(server: str, tmp_path: Path) -> None:
    members = [archives.gzip_member(one) for one in pages(5)]
    members[2] = members[2][:-200] + b"\0\0\0" + members[2][-197:]
    (tmp_path / "a.warc.gz").write_bytes(b"".join(members))
    (tmp_path / "warc.paths").write_text("a.warc.gz\n")
    found = find_sources([f"{server}/warc.paths"], prefix=f"{server}/")
    assert [(source.path, source.n_bytes) for source in found.sources] == [
        (f"{server}/a.warc.gz", len(b"".join(members)))
    ]
    output = tmp_path / "out"
    run_batch([f"{server}/a.warc.gz"], output, Settings(Extraction("all")), EmbeddedEngine(1))
    (part,) = output.glob("part-*.parquet")
    rows = pq.read_table(part).to_pylist()
    assert [(row["url"], row["error"] is None) for row in rows] == [(address(n), n != 2) for n in range(5)]


def test_an_address_that_is_not_there_is_told(server: str, tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="there is no file"):
        find_sources([f"{server}/nothing.warc.gz"])
    with pytest.raises(BatchError, match="nowhere"):
        find_sources(["nowhere://bucket/a.warc.gz"])


def test_globs_and_folders_at_an_address_are_expanded(tmp_path: Path) -> None:
    for name in ("a.warc.gz", "b.warc.gz", "c.md"):
        (tmp_path / name).write_bytes(archives.gzip_by_record(pages(1)))
    by_glob = find_sources([f"file://{tmp_path}/*.warc.gz"])
    by_folder = find_sources([f"file://{tmp_path}"])
    assert [source.path for source in by_glob.sources] == [f"file://{tmp_path}/{name}.warc.gz" for name in "ab"]
    assert by_folder.sources == by_glob.sources
    assert by_folder.ignored == (f"file://{tmp_path}/c.md",)
