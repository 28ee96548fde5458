"""Figures in the docs are those that are recorded."""

import json

from tests.shared_data import ROOT
from tools import help_pages
from tools.figures import PAGE, with_table


def test_the_table_of_extractors_is_that_of_the_records() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == with_table(text), "run python tools/figures.py"


def test_the_figures_of_the_crawler_are_those_of_the_record() -> None:
    from benches.crawl import RECORD, to_table

    rows = json.loads(RECORD.read_text(encoding="utf-8"))["crawls"]
    assert to_table(rows) in (ROOT / "docs" / "how-to" / "sites.md").read_text(encoding="utf-8")


def test_the_docs_show_what_help_prints() -> None:
    text = help_pages.PAGE.read_text(encoding="utf-8")
    assert text.count("Usage: maintext") == 2
    assert text == help_pages.with_help(text), "run python tools/help_pages.py"


def test_every_extractor_has_a_page() -> None:
    from maintext.extractors import EXTRACTORS

    pages = {path.stem for path in (ROOT / "docs" / "algorithms").glob("*.md")}
    assert {name for name in EXTRACTORS if name not in {"all", "cetr-tm", "cetr-km"}} <= pages
