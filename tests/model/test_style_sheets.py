"""Blocks that style sheets hide: the native reader against its slow twin, on sheets made up by hypothesis."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.model.feature_names import FEATURES
from maintext.model.predictor import shipped_model
from maintext.page import Page
from tests.model.twin.style_sheets import hidden_by_styles

SELECTORS = st.sampled_from(
    [
        ".box",
        ".box.open",
        "#box",
        "div.box",
        "p#box.open",
        ".menu-item",
        ".d-1",
        "body",
        ".box p",
        ".box:hover",
        ".größe",
    ]
)
DECLARATIONS = st.sampled_from(
    [
        "display:none",
        "display : block",
        "color:red",
        "display:none!important",
        "display:none;display:grid",
        "x-display:none",
    ]
)
RULES = st.builds(
    lambda selectors, declarations: f"{','.join(selectors)} {{{';'.join(declarations)}}}",
    st.lists(SELECTORS, min_size=1, max_size=2),
    st.lists(DECLARATIONS, max_size=2),
)
PIECES = RULES | st.builds(
    "{}{{{}}}".format, st.sampled_from(["@media screen", "@media print", "@layer x", "@font-face"]), RULES
)
NOISE = st.sampled_from(["/* .box{display:none} */", "/*", "*/", "{", "}", ";", "@import 'x';", "\n"])
SHEETS = st.lists(PIECES | PIECES | NOISE, max_size=6).map("".join)
BODIES = st.lists(
    st.sampled_from(
        [
            *(
                "<p class=box>One",
                "<p class='box open'>Two",
                "<div id=box><p>Three</div>",
                "<div class='x box'>Four<p>Five</div>",
            ),
            *(
                "<p class=menu-item>Six",
                "<main class=box><p>Seven</main>",
                "<p>Eight <span class=box>nine</span>",
                "<p class=d-1>Ten",
            ),
            *("<p class=größe>Eleven", "<p id=box class=open>Twelve", "<section class=box>"),
        ]
    ),
    min_size=1,
    max_size=6,
).map("".join)


def hidden(page: Page) -> list[bool]:
    column = shipped_model().tables.features(page).first()[:, FEATURES.index("is_hidden_by_style")]
    return [bool(value) for value in column]


@given(sheet=SHEETS, other=SHEETS, media=st.sampled_from(["", "print", "screen"]), body=BODIES)
@settings(max_examples=300, deadline=None)
def test_any_sheet_hides_the_blocks_of_the_twin(sheet: str, other: str, media: str, body: str) -> None:
    page = maintext.parse(f"<style>{sheet}</style><style media='{media}'>{other}</style><p>Start{body}")
    assert hidden(page) == hidden_by_styles(page).tolist()


def test_text_that_a_sheet_hides_is_named() -> None:
    page = maintext.parse("<style>.drawer{display:none}</style><p>Tea</p><div class='cart drawer'><p>Basket</p></div>")
    assert hidden(page) == [False, True]
    assert np.array_equal(hidden_by_styles(page), [False, True])


def test_a_longer_sheet_is_read_in_part() -> None:
    rule, body = ".drawer{display:none}", "<p>Tea</p><p class=drawer>Basket</p>"
    for filler, is_hidden in ((".a{color:red}" * 7_000, True), (".a{color:red}" * 8_000, False)):
        page = maintext.parse(f"<style>{filler}{rule}</style>{body}")
        assert hidden(page) == [False, is_hidden] == hidden_by_styles(page).tolist()
