"""`maintext PAGE...` with folders, zipped pages, files for output, processes and a manifest, from outside."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_extract_command import PAGE, run

TEXT = "<h1>Title</h1><p>Some <b>text</b> of {}."


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    for name in ("a.html", "b/a.html", "b/c/d.htm", "b/A.HTML"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT.format(name), encoding="utf-8")
    (folder / "zipped.html.gz").write_bytes(gzip.compress(TEXT.format("zipped").encode()))
    (folder / "image.png").write_bytes(b"no page")
    return folder


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_folder_is_read_with_its_folders(site: Path, tmp_path: Path) -> None:
    done = run("--by", "all", site, "-o", tmp_path / "out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert files_below(tmp_path / "out") == ["a.md", "b/A.md", "b/a-2.md", "b/c/d.md", "zipped.md"]
    assert (tmp_path / "out" / "b" / "c" / "d.md").read_text() == "# Title\n\nSome **text** of b/c/d.htm.\n"


def test_two_inputs_never_write_to_one_file(site: Path, tmp_path: Path) -> None:
    run("--by", "all", site / "a.html", site / "b" / "a.html", site / "a.html", "-o", tmp_path / "out")
    texts = {name: (tmp_path / "out" / name).read_text() for name in files_below(tmp_path / "out")}
    assert list(texts) == ["a-2.md", "a-3.md", "a.md"]
    assert "of b/a.html" in texts["a-2.md"]
    assert texts["a.md"] == texts["a-3.md"]


def test_a_page_is_never_written_over(site: Path) -> None:
    done = run("--by", "all", "--format", "html", site, "-o", site)
    assert done.returncode == 1
    assert "a.html is an input file and would be overwritten" in done.stderr
    assert "<b>text</b>" in (site / "a.html").read_text()


def test_one_page_is_written_into_a_file_that_is_named(site: Path, tmp_path: Path) -> None:
    for name in ("tea.md", "new/tea.txt"):
        done = run("--by", "all", site / "a.html", "-o", tmp_path / name)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert (tmp_path / name).read_text() == "# Title\n\nSome **text** of a.html.\n"
    assert run("--by", "all", site / "b" / "a.html", "-o", tmp_path / "tea.md").returncode == 0
    assert "of b/a.html" in (tmp_path / "tea.md").read_text()


def test_several_pages_are_not_written_into_one_file(site: Path, tmp_path: Path) -> None:
    done = run("--by", "all", site, "-o", tmp_path / "tea.md")
    assert done.returncode == 2
    assert "tea.md is the name of a file, but there are 5 pages: name a folder" in done.stderr
    assert not (tmp_path / "tea.md").exists()


def test_a_folder_can_have_the_name_of_a_file(site: Path, tmp_path: Path) -> None:
    (tmp_path / "pages.md").mkdir()
    assert run("--by", "all", site / "a.html", "-o", tmp_path / "pages.md").returncode == 0
    assert files_below(tmp_path / "pages.md") == ["a.md"]


def test_a_page_that_fails_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 abc")
    (tmp_path / "old.md").write_text("old")
    for name in ("new.md", "old.md"):
        assert run(tmp_path / "a.pdf", "-o", tmp_path / name).returncode == 1
    assert files_below(tmp_path) == ["a.pdf", "old.md"]
    assert (tmp_path / "old.md").read_text() == "old"


def test_processes_give_what_one_gives_in_the_same_order(site: Path) -> None:
    one = run("--by", "all", "--format", "json", site, PAGE, "-", stdin=b"<p>From standard input.")
    many = run("--by", "all", "--format", "json", "--jobs", "3", site, PAGE, "-", stdin=b"<p>From standard input.")
    assert one.stdout == many.stdout
    assert [json.loads(line)["text"].splitlines()[-1][-5:] for line in one.stdout.splitlines()][-1] == "nput."


def test_the_manifest_tells_what_became_of_each_page(site: Path, tmp_path: Path) -> None:
    (site / "broken.html.gz").write_bytes(b"\x1f\x8b no zip")
    (site / "empty.html").write_bytes(b"<script>x</script>")
    manifest = tmp_path / "manifest.jsonl"
    done = run("--by", "all", site, tmp_path / "gone.html", "-o", tmp_path / "out", "--manifest", manifest)
    assert done.returncode == 1
    lines = {Path(line["input"]).name: line for line in map(json.loads, manifest.read_text().splitlines())}
    assert {name: line["status"] for name, line in lines.items()} == {
        "A.HTML": "done",
        "a.html": "done",
        "d.htm": "done",
        "broken.html.gz": "failed",
        "empty.html": "empty",
        "zipped.html.gz": "done",
        "gone.html": "failed",
    }
    assert lines["broken.html.gz"]["reason"].startswith("InputError: can't decompress the file")
    assert lines["gone.html"] == {
        "input": str(tmp_path / "gone.html"),
        "output": None,
        "status": "failed",
        "reason": "No such file or directory",
        "confidence": None,
    }
    assert Path(lines["zipped.html.gz"]["output"]).read_text().startswith("# Title")


@pytest.mark.parametrize(
    ("output_format", "start"),
    [
        ("markdown", "# Title"),
        ("text", "Title"),
        ("html", "<h1>Title</h1>"),
        ("json", '{"title": "Title"'),
        ("xml", '<?xml version="1.0"'),
        ("tei", '<?xml version="1.0"'),
    ],
)
def test_every_format_can_be_written(site: Path, output_format: str, start: str) -> None:
    done = run("--by", "all", "--format", output_format, site / "a.html")
    assert done.returncode == 0
    assert done.stdout.startswith(start)


def test_fields_are_json_with_these_keys() -> None:
    done = run("--fields", "title,url", PAGE, "--url", "https://example.org/x")
    assert list(json.loads(done.stdout)) == ["title", "url"]
    assert run("--fields", "nonsense", PAGE).returncode == 2


def test_metadata_stands_before_the_text() -> None:
    assert run("--with-metadata", PAGE).stdout.startswith('---\ntitle: "Ferry returns')


def test_what_is_included_can_be_chosen() -> None:
    page = b"<p>A <a href=https://x.org/>link</a>, <b>bold</b> <img src=https://x.org/i.png alt=pic></p>"
    options = ["--no-include-links", "--no-include-images", "--no-include-formatting"]
    assert (
        run("--by", "all", "-", stdin=page).stdout == "A [link](https://x.org/), **bold** ![pic](https://x.org/i.png)\n"
    )
    assert run("--by", "all", *options, "-", stdin=page).stdout == "A link, bold\n"


def test_a_folder_without_pages_says_so(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 1
    assert "found no pages in this folder" in done.stderr


def test_an_output_that_can_not_be_written_is_one_line(site: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.md").mkdir()
    done = run("--by", "all", site / "a.html", "-o", tmp_path / "out")
    assert done.returncode == 1
    assert "can't write the result" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_complete(shell: str) -> None:
    if shell == "bash" and not Path("/bin/bash").exists():
        pytest.skip("needs bash: click asks it for its version")
    environment = {**os.environ, "_MAINTEXT_COMPLETE": f"{shell}_source"}
    done = subprocess.run(
        [sys.executable, "-m", "maintext"], env=environment, capture_output=True, text=True, check=True
    )
    assert "_MAINTEXT_COMPLETE" in done.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("maintext ev", "evaluate"),
        ("maintext --form", "--format"),
        ("maintext --by xp", "xpath-blocks"),
        ("maintext --favor re", "recall"),
        ("maintext --content a", "article"),
        ("maintext ./x", "file"),
    ],
)
def test_commands_options_and_extractors_are_completed(words: str, expected: str) -> None:
    count = str(len(words.split()) - 1)
    environment = {**os.environ, "_MAINTEXT_COMPLETE": "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": count}
    done = subprocess.run(
        [sys.executable, "-m", "maintext"], env=environment, capture_output=True, text=True, check=True
    )
    assert expected in done.stdout.splitlines()
