"""One run: every candidate on every page, errors counted, missing peers told, on one core or two."""

import logging
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from maintext.corpus import LabelledPage, open_corpus
from maintext.errors import EvaluationError, MissingPackageError, UnknownExtractorError
from maintext.evaluate import candidates, peers
from maintext.evaluate.candidates import Candidate, find_candidates
from maintext.evaluate.evaluation import Request, evaluate
from maintext.evaluate.floors import CorpusFloors, check_floors, present_floors
from maintext.evaluate.runs import run, run_page
from maintext.evaluate.summary import summarise
from tests.corpus.test_layouts import write

LINES = "".join(
    f'{{"id": "{n}", "gold": "Text {n}.", "kind": "{"forum" if n % 2 else "article"}"}}\n' for n in range(40)
)
FILES: dict[str, bytes | str] = {
    "gold.jsonl": LINES + '{"id": "lost", "gold": "Lost."}\n',
    **{f"html/{n}.html": f"<nav>{'Menu ' * (n % 7)}</nav><p>Text {n}.</p>" for n in range(40)},
}
PAGE = LabelledPage("c", "1", "<p>Café".encode("cp1252"), "Café")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "small", FILES)


def request_for(folder: Path, **changes: object) -> Request:
    return replace(Request([open_corpus(folder)], ["all"]), **changes)  # type: ignore[arg-type]


def test_every_page_is_measured_and_the_broken_one_told(folder: Path) -> None:
    seen: list[str] = []
    evaluation = evaluate(request_for(folder), lambda page: seen.append(page.id))
    assert [result.id for result in evaluation.results] == seen == [str(n) for n in range(40)]
    assert [page.id for page in evaluation.broken] == ["lost"]
    (summary,) = summarise(evaluation.results)
    assert (summary.n_pages, summary.errors) == (40, {})
    assert summary.figures["bag-of-words"]["recall"] == 1


def test_page_types_are_summed_up_apart(folder: Path) -> None:
    evaluation = evaluate(request_for(folder))
    kinds = {summary.kind: summary.n_pages for summary in summarise(evaluation.results, by_type=True)}
    assert kinds == {"article": 20, "forum": 20}


@pytest.mark.slow
def test_two_cores_find_what_one_core_finds(folder: Path) -> None:
    one, two = (evaluate(request_for(folder, n_jobs=n_jobs)) for n_jobs in (1, 2))
    # As they are written: NaN is not equal to itself.
    assert repr([replace(result, ms=0) for result in one.results]) == repr(
        [replace(result, ms=0) for result in two.results]
    )
    assert one.sha256 == two.sha256


def test_the_worst_pages_come_with_their_texts_worst_first(folder: Path) -> None:
    worst = evaluate(request_for(folder, n_worst=3)).worst["all"]
    ids = [(page.page.kind, page.page.id) for page in worst]
    expected = [("article", n) for n in ("6", "20", "34")] + [("forum", n) for n in ("13", "27", "5")]
    assert ids == expected, "type by type; most menu first; the earlier page first where equal"
    assert worst[0].result.kept.endswith("Text 6.")
    assert not worst[0].page.html


def test_the_blocks_that_were_wrong_are_told(folder: Path) -> None:
    (worst, *_) = evaluate(request_for(folder, n_worst=1)).worst["all"]
    assert {(block.is_kept, block.content) for block in worst.wrong} == {(True, 0.0)}
    assert all(block.xpath.startswith("/html") and "Text" not in block.text for block in worst.wrong)


def test_a_limit_takes_the_first_pages(folder: Path) -> None:
    assert len(evaluate(request_for(folder, limit=5)).results) == 5


def test_an_error_is_counted_by_its_name_and_keeps_nothing() -> None:
    def fail(html: bytes) -> str:
        raise ZeroDivisionError

    (result,) = run_page(PAGE, [Candidate("failing", "bytes", fail)])
    assert (result.error, result.kept) == ("ZeroDivisionError", "")
    assert result.figures["bag-of-words"]["f1"] == 0
    assert summarise([result])[0].errors == {"ZeroDivisionError": 1}


