"""From numbered text to label files, a corpus, and a model that has learned from them; by the command line."""

import json
import re
from pathlib import Path

import pytest

from maintext.corpus import open_corpus
from maintext.corpus.label_files import Origin, read_labels
from maintext.label.named_pages import NamedPage, named_pages
from maintext.label.text_import import import_answers, read_licences
from tests.cli.test_extract_command import run
from tests.label.folders import FIRST, FOOTER, HEADING, PAGE, THIRD, make_folder

ANSWER = {"T": str(HEADING), "C": f"{FIRST}-{THIRD}"}
LETTERS = "OOTCCCOOOO"


def write_answers(path: Path, *answers: object) -> Path:
    path.write_text("".join(f"{json.dumps(answer)}\n" for answer in answers), encoding="utf-8")
    return path


def test_pages_are_printed(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 2)
    (folder / "huge.html").write_bytes(b"<p>" + b"x" * 50_000_001)
    done = run("label", "--print", folder)
    assert done.returncode == 0
    assert done.stdout.count("=== pages/page-0") == 2
    assert "<h1> 2:Heading of page 1" in done.stdout
    assert done.stderr == (
        "maintext: left out: pages/huge can't be read: the page has 50,000,004 bytes, the limit is 50,000,000\n"
    )


def test_a_bad_line_costs_only_itself(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 4)
    answers = write_answers(
        tmp_path / "ranges.jsonl",
        {"page": "pages/page-00", **ANSWER, "kind": "article"},
        {"page": "pages/page-01", "C": "3-99"},
        {"page": "pages/page-09", **ANSWER},
        {"page": "pages/page-00", **ANSWER},
        {"page": "pages/page-02", "C": "3-5", "M": "4"},
        {"page": "pages/page-02", "C": "3-5", "X": "4"},
        {"page": "pages/page-03", **ANSWER},
    )
    done = run(
        "label", "--import", answers, "--labels", tmp_path / "labels", "--guide", "7", "--made", "by Ann", folder
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "maintext: left out: ranges.jsonl, line 2: pages/page-01: C has block 99; the page has blocks 0 to 9",
        "maintext: left out: ranges.jsonl, line 3: there is no page pages/page-09 among the given pages",
        "maintext: left out: ranges.jsonl, line 4: pages/page-00 was labelled by line 1 already",
        "maintext: left out: ranges.jsonl, line 5: pages/page-02: block 4 is both C and M",
        "maintext: left out: ranges.jsonl, line 6: unknown letter 'X'; expected T, C, M, R, O",
    ]
    assert done.stdout.splitlines()[-1] == "pages labelled: 2, lines left out: 5"
    found = read_labels(tmp_path / "labels")
    assert {name: page.labels.letters for name, page in found.items()} == {
        "pages/page-00": LETTERS,
        "pages/page-03": LETTERS,
    }
    assert found["pages/page-00"].kind == "article"
    assert found["pages/page-00"].origin == Origin(None, "7", "by Ann")


def test_a_source_s_licence_comes_from_its_list(tmp_path: Path) -> None:
    page = NamedPage("news", "1", b"<link rel=canonical href=https://news.example/1><p>One")
    (tmp_path / "sources.json").write_text('{"news": {"licence": "MIT"}}', encoding="utf-8")
    imported = import_answers([b'{"page": "news/1"}'], [page], Origin("CC0"), read_licences(tmp_path))
    assert imported.pages[0].origin.licence == "MIT"
    assert imported.pages[0].url == "https://news.example/1"
    assert import_answers([b'{"page": "news/1"}'], [page], Origin("CC0")).pages[0].origin.licence == "CC0"
    (tmp_path / "sources.json").write_text('{"news": "MIT"}', encoding="utf-8")
    done = run("label", "--import", write_answers(tmp_path / "r.jsonl"), "--labels", tmp_path, make_folder(tmp_path, 1))
    assert "not a JSON object of sources" in done.stderr


def test_labelled_pages_become_a_corpus_with_their_letters(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 3)
    answers = write_answers(tmp_path / "r.jsonl", *({"page": f"pages/page-0{n}", **ANSWER, "R": "6"} for n in range(2)))
    imported = run("label", "--import", answers, "--labels", tmp_path / "labels", folder)
    assert imported.returncode == 0, imported.stderr
    done = run("label", "--labels", tmp_path / "labels", "--export", tmp_path / "corpus", folder)
    assert done.stdout == f"{tmp_path / 'corpus'}: 2 of 2 labelled pages\n"
    first, _ = open_corpus(tmp_path / "corpus").pages()
    assert first.gold.startswith("The first paragraph of page 0")
    assert first.gold.endswith("And a third one, at last.")
    assert first.labels is not None
    assert first.labels.letters == "OOTCCCROOO"
    again = run("label", "--labels", tmp_path / "labels", "--export", tmp_path / "corpus", folder)
    assert again.stderr == f"maintext: {tmp_path / 'corpus'} exists already\n"
    other = run("label", "--labels", tmp_path / "labels", "--export", tmp_path / "other", make_folder(tmp_path / "b"))
    assert "none of the pages is among the 2 labelled ones" in other.stderr


def test_pages_of_one_name_from_two_sources_both_reach_the_corpus(tmp_path: Path) -> None:
    folders = [make_folder(tmp_path / name, 1) for name in ("one", "two")]
    answers = write_answers(tmp_path / "r.jsonl", *({"page": f"{name}/page-00", **ANSWER} for name in ("one", "two")))
    run("label", "--import", answers, "--labels", tmp_path / "labels", *folders)
    run("label", "--labels", tmp_path / "labels", "--export", tmp_path / "corpus", *folders)
    assert [page.id for page in open_corpus(tmp_path / "corpus").pages()] == ["page-00", "two%2Fpage-00"]


