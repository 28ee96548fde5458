"""Every form in which data sets are published, as the smallest folder that has it."""

import gzip
import json
from pathlib import Path

import pytest

from maintext.corpus import BrokenPage, LabelledPage, open_corpus
from maintext.errors import CorpusError

GN1_ID = "0123abcd-0000-1111-2222-0123456789ab"


def write(folder: Path, files: dict[str, bytes | str]) -> Path:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read(path: Path) -> tuple[list[LabelledPage], list[BrokenPage]]:
    broken: list[BrokenPage] = []
    return list(open_corpus(path).pages(broken)), broken


def test_the_development_set_of_cleaneval_is_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "en_original/1.html": '<text id="http://a.example/" title="A" encoding="unset">\n<p>One</p></text>',
            "en_cleaned/1.txt": "URL: http://a.example/\n\n<h>A\n\n<p>One\n<l>Two",
        },
    )
    assert open_corpus(tmp_path).layout == "cleaneval"
    (page,), broken = read(tmp_path)
    assert (page.id, page.gold, page.url) == ("1", "A\n\nOne\nTwo", "http://a.example/")
    assert page.html.startswith(b"<text"), "pages stay as they were published"
    assert not broken


def test_the_chinese_pages_of_cleaneval_are_read(tmp_path: Path) -> None:
    write(tmp_path, {"zh_original/3.html": "<p>一二三", "zh_cleaned/3.txt": "URL: http://c.example/\n<p>一二三"})
    assert open_corpus(tmp_path).layout == "cleaneval"
    (page,), broken = read(tmp_path)
    assert (page.id, page.gold, page.url, broken) == ("3", "一二三", "http://c.example/", [])


def test_the_final_set_of_cleaneval_is_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "finalrun-input/7.html": "<p>Café",
            "GoldStandard/7-cleaned.txt": "URL: http://b.example/\r\n<p>Café".encode("cp1252"),
        },
    )
    (page,), _ = read(tmp_path)
    assert (page.id, page.gold, page.url) == ("7", "Café", "http://b.example/")


def test_cleanportaleval_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"input/a.example_01.html": "<p>One", "GoldStandard/a.example_01.txt": "<p>One"})
    assert open_corpus(tmp_path).layout == "portal"
    (page,), _ = read(tmp_path)
    assert (page.id, page.gold) == ("a.example_01", "One")


def test_dragnet_is_read_without_comments(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "HTML/R1.html": "<p>One",
            "Corrected/R1.html.corrected.txt": "One\n\n!@#$%^&*()  COMMENTS\n\nFirst!",
        },
    )
    assert open_corpus(tmp_path).layout == "dragnet"
    (page,), _ = read(tmp_path)
    assert (page.id, page.gold) == ("R1", "One")


def test_l3s_gn1_is_read_from_its_annotations(tmp_path: Path) -> None:
    annotated = (
        '<body><span class="x-nc-sel0">Menu</span><h1><span class="x-nc-sel1">Title</span></h1>'
        '<p><span class="x-nc-sel2">Some </span><b><span class="x-nc-sel2">text</span></b></p>'
        '<p><span class="x-nc-sel5">A comment</span></p><p><span class="x-nc-sel3">More</span></p>'
    )
    write(
        tmp_path,
        {
            f"original/{GN1_ID}.html": "<h1>Title</h1>",
            f"annotated/{GN1_ID}.html": annotated,
            "url-mapping.txt": f"<urn:uuid:{GN1_ID}>\t<http://news.example/a>\n",
        },
    )
    assert open_corpus(tmp_path).layout == "gn1"
    (page,), _ = read(tmp_path)
    assert (page.gold, page.url) == ("Title\nSome text\nMore", "http://news.example/a")


def test_scrapinghubs_benchmark_is_read(tmp_path: Path) -> None:
    gold = {"ab12": {"articleBody": "One", "url": "http://a.example/"}}
    write(tmp_path, {"ground-truth.json": json.dumps(gold), "html/ab12.html.gz": gzip.compress(b"<p>One")})
    assert open_corpus(tmp_path).layout == "ground-truth"
    (page,), _ = read(tmp_path)
    assert (page.id, page.html, page.gold, page.url) == ("ab12", b"<p>One", "One", "http://a.example/")


def test_a_split_of_wcxb_is_read_with_types_and_snippets(tmp_path: Path) -> None:
    record = {
        "url": "http://a.example/",
        "_internal": {"page_type": {"primary": "forum", "confidence": "high"}},
        "ground_truth": {"main_content": "One", "title": "T", "with": ["One"], "without": ["Menu"]},
    }
    write(tmp_path, {"ground-truth/0001.json": json.dumps(record), "html/0001.html.gz": gzip.compress(b"<p>One")})
    assert open_corpus(tmp_path).layout == "wcxb"
    (page,), _ = read(tmp_path)
    assert (page.kind, page.gold, page.title, page.url) == ("forum", "One", "T", "http://a.example/")
    assert (page.must_keep, page.must_drop) == (("One",), ("Menu",))


def test_a_folder_of_no_known_form_is_an_error_that_names_the_forms(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"none of the layouts jsonl-tar, jsonl, .*gn1"):
        open_corpus(tmp_path)


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no corpus at"):
        open_corpus(tmp_path / "nowhere")


def test_a_form_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="unknown corpus layout 'warc'"):
        open_corpus(tmp_path, layout="warc")
