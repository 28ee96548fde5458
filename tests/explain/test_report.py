"""`maintext explain`: what stands in the file, for good pages and odd ones."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import maintext
from maintext.errors import MissingPackageError
from maintext.explain.explained import agreement, differing, explained
from maintext.explain.figures import draw_columns, plot
from maintext.explain.report import to_report
from maintext.extractors.papers.leaf import LeafClassifier, features
from maintext.extractors.registry import EXTRACTORS
from tests.cli.test_extract_command import run
from tests.shared_data import ROOT

pytestmark = pytest.mark.slow

DEMO = ROOT / "demo" / "html" / "harbour-news.html"


def numbers_of(report: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="numbers">(.*?)</script>', report, re.DOTALL)
    assert found
    numbers: dict[str, Any] = json.loads(found[1])
    return numbers


def test_the_command_writes_a_report(tmp_path: Path) -> None:
    done = run("explain", DEMO, "-o", tmp_path / "out.html", "--by", "cetr, pvalue")
    assert done.returncode == 0, done.stderr
    report = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert done.stdout == f"{tmp_path / 'out.html'}: {len(report.encode()):,} bytes\n"
    assert [answer["by"] for answer in numbers_of(report)["answers"]] == ["cetr", "pvalue"]
    assert "for the first time in nine years" in report


def test_a_report_that_can_not_be_written_is_one_line(tmp_path: Path) -> None:
    done = run("explain", DEMO, "-o", tmp_path / "missing" / "out.html")
    assert done.returncode == 1
    assert done.stderr.startswith("maintext: can't write the report: ")
    assert len(done.stderr.splitlines()) == 1


def test_an_unknown_extractor_is_named(tmp_path: Path) -> None:
    done = run("explain", DEMO, "-o", tmp_path / "out.html", "--by", "cetr,nonsense")
    assert done.returncode == 2
    assert "unknown extractor 'nonsense'" in done.stderr
    assert not (tmp_path / "out.html").exists()


def test_the_file_names_no_address_but_those_of_its_text() -> None:
    report = to_report(maintext.parse(DEMO.read_bytes()), ["econ"])
    outside = re.sub(r'srcdoc="[^"]*"', "", report)
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', outside) == []
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'; ' in report
    assert 'sandbox="allow-same-origin"' in report


def test_the_numbers_are_those_of_the_extractors() -> None:
    page = maintext.parse(DEMO.read_bytes())
    numbers = numbers_of(to_report(page, list(EXTRACTORS)))
    assert len(numbers["blocks"]) == len(page.blocks)
    for answer in numbers["answers"]:
        scores = maintext.extract(DEMO.read_bytes(), by=answer["by"]).scores
        assert answer["kept"] == scores.keep.tolist()
        np.testing.assert_allclose(answer["score"], scores.score, rtol=1e-3)
    assert [block["words"] for block in numbers["blocks"]] == page.blocks.words.tolist()


@pytest.mark.parametrize(
    "html", ["", "plain text, no tags", "<p>", "<p hidden>unseen</p>", "<a href=/>link</a>", "<p>one</p>", "<br>" * 50]
)
def test_a_page_with_little_or_nothing_gets_a_report(html: str) -> None:
    page = maintext.parse(html)
    assert len(numbers_of(to_report(page, ["cetr", "leaf", "qread", "pvalue"]))["blocks"]) == len(page.blocks)


def test_what_the_page_says_is_text_wherever_it_stands() -> None:
    evil = "</script></iframe><img src=x onerror=x()>"
    escaped = evil.replace("<", "&lt;").replace(">", "&gt;")
    html = f'<title>{escaped}</title><div class="{evil}" id="{evil}"><p>{escaped} A text, with commas.'
    report = to_report(maintext.parse(html), ["econ", "leaf"], name=evil)
    assert "<img" not in re.sub(r'srcdoc="[^"]*"', "", report)


def test_the_same_page_gives_the_same_report() -> None:
    page = maintext.parse(DEMO.read_bytes())
    assert to_report(page, ["leaf", "cetr"]) == to_report(page, ["leaf", "cetr"])


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackageError, match=r"maintext\[report\]"):
        to_report(maintext.parse("<p>text"), ["econ"])


def test_extractors_are_compared_by_blocks_and_words() -> None:
    page = maintext.parse(DEMO.read_bytes())
    every, econ = explained(page, "all"), explained(page, "econ")
    keep, words = econ.document.scores.keep, page.blocks.words
    shown = every.document.scores.keep
    assert agreement(every, econ) == words[keep].sum() / words[shown].sum()
    assert differing([every, econ]).tolist() == (shown & ~keep).tolist()
    assert agreement(econ, econ) == 1
    assert not differing([econ]).any()


def test_a_contribution_is_what_changing_one_feature_would_do() -> None:
    page = maintext.parse(DEMO.read_bytes())
    leaf, columns = LeafClassifier(), features(page)
    row = int(page.blocks.words.argmax())
    usual = columns.copy()
    usual[:, 0] = leaf.model.mean[0]
    odds = [float(np.log(p / (1 - p))) for p in (leaf.model.probabilities(c)[row] for c in (columns, usual))]
    name, contribution = leaf.explain(page)[row][0]
    assert name == "chars"
    assert contribution == pytest.approx(odds[0] - odds[1], abs=1e-3)
    assert contribution != 0


def test_a_page_of_very_many_blocks_has_a_table_that_says_where_it_stops() -> None:
    page = maintext.parse("<p>Some text, here.</p>\n" * 6_000)
    report = to_report(page, ["econ"])
    assert "the first 5,000 of 6,000; the page above has all" in report
    assert report.count("<tr data-block=") == 5_000
    assert report.count("&lt;mt-run data-block") == 6_000
    assert len(report) < 6_000_000


def test_columns_fit_into_their_picture_whatever_was_drawn_before() -> None:
    nothing, values = np.full(4, np.nan), np.array([1.0, 9.0, 4.0, 2.0])
    with plot() as (_, axes):
        draw_columns(axes, nothing, "dropped")
        draw_columns(axes, values, "kept")
        assert axes.get_ylim()[0] == 0
        assert axes.get_ylim()[1] > 9
        assert axes.get_xlim() == (0, 4)
        draw_columns(axes, -values, "accent")
        assert axes.get_ylim()[0] <= -9


def test_of_very_many_columns_the_farthest_from_zero_are_drawn() -> None:
    values = np.zeros(10_001)
    values[777], values[9_999] = 5, -3
    with plot() as (_, axes):
        draw_columns(axes, values, "kept")
        low, high = axes.dataLim.intervaly
        assert (low, high) == (-3, 5)
        assert np.asarray(axes.collections[0].get_paths()[0].vertices).shape[0] < 8_000