def test_extractors_are_measured_against_labels(tmp_path: Path) -> None:
    folder = tmp_path / "news"
    make_folder(folder / "html", 3)
    gold = [{"id": "page-00", "gold": None}, {"id": "page-01", "gold": "Home"}, {"id": "page-02", "gold": "Home"}]
    write_answers(folder / "gold.jsonl", *gold)
    answers = write_answers(tmp_path / "r.jsonl", *({"page": f"news/page-0{n}", "C": "0-9"} for n in range(2)))
    assert run("label", "--import", answers, "--labels", tmp_path / "labels", folder).returncode == 0
    done = run("evaluate", folder, "--by", "all", "--labels", tmp_path / "labels", "--json")
    assert done.stderr == "2 pages with labels of their blocks; 100.00% of 20 letters aligned\n"
    (summary,) = json.loads(done.stdout)["summaries"]
    assert summary["n_pages"] == 2
    assert summary["figures"]["bag-of-words"]["f1"] == 1
    refused = run("evaluate", folder, "--metadata", "--labels", tmp_path / "labels")
    assert refused.returncode == 2


def test_a_model_learns_from_label_files(tmp_path: Path) -> None:
    pytest.importorskip("xgboost", reason="needs maintext[train]")
    folder = tmp_path / "news"
    make_folder(folder / "html", 80)
    names = [f"page-{number:02}" for number in range(80)]
    write_answers(folder / "gold.jsonl", *({"id": name, "gold": None} for name in names))
    import maintext
    from maintext.model.predictor import Model

    # The other way round than the shipped model has it, so that there is something to learn.
    keeps = bool(maintext.extract(PAGE.format(number=99)).keep[HEADING])
    content = f"{FIRST}-{THIRD}" if keeps else f"{HEADING}-{THIRD}"
    answers = write_answers(tmp_path / "r.jsonl", *({"page": f"news/{name}", "C": content} for name in names))
    assert run("label", "--import", answers, "--labels", tmp_path / "labels", folder).returncode == 0
    labels: list[str | Path] = ["--labels", tmp_path / "labels"]
    done = run("train", "model", folder, "--from", "shipped", "-o", tmp_path / "own.npz", "--jobs", "1", *labels)
    assert done.returncode == 0, done.stderr
    assert "80 pages with labels of their blocks; 100.00% of 800 letters aligned" in done.stderr
    after = maintext.extract(PAGE.format(number=99), by=Model.load(tmp_path / "own.npz"))
    assert bool(after.keep[HEADING]) is not keeps
    card = json.loads((tmp_path / "own.json").read_text(encoding="utf-8"))
    assert card["command"].endswith("--from shipped --labels labels")


def test_two_labellers_are_compared(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 3)
    first = write_answers(tmp_path / "a.jsonl", *({"page": f"pages/page-0{n}", **ANSWER} for n in range(3)))
    second = write_answers(
        tmp_path / "b.jsonl",
        {"page": "pages/page-00", **ANSWER},
        {"page": "pages/page-01", "C": f"{HEADING}-{THIRD},{FOOTER}"},
    )
    for name, answers in (("a", first), ("b", second)):
        assert run("label", "--import", answers, "--labels", tmp_path / name, folder).returncode == 0
    done = run("label", "--labels", tmp_path / "a", "--agreement", tmp_path / "b")
    assert done.returncode == 0, done.stderr
    assert re.match(r"pages labelled twice: 2 \(\d+ words\), once: 1\n", done.stdout)
    assert "pages/page-01: F1 0.8" in done.stdout
    assert f"    T or C: {HEADING}" in done.stdout
    assert f"    O or C: {FOOTER}" in done.stdout


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 1)
    answers = write_answers(tmp_path / "r.jsonl")
    for arguments in (
        ["label"],
        ["label", "--import", answers, folder],
        ["label", "--agreement", tmp_path],
        ["label", folder, folder],
    ):
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert "Traceback" not in done.stderr


def test_a_review_in_the_browser_needs_label_files(tmp_path: Path) -> None:
    done = run("label", "--labels", tmp_path, make_folder(tmp_path / "pages", 1))
    assert done.returncode == 1
    assert "has no label file" in done.stderr


def test_pages_of_a_folder_are_imported_under_their_printed_names(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages" / "deep", 1).parent
    (page,) = named_pages([folder], pytest.fail)
    assert page.name == "pages/deep/page-00"
    imported = import_answers([json.dumps({"page": page.name, **ANSWER}).encode()], [page], Origin())
    assert not imported.problems


def test_of_several_lines_of_a_page_the_first_that_can_be_used_counts(tmp_path: Path) -> None:
    (page,) = named_pages([make_folder(tmp_path / "pages", 1)], pytest.fail)
    wrong, good = {"page": page.name, "T": "999"}, {"page": page.name, **ANSWER}
    lines = [json.dumps(answer).encode() for answer in (wrong, good, good, wrong)]
    imported = import_answers(lines, [page], Origin())
    assert [labelled.id for labelled in imported.pages] == [page.id]
    assert [problem.split(":")[0] for problem in imported.problems] == ["line 1", "line 3", "line 4"]
    assert all(problem.endswith("was labelled by line 2 already") for problem in imported.problems[1:])
    unknown = [json.dumps({"page": "pages/none", **ANSWER}).encode()] * 2
    assert len(import_answers(unknown, [page], Origin()).problems) == 2
