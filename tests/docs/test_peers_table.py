"""The tables of README and docs/how-to/evaluate.md that `make peers-table` writes from its record."""

from pathlib import Path
from typing import Any

import pytest

from benches import peers
from tests.shared_data import ROOT

PAGES = (ROOT / "README.md", ROOT / "docs" / "how-to" / "evaluate.md")


def figures(f1: float, ms: float, errors: dict[str, int] | None = None) -> dict[str, Any]:
    return {"f1": f1, "f1_of_means": f1, "shingles_f1": f1, "median_ms": ms, "errors": errors or {}}


RECORD = {
    "time": "2026-11-18T06:00:00+00:00",
    "machine": "x86_64, 2 cores",
    "pages": {"gn1": 621, "portal": 70},
    "tools": {
        "all": {"version": "", "gn1": figures(0.6, 0.3), "portal": figures(0.6, 0.3)},
        "justext": {"version": "3.0.2", "gn1": figures(0.801, 12.7), "portal": figures(0.818, 18.9)},
        "goose3": {
            "version": "3.1.22",
            "gn1": figures(0.93, 78.1, {"LookupError": 4}),
            "portal": figures(0.889, 102.1),
        },
        "model": {"version": "", "gn1": figures(0.919, 0.84), "portal": figures(0.945, 0.9)},
    },
}


def test_readme_has_ours_first_then_the_others_by_f1_with_the_best_in_bold() -> None:
    lines = peers.readme_table(RECORD).splitlines()
    assert lines[0] == "| | L3S-GN1, 621 pages | CleanPortalEval, 70 pages | ms per page |"
    assert lines[2:5] == [
        "| **maintext** | .919 | **.945** | 0.8 |",
        "| goose3 3.1.22 | **.930** | .889 | 78.1 |",
        "| jusText 3.0.2 | .801 | .818 | 12.7 |",
    ]
    assert lines[-1] == "Measured on 2026-11-18 on one core of x86_64, 2 cores by `make peers-table`."


def test_the_manual_has_all_figures_and_errors() -> None:
    table = peers.docs_table(RECORD)
    assert "| goose3 | 0.930 (0.930) | 0.930 | 78.1 | 0.889 (0.889) | 0.889 | 102.1 | 4 LookupError |" in table
    assert "| all | " in table


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_table_replaces_the_one_between_the_marks(page: Path, tmp_path: Path) -> None:
    copy = tmp_path / page.name
    copy.write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    peers.write(copy, "| new |\n")
    assert "<!-- by benches/peers.py -->\n| new |\n<!-- end -->" in copy.read_text(encoding="utf-8")
    copy.write_text("no marks", encoding="utf-8")
    with pytest.raises(SystemExit, match="has 0 places"):
        peers.write(copy, "| new |\n")
