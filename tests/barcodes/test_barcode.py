"""The barcode: where its bars go, that they say what was kept, and that nothing in a page can break the picture."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.barcodes.compare import Row, compare_svg
from maintext.barcodes.strip import Strip, bars, edges, unit_scores
from maintext.barcodes.svg import style_rules, to_svg
from maintext.barcodes.terminal import CELLS, N_CELLS, to_line
from maintext.errors import OptionError
from tests.cli.test_extract_command import run
from tests.shared_data import ROOT
from tools import barcode_pictures

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = ROOT / "src" / "maintext" / "serve" / "examples"


def strip(chars: list[int], keep: list[int], score: list[float] | None = None, **texts: str) -> Strip:
    kept = np.array(keep, dtype=bool)
    scores = np.array(score if score is not None else keep, dtype=np.float64)
    return Strip(np.array(chars, dtype=np.int32), kept, scores, np.zeros(len(chars), dtype=bool), **texts)


def rectangles(svg: str) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of every bar, from left to right."""
    found = []
    for path in ET.fromstring(svg).iter(f"{SVG}path"):  # noqa: S314 - our own picture
        if path.get("class", "").startswith("mtb-l"):
            found += re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)", path.get("d", ""))
    return sorted(tuple(map(float, parts)) for parts in found)  # type: ignore[misc]  # four numbers each


def test_a_bar_is_as_wide_as_its_text_and_as_high_as_its_score() -> None:
    found = rectangles(to_svg(strip([92, 192, 192], [0, 1, 1], [0.0, 1.0, 0.5])))
    assert found == [
        (0.0, 71.0, 191.3, 18.0),
        (192.0, 27.0, 383.3, 40.0),
        (576.0, 37.0, 383.3, 30.0),
    ]


def test_a_dropped_block_is_lower_the_less_sure_that_is() -> None:
    heights = [rectangles(to_svg(strip([92], [0], [score])))[0][3] for score in (0, 0.5, 1)]
    assert heights == [18.0, 12.2, 6.3]


def test_narrow_neighbours_with_the_same_fate_are_one_bar() -> None:
    """1,000 menu entries of half a pixel: together until they are seen, and never across a decision."""
    chars, keep = np.full(2000, 10, dtype=np.int32), np.arange(2000) >= 1000
    found = bars(chars, keep.astype(int), keep.astype(float), 960)
    assert 500 < len(found) < 800
    assert not any(bar.is_kept for bar in found if bar.left < 480 - 1e-6)
    assert all(bar.is_kept for bar in found if bar.left >= 480 - 1e-6)


def slow_bars(chars: list[int], fate: list[int], score: list[float], width: float) -> list[tuple[float, float, float]]:
    """The rules one after the other, as the issue of the picture has them."""
    total = sum(one + 8 for one in chars)
    found: list[list[Any]] = []
    left = 0.0
    for one, kind, value in zip(chars, fate, score, strict=True):
        size = width * (one + 8) / total
        if found and found[-1][3] == kind and found[-1][1] < 1.2 and size < 1.2:
            before = found[-1]
            before[2] = (before[2] * before[1] + value * size) / (before[1] + size)
            before[1] += size
        else:
            found.append([left, size, value, kind])
        left += size
    gaps = [0.7 if size > 2 else 0.3 if size > 1 else 0.0 for _, size, _, _ in found]
    return [(left, size - gap, value) for (left, size, value, _), gap in zip(found, gaps, strict=True)]


BLOCKS = st.lists(
    st.tuples(st.integers(0, 3000) | st.integers(0, 3), st.booleans(), st.floats(0, 1)), min_size=1, max_size=400
)


@settings(deadline=None)
@given(BLOCKS)
def test_bars_are_where_the_rules_put_them(blocks: list[tuple[int, bool, float]]) -> None:
    chars, keep, score = (list(column) for column in zip(*blocks, strict=True))
    found = bars(np.array(chars, dtype=np.int32), np.array(keep, dtype=int), np.array(score), 960)
    wanted = slow_bars(chars, [int(kept) for kept in keep], score, 960)
    assert len(found) == len(wanted)
    np.testing.assert_allclose([bar[:3] for bar in found], wanted, atol=1e-6)


@settings(deadline=None, max_examples=50)
@given(BLOCKS, st.text(), st.text())
def test_any_page_gives_a_small_well_formed_picture(
    blocks: list[tuple[int, bool, float]], title: str, facts: str
) -> None:
    chars, keep, score = (list(column) for column in zip(*blocks, strict=True))
    drawn = strip(chars, keep, score, title=title, facts=facts)
    svg = to_svg(drawn)
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    assert len(root.findall(f"{SVG}path")) <= 12
    assert len(svg.encode()) < 40_000 + 8 * len(title + facts)
    assert len(to_line(drawn)) == N_CELLS


