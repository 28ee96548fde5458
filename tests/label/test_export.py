"""What was labelled, as a corpus; and which pages come first."""

from pathlib import Path

import pytest

import maintext
from maintext.corpus import open_corpus
from maintext.errors import LabelError
from maintext.evaluate.evaluation import Request, evaluate
from maintext.extractors.by import get_extractor
from maintext.extractors.protocol import Judgement, Scores
from maintext.label.desk import Desk
from maintext.label.export import export
from maintext.label.folder import find_pages
from maintext.label.ranking import Doubt, judge
from tests.cli.test_extract_command import run
from tests.label.folders import FOOTER, HEADING, PAGE, make_folder
from tests.label.test_labels import asked


def labelled_folder(folder: Path) -> Desk:
    desk = Desk(make_folder(folder, 3))
    desk.act({**asked(1), "blocks": [HEADING, FOOTER], "keep": True})
    desk.act(asked(2, "type", value="listing"))
    desk.act(asked(3, "done"))
    desk.act({**asked(4, "done"), "page": "page-02"})
    return desk


def test_done_pages_become_a_corpus_that_can_be_evaluated(tmp_path: Path) -> None:
    desk = labelled_folder(tmp_path / "pages")
    assert export(desk, tmp_path / "corpus") == 2
    first, second = open_corpus(tmp_path / "corpus").pages()
    assert (first.id, first.kind, first.title) == ("page-00", "listing", "Page 0")
    assert first.gold.startswith("Heading of page 0\n\nThe first paragraph of page 0")
    assert first.gold.endswith("\n\nAll rights reserved")
    assert first.html == (tmp_path / "pages" / "page-00.html").read_bytes()
    assert second.gold == maintext.extract(PAGE.format(number=2), by=desk.by).text
    evaluation = evaluate(Request([open_corpus(tmp_path / "corpus")], [desk.by]), lambda _: None)
    f1 = [result.figures["bag-of-words"]["f1"] for result in evaluation.results]
    assert f1[0] < 1
    assert f1[1] == 1


def test_the_command_exports(tmp_path: Path) -> None:
    labelled_folder(tmp_path / "pages")
    done = run("label", tmp_path / "pages", "--export", tmp_path / "corpus")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path / 'corpus'}: 2 of 3 pages\n"
    again = run("label", tmp_path / "pages", "--export", tmp_path / "corpus")
    assert again.returncode == 1
    assert again.stderr == f"maintext: {tmp_path / 'corpus'} exists already\n"


def test_an_export_of_nothing_says_so(tmp_path: Path) -> None:
    desk = Desk(make_folder(tmp_path / "pages", 2))
    with pytest.raises(LabelError, match="none of 2 pages is done"):
        export(desk, tmp_path / "corpus")


def test_pages_in_folders_keep_names_of_their_own(tmp_path: Path) -> None:
    for place in ("a/b", "a%2Fb", "a_b"):
        make_folder((tmp_path / "pages" / place).parent, 0)
        (tmp_path / "pages" / f"{place}.html").write_text(PAGE.format(number=1), encoding="utf-8")
    (tmp_path / "pages" / "a_b.htm").write_text("<p>Other", encoding="utf-8")
    desk = Desk(tmp_path / "pages")
    assert set(desk.pages) == {"a/b", "a%2Fb", "a_b", "a_b.html"}
    for page_id in desk.pages:
        desk.act({**asked(1, "done"), "id": f"done {page_id}", "page": page_id})
    assert export(desk, tmp_path / "corpus") == 4
    assert len({page.id for page in open_corpus(tmp_path / "corpus").pages()}) == 4


def test_a_corpus_can_be_labelled_again(tmp_path: Path) -> None:
    make_folder(tmp_path / "corpus" / "html", 2)
    (tmp_path / "corpus" / "gold.jsonl").write_text("", encoding="utf-8")
    assert list(find_pages(tmp_path / "corpus")) == ["page-00", "page-01"]


def test_a_folder_without_pages_is_an_error(tmp_path: Path) -> None:
    done = run("label", tmp_path)
    assert done.returncode == 1
    assert done.stderr == f"maintext: found no pages in {tmp_path}: no file ends in .html or .htm\n"
    assert "is not a folder" in run("label", tmp_path / "missing").stderr


def test_a_page_that_can_not_be_read_is_left_out_and_told(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 2)
    (folder / "gone.html").symlink_to(tmp_path / "nowhere.html")
    (folder / "huge.html").write_bytes(b"<p>" + b"x" * 50_000_001)
    desk = Desk(folder)
    desk.rank()
    assert "gone" not in desk.pages  # a link to nothing is no file
    assert list(desk.unreadable) == ["huge"]
    assert "50,000,004 bytes" in desk.unreadable["huge"]
    assert [row["id"] for row in desk.listing()] == ["page-00", "page-01"]


def test_unknown_pages_come_first_then_the_least_sure() -> None:
    doubts = {"sure": Doubt(0.9, 0.1), "unsure": Doubt(0.3, 0.9), "unknown": Doubt(None, 0.8), "odd": Doubt(None, 0.2)}
    assert sorted(doubts, key=lambda name: doubts[name].order) == ["odd", "unknown", "unsure", "sure"]


def test_methods_that_agree_make_a_page_easy() -> None:
    article = maintext.parse("<title>T</title>" + "<p>A sentence, with a comma, of an article. Another one.</p>" * 30)
    menu = maintext.parse("".join(f"<li><a href=/{n}>Link number {n}</a>" for n in range(40)) + "<p>One, two.")
    econ = get_extractor("econ")
    assert judge(article, econ(article)).agreement > judge(menu, econ(menu)).agreement


def test_an_extractor_s_own_confidence_is_taken() -> None:
    page = maintext.parse("<p>Text")
    scores = maintext.extract("<p>Text", by="all").scores
    told = Scores(scores.score, scores.keep, judgement=Judgement({"article": 1.0}, 0.42, True))
    assert judge(page, told).confidence == 0.42


def test_done_pages_are_listed_last(tmp_path: Path) -> None:
    desk = labelled_folder(tmp_path / "pages")
    desk.rank()
    assert next((row["id"], row["is_done"]) for row in desk.listing()) == ("page-01", False)
