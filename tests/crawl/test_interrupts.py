"""Ctrl-C and SIGTERM at any moment of `maintext site` and `maintext match`: the output is complete or absent."""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from maintext.atomic_output import atomic_file, staging_folder, uninterrupted
from tests.crawl.generated_site import article
from tests.web_server import Answer, WebServer, web_server

N_PAGES, N_MOMENTS = 24, 10
HTML = {"Content-Type": "text/html; charset=utf-8"}


def run(
    arguments: list[str], after_s: float | None = None, number: int = signal.SIGINT
) -> subprocess.CompletedProcess[str]:
    """Runs a command, and sends it a signal after some time unless it has ended."""
    command = [sys.executable, "-m", "maintext", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        if after_s is not None:
            time.sleep(after_s)
            process.send_signal(number)
        out, err = process.communicate(timeout=200)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def moments(full_s: float) -> Iterator[tuple[float, int]]:
    """Times from the first import to the end of the output, for either signal."""
    chance = random.Random(9)
    for number in range(N_MOMENTS):
        yield full_s * (number + chance.random()) / N_MOMENTS, [signal.SIGINT, signal.SIGTERM][number % 2]


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    routes = {
        f"/{number}": Answer(article(number, [f"/{number + 1}"]).encode(), headers=HTML) for number in range(N_PAGES)
    }
    routes["/"] = Answer(article(0, [f"/{number}" for number in range(N_PAGES)]).encode(), headers=HTML)
    with web_server(routes) as running:
        yield running


def rows(path: Path) -> list[dict[str, object]]:
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{**row, "fetched_at": None, "note": None} for row in found]


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder but for the crawl's own and the times in the manifest."""
    texts = {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".crawl")}
    texts.pop("manifest.jsonl", None)
    return texts


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_an_interrupted_crawl_leaves_its_output_complete_or_absent(
    kind: str, tmp_path: Path, server: WebServer
) -> None:
    def arguments(name: str) -> list[str]:
        folder = tmp_path / name
        output = f"{folder}/pages/" if kind == "folder" else f"{folder}/site.jsonl"
        lists = ["--warc", f"{folder}/site.warc.gz", "--shared", f"{folder}/shared.jsonl"]
        options = ["--delay", "0", "--allow-private", "--by", "econ", "--per-host", "4"]
        return ["site", f"{server.url}/", "-o", output, *lists, *options]

    started = time.monotonic()
    assert run(arguments("whole")).returncode == 0
    full_s = time.monotonic() - started
    shared = (tmp_path / "whole" / "shared.jsonl").read_bytes()
    for number, (after_s, signal_number) in enumerate(moments(full_s)):
        done = run(arguments("cut"), after_s, signal_number)
        folder = tmp_path / "cut"
        where = f"moment {number}: {done.returncode} {done.stderr}"
        if (folder / "shared.jsonl").exists():
            assert (folder / "shared.jsonl").read_bytes() == shared, where
        if kind == "file" and (folder / "site.jsonl").exists():
            assert rows(folder / "site.jsonl") == rows(tmp_path / "whole" / "site.jsonl"), where
        if kind == "folder" and (folder / "pages" / "manifest.jsonl").exists():
            assert files(folder / "pages") == files(tmp_path / "whole" / "pages"), where
        elif kind == "folder" and (folder / "pages").exists():
            assert files(folder / "pages") == {}, where
        if done.returncode == 130 and "interrupted after" in done.stderr:
            assert "Traceback" not in done.stderr, where
            assert not list(folder.rglob("*.part")), where
        if done.returncode == 0:
            shutil.rmtree(folder)
    assert run(arguments("cut")).returncode == 0, "the crawl is resumed to its end"
    if kind == "file":
        assert rows(tmp_path / "cut" / "site.jsonl") == rows(tmp_path / "whole" / "site.jsonl")
    else:
        assert files(tmp_path / "cut" / "pages") == files(tmp_path / "whole" / "pages")


def test_an_interrupted_match_leaves_its_output_complete_or_absent(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for number in range(N_PAGES):
        (tmp_path / "pages" / f"{number}.html").write_text(article(number, []), encoding="utf-8")

    def arguments(name: str) -> list[str]:
        (tmp_path / name).mkdir(exist_ok=True)
        output, counts = tmp_path / name / "out.jsonl", tmp_path / name / "counts"
        return ["match", f"{tmp_path}/pages", "--by", "econ", "-o", str(output), "--counts", str(counts)]

    started = time.monotonic()
    assert run(arguments("whole")).returncode == 0
    full_s = time.monotonic() - started
    whole = (tmp_path / "whole" / "out.jsonl").read_bytes()
    for number, (after_s, signal_number) in enumerate(moments(full_s)):
        done = run(arguments("cut"), after_s, signal_number)
        output = tmp_path / "cut" / "out.jsonl"
        where = f"moment {number}: {done.returncode} {done.stderr}"
        if output.exists():
            assert output.read_bytes() == whole, where
            output.unlink()
        if done.returncode == 130 and "interrupted" in done.stderr:
            assert not list((tmp_path / "cut").glob("*.part")), where
    assert run(arguments("cut")).returncode == 0
    assert (tmp_path / "cut" / "out.jsonl").read_bytes() == whole


def test_a_file_that_fails_half_way_is_absent_and_an_older_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"

    def interrupted() -> None:
        with atomic_file(path) as part:
            part.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(path.parent.iterdir()) == []
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (path.read_text(), list(path.parent.iterdir())) == ("old", [path])


def test_a_folder_that_a_killed_process_left_is_emptied(tmp_path: Path) -> None:
    (tmp_path / ".part").mkdir()
    (tmp_path / ".part" / "left.md").write_text("half")
    with staging_folder(tmp_path) as staging:
        assert list(staging.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_waits_for_the_end_of_a_block(number: signal.Signals) -> None:
    before = signal.signal(number, signal.default_int_handler)
    steps = []

    def rename() -> None:
        with uninterrupted():
            signal.raise_signal(number)
            steps.append("renamed")

    try:
        with pytest.raises(KeyboardInterrupt):
            rename()
        assert steps == ["renamed"]
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)
