"""Labels of blocks in place of gold text: for pages that have one, and for pages that have none."""

import json
from pathlib import Path

import pytest

from maintext.corpus import LabelledPage, PageWithoutGold, fingerprint, open_corpus
from maintext.corpus.block_labels import AlignedLabels, BlockLabels
from maintext.corpus.label_files import LabelledBlocks
from maintext.corpus.relabelled import alignment_summary
from maintext.errors import CorpusError
from maintext.page.parsing import parse
from tests.corpus.test_broken_pages import to_tar
from tests.corpus.test_layouts import write

HTML = "<nav>Home</nav><h1>Rain</h1><p>It rained.</p><p>It stopped.</p><footer>Imprint</footer>"
FILES: dict[str, bytes | str] = {
    "gold.jsonl": '{"id": "1", "gold": "Home", "with": ["It rained."]}\n{"id": "2", "gold": null, "kind": "product"}\n'
    '{"id": "3", "gold": "Three"}\n',
    "html/1.html": HTML,
    "html/2.html": HTML,
    "html/3.html": "<p>Three",
}


def labels_of(*ids: str, letters: str = "OTCCO", html: str = HTML) -> dict[str, LabelledBlocks]:
    texts = parse(html).texts()
    found = (
        LabelledBlocks("news", id_, BlockLabels.of(letters, texts), (1,) * len(texts), kind="listing") for id_ in ids
    )
    return {page.name: page for page in found}


@pytest.fixture(params=["folder", "tar"])
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return to_tar(tmp_path / "news.tar.xz", FILES) if request.param == "tar" else write(tmp_path / "news", FILES)


def test_labels_replace_gold_and_complete_pages_without_it(corpus: Path) -> None:
    first, second, third = open_corpus(corpus).with_labels(labels_of("1", "2")).pages()
    assert first.gold == second.gold == "It rained.\n\nIt stopped."
    assert first.kind == "listing"
    assert first.must_keep == ("It rained.",)
    assert first.labels is not None
    assert first.labels.letters == "OTCCO"
    assert (third.gold, third.labels) == ("Three", None)


def test_pages_without_labels_can_be_left_out(corpus: Path) -> None:
    relabelled = open_corpus(corpus).with_labels(labels_of("2", "9"), only_labelled=True)
    assert [page.id for page in relabelled.pages()] == ["2"]
    assert len(relabelled) == 2


def test_a_page_without_gold_is_reported_once_and_has_its_page(corpus: Path) -> None:
    broken = [entry for entry in open_corpus(corpus).entries() if not isinstance(entry, LabelledPage)]
    assert [str(entry) for entry in broken] == ["news/2: there is a page, but no gold"]
    assert isinstance(broken[0], PageWithoutGold)
    assert broken[0].page.html.decode() == HTML
    assert broken[0].page.kind == "product"


def test_labels_of_another_corpus_are_an_error_if_nothing_else_is_wanted(corpus: Path) -> None:
    with pytest.raises(CorpusError, match="none of 1 labelled pages is of news"):
        open_corpus(corpus).with_labels(
            {"shops/1": LabelledBlocks("shops", "1", BlockLabels("", ()), ())}, only_labelled=True
        )


def test_labels_that_do_not_fit_their_page_make_it_a_broken_one(corpus: Path) -> None:
    labels = labels_of("1", html="<p>Quite<p>another<p>page<p>with<p>these")
    with pytest.raises(CorpusError, match="only 0 of 5 letters fit its blocks"):
        list(open_corpus(corpus).with_labels(labels).pages())


def test_a_page_without_content_has_an_empty_gold(corpus: Path) -> None:
    page = next(open_corpus(corpus).with_labels(labels_of("1", letters="OTOOO")).pages())
    assert page.gold == ""


def test_other_labels_are_other_data(corpus: Path) -> None:
    one = open_corpus(corpus).with_labels(labels_of("1"), only_labelled=True)
    other = open_corpus(corpus).with_labels(labels_of("1", letters="OTCOO"), only_labelled=True)
    assert fingerprint(one.pages()) != fingerprint(other.pages())


def test_a_line_of_gold_may_have_labels(tmp_path: Path) -> None:
    own = labels_of("1")["news/1"].labels
    record = {"id": "1", "gold": "", "labels": {"letters": own.letters, "hashes": "".join(own.hashes)}}
    broken = {"id": "2", "gold": "", "labels": {"letters": "C"}}
    lines = f"{json.dumps(record)}\n{json.dumps(broken)}\n"
    corpus = open_corpus(write(tmp_path, {"gold.jsonl": lines, "html/1.html": HTML, "html/2.html": HTML}))
    page, other = corpus.entries()
    assert isinstance(page, LabelledPage)
    assert page.gold == "It rained.\n\nIt stopped."
    assert page.labels is not None
    assert "labels can't be used: `hashes` is missing" in str(other)


def test_the_share_of_letters_that_fit_is_reported() -> None:
    labels = [AlignedLabels("CC?", 4, 2), None, AlignedLabels("OOOO", 4, 4)]
    assert alignment_summary(labels) == "2 pages with labels of their blocks; 75.00% of 8 letters aligned"
