"""`maintext evaluate`, from the outside."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from maintext.cli.main import commands
from maintext.corpus import LabelledPage, fingerprint, open_corpus
from maintext.errors import CorpusError, EvaluationError
from maintext.evaluate.evaluation import Request
from maintext.evaluate.evaluation import evaluate as run_evaluation
from maintext.evaluate.floors import read_floors
from maintext.evaluate.report.verdict import verdict
from maintext.evaluate.runs import Result as PageResult
from maintext.evaluate.summary import summarise
from maintext.evaluate.table import to_table
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
    plots = re.findall(r"<svg.*?</svg>", html[: html.index("Worst pages")], re.DOTALL)
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


def test_gold_texts_are_made_readable_and_counted(tmp_path: Path) -> None:
    golds = {
        "1": "Tom &amp; Jerry&#39;s house",
        "2": "<!-- this page contains no article -->",
        "3": "Write &amp;lt; here",
    }
    pages = {"1": "<p>Tom &amp; Jerry's house", "2": "<p>Log in", "3": "<p>Write &amp;amp;lt; here, or &amp;amp;"}
    lines = "\n".join(json.dumps({"id": id_, "gold": gold}) for id_, gold in golds.items())
    folder = write(tmp_path / "odd", {"gold.jsonl": lines, **{f"html/{id_}.html": html for id_, html in pages.items()}})
    found = {page.id: page for page in open_corpus(folder).pages()}
    assert found["1"].gold == "Tom & Jerry's house"
    assert found["2"].gold == ""
    assert found["3"].gold == golds["3"], "the page shows it so"
    # The hash of the corpus is that of the published texts.
    assert fingerprint(found.values()) == fingerprint(
        LabelledPage("odd", id_, pages[id_].encode(), gold) for id_, gold in golds.items()
    )
    result = evaluate(folder, "--by", "all", "--report", tmp_path / "report.html")
    assert "gold texts with literal entities, which were decoded: 1" in result.stderr
    assert "gold texts that mark a page without main content: 1" in result.stderr
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<li>gold texts that mark a page without main content: 1" in html


def test_a_report_begins_with_a_verdict_and_has_six_columns(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert evaluate(folder, "--by", "all,econ", "--report", report).exit_code == 0
    html = report.read_text(encoding="utf-8")
    sentence = re.search(r'<p class="verdict">(.*?)</p>', html)
    assert sentence
    figures = r"mean F1 1?\.\d{3} on 40 pages \(95 % interval 1?\.\d{3} to 1?\.\d{3}\), \.\d{3} ± \.\d{3}"
    assert re.fullmatch(f"econ is best: {figures} above all on the same pages\\.", sentence[1]), sentence[1]
    first = html[html.index("<h2>Figures") : html.index("<details")]
    assert first.count("<th scope=col>") == 6
    assert "±" in first
    # Worst pages have the gold row above that of the extractor.
    strips = re.findall(r'<svg [^>]*class="mtb"[^>]*aria-label="[^"]*gold \d+%, (?:all|econ) \d+%"', html)
    assert len(strips) == len(re.findall(r'class="text" id="worst-', html)) > 0
    assert re.search(r"<p>\d+ of \d+ words lost, \d+ of \d+ too much\.</p>", html)
    assert "prefers-color-scheme: dark" in html


def test_the_verdict_admits_what_may_be_chance() -> None:
    def result(by: str, number: int, f1: float) -> PageResult:
        figures = {"bag-of-words": {"f1": f1, "precision": f1, "recall": f1}}
        return PageResult("c", str(number), "article", 1, by, 1.0, None, figures, "")

    near = [result(by, n, 0.9 + (n % 3 - 1) * 0.05 * sign) for by, sign in (("a", 1), ("b", -1)) for n in range(9)]
    assert verdict(near).startswith("a and b do not differ clearly: a has a mean F1 .900 on 9 pages")
    far = [result(by, n, f1 - 0.01 * (n % 2)) for by, f1 in (("a", 0.95), ("b", 0.8)) for n in range(10)]
    assert verdict(far) == (
        "a is best: mean F1 .945 on 10 pages (95 % interval .942 to .948), .150 ± .000 above b on the same pages."
    )
    assert verdict([result("a", 1, 1.0)]) == "a has a mean F1 1.000 on 1 page (95 % interval 1.000 to 1.000)."


def test_a_table_fits_the_width_and_names_what_it_leaves_out(folder: Path) -> None:
    summaries = summarise(run_evaluation(Request([open_corpus(folder)], ["all", "econ"], limit=4)).results)
    wide, narrow = to_table(summaries), to_table(summaries, 60)
    assert max(map(len, wide.splitlines())) > 100
    *rows, note = narrow.splitlines()
    assert max(map(len, rows)) <= 60
    assert rows[1].split()[:5] == ["by", "pages", "P", "R", "F1"]
    assert "--report" in note
    assert "p95" in note
    assert to_table(summaries, 500) == wide
