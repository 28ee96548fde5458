"""Ctrl-C at any moment of a command: files are complete or absent, and servers end without a traceback.

`batch`, `site` and `match` have tests of their own, in tests/batch and tests/crawl; `table` writes no file.
"""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from maintext.cli.main import _MODULES
from maintext.corpus.public import convert
from maintext.label.corpus_folder import CorpusPage, write_corpus
from maintext.trained.files import Arrays, write_arrays
from tests.corpus.test_layouts import write
from tests.corpus.test_public import PORTAL
from tests.label.folders import make_folder
from tests.shared_data import ROOT

pytestmark = pytest.mark.slow

N_MOMENTS = 4
DEMO = str(ROOT / "demo")
WRITERS = {
    "extract": ["extract", DEMO, "--by", "econ", "-o", "out"],
    "explain": ["explain", f"{DEMO}/html/huerto.html", "--by", "econ,bte", "-o", "report.html"],
    "evaluate": ["evaluate", DEMO, "--by", "econ,bte", "--report", "report.html"],
    "train": ["train", "mss", DEMO, "-o", "mss.npz"],
}
SERVERS = {
    "serve": ["serve", "--port", "0", "--workers", "1"],
    "label": ["label", "pages", "--port", "0", "--by", "econ"],
    "mcp": ["mcp", "--workers", "1"],
}
ELSEWHERE = {"batch", "site", "match", "corpus"}
"""Commands that other tests interrupt."""
PRINTERS = {"table"}
"""Commands that write no file."""


def test_every_command_is_interrupted_by_some_test() -> None:
    assert set(_MODULES) == {*WRITERS, *SERVERS, *ELSEWHERE, *PRINTERS}


def run(arguments: list[str], folder: Path, after_s: float | None = None) -> float:
    """Runs a command in a folder, with Ctrl-C after some time; returns the seconds that it took."""
    folder.mkdir(exist_ok=True)
    started = time.monotonic()
    command = [sys.executable, "-m", "maintext", *arguments]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(after_s)
        process.send_signal(signal.SIGINT)
        process.wait(120)
    assert after_s is not None or process.returncode == 0
    return time.monotonic() - started


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", WRITERS)
def test_files_of_an_interrupted_command_are_complete_or_absent(command: str, tmp_path: Path) -> None:
    seconds = run(WRITERS[command], tmp_path / "whole")
    whole = files(tmp_path / "whole")
    assert whole
    chance = random.Random(5)
    for number in range(N_MOMENTS):
        cut = tmp_path / f"cut {number}"
        run(WRITERS[command], cut, seconds * (number + chance.random()) / N_MOMENTS)
        found = files(cut)
        assert found.keys() <= whole.keys(), f"moment {number}"
        for name, content in found.items():
            # The report of an evaluation has times in it, which differ from run to run.
            is_whole = content.endswith(b"</html>") if command == "evaluate" else content == whole[name]
            assert is_whole, f"{name}, moment {number}"


@pytest.mark.parametrize("command", SERVERS)
def test_a_server_that_is_interrupted_ends_without_a_traceback(command: str, tmp_path: Path) -> None:
    make_folder(tmp_path / "pages", 2)
    process = subprocess.Popen(
        [sys.executable, "-m", "maintext", *SERVERS[command]],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin
        assert process.stdout
        if command == "mcp":
            process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
            process.stdin.flush()
        # It runs: it has printed its address, or answered.
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert b"Traceback" not in errors, errors.decode()
    assert process.returncode in (0, 1, 130, -signal.SIGINT)


def interrupt(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


def test_an_interrupted_export_leaves_no_corpus(tmp_path: Path) -> None:
    def pages() -> Iterator[CorpusPage]:
        yield CorpusPage("a", b"<p>One", {"gold": "One"})
        interrupt()

    with pytest.raises(KeyboardInterrupt):
        write_corpus(tmp_path / "corpus", pages())
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_conversion_leaves_no_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path / "in", PORTAL)
    monkeypatch.setattr(Path, "rename", interrupt)
    with pytest.raises(KeyboardInterrupt):
        convert("portal", source, tmp_path / "out")
    assert list(tmp_path.iterdir()) == [source]


def test_a_model_and_its_card_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the model is written takes effect when its card is there, too."""
    from maintext.train import card as cards

    def interrupted_write(path: Path, kind: str, arrays: Arrays) -> None:
        signal.raise_signal(signal.SIGINT)
        write_arrays(path, kind, arrays)

    monkeypatch.setattr(cards, "write_arrays", interrupted_write)
    card = cards.Card("mss", "A model.", "maintext train mss", (), {}, {})
    with pytest.raises(KeyboardInterrupt):
        cards.write_model(tmp_path / "m.npz", card, {}, [])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.json", "m.npz"]
