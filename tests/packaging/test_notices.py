"""NOTICE names the data behind the models, CITATION.cff the papers, and both go with the package."""

import json
import re
from pathlib import Path

import pytest
import yaml

import maintext
from tests.shared_data import ROOT

NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")


CARDS = sorted((ROOT / "src" / "maintext" / "trained").glob("*.json"))


@pytest.mark.parametrize("card", CARDS, ids=lambda path: path.stem)
def test_the_notice_names_the_data_of_every_model(card: Path) -> None:
    data = json.loads(card.read_text(encoding="utf-8"))["data"]
    named = set(re.findall(r"\b\w+_train\b", NOTICE))
    assert set(data) <= named


def test_the_notice_names_the_data_of_the_training_command() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    used = re.search(r"^TRAINING = ((?:.*\\\n)*.*)$", makefile, re.MULTILINE)
    assert used
    assert set(re.findall(r"\w+_train", used[1])) <= set(re.findall(r"\b\w+_train\b", NOTICE))


def test_the_citation_has_the_version_and_the_five_papers() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == maintext.__version__
    assert citation["license"] == "Apache-2.0"
    assert len(citation["references"]) >= 5
    assert all(reference["authors"] and reference["title"] for reference in citation["references"])
