"""What the browser reports becomes columns beside the page table; no browser is needed for that."""

import numpy as np
import pytest

import maintext
from maintext.browser.layout import layout_of, marked_source, numbered_rows
from maintext.errors import RenderError

ROW = (10.0, 20.0, 300.0, 40.0, 16.0, 400.0, 0x000000FF, 0xFFFFFFFF, 1.0)


def test_every_written_tag_carries_its_row() -> None:
    page = maintext.parse('<div class="a">One<br/>two <b\nid=x>three</b></div><p>Four')
    marked = maintext.parse(marked_source(page, "data-m"))
    assert len(marked.elements) == len(page.elements)
    numbers = numbered_rows(marked, "data-m")
    is_written = numbers >= 0
    assert (numbers[is_written] == np.flatnonzero(is_written)).all()
    assert is_written.sum() == 4
    assert marked.texts() == page.texts()


def test_rows_find_their_values_by_number() -> None:
    layout = layout_of(np.array([-1, 7, 3]), [3, *ROW, 7, *(2 * value for value in ROW[:4]), *ROW[4:]])
    assert layout.width.tolist() == [0, 600, 300]
    assert layout.right.tolist() == [0, 620, 310]
    assert layout.is_visible.tolist() == [False, True, True]
    assert layout.background.tolist() == [0, 0xFFFFFFFF, 0xFFFFFFFF]
    assert not layout.x.flags.writeable


@pytest.mark.parametrize("values", [["a"] * 10, [1] * 9, [0, float("nan"), *ROW[1:]], [0, *ROW[:8], -1], None])
def test_a_page_that_forges_the_report_gets_a_named_error(values: object) -> None:
    with pytest.raises(RenderError, match="the browser reported a layout"):
        layout_of(np.array([0]), values)


def test_numbers_that_scripts_changed_are_ignored() -> None:
    marked = maintext.parse('<p data-m="1e9">a<p data-m="99999999999999999999">b<p data-m="-1">c<p data-m="4">d')
    assert numbered_rows(marked, "data-m").tolist()[-4:] == [-1, -1, -1, 4]
