"""`ttr` and `lp`: the rows of CETR's Table 4 that work on lines and on links, beside slow twins."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
from hypothesis import given

import maintext
from maintext.extractors.baselines.lp import LargestPagelet, pagelets, template_pagelets
from maintext.extractors.baselines.ttr import TextToTagRatio
from maintext.extractors.measures.source_lines import read_lines
from maintext.extractors.papers.cetr import tag_ratios
from maintext.page.tags import TAGS
from tests.extractors.pages import pages

MENU = "<ul>" + "<li><a href=/>Link</a>" * 5 + "</ul>"
NOTICE = "<div><p>" + "This site is run by volunteers. " * 20 + "</div>"


@given(pages)
def test_ttr_keeps_the_lines_that_a_loop_over_the_definition_keeps(html: str) -> None:
    page = maintext.parse(html)
    lines = read_lines(page)
    if not lines.has_tags:
        return
    _, ratios = tag_ratios(lines)
    if not ratios.any():
        return
    padded = [0.0, 0.0, *ratios.tolist(), 0.0, 0.0]
    smoothed = [sum(padded[line : line + 5]) / 5 for line in range(len(ratios))]
    expected = np.array(smoothed) >= np.std(smoothed)
    is_near = np.isclose(smoothed, np.std(smoothed))
    assert ((TextToTagRatio()._is_content(ratios) == expected) | is_near).all()


def slow_pagelets(page: maintext.Page, min_links: int) -> list[int]:
    """The paper's procedure: a queue that begins with the roots."""
    elements = page.elements
    parents, ends, tags = elements.parent.tolist(), elements.end.tolist(), elements.tag.tolist()
    queue, found = [row for row, parent in enumerate(parents) if parent < 0], []
    while queue:
        row = queue.pop(0)
        children = [child for child, parent in enumerate(parents) if parent == row]
        if any(tags[child : ends[child]].count(TAGS["a"]) >= min_links for child in children):
            queue += children
        else:
            found.append(row)
    return sorted(found)


@given(pages)
def test_pagelets_are_those_of_the_papers_procedure(html: str) -> None:
    page = maintext.parse(html)
    for min_links in (1, 2, 3):
        assert pagelets(page, min_links).tolist() == slow_pagelets(page, min_links)


def test_a_paragraph_with_three_links_divides_the_article() -> None:
    links = "<a href=/>a</a> " * 3
    article = f"<div><p>{'A long first paragraph. ' * 9}<p>{links} and words<p>The end.</div>"
    assert maintext.extract(MENU + article, by="lp").text == ("A long first paragraph. " * 9).strip()
    whole = maintext.extract(MENU + article, by="lp:min_links=4")
    assert whole.text.endswith("The end.")


def test_a_pagelet_that_other_pages_have_is_a_template() -> None:
    site = [maintext.parse(f"<body>{MENU}{NOTICE}<div><p>The ferry {n} was late again.</div>") for n in range(3)]
    templates = template_pagelets(site)
    for number, page in enumerate(site):
        assert page.texts(LargestPagelet()(page).keep)[0].startswith("This site")
        assert page.texts(LargestPagelet(templates=templates)(page).keep) == [f"The ferry {number} was late again."]


def test_a_page_of_templates_only_says_why_nothing_is_kept() -> None:
    page = maintext.parse(NOTICE)
    document = maintext.extract(NOTICE, by=LargestPagelet(templates=template_pagelets([page, page])))
    assert document.text == ""
    assert "pagelets has text outside links" in (document.reason or "")


def test_keys_of_pagelets_are_the_same_in_every_process() -> None:
    program = (
        "import maintext; from maintext.extractors.baselines.lp import *; "
        "page = maintext.parse('<p>Tea'); print(pagelet_keys(page, pagelets(page)))"
    )
    answers = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout for _ in range(2)
    }
    assert len(answers) == 1
