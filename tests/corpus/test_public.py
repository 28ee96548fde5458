"""`maintext corpus list|get`: public data sets, and downloads in the form that `evaluate` reads."""

import json
import shutil
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from maintext.cli.main import commands
from maintext.corpus import LAYOUTS, fingerprint, open_corpus
from maintext.corpus.public import PUBLIC, convert
from maintext.errors import CorpusError
from tests.corpus.test_layouts import write

PORTAL: dict[str, bytes | str] = {
    "CleanPortalEval-master/input/a.example_01.html": "<p>One",
    "CleanPortalEval-master/GoldStandard/a.example_01.txt": "<p>One",
    "CleanPortalEval-master/input/b.html": "<p>Two",
}


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(commands, ["corpus", *map(str, arguments)], catch_exceptions=False)
    assert not result.exit_code, result.output
    return result.output


def test_every_data_set_has_a_known_layout() -> None:
    assert {public.layout for public in PUBLIC.values()} <= set(LAYOUTS)
    listed = run("list")
    for name, public in PUBLIC.items():
        assert name in listed
        assert public.home in listed
        assert public.licence in listed


def test_without_a_download_it_prints_where_to_get_it() -> None:
    assert "1. Download it from https://github.com/ppke-nlpg/CleanPortalEval" in run("get", "portal")


@pytest.mark.parametrize("form", ["folder", "zip", "gztar"])
def test_a_download_is_converted(form: str, tmp_path: Path) -> None:
    source = write(tmp_path / "in", PORTAL)
    download = source if form == "folder" else Path(shutil.make_archive(str(tmp_path / "in"), form, source))
    printed = run("get", "portal", download, "-o", tmp_path / "out")
    assert "1 pages; 1 could not be read" in printed
    assert "portal/b: there is a page, but no gold" in printed
    (page,) = open_corpus(tmp_path / "out").pages()
    assert (page.id, page.html, page.gold) == ("a.example_01", b"<p>One", "One")


def test_one_of_several_parts_is_taken(tmp_path: Path) -> None:
    import gzip

    for part in ("dev", "test"):
        record = {"url": f"https://{part}.example/", "ground_truth": {"main_content": part, "title": "T"}}
        page = gzip.compress(f"<p>{part}".encode())
        write(tmp_path / "in" / part, {"ground-truth/1.json": json.dumps(record), "html/1.html.gz": page})
    convert("wcxb-dev", tmp_path / "in", tmp_path / "out")
    (page_read,) = open_corpus(tmp_path / "out").pages()
    assert page_read.html == b"<p>dev"


def test_what_is_converted_is_what_was_read(tmp_path: Path) -> None:
    source = write(tmp_path / "in", {"HTML/a b.html": "<p>One", "Corrected/a b.html.corrected.txt": "One"})
    before = open_corpus(source)
    convert("dragnet", source, tmp_path / "out")
    found = list(open_corpus(tmp_path / "out").pages())
    assert fingerprint(before.pages()) == fingerprint(found)


def test_an_interrupted_conversion_leaves_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "in", {"input/b.html": "<p>Two", "GoldStandard/c.txt": "x"})
    with pytest.raises(CorpusError, match="none of 2 pages could be read"):
        convert("portal", source, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_wrong_downloads_are_named(tmp_path: Path) -> None:
    (tmp_path / "x.tar").write_bytes(b"not a tar")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match="is not a zip or tar file"):
        convert("portal", tmp_path / "x.tar", tmp_path / "out")
    with pytest.raises(CorpusError, match="has no folder in the layout 'portal'"):
        convert("portal", tmp_path / "empty", tmp_path / "out")
    with pytest.raises(CorpusError, match="no such file or folder"):
        convert("portal", tmp_path / "missing.zip", tmp_path / "out")
    with pytest.raises(CorpusError, match="exists already"):
        convert("portal", tmp_path / "empty", tmp_path / "empty")
    with pytest.raises(CorpusError, match=r"unknown data set 'portl' \(did you mean portal\?\)"):
        convert("portl", tmp_path / "empty", tmp_path / "out")


def test_an_archive_can_not_write_outside_its_folder(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "evil.tar", "w") as tar:
        (tmp_path / "file").write_bytes(b"x")
        tar.add(tmp_path / "file", "../../evil")
    with pytest.raises(CorpusError, match="not a zip or tar file"):
        convert("portal", tmp_path / "evil.tar", tmp_path / "out")
    assert not (tmp_path.parent / "evil").exists()