def test_a_page_of_very_many_blocks_has_a_picture_of_limited_size() -> None:
    n_blocks = 200_000
    drawn = Strip(
        np.full(n_blocks, 20), np.arange(n_blocks) % 7 > 3, np.linspace(0, 1, n_blocks), np.zeros(n_blocks, bool)
    )
    assert len(to_svg(drawn)) < 120_000


def test_a_page_without_blocks_has_a_line_and_says_so() -> None:
    svg = maintext.barcode(maintext.extract("<title>Nothing</title>"))
    assert rectangles(svg) == []
    assert "Kept, 0% of the text in 0 of 0 blocks" in svg


def test_hostile_titles_stay_text() -> None:
    evil = '"><script>alert(1)</script>\x00\ud800]]>&lt;'
    html = maintext.barcode(maintext.extract(f"<title>{evil}</title><p>Some text, here."))
    root = ET.fromstring(html)  # noqa: S314 - our own picture
    assert not root.findall(f".//{SVG}script")
    assert "onload" not in html


def test_the_label_says_what_the_picture_shows() -> None:
    svg = to_svg(strip([80, 20], [1, 0], title="Tea", facts="article · expected F1 .95"))
    assert 'role="img" aria-label="Tea. Article · expected F1 .95. Kept, 80% of the text in 1 of 2 blocks"' in svg
    texts = [text.text for text in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own picture
    assert texts == [
        "Tea",
        "article · expected F1 .95",
        "above: kept, 80% of the text in 1 of 2 blocks",
        "below: dropped · taller is surer",
    ]


def test_kept_headings_have_ticks() -> None:
    document = maintext.extract("<h2>One</h2><p>Text of it.</p><nav><h2>Menu</h2></nav><h2>Two</h2><p>More.", by="all")
    svg = maintext.barcode(document)
    ticks = re.findall(r'<path class="mtb-s" d="([^"]*)"', svg)[0]
    assert ticks.count("h1.6v3.2h-1.6z") == 3


def test_themes_have_the_colours_of_their_paper() -> None:
    assert "#e3b183" in style_rules("light")
    assert "#7d5a39" not in style_rules("light")
    assert "#7d5a39" in style_rules("dark")
    assert "@media(prefers-color-scheme:dark)" in style_rules("auto")
    assert "currentColor" in style_rules("page")


@pytest.mark.parametrize("name", ["article", "forum", "listing"])
def test_the_picture_of_these_columns_is_the_golden_one(name: str) -> None:
    """The columns are recorded, so that a new model changes nothing here."""
    columns = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    drawn = strip(columns["chars"], columns["keep"], columns["score"], title=columns["title"], facts=columns["facts"])
    drawn.is_heading[columns["headings"]] = True
    assert to_svg(drawn) + "\n" == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_the_docs_have_a_picture_of_each_example_page() -> None:
    assert len(barcode_pictures.pages()) == 6
    for name, svg in barcode_pictures.pictures().items():
        shown = (barcode_pictures.PICTURES / name).read_text(encoding="utf-8")
        assert ET.fromstring(shown).tag == f"{SVG}svg"  # noqa: S314 - our own picture
        # The bars change with the model, and are drawn again with `python -m tools.barcode_pictures --write`.
        assert 0.5 < len(shown) / len(svg) < 2


# ---- several extractors


def fates(svg: str) -> dict[str, int]:
    """How many bars each kind of path has, over all rows."""
    counts: dict[str, int] = {}
    for path in ET.fromstring(svg).iter(f"{SVG}path"):  # noqa: S314 - our own picture
        kind = path.get("class", "")
        counts[kind] = counts.get(kind, 0) + path.get("d", "").count("M")
    return counts


def test_rows_show_agreement_additions_and_misses() -> None:
    chars = np.array([100, 100, 100, 100], dtype=np.int32)
    rows = [Row("model", np.array([0, 1, 1, 0], bool)), Row("other", np.array([0, 1, 0, 1], bool))]
    svg = compare_svg(chars, rows, "Tea")
    assert fates(svg) == {"mtb-b": 3, "mtb-l0": 3, "mtb-m": 1, "mtb-o": 1}
    assert "Share of the text that is kept: model 50%, other 50%" in svg
    gold = compare_svg(chars, rows, "Tea", is_gold=True)
    assert fates(gold) == {"mtb-g": 2, "mtb-b": 1, "mtb-l0": 3, "mtb-m": 1, "mtb-o": 1}


def test_documents_of_one_page_are_compared_and_others_refused() -> None:
    html = (EXAMPLES / "article.html").read_bytes()
    svg = maintext.barcode(maintext.extract(html), maintext.extract(html, by="cetr"))
    texts = [text.text for text in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own picture
    assert {"model", "cetr"} <= set(texts)
    with pytest.raises(OptionError, match="same page"):
        maintext.barcode(maintext.extract(html), maintext.extract("<p>Another."))


# ---- scores, the terminal, notebooks


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=30))
def test_any_scores_become_shares_of_one_in_the_same_order(values: list[float]) -> None:
    score = np.array(values, dtype=np.float64)
    unit = unit_scores(score)
    assert ((unit >= 0) & (unit <= 1)).all()
    finite = np.nan_to_num(score, nan=0.0, posinf=0.0, neginf=0.0)
    assert (np.diff(unit[np.argsort(finite, kind="stable")]) >= 0).all()


