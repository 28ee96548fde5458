"""`--encoding`: a charset, or the whole Content-Type."""

from pathlib import Path

import pytest

from tests.cli.test_extract_command import run

MARKDOWN = "# Tëa\n\n* It *boils*.\n"


def test_markdown_on_standard_input_is_taken_as_it_is() -> None:
    done = run("--encoding", "text/markdown", "-", stdin=MARKDOWN.encode())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "# Tëa"
    assert "It *boils*." in done.stdout


@pytest.mark.parametrize("encoding", ["windows-1252", "text/markdown; charset=windows-1252"])
def test_a_charset_leaves_the_type_that_the_name_of_a_file_tells(encoding: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(MARKDOWN.encode("windows-1252"))
    done = run("--encoding", encoding, page)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "# Tëa"


def test_a_type_stands_before_that_of_the_name(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("* Tea and *milk* at home.", encoding="utf-8")
    assert run("--by", "all", "--format", "text", page).stdout == "- Tea and milk at home.\n"
    assert (
        run("--by", "all", "--format", "text", "--encoding", "text/html", page).stdout == "* Tea and *milk* at home.\n"
    )


@pytest.mark.parametrize("command", ["table", "explain"])
def test_all_commands_name_an_unknown_encoding(command: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Tea.", encoding="utf-8")
    done = run(command, "--encoding", "nonsense", page)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'nonsense' is not an encoding of web pages" in done.stderr
