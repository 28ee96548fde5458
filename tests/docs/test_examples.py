"""Every example of the documentation runs, and prints what its page shows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared_data import ROOT
from tools.doc_examples import ExampleError, fences, matches, with_output

pytestmark = pytest.mark.slow

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    if re.search(r"^```(python|console)", path.read_text(encoding="utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_print_what_the_page_shows(page: str) -> None:
    command = [sys.executable, "-m", "tools.doc_examples", str(ROOT / page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert not done.returncode, done.stderr[-3000:]


def test_output_that_changed_is_written() -> None:
    page = "```python\nprint(6 * 7)\n```\n```text\n41\n```\n\n```console\n$ echo a\nb\n```\n"
    assert with_output(page) == page.replace("41", "42").replace("\nb\n", "\na\n")


def test_a_file_of_the_page_is_there_for_its_commands() -> None:
    page = "<!-- file: in/a.txt -->\n```text\nhello\n```\n\n```console\n$ cat in/a.txt\nhello\n```\n"
    assert with_output(page) == page


def test_an_example_that_fails_names_its_line() -> None:
    with pytest.raises(ExampleError, match="line 4: ZeroDivisionError"):
        with_output("A page.\n\n```python\n1 / 0\n```\n")
    with pytest.raises(ExampleError, match="line 2: `exit 3` failed"):
        with_output("```console\n$ exit 3\n```\n")


def test_output_that_no_block_shows_is_an_error() -> None:
    with pytest.raises(ExampleError, match="no ```text block shows it"):
        with_output("```python\nprint(1)\n```\n")


def test_a_block_that_does_not_run_says_why() -> None:
    assert with_output("<!-- not run: needs a cluster -->\n```console\n$ exit 3\n```\n")


def test_dots_match_any_lines() -> None:
    assert matches("a\n...\n", "a\nb\nc\n")
    assert not matches("a\n...\nd\n", "a\nb\nc\n")


def test_blocks_are_found_with_their_marks(tmp_path: Path) -> None:
    (block,) = fences("<!-- file: a.html -->\n```html\n<p>\n```\n")
    assert (block.mark, block.value, block.language, block.body) == ("file", "a.html", "html", "<p>\n")
