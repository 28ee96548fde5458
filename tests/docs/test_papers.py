"""docs/papers.md has a row for every table and figure of the five papers, with the figures of the records."""

import json
import statistics
from pathlib import Path

import pytest

from benches.papers.records import FOLDER, keep_record
from benches.papers.report import method_pages, printed, prose
from benches.papers.report.cells import CELLS
from benches.papers.report.items import ERRATA, ITEMS, MODULES, PAPERS, Item
from benches.papers.report.page import PAGE, row, text
from maintext.errors import RenderError

ALL_ITEMS = {
    "CETR": ([1, 2, 3, 4], [1, 2, 3, 4, 5, 6]),
    "qRead": ([1, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
    "leaf": ([1, 2, 3], [1, 2, 3, 4, 5]),
    "P value": ([1, 2, 3], []),
    "matching": ([1, 2], [1, 2, 3]),
}
"""The tables and the figures of each paper, by number."""


def test_the_page_is_that_of_the_records() -> None:
    assert PAGE.read_text(encoding="utf-8") == text(), "run python -m benches.papers.report.page"


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
    assert text == method_pages.with_figures(text, path.stem), "run python -m benches.papers.report.method_pages"


@pytest.mark.parametrize("path", method_pages.pages(), ids=lambda path: path.stem)
def test_no_sentence_of_a_methods_page_has_a_figure_of_its_own(path: Path) -> None:
    assert prose.unknown_figures(path.read_text(encoding="utf-8"), path.stem) == []


def test_a_sentence_follows_its_record_and_keeps_its_figure() -> None:
    found = {"methods": {"adsc": {"dragnet": {"precision": 61.26}}}}
    text = "Teasers stay: precision is .564 on dragnet."
    assert prose.with_quoted(text, "adsc", found) == "Teasers stay: precision is .613 on dragnet."
    assert prose.unknown_figures(f"{text} On forums it is .432.", "adsc") == [".432"]
    with pytest.raises(KeyError, match=r"adsc\.md has no figure like"):
        prose.with_quoted("Teasers stay.", "adsc", found)


def test_a_figure_that_no_record_has_is_an_error() -> None:
    with pytest.raises(KeyError, match="F2"):
        method_pages.with_figures("| | CleanEval |\n|---|---|\n| F2 | .9 |\n", "bte")


def test_every_paper_has_its_slips() -> None:
    assert set(ERRATA) == set(PAPERS) == set(ALL_ITEMS)


def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall)


def test_the_copied_table_4_adds_up_to_the_papers_averages() -> None:
    for name, values in printed.TABLE_4.items():
        mean = statistics.fmean(value for value in values if value is not None)
        assert abs(mean - printed.AVERAGES[name]) < 0.02, name


def test_the_copied_tables_1_to_3_add_up() -> None:
    """F1 is that of the pair, or the mean of the parts for all of CleanEval and for the Big 5."""
    table = printed.TABLES_1_TO_3
    parts = {"CleanEval": ("CleanEval-Eng", "CleanEval-Zh"), "Big 5": tuple(table)[4:9]}
    for source, lines in table.items():
        for form, (one, other, printed_f1) in enumerate(lines):
            if source not in parts:
                assert abs(f1(one, other) - printed_f1) < 0.02, source
                continue
            pairs = [sorted(table[part][form][:2]) for part in parts[source]]
            assert abs(sum(map(sum, pairs)) / len(pairs) - (one + other)) < 0.03, source
            mean = statistics.fmean(table[part][form][2] for part in parts[source])
            assert abs(mean - printed_f1) < 0.05, source


def test_the_other_copied_tables_add_up() -> None:
    for site, (_, nodes, clean, dirty, precision, recall, value) in printed.LEAF_SITES.items():
        assert clean + dirty == nodes
        assert abs(f1(precision, recall) - value) < 0.02 or site == "finance.sina.com.cn"
    totals = [sum(column) for column in zip(*list(printed.LEAF_SITES.values())[:-1], strict=True)]
    assert totals[1:4] == list(printed.LEAF_SITES["all mixed"][1:4])
    for precision, recall, value in printed.LEAF_TABLE_3.values():
        assert abs(f1(precision, recall) - value) < 0.02
    for place, (single, single_f, matched, matched_f) in enumerate(printed.MATCHING_TABLE_2, 1):
        assert abs(f1(single, 100) - single_f) < 0.02 or place == 15
        assert abs(f1(matched, 100) - matched_f) < 0.02
    means = [statistics.fmean(column) for column in zip(*printed.MATCHING_TABLE_2, strict=True)]
    assert abs(means[0] - printed.MATCHING_MEANS["single"][0]) < 0.02
    assert abs(means[2] - printed.MATCHING_MEANS["matched"][0]) < 0.02


def test_the_slips_are_slips() -> None:
    assert round(f1(96.96, 97.59), 2) == 97.27
    assert round(f1(77.51, 100), 2) == 87.33
    assert sum(row[0] for row in list(printed.LEAF_SITES.values())[:-1]) == 1093
    assert [round(100 * row[1] / row[0], 2) for row in printed.MATCHING_TABLE_1.values()] == [88.24, 86.67, 71.43]
    assert round(93.6 + 5.8 + 1.6) == round(96.8 + 3.2 + 1.0) == 101
    big_five = [printed.TABLES_1_TO_3[source][2][2] for source in list(printed.TABLES_1_TO_3)[4:9]]
    assert round(statistics.fmean(big_five), 2) == 91.79


def test_every_number_of_the_papers_tables_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for lines in printed.TABLES_1_TO_3.values():
        assert all(f"{one:.2f} {other:.2f} {value:.2f}" in page for one, other, value in lines)
    for site, own in printed.LEAF_SITES.items():
        assert f"| {site}, paper | {' | '.join(f'{value:,}' for value in own)} |" in page
    for place, line in enumerate(printed.MATCHING_TABLE_2, 1):
        assert f"| {place} | {' | '.join(f'{value:.2f}' for value in line)} |" in page


def test_a_run_that_measures_the_same_changes_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benches.papers.records.FOLDER", tmp_path)
    first = keep_record("some", {"f1": 90.5, "pair": (1, 2)}, {"ms": 3.0})
    before = first.read_bytes()
    assert keep_record("some", {"f1": 90.5, "pair": (1, 2)}, {"ms": 4.0}).read_bytes() == before
    keep_record("some", {"f1": 90.6, "pair": (1, 2)}, {"ms": 4.0})
    assert json.loads(first.read_text(encoding="utf-8"))["figures"]["f1"] == 90.6


@pytest.mark.parametrize("has_browser", [True, False])
def test_one_command_measures_every_paper_and_writes_the_pages_last(
    has_browser: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benches.papers import __main__ as command

    def chromium() -> str:
        if not has_browser:
            raise RenderError("no browser: install chromium")
        return "/usr/bin/chromium"

    called: list[str] = []
    parts = [*MODULES.values(), "methods", "vips", "page", "method_pages"]
    for name in parts:
        monkeypatch.setattr(getattr(command, name), "main", lambda name=name: called.append(name))
    monkeypatch.setattr(command, "find_chromium", chromium)
    command.main()
    assert called[-2:] == ["page", "method_pages"]
    assert sorted(called) == sorted(name for name in parts if has_browser or name != "vips")
    assert ("VIPS keeps its record: no browser" in capsys.readouterr().out) is not has_browser
