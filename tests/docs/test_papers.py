"""docs/papers.md has a row for every table and figure of the five papers, with the figures of the records."""

import json
import statistics
from pathlib import Path

import pytest

from benches.papers import method_pages
from benches.papers.cells import CELLS
from benches.papers.items import AVERAGES, ERRATA, ITEMS, MODULES, PAPERS, TABLE_4, Item
from benches.papers.page import PAGE, row, text
from benches.papers.records import FOLDER, keep_record

ALL_ITEMS = {
    "CETR": ([1, 2, 3, 4], [1, 2, 3, 4, 5, 6]),
    "qRead": ([1, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
    "leaf": ([1, 2, 3], [1, 2, 3, 4, 5]),
    "P value": ([1, 2, 3], []),
    "matching": ([1, 2], [1, 2, 3]),
}
"""The tables and the figures of each paper, by number."""


def test_the_page_is_that_of_the_records() -> None:
    assert PAGE.read_text(encoding="utf-8") == text(), "run python -m benches.papers.page"


def test_every_table_and_figure_has_one_row() -> None:
    keys = [item.key for item in ITEMS]
    expected = {f"{paper} Table {number}" for paper, (tables, _) in ALL_ITEMS.items() for number in tables}
    expected |= {f"{paper} Figure {number}" for paper, (_, drawn) in ALL_ITEMS.items() for number in drawn}
    assert len(keys) == len(set(keys))
    assert set(keys) == expected


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_an_item_has_a_command_and_our_figure_or_a_reason(item: Item) -> None:
    assert item.in_paper
    assert item.shows
    if item.reason:
        assert not item.command
    else:
        assert item.command
        assert item.corpus
        assert item.ours in CELLS
    line = "| " + " | ".join(row(item)) + " |"
    assert line in PAGE.read_text(encoding="utf-8")


def test_every_record_has_its_date_and_machine() -> None:
    paths = list(FOLDER.glob("*.json"))
    assert {path.stem[11:] for path in paths} >= set(MODULES.values())
    for path in paths:
        found = json.loads(path.read_text(encoding="utf-8"))
        assert found["time"].startswith(path.name[:10]), path.name
        assert found["machine"], path.name


@pytest.mark.parametrize("path", method_pages.pages(), ids=lambda path: path.stem)
def test_the_figures_of_a_methods_page_are_those_of_the_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == method_pages.with_figures(text, path.stem), "run python -m benches.papers.method_pages"


def test_a_figure_that_no_record_has_is_an_error() -> None:
    with pytest.raises(KeyError, match="F2"):
        method_pages.with_figures("| | CleanEval |\n|---|---|\n| F2 | .9 |\n", "bte")


def test_every_paper_has_its_slips() -> None:
    assert set(ERRATA) == set(PAPERS) == set(ALL_ITEMS)


def test_the_copied_table_adds_up_to_the_papers_averages() -> None:
    for name, values in TABLE_4.items():
        printed = statistics.fmean(value for value in values if value is not None)
        assert abs(printed - AVERAGES[name]) < 0.02, name


def test_the_slips_are_slips() -> None:
    def f1(precision: float, recall: float) -> float:
        return round(2 * precision * recall / (precision + recall), 2)

    assert f1(96.96, 97.59) == 97.27
    assert f1(77.51, 100) == 87.33
    assert sum((102, 103, 102, 146, 107, 103, 108, 115, 102, 105)) == 1093
    assert [round(100 * expected / kept, 2) for kept, expected in ((1700, 1500), (1500, 1300), (700, 500))] == [
        *(88.24, 86.67, 71.43)
    ]
    assert round(93.6 + 5.8 + 1.6) == round(96.8 + 3.2 + 1.0) == 101


def test_a_run_that_measures_the_same_changes_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benches.papers.records.FOLDER", tmp_path)
    first = keep_record("some", {"f1": 90.5, "pair": (1, 2)}, {"ms": 3.0})
    before = first.read_bytes()
    assert keep_record("some", {"f1": 90.5, "pair": (1, 2)}, {"ms": 4.0}).read_bytes() == before
    keep_record("some", {"f1": 90.6, "pair": (1, 2)}, {"ms": 4.0})
    assert json.loads(first.read_text(encoding="utf-8"))["figures"]["f1"] == 90.6
