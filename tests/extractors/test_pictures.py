"""The pictures in docs/algorithms are what the extractors do today."""

import runpy

import pytest

from maintext.extractors.registry import WITHOUT_BROWSER
from tests.shared_data import ROOT

DOCS = ROOT / "docs" / "algorithms"
DRAWN = sorted(page.stem for page in DOCS.glob("*.md") if page.stem in WITHOUT_BROWSER)


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_up_to_date(name: str) -> None:
    draw = runpy.run_path(str(ROOT / "tools" / "draw_algorithms.py"))["draw"]
    drawn = (DOCS / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == draw(name), "run python tools/draw_algorithms.py"