def test_edges_end_at_the_width() -> None:
    assert edges(np.array([2, 12], dtype=np.int32), 960).tolist() == [0.0, 320.0, 960.0]
    assert edges(np.zeros(0, dtype=np.int32), 960).tolist() == [0.0]


def test_a_line_of_text_has_cells_by_kept_share() -> None:
    line = to_line(strip([92, 92], [1, 0]))
    assert line == CELLS[-1] * 32 + " " * 32
    small = to_line(strip([1, 10_000], [1, 0]))
    assert small == CELLS[1] + " " * 63
    coloured = to_line(strip([92, 92], [1, 0]), has_colour=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == line
    assert coloured.startswith("\x1b[38;5;26m")


def test_the_terminal_form_is_a_line_per_extractor_and_writes_no_file(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    done = run("explain", EXAMPLES / "article.html", "--terminal", "--by", "model,cetr", "-o", report)
    assert done.returncode == 0, done.stderr
    title, model, cetr = done.stdout.splitlines()
    assert title == "The island that put its tide to work"
    assert model.startswith("model ▕")
    assert cetr.startswith("cetr  ▕")
    assert "of the text in" in model
    assert "expected F1" in model
    assert "\x1b" not in done.stdout
    assert not report.exists()


def test_a_verbose_extraction_prints_the_barcode_beside_the_text() -> None:
    page = EXAMPLES / "article.html"
    plain, verbose = run(page), run("-v", page)
    assert (verbose.returncode, verbose.stdout) == (0, plain.stdout)
    assert plain.stderr == ""
    title, line = verbose.stderr.splitlines()
    assert title == "The island that put its tide to work"
    assert line.startswith("model ▕")


@pytest.mark.parametrize(
    ("environment", "has_codes"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_terminal_gets_colours_unless_it_must_not(environment: dict[str, str], has_codes: bool) -> None:
    """On a pseudo-terminal, as a person has one."""
    master, slave = os.openpty()
    command = [sys.executable, "-m", "maintext", "explain", "--terminal", str(EXAMPLES / "article.html")]
    variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with os.fdopen(master, "rb", buffering=0) as screen:
        subprocess.run(
            command, stdout=slave, env={**variables, "TERM": "xterm", **environment}, check=True, timeout=120
        )
        os.close(slave)
        shown = screen.read(20_000)
    assert (b"\x1b[38;5;" in shown) == has_codes


def test_notebooks_show_documents_and_pages() -> None:
    html = (EXAMPLES / "article.html").read_bytes()
    document = maintext.extract(html)
    shown = document._repr_html_()
    assert shown.count("<svg") == 1
    assert "Ines Halloran · 2026-10-09" in shown
    assert "<details><summary>Markdown, " in shown
    page = maintext.parse(html)._repr_html_()
    assert page.count("<svg") == 1
    assert "99 blocks" in page
    assert "<details><summary>The blocks" in page


@pytest.mark.parametrize("html", ["", "<p>x", "<title></pre><script>x()</script></title><pre>&lt;/pre>&lt;script>x()"])
def test_notebooks_show_any_page_as_text(html: str) -> None:
    for shown in (maintext.extract(html, by="all")._repr_html_(), maintext.parse(html)._repr_html_()):
        assert "<script" not in shown
        assert shown.count("<pre") == shown.count("</pre>") == 1
