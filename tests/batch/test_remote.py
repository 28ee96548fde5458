"""Files at an address are read as files here are, damage and all."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from maintext.batch import EmbeddedEngine, Extraction, Settings, run_batch
from maintext.batch.inputs.input_files import find_input_files
from maintext.errors import BatchError
from tests.batch import archives
from tests.batch.archives import address, pages
from tests.batch.servers import Gate, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path, Gate()) as address_of_server:
        yield address_of_server


def test_an_archive_at_an_address_is_read_and_its_damage_is_named(server: str, tmp_path: Path) -> None:
    members = [archives.gzip_member(one) for one in pages(5)]
    members[2] = members[2][:-200] + b"\0\0\0" + members[2][-197:]
    (tmp_path / "a.warc.gz").write_bytes(b"".join(members))
    (tmp_path / "warc.paths").write_text("a.warc.gz\n")
    found = find_input_files([f"{server}/warc.paths"], prefix=f"{server}/")
    assert [(source.path, source.n_bytes) for source in found.files] == [
        (f"{server}/a.warc.gz", len(b"".join(members)))
    ]
    output = tmp_path / "out"
    run_batch([f"{server}/a.warc.gz"], output, Settings(Extraction("all")), EmbeddedEngine(1))
    (part,) = output.glob("part-*.parquet")
    rows = pq.read_table(part).to_pylist()
    assert [(row["url"], row["error"] is None) for row in rows] == [(address(n), n != 2) for n in range(5)]


def test_an_address_that_does_not_exist_is_an_error(server: str, tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="no such file"):
        find_input_files([f"{server}/nothing.warc.gz"])
    with pytest.raises(BatchError, match="nowhere"):
        find_input_files(["nowhere://bucket/a.warc.gz"])


def test_globs_and_folders_at_an_address_are_expanded(tmp_path: Path) -> None:
    for name in ("a.warc.gz", "b.warc.gz", "c.md"):
        (tmp_path / name).write_bytes(archives.gzip_by_record(pages(1)))
    by_glob = find_input_files([f"file://{tmp_path}/*.warc.gz"])
    by_folder = find_input_files([f"file://{tmp_path}"])
    assert [source.path for source in by_glob.files] == [f"file://{tmp_path}/{name}.warc.gz" for name in "ab"]
    assert by_folder.files == by_glob.files
    assert by_folder.ignored == (f"file://{tmp_path}/c.md",)
