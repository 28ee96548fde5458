"""`maintext PAGE...` and `maintext table PAGE...`, from outside."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared_data import ROOT

PAGE = ROOT / "demo" / "html" / "harbour-news.html"


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maintext", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=300)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_page_gives_its_main_content() -> None:
    done = run(PAGE)
    assert done.returncode == 0
    assert "for the first time in nine years" in done.stdout
    assert "Tide tables for June" not in done.stdout
    assert done.stderr == ""


def test_the_command_may_be_named() -> None:
    assert run("extract", PAGE).stdout == run(PAGE).stdout


@pytest.mark.parametrize("by", ["all", "cetr", "leaf"])
def test_the_extractor_can_be_chosen(by: str) -> None:
    done = run("--by", by, PAGE)
    assert done.returncode == 0
    assert "for the first time in nine years" in done.stdout


def test_standard_input_is_a_page() -> None:
    assert run("--by", "all", "-", stdin=b"<p>Some text.").stdout == "Some text.\n"


def test_a_page_that_is_not_there_does_not_stop_the_rest(tmp_path: Path) -> None:
    done = run(tmp_path / "missing.html", PAGE)
    assert done.returncode == 1
    assert "for the first time in nine years" in done.stdout
    assert "missing.html" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_nothing_but_failures_is_1(tmp_path: Path) -> None:
    done = run(tmp_path / "missing.html", tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2


def test_an_empty_result_says_why() -> None:
    done = run("-", stdin=b"<script>only()</script>")
    assert done.returncode == 0
    assert done.stderr == "maintext: -: empty: the page has no text\n"


def test_an_option_that_is_none_is_a_usage_error() -> None:
    done = run("--nonsense", PAGE)
    assert done.returncode == 2
    assert "No such option" in done.stderr


def test_the_table_of_a_page_is_shown() -> None:
    done = run("table", PAGE, "--width", "60")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{PAGE}: <Page: 'Ferry returns")
    assert all(len(line) <= 60 for line in lines[1:])


def test_help_names_the_commands() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("extract", "table", "evaluate", "explain", "label", "train"):
        assert command in done.stdout
