"""Input that is not HTML, standard input, and what exit codes say about them; from outside."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_extract_command import PAGE, run

BINARY = {
    "page.pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "looks like PDF"),
    "picture.png": (b"\x89PNG\r\n\x1a\n" + bytes(40), "looks like a PNG image"),
    "picture.jpg": (b"\xff\xd8\xff\xe0\x00\x10JFIF", "looks like a JPEG image"),
    "picture.gif": (b"GIF89a\x01\x00\x01\x00\x80", "looks like a GIF image"),
    "film.mp4": (b"\x00\x00\x00\x18ftypmp42" + bytes(20), "looks like MP4 video"),
    "book.docx": (b"PK\x03\x04\x14\x00" + bytes(30), "looks like a zip archive"),
    "random.html": (random.Random(7).randbytes(5_000), "looks like binary data"),
    "empty.html": (b"", "the input is empty"),
    "blank.html": (b" \n\t \n", "the input is only white space"),
}


@pytest.mark.parametrize("name", BINARY)
def test_a_file_that_is_not_html_is_one_line_and_exit_code_1(name: str, tmp_path: Path) -> None:
    content, message = BINARY[name]
    (tmp_path / name).write_bytes(content)
    out = tmp_path / "out"
    done = run(tmp_path / name, "-o", out)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"maintext: {tmp_path / name}: NotHtmlError: ")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not out.exists(), "no empty file"


def test_the_other_pages_are_extracted_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "page.pdf").write_bytes(BINARY["page.pdf"][0])
    done = run(tmp_path / "page.pdf", PAGE)
    assert done.returncode == 1
    assert "for the first time in nine years" in done.stdout


@pytest.mark.parametrize("arguments", [(), ("extract",), ("--format", "text"), ("-",), ("--by", "all", "-")])
def test_a_page_that_is_piped_in_is_read(arguments: tuple[str, ...]) -> None:
    done = run(*arguments, stdin=b"<p>Some text, long enough to be the content of a page.")
    assert (done.returncode, done.stdout) == (0, "Some text, long enough to be the content of a page.\n")


def test_a_file_as_standard_input_is_read() -> None:
    with PAGE.open("rb") as file:
        command = [sys.executable, "-m", "maintext"]
        done = subprocess.run(command, stdin=file, capture_output=True, text=True, check=True)
    assert "for the first time in nine years" in done.stdout


def test_without_anything_piped_in_the_help_shows() -> None:
    with Path(os.devnull).open("rb") as nothing:
        for arguments, code, text in [((), 2, "Usage: maintext"), (("extract",), 2, "name at least one PAGE")]:
            command = [sys.executable, "-m", "maintext", *arguments]
            done = subprocess.run(command, stdin=nothing, capture_output=True, text=True, check=False)
            assert done.returncode == code
            assert text in done.stdout + done.stderr


def test_plain_text_is_taken_as_it_is(tmp_path: Path) -> None:
    text = "Home\n\nNews\n\nTea & <milk>, 1 * 2.\nOn two lines.\n"
    (tmp_path / "notes.txt").write_text(text)
    done = run("--format", "text", tmp_path / "notes.txt")
    assert (done.returncode, done.stdout) == (0, text)


def test_markdown_is_taken_as_it_is(tmp_path: Path) -> None:
    text = "# Tea\n\nBoil *it*, [slowly](https://example.org/).\n\n- one\n- two\n\n```python\nprint(1 < 2)\n```\n"
    (tmp_path / "notes.md").write_text(text)
    done = run(tmp_path / "notes.md")
    assert (done.returncode, done.stdout) == (0, text)


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (("evalute", "corpus.tar"), "'evalute' is neither a command nor a file (did you mean evaluate?)"),
        (("sevre",), "(did you mean serve?)"),
        (("--formt", "text", PAGE), "--format"),
        (("--by", "cert", PAGE), "unknown extractor 'cert' (did you mean cetr?)"),
        (("--by", "cetr:cluster=4", PAGE), "(did you mean clusters?)"),
        (("--fields", "titel", PAGE), "unknown field 'titel' (did you mean title?)"),
        (("explain", "--by", "model,cert", PAGE), "(did you mean cetr?)"),
        (("evaluate", "--by", "trafilatur", "x"), "(did you mean trafilatura?)"),
        (("batch", "--by", "modle", "x", "-o", "out"), "(did you mean model?)"),
        (("site", "--by", "modle", "https://example.org/"), "(did you mean model?)"),
        (("match", "--by", "modle", "x"), "(did you mean model?)"),
        (("label", "--by", "modle", "."), "(did you mean model?)"),
    ],
)
def test_what_is_mistyped_gets_a_suggestion_and_exit_code_2(
    arguments: tuple[str | Path, ...], suggestion: str, tmp_path: Path
) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert suggestion in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_file_with_the_name_of_nearly_a_command_is_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sites").write_text("<p>Some text, long enough to be the content of a page.")
    monkeypatch.chdir(tmp_path)
    assert run("sites").stdout == "Some text, long enough to be the content of a page.\n"


OWN = """
import numpy as np
from maintext import Scores

def first_block(page):
    keep = np.arange(len(page.blocks)) == 0
    return Scores(keep.astype(float), keep)
"""


@pytest.mark.slow
def test_every_form_of_an_extractor_works_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from maintext.trained import files

    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "page.html").write_text("<p>One.</p><p>Two.</p>")
    model = Path(files.__file__).parent / "leaf.npz"
    assert run("--by", "own:first_block", "page.html").stdout == "One.\n"
    assert run("--by", "cetr-tm:deviations=0", "page.html").stdout == "One.\n\nTwo.\n"
    assert run("--by", f"{model}:threshold=0", "--fields", "by", "page.html").stdout == (
        '{"by": "leaf.npz:threshold=0.0"}\n'
    )
    assert run("batch", "page.html", "-o", "out", "--by", "own:first_block", "--jsonl", "--jobs", "1").returncode == 0
    assert run("match", "page.html", "--by", "own:first_block", "-o", "matched.jsonl").returncode == 0
    assert '"text": "One."' in (tmp_path / "matched.jsonl").read_text()
    assert run("explain", "page.html", "--by", "own:first_block,cetr:clusters=4,lookahead_lines=2,all").returncode == 0
    report = (tmp_path / "report.html").read_text()
    assert "first_block" in report
    assert "cetr:clusters=4,lookahead_lines=2" in report


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("maintext --by cetr:", "cetr:clusters="),
        ("maintext --by cetr:clusters=4,loo", "cetr:clusters=4,lookahead_lines="),
        ("maintext explain --by model,cetr-", "model,cetr-tm"),
        ("maintext explain --by cetr:clusters=4,loo", "cetr:clusters=4,lookahead_lines="),
        ("maintext evaluate --by model,traf", "model,trafilatura"),
        ("maintext site --by xp", "xpath-blocks"),
        ("maintext batch --by min", "mine.npz"),
        ("maintext --by models/", "models/own.npz"),
    ],
)
def test_names_parameters_and_model_files_are_completed(words: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    for name in ("mine.npz", "models/own.npz", "models/other.txt"):
        (tmp_path / name).write_bytes(b"")
    count = str(len(words.split()) - 1)
    environment = {**os.environ, "_MAINTEXT_COMPLETE": "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": count}
    command = [sys.executable, "-m", "maintext"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert expected in done.stdout.replace("\\:", ":").splitlines()
    assert "other.txt" not in done.stdout
