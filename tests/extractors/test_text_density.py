"""CETD and CTD against the recursion that the method is told as."""

import math

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

import maintext
from maintext.extractors.measures.subtrees import blocks_in
from maintext.extractors.measures.text_density import best_in_subtree, choose
from maintext.extractors.measures.tokens import UNSEEN
from maintext.page import Page
from tests.extractors.pages import pages


def _chosen(page: Page, density: NDArray[np.float64], text: NDArray[np.float64]) -> set[int]:
    """Top down: an element that is dense enough marks the best of its subtree, then its children are asked."""
    parent, end = page.elements.parent.tolist(), page.elements.end.tolist()
    children: list[list[int]] = [[] for _ in parent]
    for row in range(1, len(parent)):
        children[parent[row]].append(row)
    sums = [text[row] + sum(density[child] for child in children[row]) for row in range(len(parent))]
    way = [max(range(len(parent)), key=sums.__getitem__)]
    while parent[way[-1]] >= 0:
        way.append(parent[way[-1]])
    threshold = min(density[row] for row in way if page.tag_name(row) != "html" or len(way) == 1)
    marked: set[int] = set()

    def mark(row: int) -> None:
        if density[row] >= threshold or page.tag_name(row) == "html":
            marked.add(max(range(row, end[row]), key=sums.__getitem__))
            for child in children[row]:
                mark(child)

    mark(0)
    return {row for row in marked if density[row] > 0}


@given(pages)
def test_what_is_chosen_is_what_the_recursion_marks(html: str) -> None:
    page = maintext.parse(html)
    numbers = np.arange(len(page.elements))
    density, text = (numbers * 7919 % 13).astype(float), (numbers * 104729 % 11).astype(float)
    is_shown = page.blocks.flags & UNSEEN == 0
    if is_shown.any():
        slow = is_shown & blocks_in(page, np.array(sorted(_chosen(page, density, text)), dtype=np.intp))
        assert choose(page, density, text).keep.tolist() == slow.tolist()


@given(pages)
def test_the_best_of_a_subtree_is_its_first_maximum(html: str) -> None:
    page = maintext.parse(html)
    end = page.elements.end
    values = (np.arange(len(end)) * 7919 % 5).astype(float)
    rows = np.arange(len(end))
    slow = [row + int(values[row : end[row]].argmax()) for row in rows]
    assert best_in_subtree(end, values, rows).tolist() == slow


def test_density_is_characters_per_tag() -> None:
    page = maintext.parse("<div><p>one two</p><p>three</p></div>")
    assert maintext.extract(page.source, by="cetd").scores.score.tolist() == [6.0, 5.0]


def test_composite_density_is_the_published_formula() -> None:
    page = maintext.parse("<p>one two <a href=/>three</a> <b>four</b></p><p><a href=/>Home</a></p>")
    chars, link_chars, tags, links = 15, 5, 2, 1
    base = math.log(chars / (chars - link_chars) * link_chars + 9 / 19 * chars + math.e)
    wanted = chars / tags * math.log(chars / link_chars * tags / links, base)
    assert maintext.extract(page.source, by="ctd").scores.score[0] == pytest.approx(wanted)


def test_text_parted_by_line_breaks_is_kept() -> None:
    text = "<br>".join(["Boil the water, and wait."] * 9)
    html = f"<ul><li><a href=/>Home</a><li><a href=/>News</a></ul><div>{text}</div>"
    for by in ("cetd", "ctd"):
        kept = maintext.extract(html, by=by).text
        assert "Boil" in kept, by
        assert "Home" not in kept, by
