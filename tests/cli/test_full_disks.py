"""Standard output on a full disk: one line that says so and exit code 1, never a part of the output and exit code 0."""

import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from maintext.errors import ModelError
from maintext.train.card import Card, write_model

PAGE = "<h1>Tea</h1>" + "<p>Water is poured over the leaves, and one waits for some minutes.</p>" * 400
MESSAGE = "maintext: can't write the output: "
COMMANDS = {
    "extract": ["extract"],
    "json": ["extract", "--format=json"],
    "table": ["table"],
}


def let_files_have_4_kb() -> None:
    """As on a disk that is nearly full, the first write takes a part and the next one fails."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


@pytest.mark.parametrize("buffering", ["", "1"])
@pytest.mark.parametrize("name", COMMANDS)
def test_output_that_is_written_in_part_is_an_error(name: str, buffering: str, tmp_path: Path) -> None:
    page, output = tmp_path / "page.html", tmp_path / "output"
    page.write_text(PAGE, encoding="utf-8")
    command = [sys.executable, "-m", "maintext", *COMMANDS[name], str(page)]
    # Python writes without a buffer, and so without looking at what was written, if the variable is set.
    environment = {"PYTHONUNBUFFERED": buffering, "PYTHONDONTWRITEBYTECODE": "1"}
    with output.open("wb") as file:
        done = subprocess.run(
            command, stdout=file, stderr=subprocess.PIPE, text=True, env=environment, preexec_fn=let_files_have_4_kb
        )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stderr.startswith(MESSAGE)
    assert output.stat().st_size == 4096


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["batch", "--help"], ["corpus", "list"]])
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "maintext", *arguments], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (1, f"{MESSAGE}No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
def test_a_model_or_a_card_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    model = tmp_path / "own.npz"
    model.with_suffix(".json").symlink_to("/dev/full")
    card = Card("trees", "A test.", "maintext train", (), {}, {})
    with pytest.raises(ModelError, match=r"can't write the model .*own\.npz and its card: .*No space left on device"):
        write_model(model, card, {"values": np.zeros(3)}, [])
