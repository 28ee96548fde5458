"""Label files: what is written is read, always as the same bytes, and without any text of the pages."""

import json
import lzma
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maintext.corpus.block_labels import BlockLabels
from maintext.corpus.label_files import LabelledBlocks, Origin, read_labels, write_labels
from maintext.errors import CorpusError

TEXTS = ["Home", "Storm closes the harbour", "Nobody was hurt, the harbour master said."]


def labelled(id_: str = "1", corpus: str = "news", letters: str = "OTC") -> LabelledBlocks:
    origin = Origin("CC-BY-4.0", "1", "by hand")
    words = tuple(len(text.split()) for text in TEXTS)
    url = f"https://news.example/{id_}"
    return LabelledBlocks(corpus, id_, BlockLabels.of(letters, TEXTS), words, "article", url, origin)


def test_labels_are_read_as_they_were_written(tmp_path: Path) -> None:
    pages = [labelled("2"), labelled("1"), labelled("1", corpus="shops")]
    assert write_labels(tmp_path, pages) == {"news": 2, "shops": 1}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["news.jsonl.xz", "shops.jsonl.xz"]
    assert read_labels(tmp_path) == {page.name: page for page in pages}
    assert read_labels(tmp_path / "shops.jsonl.xz") == {"shops/1": pages[2]}


def test_the_order_in_which_pages_come_does_not_change_the_bytes(tmp_path: Path) -> None:
    pages = [labelled(str(number)) for number in range(20)]
    write_labels(tmp_path / "once", pages)
    write_labels(tmp_path / "twice", pages[10:])
    write_labels(tmp_path / "twice", pages[9::-1])
    assert (tmp_path / "once" / "news.jsonl.xz").read_bytes() == (tmp_path / "twice" / "news.jsonl.xz").read_bytes()


def test_labels_of_a_page_replace_its_older_ones(tmp_path: Path) -> None:
    write_labels(tmp_path, [labelled("1"), labelled("2")])
    write_labels(tmp_path, [labelled("1", letters="OOO")])
    assert {name: page.labels.letters for name, page in read_labels(tmp_path).items()} == {
        "news/1": "OOO",
        "news/2": "OTC",
    }


def test_a_label_file_has_no_text_of_the_page(tmp_path: Path) -> None:
    write_labels(tmp_path, [labelled()])
    raw = lzma.decompress((tmp_path / "news.jsonl.xz").read_bytes()).decode().lower()
    assert not any(word in raw for text in TEXTS for word in text.lower().split() if len(word) > 6)


def test_facts_that_nobody_knows_are_null(tmp_path: Path) -> None:
    page = replace(labelled(), url=None, kind=None, origin=Origin())
    write_labels(tmp_path, [page])
    assert read_labels(tmp_path)["news/1"] == page


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"letters": "OTX"}, "unknown letters X"),
        ({"letters": "OT"}, "2 letters, but 3 hashes"),
        ({"letters": None}, "`letters` is missing"),
        ({"hashes": "abc"}, "3 digits, which is not a multiple of 6"),
        ({"words": [1, 2]}, "not a list of 3 whole numbers"),
        ({"words": [1, 2, "3"]}, "not a list of 3 whole numbers"),
        ({"id": 7}, "`id` is missing, or not text"),
        ({"kind": 7}, "`kind` is missing, or not text"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    lines = [labelled().to_line(), json.dumps({**json.loads(labelled("2").to_line()), **change})]
    file = tmp_path / "news.jsonl.xz"
    file.write_bytes(lzma.compress("\n".join(lines).encode()))
    with pytest.raises(CorpusError, match=rf"news\.jsonl\.xz, line 2: .*{reason}"):
        read_labels(file)


def test_files_that_are_not_label_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="has no label file"):
        read_labels(tmp_path)
    (tmp_path / "news.jsonl.xz").write_bytes(b"not compressed")
    with pytest.raises(CorpusError, match="not a readable label file"):
        read_labels(tmp_path)
    (tmp_path / "news.jsonl.xz").write_bytes(lzma.compress(b"[]\n"))
    with pytest.raises(CorpusError, match="line 1: `hashes` is missing"):
        read_labels(tmp_path)


def test_a_page_in_two_files_is_an_error(tmp_path: Path) -> None:
    write_labels(tmp_path, [labelled()])
    (tmp_path / "copy.jsonl.xz").write_bytes((tmp_path / "news.jsonl.xz").read_bytes())
    with pytest.raises(CorpusError, match="news/1 for the second time"):
        read_labels(tmp_path)
