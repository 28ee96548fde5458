"""Every option of `maintext PAGE...` with a value that it likes and one that it does not, from outside."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_extract_command import PAGE, run
from tests.shared_data import ROOT
from tests.web_server import Answer, web_server

BLOG = str(ROOT / "demo" / "html" / "sourdough-blog.html")
"""A page of which recall keeps more than precision."""


def n_words(*arguments: str) -> int:
    done = run(*arguments, "--format", "text", BLOG)
    assert (done.returncode, done.stderr) == (0, "")
    return len(done.stdout.split())


def test_favor_keeps_more_or_less() -> None:
    words = [n_words("--favor", favor) for favor in ("precision", "balanced", "recall")]
    assert words == sorted(words)
    assert words[0] < words[2]
    assert n_words() == words[1]


def test_content_all_has_the_title() -> None:
    assert run("--content", "all", PAGE).stdout.startswith("# Ferry returns to the old harbour after nine years\n")
    assert run("--content", "article", PAGE).stdout == run(PAGE).stdout


@pytest.mark.parametrize("mode", [("--favor", "recall"), ("--content", "all")])
def test_an_extractor_without_modes_says_so_once(mode: tuple[str, str]) -> None:
    done = run("--by", "econ", *mode, PAGE, PAGE, PAGE)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Error: econ has no parameter {mode[0][2:]!r}; it has: " in done.stderr
    assert done.stderr.count("econ has no parameter") == 1


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--favor", "nonsense", "'nonsense' is not one of 'precision', 'balanced', 'recall'"),
        ("--content", "", "is not one of 'article', 'all'"),
        ("--format", "docx", "'docx' is not one of 'markdown'"),
        ("--fields", "title,nonsense", "unknown field 'nonsense'; available: title, "),
        ("--fields", "", "--fields names no field; available: title, "),
        ("--fields", " , ", "--fields names no field; available: title, "),
        ("--encoding", "nonsense", "'nonsense' is not an encoding of web pages"),
        ("--encoding", "text/markdown; charset=nonsense", "'text/markdown; charset=nonsense' is not an encoding"),
        ("--encoding", "image/png", "'image/png' is not a type of pages: text/html, "),
        ("--url", "nonsense", "'nonsense' is not a web address"),
        ("--jobs", "-1", "-1 is not in the range"),
        ("--jobs", "100000", "100000 is not in the range"),
        ("--jobs", "many", "'many' is not a valid integer"),
        ("--output", __file__, "is a file whose name ends in none of .html, .json, "),
        ("--manifest", str(PAGE.parent), "is a directory"),
        ("--include-links=maybe", "", "does not take a value"),
    ],
)
def test_an_odd_value_is_a_usage_error(option: str, value: str, said: str) -> None:
    done = run(option, value, PAGE)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_fields_are_json_and_nothing_else() -> None:
    assert run("--fields", "title,date", "--format", "json", PAGE).stdout == run("--fields", "title,date", PAGE).stdout
    done = run("--fields", "title", "--format", "markdown", PAGE)
    assert done.returncode == 2
    assert "--fields are written as JSON, not as markdown" in done.stderr


def test_every_field_can_be_asked_for() -> None:
    names = run("--fields", "nonsense", PAGE).stderr.split("available: ")[1].split()
    asked = [name.strip(",") for name in names]
    assert list(json.loads(run("--fields", ",".join(asked), PAGE).stdout)) == asked


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", ": the name of the page is empty"),
        ("ftp://example.org/", "only http and https addresses can be fetched"),
        ("https://[broken", "not a valid address"),
        ("http://", "no host"),
        ("http://127.0.0.1:9/", "loopback"),
        ("/dev/null/x", "Not a directory"),
    ],
)
def test_a_page_that_is_none_is_one_line(name: str, said: str, tmp_path: Path) -> None:
    for extra in ([], ["-o", str(tmp_path)]):
        done = run(*extra, name)
        assert (done.returncode, done.stdout) == (1, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_tables_and_comments_can_be_left_out_and_taken_in() -> None:
    rows = "".join(f"<tr><td>year {n}<td>{n} boats" for n in range(9))
    page = f"<p>{'A long line of text. ' * 20}<table><tr><th>Year<th>Boats{rows}</table>".encode()
    assert "boats" in run("--by", "all", "-", stdin=page).stdout
    without = run("--by", "all", "--no-include-tables", "-", stdin=page).stdout
    assert "boats" not in without
    assert "A long line" in without
    assert run("--include-comments", PAGE).returncode == 0


def test_a_manifest_is_not_written_over_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(PAGE.read_bytes())
    done = run("--manifest", page, page)
    assert done.returncode == 1
    assert "would be overwritten" in done.stderr
    assert page.read_bytes() == PAGE.read_bytes()


def test_pages_are_fetched_from_addresses(tmp_path: Path) -> None:
    # Only the header says that these bytes are Russian.
    text = "Вода кипит в чайнике."
    html = f"<title>Чай</title><p>{text} <a href=pot>Горшок</a>".encode("koi8-r")
    routes = {
        "/tea": Answer(html, headers={"Content-Type": "text/html; charset=koi8-r"}),
        "/old": Answer(b"", 302, {"Location": "/kitchen/tea"}),
        "/kitchen/tea": Answer(html, headers={"Content-Type": "text/html; charset=koi8-r"}),
    }
    with web_server(routes) as web:
        base = f"http://127.0.0.1:{web.port}"
        names = [f"{base}/tea", f"{base}/old", f"{base}/none", f"{base}/tea"]
        done = run("--by", "all", "--allow-private", *names, "-o", tmp_path)
        refused = run("--by", "all", names[0])
    assert done.returncode == 1
    assert "404" in done.stderr
    found = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.md")}
    assert sorted(found) == ["old.md", "tea-2.md", "tea.md"]
    assert found["tea.md"] == f"# Чай\n\n{text} [Горшок]({base}/pot)\n"
    # Relative to where the redirect led.
    assert found["old.md"] == f"# Чай\n\n{text} [Горшок]({base}/kitchen/pot)\n"
    assert refused.returncode == 1
    assert "loopback" in refused.stderr


def test_progress_is_shown_on_a_terminal_and_nowhere_else(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="needs a terminal of Unix")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "maintext", "--by", "all", str(PAGE), str(PAGE)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True, timeout=300)
        shown = os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert "2/2" in shown
    assert done.stdout.decode() == run("--by", "all", PAGE, PAGE).stdout
    assert "2/2" not in done.stdout.decode()
