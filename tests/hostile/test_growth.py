"""All extractors and all formats take time in proportion to the page, on every kind of hostile page.

Two doublings, in processor time, with room between four times (linear) and sixteen times (quadratic). The pages are
smaller than those of `make growth`, which measures the same.
"""

import pytest

from benches.growth import PARTS, TIMES, Growth, growth, subjects
from maintext.extractors.registry import WITHOUT_BROWSER
from maintext.render import FORMATS
from tests.hostile.test_hostile_pages import PAGES

UNITS = 100


@pytest.mark.parametrize("page", PAGES)
def test_four_times_the_page_takes_about_four_times_as_long(page: str) -> None:
    assert [str(found) for found in growth(page, UNITS) if not found.is_linear] == []


def test_every_extractor_and_format_is_measured_on_sixty_kinds_of_pages() -> None:
    assert len(PAGES) >= 60
    assert set(subjects()) == {*WITHOUT_BROWSER, *(f"format {name}" for name in FORMATS), *PARTS}


def test_quadratic_work_is_seen() -> None:
    assert not Growth("page", "work", 0.1, 0.1 * TIMES**2).is_linear
    assert Growth("page", "work", 0.1, 0.1 * TIMES).is_linear
