"""Whatever is wrong with one page is told of that page, and of that page alone."""

import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest

from maintext.corpus import BrokenPage, fingerprint, open_corpus
from maintext.errors import CorpusError
from tests.corpus.test_layouts import read, write
from tests.shared_data import shared

GOLD = b"""{"id": "1", "gold": "One", "kind": "forum", "with": ["One"]}
{"id": "2", "gold": "Two"}
{"id": "3"}
not json
{"id": "1", "gold": "Again"}
{"id": "empty", "gold": "Text"}
"""
FILES: dict[str, bytes | str] = {
    "gold.jsonl": GOLD,
    "html/1.html": b"<p>One",
    "html/4.html": b"<p>Four",
    "html/empty.html": b" \n",
}
REASONS = {
    "gold.jsonl:3": "no id and gold text",
    "gold.jsonl:4": "no id and gold text",
    "1": "gold.jsonl:5 has the id of an earlier line",
    "2": "there is gold, but no page",
    "4": "there is a page, but no gold",
    "empty": "the page is empty",
}


def to_tar(path: Path, files: dict[str, bytes | str]) -> Path:
    with tarfile.open(path, "w:xz") as tar:
        for name, content in files.items():
            raw = content if isinstance(content, bytes) else content.encode()
            member = tarfile.TarInfo(f"{path.name.split('.')[0]}/{name}")
            member.size = len(raw)
            tar.addfile(member, io.BytesIO(raw))
    return path


def assert_reasons(broken: list[BrokenPage]) -> None:
    assert {page.id for page in broken} == set(REASONS)
    for page in broken:
        assert page.reason.startswith(REASONS[page.id])


def test_a_folder_tells_every_broken_page(tmp_path: Path) -> None:
    pages, broken = read(write(tmp_path, FILES))
    assert [(page.id, page.gold, page.kind) for page in pages] == [("1", "One", "forum")]
    assert_reasons(broken)


@pytest.mark.parametrize("is_gold_first", [True, False])
def test_a_tar_tells_the_same_in_whatever_order_its_files_are(tmp_path: Path, is_gold_first: bool) -> None:
    files = FILES if is_gold_first else dict(reversed(FILES.items()))
    pages, broken = read(to_tar(tmp_path / "small.tar.xz", files))
    assert [(page.corpus, page.id, page.html) for page in pages] == [("small", "1", b"<p>One")]
    assert_reasons(broken)


def test_without_a_list_for_them_broken_pages_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="broken page"):
        list(open_corpus(write(tmp_path, FILES)).pages())


def test_a_tar_that_is_cut_short_is_an_error(tmp_path: Path) -> None:
    whole = to_tar(tmp_path / "whole.tar.xz", FILES).read_bytes()
    cut = tmp_path / "cut.tar.xz"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CorpusError, match=r"cut\.tar\.xz can't be read as a tar"):
        read(cut)


def test_a_tar_without_gold_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no gold\.jsonl"):
        read(to_tar(tmp_path / "bare.tar.xz", {"html/1.html": "<p>One"}))


def test_files_without_a_partner_and_gold_that_is_no_text_are_told(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {"HTML/a.html": "<p>A", "HTML/b.html": "<p>B", "HTML/c.html": "<p>C"}
    files |= {"Corrected/b.html.corrected.txt": b"\x81\x8d", "Corrected/c.html.corrected.txt": "  "}
    files |= {"Corrected/d.html.corrected.txt": "D"}
    pages, broken = read(write(tmp_path, files))
    assert not pages
    reasons = {page.id: page.reason for page in broken}
    assert reasons["a"] == "there is a page, but no gold"
    assert reasons["b"].startswith("the gold is not text")
    assert reasons["c"] == "the gold is empty"
    assert reasons["d"] == "there is gold, but no page"


def test_a_page_that_does_not_decompress_is_told(tmp_path: Path) -> None:
    gold = {"1": {"articleBody": "One"}, "2": {"url": "u"}, "3": {"articleBody": "Three"}}
    write(
        tmp_path,
        {
            "ground-truth.json": json.dumps(gold),
            "html/1.html.gz": gzip.compress(b"<p>One")[:-9],
            "html/2.html.gz": gzip.compress(b"<p>Two"),
            "html/9.html.gz": gzip.compress(b"<p>Nine"),
        },
    )
    pages, broken = read(tmp_path)
    assert not pages
    assert {page.id for page in broken} == {"1", "2", "3", "9"}


def test_gold_that_is_no_json_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"ground-truth.json": "[", "html/1.html": "<p>One"})
    with pytest.raises(CorpusError, match=r"ground-truth\.json is not JSON"):
        read(tmp_path)


def test_a_tar_and_its_folder_have_the_same_fingerprint(tmp_path: Path) -> None:
    folder, _ = read(write(tmp_path / "small", FILES))
    tar, _ = read(to_tar(tmp_path / "small.tar.xz", FILES))
    assert fingerprint(folder) == fingerprint(tar)


def test_the_shared_portal_corpus_is_whole() -> None:
    pages, broken = read(shared("corpora", "portal.tar.xz"))
    assert (len(pages), broken) == (70, [])
    assert [page.id for page in pages if not page.gold.strip()] == ["bbc.co.uk_news_04"], "its gold says so in words"
