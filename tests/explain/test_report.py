"""`maintext explain`: what stands in the file, for good pages and odd ones."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import maintext
from maintext.explain.explained import agreement, differing, explained, separating_score
from maintext.explain.extractor_facts import best_of, documentation_of, sentence_about
from maintext.explain.pictures.block_scores import score_picture
from maintext.explain.report import to_report
from maintext.extractors.papers.leaf import LeafClassifier, features
from maintext.extractors.registry import EXTRACTORS, WITHOUT_BROWSER
from maintext.page import Page
from tests.cli.test_extract_command import run
from tests.shared_data import ROOT

pytestmark = pytest.mark.slow

NAMES = ("cats", "dogs", "owls", "bees")
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


def test_a_report_says_what_a_page_is_that_is_not_content() -> None:
    html = "<title>Log in</title><nav><a href=/>Home</a></nav><h1>Log in</h1><form><input type=password></form>"
    page = maintext.parse(html)
    assert "not content: login" in to_report(page)
    page = maintext.parse(DEMO.read_bytes())
    assert "not content" not in to_report(page)


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
    outside = re.sub(r"srcdoc='[^']*'", "", report)
    # A link that a person may follow; nothing that the file loads.
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', outside) == [f'href="{documentation_of("econ")}"']
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'; ' in report
    assert 'sandbox="allow-same-origin"' in report


def test_the_numbers_are_those_of_the_extractors() -> None:
    page = maintext.parse(DEMO.read_bytes())
    numbers = numbers_of(to_report(page, list(WITHOUT_BROWSER)))
    assert len(numbers["text"]) == len(page.blocks)
    for answer in numbers["answers"]:
        scores = maintext.extract(DEMO.read_bytes(), by=answer["by"]).scores
        assert [digit == "1" for digit in answer["kept"]] == scores.keep.tolist()
        assert len(answer["level"]) == len(page.blocks)
        np.testing.assert_allclose(answer["score"], scores.score, rtol=1e-2)
    assert numbers["words"] == page.blocks.words.tolist()
    places = [numbers["places"][number] for number in numbers["place"]]
    assert places[0] == "html › body › div.cookie-banner"


@pytest.mark.parametrize(
    "html", ["", "plain text, no tags", "<p>", "<p hidden>unseen</p>", "<a href=/>link</a>", "<p>one</p>", "<br>" * 50]
)
def test_a_page_with_little_or_nothing_gets_a_report(html: str) -> None:
    page = maintext.parse(html)
    assert len(numbers_of(to_report(page, ["cetr", "leaf", "qread", "pvalue"]))["text"]) == len(page.blocks)


def test_what_the_page_says_is_text_wherever_it_stands() -> None:
    evil = "</script></iframe><img src=x onerror=x()>"
    escaped = evil.replace("<", "&lt;").replace(">", "&gt;")
    html = f'<title>{escaped}</title><div class="{evil}" id="{evil}"><p>{escaped} A text, with commas.'
    report = to_report(maintext.parse(html), ["econ", "leaf"], name=evil)
    assert "<img" not in re.sub(r"srcdoc='[^']*'", "", report)


def test_the_same_page_gives_the_same_report() -> None:
    page = maintext.parse(DEMO.read_bytes())
    assert to_report(page, ["leaf", "cetr"]) == to_report(page, ["leaf", "cetr"])


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
    assert 'data-rows="5000"' in report
    assert report.count("<mt-run data-block") == 6_000
    assert len(report) < 2_000_000


def long_page(n_menu: int, n_paragraphs: int) -> str:
    item = '<li class="menu-item menu-item-type-custom"><a href="/section/{0}/some-address">Entry {0}</a></li>\n'
    text = (
        '<p class="text">Paragraph {0} of a long text, with a comma, and <b>some</b> <a href=/{0}>link</a>. {1}</p>\n'
    )
    words = "It goes on for a while, as texts do. " * 5
    menu, body = "".join(map(item.format, range(n_menu))), "".join(text.format(n, words) for n in range(n_paragraphs))
    return f"<title>Long</title><nav><ul>{menu}</ul></nav><main><h1>Long</h1>{body}</main>"


def n_calls_for_report(page: Page) -> int:
    """The number of function calls and returns that a report takes, which is the same on every machine."""
    n_calls = 0

    def count(*_: object) -> None:
        nonlocal n_calls
        n_calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        to_report(page)
    finally:
        sys.setprofile(before)
    return n_calls


def test_a_report_of_150_kb_is_small_and_quick() -> None:
    """Of a page with as many blocks, lines and tags as the longest articles have."""
    html = long_page(600, 310)
    assert 145_000 < len(html) < 160_000
    page = maintext.parse(html)
    assert len(to_report(page).encode()) < 400_000
    # About 700 per block, which take a fifth of a second on a present machine.
    assert n_calls_for_report(page) < 1_400 * len(page.blocks)


def test_a_report_takes_work_in_proportion_to_its_page() -> None:
    small, large = (n_calls_for_report(maintext.parse(long_page(150 * times, 78 * times))) for times in (1, 4))
    assert large < 5 * small


def test_it_opens_with_the_best_extractor_wherever_it_is_in_the_list() -> None:
    report = to_report(maintext.parse(DEMO.read_bytes()), ["cetr", "pvalue", "model"])
    assert re.findall(r'value="(\d)" checked', report) == ["2"]
    assert best_of(["cetr", "model:favor=recall", "own.npz"]) == 1
    assert best_of(["fe", "pvalue"]) == 1


def test_every_extractor_has_a_sentence_and_a_page_in_the_documentation() -> None:
    for name in EXTRACTORS:
        assert sentence_about(name) != sentence_about("mine.npz"), name
        address = documentation_of(name)
        assert address
        page = address.removesuffix("/").rpartition("/")[2]
        assert (ROOT / "docs" / "algorithms" / ("README.md" if page == "algorithms" else f"{page}.md")).exists()
    assert documentation_of("mine.npz") is None


def test_the_threshold_is_drawn_where_the_score_decides() -> None:
    score, keep = np.array([0.1, 0.9, 0.4, 0.7]), np.array([False, True, False, True])
    assert separating_score(score, keep) == (0.7, 0)
    assert separating_score(score, ~keep) is None
    assert separating_score(score, np.ones(4, dtype=bool)) is None
    long = np.linspace(0, 1, 100)
    with_exception = long > 0.5
    with_exception[10] = True
    assert separating_score(long, with_exception) == (long[50], 1)
    document = maintext.extract(DEMO.read_bytes())
    picture = score_picture(document)
    assert picture
    lowest = document.scores.score[document.keep].min()
    assert f"kept from {lowest:.3g}" in picture.svg


def test_masks_get_no_plot_of_scores() -> None:
    page = maintext.parse(DEMO.read_bytes())
    assert score_picture(explained(page, "all").document) is None
    assert "Scores by all" not in to_report(page, ["all"])
    assert "Scores by model" in to_report(page, ["all", "model"])


def test_a_site_shows_the_blocks_that_its_pages_share(tmp_path: Path) -> None:
    story = (
        "<title>{0}</title><p>All about {0}, at some length, and why {0} matter.</p>"
        "<p>So much for {0}, which is all that there is to know.</p><p class=b>Share this page</p>"
    )
    for number in range(4):
        (tmp_path / f"{number}.html").write_text(story.format(NAMES[number]), "utf-8")
    done = run("explain", tmp_path / "1.html", "--site", tmp_path, "--by", "all", "-o", tmp_path / "out.report")
    assert done.returncode == 0, done.stderr
    report = (tmp_path / "out.report").read_text(encoding="utf-8")
    assert "Shared with the site: 1 block dropped" in report
    # Four pages, although the explained one is among the paths.
    assert "<td>4 of 4<td>Share this page" in report
    numbers = numbers_of(report)
    assert [numbers["text"][row] for row in numbers["shared"]] == ["Share this page"]
    assert numbers["text"][0] == "", "the document has it"
    assert numbers["answers"][0]["kept"] == "110"
    alone = run("explain", tmp_path / "1.html", "--by", "all", "-o", tmp_path / "out.report")
    assert alone.returncode == 0
    assert "Shared with the site" not in (tmp_path / "out.report").read_text(encoding="utf-8")
