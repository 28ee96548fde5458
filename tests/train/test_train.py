"""Training of the published methods that learn, end to end, on pages made up for it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import maintext
from maintext.cli.main import commands
from maintext.corpus import LabelledPage
from maintext.errors import CorpusError
from maintext.train.leaf import Choice, choose, collect, fit, folds_of
from tests.train.made_pages import made_page, write_corpus

pytest.importorskip("xgboost", reason="needs maintext[train]")

PAGES = [made_page(number) for number in range(36)]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "made", PAGES)


def run_train(name: str, corpus: Path, output: Path) -> str:
    result = CliRunner().invoke(commands, ["train", name, str(corpus), "-o", str(output)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_leaf_learns_what_the_pages_show_and_writes_a_card(corpus: Path, tmp_path: Path) -> None:
    output = run_train("leaf", corpus, tmp_path / "m.npz")
    assert "m.npz" in output
    unseen = made_page(1000)
    kept = maintext.extract(unseen.html, by=str(tmp_path / "m.npz")).text
    assert kept.split() == unseen.gold.split()
    card = json.loads((tmp_path / "m.json").read_text())
    assert card["scores"]["f1"] > 0.95
    assert card["data"]["made"]["pages"] == len(PAGES)
    assert str(tmp_path) not in json.dumps(card)


def test_mss_learns_what_the_pages_show(corpus: Path, tmp_path: Path) -> None:
    run_train("mss", corpus, tmp_path / "m.npz")
    unseen = made_page(1000)
    kept = maintext.extract(unseen.html, by=tmp_path / "m.npz").text
    assert kept.split() == unseen.gold.split()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["leaf", "mss"])
def test_the_same_pages_give_the_same_file(name: str, corpus: Path, tmp_path: Path) -> None:
    for model in ("a.npz", "b.npz"):
        run_train(name, corpus, tmp_path / model)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_no_site_is_in_two_folds() -> None:
    leaves = collect(PAGES)
    folds = folds_of(leaves)
    assert all(len(np.unique(folds[leaves.site == site])) == 1 for site in range(len(leaves.sites)))
    assert len(np.unique(folds)) > 1


def test_the_choice_with_the_least_loss_is_taken() -> None:
    leaves = collect(PAGES)
    weak, strong = Choice(1, 0.01), Choice(4, 0.3)
    assert choose(leaves, (weak, strong)).depth == 4
    assert len(fit(leaves, Choice(3, 0.3, 7)).trees.first) == 7


def test_pages_that_teach_nothing_are_an_error() -> None:
    with pytest.raises(CorpusError, match="none of the leaves of 1 pages"):
        collect([LabelledPage("c", "1", b"<p>text of the page", "something else")])
    with pytest.raises(CorpusError, match="two sites"):
        choose(collect([PAGES[0], PAGES[6]]))
