"""docs/hardening.md has every attack with its newest figures, and names tests that exist."""

import re
from pathlib import Path

import pytest

from benches.attacks.__main__ import ATTACKS, with_table
from benches.measure import latest
from tests.shared_data import ROOT

PAGE = ROOT / "docs" / "hardening.md"


def test_the_table_has_the_newest_figures() -> None:
    text = PAGE.read_text(encoding="utf-8")
    results = latest("attacks")["attacks"]
    assert list(results) == list(ATTACKS), "run python -m benches.attacks --write"
    assert with_table(text, results) == text


def test_named_tests_exist() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = 0
    for row in text.splitlines():
        files = re.findall(r"`(tests/[\w/.-]+)`", row)
        assert all((ROOT / file).exists() for file in files), row
        source = "".join((ROOT / file).read_text(encoding="utf-8") for file in files if file.endswith(".py"))
        for test in re.findall(r"`(test_\w+)`", row):
            assert f"def {test}(" in source, test
            named += 1
    assert named > len(ATTACKS)


def test_every_row_names_a_test() -> None:
    attacks, commands = PAGE.read_text(encoding="utf-8").split("## Checks that run for longer")
    rows = [line for line in attacks.splitlines() if line.startswith("| ") and not line.endswith("| test |")]
    assert len(rows) > len(ATTACKS)
    assert [row for row in rows if "`tests/" not in row] == []
    targets = re.findall(r"^\| `make ([a-z-]+)` \|", commands, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert len(targets) >= 6
    assert [name for name in targets if f"\n{name}:" not in makefile] == []


@pytest.mark.parametrize("name", ["pre-1269", "long-base", "odd-metadata", "model-shape"])
def test_an_attack_has_the_outcome_that_the_page_shows(name: str, tmp_path: Path) -> None:
    attack = ATTACKS[name]
    assert attack.work(attack.make(tmp_path)) == latest("attacks")["attacks"][name]["outcome"]
