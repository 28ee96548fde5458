"""`maintext match PATH...`, from outside."""

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.test_extract_command import run
from tests.shared_blocks.pages import html, sentence

pytestmark = pytest.mark.slow

N_PAGES = 5


def page(number: int) -> bytes:
    blocks = [*map(sentence, range(number * 9, number * 9 + 6)), f"Read by {number} people, 2 today", "Share this!"]
    return html(f"Page {number}", blocks).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(N_PAGES):
        path = tmp_path / "site" / str(number % 2) / f"{number}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page(number))
    return tmp_path / "site"


def write_warc(path: Path, pages: list[bytes]) -> None:
    """A WARC of responses, each a gzip member of its own."""
    with path.open("wb") as file:
        for number, body in enumerate(pages):
            http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
            head = (
                "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\n"
                f"WARC-Record-ID: <urn:uuid:{number:032}>\r\nWARC-Date: 2026-11-15T00:00:00Z\r\n"
                f"WARC-Target-URI: https://site.example/{number}\r\nContent-Length: {len(http)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + http + b"\r\n\r\n"))


def test_shared_blocks_of_a_folder_are_listed_with_counts_and_examples(folder: Path) -> None:
    done = run("match", folder, "--by", "all")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    assert "     5 of 5  Share this!" in lines
    template = next(number for number, line in enumerate(lines) if line.startswith("     5 of 5  Read by"))
    assert all(line.startswith(" " * 13 + "Read by") for line in lines[template + 1 : template + 3])
    assert done.stderr == "2 blocks were dropped from 5 pages, of a site of 5\n"


def test_the_pages_without_them_are_written(folder: Path, tmp_path: Path) -> None:
    done = run("match", folder, "--by", "all", "-o", tmp_path / "out.jsonl")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sorted(row["title"] for row in rows) == [f"Page {number}" for number in range(N_PAGES)]
    for row in rows:
        assert "Story" in row["text"]
        assert "Share this!" not in row["text"]
        assert row["shared"][1] == "Share this!"


def test_a_warc_gives_what_the_folder_gives(folder: Path, tmp_path: Path) -> None:
    write_warc(tmp_path / "crawl.warc.gz", [page(number) for number in range(N_PAGES)])
    done = run("match", tmp_path / "crawl.warc.gz", "--by", "all", "--json")
    assert done.returncode == 0, done.stderr
    share = next(block for block in map(json.loads, done.stdout.splitlines()) if block["examples"] == ["Share this!"])
    assert (share["n_with"], share["n_pages"]) == (5, 5)
    assert share["pages"] == [f"https://site.example/{number}" for number in range(3)]


def test_a_new_page_is_matched_against_counts_on_disk(folder: Path, tmp_path: Path) -> None:
    counts = tmp_path / "counts.db"
    assert run("match", folder, "--by", "all", "--counts", counts).returncode == 0
    (tmp_path / "new.html").write_bytes(page(9))
    done = run("match", tmp_path / "new.html", "--by", "all", "--counts", counts)
    assert done.returncode == 0, done.stderr
    assert "     6 of 6  Share this!" in done.stdout.splitlines()
    assert done.stderr == "2 blocks were dropped from 1 pages, of a site of 6\n"


def test_a_damaged_record_is_reported_and_does_not_stop_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    write_warc(path, [page(number) for number in range(N_PAGES)])
    raw = bytearray(path.read_bytes())
    second = raw.index(b"\x1f\x8b\x08", 20)
    raw[second + 60 : second + 70] = b"\0" * 10
    path.write_bytes(bytes(raw))
    done = run("match", path, "--by", "all", "-o", tmp_path / "out.jsonl")
    assert done.returncode == 1
    assert "     4 of 4  Share this!" in done.stdout.splitlines()
    assert "DamagedRecordError" in done.stderr
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sum("error" in row for row in rows) == 1


def test_nothing_of_a_page_moves_the_cursor(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.html").write_text(f"<title>{number}</title><p>\x1b[2J Share \x07!<p>{sentence(number)}")
    done = run("match", tmp_path, "--by", "all")
    assert "Share" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--threshold", "7"], "threshold must be a share of the pages from 0 to 1, got 7.0"),
        (["--counts", "missing/counts.db"], "unable to open database file"),
        (["-o", "/dev/null/out.jsonl"], "cannot write /dev/null/out.jsonl"),
    ],
)
def test_errors_are_one_line(folder: Path, arguments: list[str], message: str) -> None:
    done = run("match", folder, *arguments)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