def test_bytes_are_given_as_they_are_and_text_is_decoded() -> None:
    given: list[bytes | str] = []

    def look(html: bytes | str) -> str:
        given.append(html)
        return ""

    run_page(PAGE, [Candidate("bytes", "bytes", look), Candidate("text", "text", look)])
    assert given == [PAGE.html, "<p>Café"]


def test_what_peers_log_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    def noisy(html: bytes) -> str:
        logging.getLogger("peer").critical("something to say")
        return "Café"

    before = logging.root.manager.disable
    run_page(PAGE, [Candidate("noisy", "bytes", noisy)])
    assert "something" not in capsys.readouterr().err
    assert logging.root.manager.disable == before


def test_a_missing_peer_is_said_to_be_missing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "goose3", None)  # how an import is made to fail
    evaluation = evaluate(request_for(folder, names=["all", "goose3"]))
    assert evaluation.missing == {"goose3": "goose3 is not installed: pip install 'maintext[peers]'"}
    assert {result.by for result in evaluation.results} == {"all"}
    with pytest.raises(EvaluationError, match="no candidate can run: goose3 is not installed"):
        evaluate(request_for(folder, names=["goose3"]))


def test_an_unknown_name_lists_extractors_and_peers() -> None:
    with pytest.raises(UnknownExtractorError, match=r"'nonsense'; available: all, .*trafilatura"):
        find_candidates(["nonsense"])


@pytest.mark.parametrize("name", peers.PEERS)
def test_a_peer_that_is_installed_keeps_the_text_of_a_plain_article(name: str) -> None:
    # Sentences that differ: some drop what they have seen before.
    sentences = [
        f"This is sentence {n} of the article, and it is long enough to be seen as content. " for n in range(24)
    ]
    paragraphs = "".join(f"<p>{''.join(sentences[n : n + 4])}</p>" for n in range(0, 24, 4))
    html = f"<html><head><title>T</title></head><body><article><h1>Title</h1>{paragraphs}</article></body></html>"
    try:
        candidate = peers.PEERS[name]()
    except MissingPackageError as error:
        pytest.skip(str(error))
    assert candidate.name == name
    (result,) = run_page(LabelledPage("c", "1", html.encode(), "".join(sentences)), [candidate])
    assert result.error is None
    assert result.figures["bag-of-words"]["f1"] > 0.9


def test_a_candidate_that_always_fails_does_not_fail_the_warm_up() -> None:
    def fail(html: bytes) -> str:
        raise ZeroDivisionError

    candidates.warm_up(Candidate("failing", "bytes", fail))


def test_no_pages_give_no_results() -> None:
    assert list(run([], ["all"])) == []


def test_floors_hold_fail_and_know_their_corpus(folder: Path) -> None:
    evaluation = evaluate(request_for(folder))
    summaries = summarise(evaluation.results)
    f1 = summaries[0].figures["bag-of-words"]["f1"]
    digest = evaluation.sha256["small"]
    good = CorpusFloors(digest, 40, {"all": {"bag-of-words.f1": f1}})
    assert check_floors(evaluation, summaries, {"small": good}) == 1
    high = CorpusFloors(digest, 40, {"all": {"bag-of-words.f1": f1 + 0.001}})
    with pytest.raises(EvaluationError, match=r"all on small: bag-of-words\.f1 is 0\.\d+, the floor"):
        check_floors(evaluation, summaries, {"small": high})
    with pytest.raises(EvaluationError, match="small is not what its floors were measured on"):
        check_floors(evaluation, summaries, {"small": replace(good, sha256="0" * 64)})
    with pytest.raises(EvaluationError, match="none of what was measured has a floor"):
        check_floors(evaluation, summaries, {})
    assert digest in present_floors(evaluation, summaries)
