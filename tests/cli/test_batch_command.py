"""`maintext batch`: the command, its exit codes and what it says."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from maintext.batch.schema import RESULTS
from maintext.cli.main import commands
from tests.batch.archives import gzip_by_record, page, pages
from tests.shared_data import ROOT

pytestmark = pytest.mark.slow


def run(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["batch", *map(str, arguments)])


def test_an_archive_becomes_parquet_and_a_summary(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(pages(4)))
    (tmp_path / "notes.md").write_text("no page")
    result = run(tmp_path, "-o", tmp_path / "out", "--by", "all", "--format", "markdown", "--blocks", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert "4 with text" in result.output
    assert "1 files ignored" in result.output
    assert re.search(r"^This run: 4 pages in [\d,.]+ s, [\d,.]+ pages per second$", result.output, re.MULTILINE)
    again = run(tmp_path, "-o", tmp_path / "out", "--by", "all", "--format", "markdown", "--blocks", "--jobs", 1)
    assert "This run: 0 pages in" in again.output
    (part,) = (tmp_path / "out").glob("part-*.parquet")
    table = pq.read_table(part)
    assert table.schema.equals(RESULTS)
    assert len(table.column("blocks")[0]) == 2


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(pages(2)))
    result = run(tmp_path, "-o", tmp_path / "out", "--dry-run", "--match", "--drop-duplicates", "near")
    assert result.exit_code == 0
    assert "1 files in 1 shards; 1 shards" in result.output
    assert "stages: extract, match, deduplicate" in result.output
    assert not (tmp_path / "out").exists()


def test_a_file_that_can_not_be_read_makes_exit_code_1_and_so_does_no_page_at_all(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(pages(2)))
    (tmp_path / "b.parquet").write_bytes(b"PAR1")
    assert run(tmp_path, "-o", tmp_path / "out", "--jobs", 1).exit_code == 1
    damaged = tmp_path / "c.warc.gz"
    damaged.write_bytes(gzip_by_record(pages(1))[:-30])
    result = run(damaged, "-o", tmp_path / "other", "--jobs", 1)
    assert result.exit_code == 1
    assert "1 failed: DamagedRecordError" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "steam"], "unknown engine 'steam'"),
        (["--by", "magic"], "unknown extractor 'magic'"),
        (["--format", "poem"], "output_format must be one of text, markdown, got 'poem'"),
        (["--min-confidence", "7"], "min_confidence must lie between 0 and 1"),
        (["--verdict", "contents"], "unknown verdict 'contents'; known: content, login"),
    ],
)
def test_impossible_options_are_refused_in_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip_by_record(pages(1)))
    command = [sys.executable, "-m", "maintext", "batch", str(tmp_path), "-o", str(tmp_path / "out"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == (1 if "--engine" in arguments else 2)
    assert message in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_an_interrupted_run_ends_at_once_and_goes_on_later(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.warc.gz").write_bytes(gzip_by_record([page(row) for row in range(40)]))
    output = tmp_path / "out"
    by = "tests.batch.killers:Slow"
    command = [sys.executable, "-m", "maintext", "batch", str(tmp_path), "-o", str(output), "--by", by, "--jobs", "1"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as driver:
        while not list(output.glob("part-*")) and driver.poll() is None:
            time.sleep(0.05)
        os.kill(driver.pid, signal.SIGINT)
        _, stderr = driver.communicate(timeout=60)
    assert driver.returncode == 130
    assert b"run the same command again to resume" in stderr
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert "120 with text" in done.stdout
