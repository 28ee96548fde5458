"""Files that commands write are complete or absent, at whatever moment a command is interrupted."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NoReturn

import pytest

from maintext.atomic_output import write_whole
from maintext.trained.files import write_arrays
from tests.shared_data import ROOT


def interrupt(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


@pytest.mark.parametrize("moment", ["write_text", "replace"])
def test_an_interrupted_file_keeps_its_former_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    (tmp_path / "a.md").write_text("before")
    monkeypatch.setattr(Path, moment, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.md", "after")
    monkeypatch.undo()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.md", "before")]


def test_an_interrupted_model_file_is_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_arrays(tmp_path / "m.npz", "leaf", {})
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link_and_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("before")
    (tmp_path / "link.md").symlink_to("a.md")
    write_whole(tmp_path / "link.md", "after")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "a.md").read_text() == "after"
    with pytest.raises(OSError, match="there is no folder"):
        write_whole(tmp_path / "missing" / "a.md", "x")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_written_to_directly(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_whole(tmp_path / "pipe", "Tea")
    reader.join(60)
    assert read == ["Tea"]
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_command_leaves_a_line_of_its_manifest_for_every_page_that_is_done(
    tmp_path: Path, number: signal.Signals
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<p>Page {name}.")
    manifest = tmp_path / "manifest.jsonl"
    pages = [str(tmp_path / "a.html"), str(tmp_path / "b.html"), "-"]
    command = ["extract", *pages, "--by", "all", "-o", str(tmp_path / "out"), "--manifest", str(manifest)]
    # The third page comes from standard input, which never ends: the command waits there.
    process = subprocess.Popen([sys.executable, "-m", "maintext", *command], stdin=subprocess.PIPE)
    with process:
        give_up = time.monotonic() + 120
        while not manifest.exists() or manifest.read_text().count("\n") < 2:
            assert process.poll() is None
            assert time.monotonic() < give_up, "the manifest has no line for each of the two pages that are done"
            time.sleep(0.01)
        process.send_signal(number)
        process.wait(120)
    lines = [json.loads(line) for line in manifest.read_text().splitlines()]
    assert [Path(line["input"]).name for line in lines] == ["a.html", "b.html"]
    assert [Path(line["output"]).read_text() for line in lines] == ["Page a.\n", "Page b.\n"]


@pytest.mark.slow
@pytest.mark.parametrize("n_files", [1, 4])
def test_files_of_an_interrupted_command_are_those_of_one_that_ends(tmp_path: Path, n_files: int) -> None:
    def command(folder: Path) -> list[str]:
        return [sys.executable, "-m", "maintext", "extract", str(ROOT / "demo"), "-o", str(folder), "--by", "econ"]

    subprocess.run(command(tmp_path / "whole"), check=True, capture_output=True)
    process = subprocess.Popen(command(tmp_path / "cut"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    names = [path.relative_to(tmp_path / "whole") for path in (tmp_path / "whole").rglob("*") if path.is_file()]
    # A file that is being written has another name, and an interrupt removes it.
    while process.poll() is None and sum((tmp_path / "cut" / name).is_file() for name in names) < n_files:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    process.wait(120)
    written = [path for path in (tmp_path / "cut").rglob("*") if path.is_file()]
    assert written
    for path in written:
        assert path.read_bytes() == (tmp_path / "whole" / path.relative_to(tmp_path / "cut")).read_bytes()
