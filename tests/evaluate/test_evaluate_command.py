"""`maintext evaluate`, from the outside."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from maintext.cli.main import commands
from maintext.errors import CorpusError, EvaluationError
from maintext.evaluate.floors import read_floors
from maintext.extractors.registry import WITHOUT_BROWSER
from tests.corpus.test_layouts import write
from tests.evaluate.test_evaluation import FILES
from tests.shared_data import shared


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "small", FILES)


def evaluate(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["evaluate", *map(str, arguments)])


def test_a_table_has_a_row_a_candidate_and_tells_what_is_broken(folder: Path) -> None:
    result = evaluate(folder, "--by", "all")
    assert result.exit_code == 0
    title, head, row = result.stdout.strip().splitlines()
    assert title == "small"
    assert head.split()[:5] == ["by", "pages", "P", "R", "F1"]
    assert row.split()[:2] == ["all", "40"]
    assert "broken page small/lost: there is gold, but no page" in result.stderr
    assert "1 broken pages were left out" in result.stderr


def test_without_names_all_extractors_are_measured(folder: Path) -> None:
    measured = json.loads(evaluate(folder, "--json", "--limit", 2).stdout)["summaries"]
    assert [summary["by"] for summary in measured] == list(WITHOUT_BROWSER)


def test_types_have_tables_of_their_own(folder: Path) -> None:
    output = evaluate(folder, "--by", "all", "--types").stdout
    assert "small, article\n" in output
    assert "small, forum\n" in output


def test_json_has_all_figures(folder: Path) -> None:
    answer = json.loads(evaluate(folder, "--by", "all", "--json").stdout)
    (summary,) = answer["summaries"]
    assert summary["figures"]["bag-of-words"].keys() == {"precision", "recall", "f1", "f1_of_means"}
    assert summary["ms"].keys() == {"mean", "median", "p95"}
    assert answer["broken"][0]["id"] == "lost"
    assert len(answer["corpora"]["small"]) == 64


def test_json_is_json_even_where_a_figure_is_not_known(folder: Path) -> None:
    output = evaluate(folder, "--by", "all", "--json", "--limit", 1).stdout
    assert "NaN" not in output
    assert json.loads(output)["summaries"][0]["figures"]["snippets"]["with"] is None


def test_the_report_needs_nothing_else_and_its_links_lead_somewhere(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert evaluate(folder, "--by", "all", "--report", report).exit_code == 0
    html = report.read_text(encoding="utf-8")
    assert not re.search(r"<(script|link|img)\b|@import|url\(", html)
    plots = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(plots) == 3
    assert all(ET.fromstring(plot).tag == "svg" for plot in plots)  # noqa: S314 - our own picture
    links = re.findall(r'href="#([^"]+)"', html)
    assert len(links) == 10
    assert all(f'id="{link}"' in html for link in links)
    assert "<ins>Menu Menu" in html


def test_markup_in_a_page_stays_text_in_the_report(tmp_path: Path) -> None:
    gold = json.dumps({"id": "1", "gold": "<script>alert(1)</script>", "url": "javascript:alert(2)"})
    folder = write(tmp_path / "evil", {"gold.jsonl": gold, "html/1.html": "<p>&lt;img src=x onerror=alert(3)>"})
    report = tmp_path / "report.html"
    assert evaluate(folder, "--by", "all", "--report", report).exit_code == 0
    html = report.read_text(encoding="utf-8")
    assert not re.search(r"<(script|img)\b|javascript:", html)


def test_errors_are_named(folder: Path, tmp_path: Path) -> None:
    assert isinstance(evaluate(tmp_path / "nowhere").exception, CorpusError)
    lost = evaluate(folder, "--by", "all", "--report", tmp_path / "no" / "report.html", "--limit", 1)
    assert isinstance(lost.exception, EvaluationError)


def test_floors_are_printed_in_their_own_form(folder: Path) -> None:
    floors = json.loads(evaluate(folder, "--by", "all", "--floors", "print").stdout)
    assert floors["small"].keys() == {"sha256", "n_pages", "floors"}
    assert floors["small"]["floors"]["all"].keys() == {"bag-of-words.f1"}


def test_floors_are_kept_for_extractors_that_exist() -> None:
    assert all(set(known.floors) <= set(WITHOUT_BROWSER) for known in read_floors().values())


@pytest.mark.slow
@pytest.mark.parametrize("corpus", ["cleaneval_dev", "portal"])
def test_no_extractor_falls_below_its_floor_on_a_small_corpus(corpus: str) -> None:
    """The large ones are for `make evaluate`."""
    result = evaluate(shared("corpora", f"{corpus}.tar.xz"), "--jobs", "0", "--floors", "check")
    assert result.exit_code == 0, result.output
    assert f"{len(WITHOUT_BROWSER)} figures at or above their floors" in result.stderr
