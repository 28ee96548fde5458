"""Runs that are killed, interrupted, or lose workers: output is whole or absent, and a rerun gives the same rows."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from maintext.batch import fingerprint
from tests.batch.test_batch import ROOT, archive_of, rows

pytestmark = pytest.mark.slow

DRIVER = """
import sys
from pathlib import Path
from maintext.batch import *
settings = Settings(Extraction("tests.batch.killers:Slow"), Filters(exact_duplicates=True), matching={})
run_batch([sys.argv[1]], Path(sys.argv[2]), settings, EmbeddedEngine(2))
"""


def test_a_run_killed_at_random_moments_and_resumed_gives_the_same_rows(tmp_path: Path) -> None:
    archive_of(tmp_path / "in", n_files=4, n_pages=10)
    command = [sys.executable, "-c", DRIVER, str(tmp_path / "in")]
    subprocess.run([*command, str(tmp_path / "whole")], cwd=ROOT, check=True)
    killed = tmp_path / "killed"
    dice = random.Random(7)
    n_kills = 0
    while not (killed / "_manifest.json").exists():
        with subprocess.Popen([*command, str(killed)], cwd=ROOT) as driver:
            _wait_for_files(killed, driver, dice.randrange(1, 5))
            time.sleep(dice.uniform(0, 0.3))
            n_kills += driver.poll() is None
            driver.kill()
    assert n_kills >= 2
    # The last one may have been killed while it tidied up.
    subprocess.run([*command, str(killed)], cwd=ROOT, check=True)
    assert fingerprint(killed) == fingerprint(tmp_path / "whole")
    assert not list(killed.rglob("_*.tmp"))
    manifests = [json.loads((tmp_path / name / "_manifest.json").read_text()) for name in ("killed", "whole")]
    for manifest in manifests:
        del manifest["total"]["seconds"]
    assert manifests[0]["total"] == manifests[1]["total"]


def _wait_for_files(folder: Path, driver: subprocess.Popen[bytes], n_files: int) -> None:
    """Until a run has written so many more files, so that it gets on between two kills, or has come to its end."""
    before = len(list(folder.rglob("part-*.parquet")))
    while driver.poll() is None and len(list(folder.rglob("part-*.parquet"))) < before + n_files:
        time.sleep(0.02)


@pytest.mark.parametrize("seconds", [0, 0.4])
def test_a_worker_that_is_killed_is_started_again(tmp_path: Path, seconds: float) -> None:
    """Whether it is just starting, has its first page or its last."""
    archive_of(tmp_path / "in", n_files=2, n_pages=60)
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(tmp_path / "in"), str(tmp_path / "out")], cwd=ROOT
    ) as driver:
        victims: list[int] = []
        while not victims and driver.poll() is None:
            time.sleep(0.02)
            children = Path(f"/proc/{driver.pid}/task/{driver.pid}/children").parent.parent.glob("*/children")
            victims = [int(child) for file in children for child in file.read_text().split()]
        time.sleep(seconds)
        # It may be done already.
        with suppress(ProcessLookupError):
            os.kill(victims[0], signal.SIGKILL)
        assert driver.wait(300) == 0
    assert len(rows(tmp_path / "out")) == 120


def command(inputs: Path, output: Path) -> list[str]:
    options = "--by tests.batch.killers:Slow --match --drop-duplicates exact --jobs 2"
    return [sys.executable, "-m", "maintext", "batch", str(inputs), "-o", str(output), *options.split()]


def test_output_is_whole_or_absent_whenever_a_run_is_interrupted(tmp_path: Path) -> None:
    archive_of(tmp_path / "in", n_files=3, n_pages=8)
    start = time.monotonic()
    subprocess.run(command(tmp_path / "in", tmp_path / "whole"), cwd=ROOT, check=True, capture_output=True)
    n_seconds = time.monotonic() - start
    output = tmp_path / "stopped"
    dice = random.Random(3)
    codes = []
    for number in range(10):
        run = subprocess.Popen(
            command(tmp_path / "in", output), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        with run:
            # From the imports up to the summary, wherever a machine of this speed is then.
            with suppress(subprocess.TimeoutExpired):
                run.wait(n_seconds * (number + dice.random()) / 10)
            run.send_signal(signal.SIGINT)
            _, error_output = run.communicate(timeout=120)
        codes.append(run.returncode)
        if run.returncode == 130:
            assert b"Traceback" not in error_output
        for part in output.glob("part-*"):
            pq.read_table(part)
        if (output / "_manifest.json").exists():
            assert json.loads((output / "_manifest.json").read_text())["total"]["n_pages"] == 24
    # Imports of Python itself can't be caught; nothing has been written then.
    assert set(codes) <= {0, 130, 1, -signal.SIGINT}
    assert 130 in codes
    subprocess.run(command(tmp_path / "in", output), cwd=ROOT, check=True, capture_output=True)
    assert fingerprint(output) == fingerprint(tmp_path / "whole")


def descendants(process: int) -> list[int]:
    """The ids of all processes below a process."""
    found: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, file.read_text().split()):
                found += [child, *descendants(child)]
    return found


def test_workers_and_page_processes_that_are_killed_cost_no_row(tmp_path: Path) -> None:
    archive_of(tmp_path / "in", n_files=4, n_pages=40)
    subprocess.run([sys.executable, "-c", DRIVER, str(tmp_path / "in"), str(tmp_path / "whole")], cwd=ROOT, check=True)
    dice = random.Random(11)
    n_kills = 0
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(tmp_path / "in"), str(tmp_path / "out")], cwd=ROOT
    ) as driver:
        while driver.poll() is None and n_kills < 12:
            time.sleep(dice.uniform(0.1, 1.0))
            victims = descendants(driver.pid)
            if victims:
                with suppress(ProcessLookupError):
                    os.kill(dice.choice(victims), signal.SIGKILL)
                    n_kills += 1
        assert driver.wait(300) == 0
    assert n_kills >= 3
    assert fingerprint(tmp_path / "out") == fingerprint(tmp_path / "whole")
