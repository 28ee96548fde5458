"""The site has every page, its links lead somewhere, and the benchmark page shows what was recorded."""

import json
import re
from pathlib import Path

import pytest

from tests.shared_data import ROOT
from tools import benchmark_page
from tools.docs_site import ELSEWHERE, SECTIONS, pages_of, target

DOCS = ROOT / "docs"
LINK = re.compile(r"\]\(([^)\s]+)\)")
PAGES = [*DOCS.rglob("*.md"), *(ROOT / home for home in ELSEWHERE.values()), *(ROOT / "demo").glob("*.md")]


def without_code(text: str) -> str:
    return re.sub(r"^(```+).*?^\1|`[^`\n]+`", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files_that_exist(page: Path) -> None:
    links = [link.partition("#")[0] for link in LINK.findall(without_code(page.read_text(encoding="utf-8")))]
    inside = [link for link in links if link and ":" not in link]
    assert [link for link in inside if not (page.parent / link).exists()] == []


def test_every_page_is_in_the_navigation() -> None:
    listed = {page for folder in SECTIONS for page in pages_of(DOCS, folder)}
    listed |= {path.name for path in DOCS.glob("*.md")}
    assert listed == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_links_out_of_the_docs_lead_to_the_repository() -> None:
    assert target("../../crates", "docs/how-to/x.md", "how-to/x.md", "R") == "R/tree/main/crates"
    assert target("ARCHITECTURE.md", "README.md", "index.md", "R") == "architecture.md"


def test_the_benchmark_page_has_the_newest_record_of_each_benchmark() -> None:
    text = benchmark_page.text()
    for name, path in benchmark_page.newest().items():
        record = json.loads(path.read_text(encoding="utf-8"))
        part = text.partition(f"## {name}\n")[2].partition("\n## ")[0]
        assert f"{record['time'][:10]}, {record['machine']}" in part


def test_figures_become_a_table() -> None:
    assert benchmark_page.table({"a": {"ms": 1}, "b": {"ms": 2000}}) == [
        "| | ms |",
        "|---|---|",
        "| a | 1 |",
        "| b | 2,000 |",
    ]
    assert benchmark_page.table([5, 6])[2:] == ["| 1 | 5 |", "| 2 | 6 |"]


def test_the_api_page_names_what_exists() -> None:
    from importlib import import_module

    for name in re.findall(r"^::: (\S+)", (DOCS / "reference" / "api.md").read_text(encoding="utf-8"), re.MULTILINE):
        home, _, last = name.rpartition(".")
        assert hasattr(import_module(home), last), name
