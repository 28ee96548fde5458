"""VIPS on layouts that are written down, so that no browser is needed."""

from dataclasses import replace

import numpy as np
import pytest

import maintext
from maintext.browser.layout import Layout
from maintext.errors import OptionError
from maintext.extractors.by import find_extractor, get_extractor
from maintext.extractors.registry import EXTRACTORS, WITHOUT_BROWSER
from maintext.extractors.vips import VisualSegments, best_combination
from maintext.extractors.visual.segmentation import segment_of_blocks, segment_tree
from maintext.page.tags import TAGS

TEXT = "The ferry left the pier at noon, and everybody who had waited for it went home again."
HTML = (
    "<body><div><ul><li>Home</li><li>News</li></ul></div>"
    f"<div><h1>The ferry</h1><p>{TEXT}</p><p>{TEXT}</p></div><div><p>Imprint</p></div></body>"
)


def stacked(page: maintext.Page, gaps: dict[int, float], width: float = 800) -> Layout:
    """Every leaf is a line of its own, below the one before; `gaps` are pixels before some of the leaves."""
    elements = page.elements
    n_rows = len(elements)
    top, bottom, y = np.zeros(n_rows), np.zeros(n_rows), 0.0
    for row in range(n_rows):
        y += gaps.get(row, 0.0)
        top[row] = y
        if elements.end[row] == row + 1:
            y += 20.0
    for row in range(n_rows):
        bottom[row] = max(top[row : elements.end[row]]) + 20.0
    sizes = np.where(elements.tag == TAGS["h1"], 32.0, 16.0)
    zeros = np.zeros(n_rows, dtype=np.float32)
    colours = np.zeros(n_rows, dtype=np.uint32)
    return Layout(
        zeros,
        top.astype(np.float32),
        np.full(n_rows, width, dtype=np.float32),
        (bottom - top).astype(np.float32),
        sizes.astype(np.float32),
        np.full(n_rows, 400, dtype=np.float32),
        colours,
        colours,
        np.ones(n_rows, dtype=np.bool_),
    )


def rows_of(page: maintext.Page, tag: str) -> list[int]:
    return np.flatnonzero(page.elements.tag == TAGS[tag]).tolist()


def segments(permitted: int) -> list[list[str]]:
    page = maintext.parse(HTML)
    gaps = dict.fromkeys(rows_of(page, "div")[1:], 60.0)
    leaves = list(segment_tree(page, stacked(page, gaps), permitted).leaves())
    number = segment_of_blocks(page, leaves)
    return [page.texts(number == place) for place in range(len(leaves))]


def test_wide_separators_part_the_page_first() -> None:
    assert segments(4) == [["Home", "News"], ["The ferry", TEXT, TEXT], ["Imprint"]]


def test_a_higher_degree_of_coherence_makes_smaller_segments() -> None:
    sizes = [len(segments(permitted)) for permitted in range(1, 11)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 1
    assert sizes[-1] == 6


def test_no_text_is_lost_or_repeated() -> None:
    texts = maintext.parse(HTML).texts()
    for permitted in range(1, 11):
        assert [text for part in segments(permitted) for text in part] == texts


def test_columns_beside_each_other_are_parted_from_left_to_right() -> None:
    page = maintext.parse(f"<div><div><p>{TEXT}</p><p>{TEXT}</p></div><div><p>One</p><p>Two</p></div></div>")
    layout = stacked(page, {}, width=300)
    left, right = rows_of(page, "div")[1:]
    x, y = layout.x.copy(), layout.y.copy()
    x[right : page.elements.end[right]] = 340
    y[right : page.elements.end[right]] -= y[right] - y[left]
    beside = replace(layout, x=x, y=y)
    leaves = list(segment_tree(page, beside, 5).leaves())
    number = segment_of_blocks(page, leaves)
    assert number[0] != number[2]


def test_elements_without_a_box_of_their_own_are_passed_through() -> None:
    page = maintext.parse(HTML)
    layout = stacked(page, {})
    is_visible = layout.is_visible.copy()
    is_visible[rows_of(page, "div")] = False
    is_visible[:3] = False
    leaves = list(segment_tree(page, replace(layout, is_visible=is_visible), 10).leaves())
    number = segment_of_blocks(page, leaves)
    assert (number >= 0).all()
    assert len(leaves) == 6


def test_a_page_that_shows_nothing_says_so() -> None:
    page = maintext.parse(HTML)
    layout = stacked(page, {})
    hidden = replace(layout, is_visible=np.zeros(len(layout), dtype=np.bool_))
    assert VisualSegments().scores(page, hidden).reason == "the browser shows no text"


def test_the_model_labels_segments_as_a_whole() -> None:
    page = maintext.parse(HTML)
    layout = stacked(page, dict.fromkeys(rows_of(page, "div")[1:], 60.0))
    method = VisualSegments(permitted=2, least_score=0.0)
    assert method.scores(page, layout).keep.all()
    scores = VisualSegments(permitted=2).scores(page, layout)
    number = method.segments(page, layout)
    for place in set(number.tolist()):
        assert len(set(scores.keep[number == place].tolist())) == 1


def test_the_best_combination_is_that_of_trying_all() -> None:
    chance = np.random.default_rng(1)
    for _ in range(30):
        segment = np.sort(chance.integers(0, 5, 12))
        words = chance.integers(1, 20, 12)
        gold = np.minimum(chance.integers(0, 20, 12), words)
        best = 0.0
        for choice in range(32):
            keep = np.array([choice >> place & 1 for place in segment], dtype=bool)
            best = max(best, 2 * gold[keep].sum() / max(words[keep].sum() + gold.sum(), 1))
        keep = best_combination(segment, words, gold)
        assert 2 * gold[keep].sum() / max(words[keep].sum() + gold.sum(), 1) == pytest.approx(best)


def test_deep_pages_are_segmented_without_recursion() -> None:
    page = maintext.parse("<div>" * 3000 + "<p>Deep.</p>" + "</div>" * 3000 + f"<p>{TEXT}</p>")
    assert list(segment_tree(page, stacked(page, {}), 10).leaves())


def test_it_is_registered_but_not_offered_to_strangers() -> None:
    assert "vips" in EXTRACTORS
    assert "vips" not in WITHOUT_BROWSER
    assert find_extractor("vips:permitted=8").name == "vips:permitted=8"
    with pytest.raises(OptionError, match="vips opens pages in a browser, which is not offered here"):
        get_extractor("vips")
