"""What the native core collects for shapes is what plain Python finds element by element."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.page.tags import TAGS
from maintext.shapes.posts.authors import authors_of
from maintext.shapes.posts.facts import Fact
from maintext.shapes.posts.records import Record
from tests.shapes.twin import authors, bodies, entries, groups

NAMES = ("Kim", "Ann:", "Ｌi Ώ", "New user", "old User", "Reply", "#12", "4 May 2026", "|", "a", "ΣΑΣ x", "")
PIECES = (
    "<b>{}</b>", "<b class=author>{}</b>", "<a href=/members/{}>{}</a>", "<a href><i>{}</i></a>", "<p><i>{}</i></p>",
    "<time datetime=2026-05-04>{}</time>", "<blockquote><b>{}</b></blockquote>", "<h3></h3>",
    "<h2><a href=/x>{}</a></h2>", "<a href=/y><h4>{}</h4></a>", "<del>{} €</del>",
    "<img src=/i.png width=300 height=200>", "<p hidden>{}</p>", "{}",
)  # fmt: skip
pieces = st.tuples(st.sampled_from(PIECES), st.sampled_from(NAMES)).map(lambda pair: pair[0].replace("{}", pair[1]))
posts = st.lists(pieces, max_size=6).map("".join)
pages = st.lists(st.tuples(posts, st.booleans()), max_size=5).map(
    lambda found: "".join(
        f"<a href=/o><div>{post}</div></a>" if is_link else f"<div>{post}</div>" for post, is_link in found
    )
)


def rows_of(page: maintext.Page, *tags: str) -> list[int]:
    return [row for row in range(len(page.elements)) if int(page.elements.tag[row]) in [TAGS[tag] for tag in tags]]


def record_of(page: maintext.Page, row: int) -> Record:
    elements = page.elements
    return Record(row, (row,), int(elements.end[row]), int(elements.first_block[row]), int(elements.stop_block[row]))


@given(pages)
@settings(max_examples=200, deadline=None)
def test_authors_are_those_of_the_twin(html: str) -> None:
    page = maintext.parse(html)
    records = [record_of(page, row) for row in rows_of(page, "div") if page.elements.stop_block[row]]
    records = [record for record in records if record.first_block < record.stop_block]
    within = [
        [row for row in rows_of(page, "blockquote") if record.rows[0] <= row < record.stop_row] for record in records
    ]
    times = [[row for row in rows_of(page, "time") if record.rows[0] <= row < record.stop_row] for record in records]
    dates = [Fact("", own[0]) if own else None for own in times]
    marked = [row for row in rows_of(page, "b") if page.attributes(row).get("class")]
    assert authors_of(page, records, within, dates, marked) == authors.authors_of(page, records, within, dates, marked)


@given(pages)
@settings(max_examples=200, deadline=None)
def test_entries_are_those_of_the_twin(html: str) -> None:
    page = maintext.parse(html)
    spans = [(row, row) for row in rows_of(page, "div")]
    is_seen = np.arange(len(page.blocks)) % 3 > 0
    arguments = (spans, is_seen, rows_of(page, "del"), "https://example.org/")
    assert page.read_entries(*arguments) == entries.read_entries(page, *arguments)


@pytest.mark.parametrize("html", ["", "<div>"])
def test_a_page_without_text_has_no_names_and_no_lines(html: str) -> None:
    page = maintext.parse(html)
    assert page.shown_names([(0, 9, None, [7])], [99], ["user"]) == ([], [])
    assert page.read_entries([(9, 9)], np.zeros(0, dtype=bool), [], "") == [((), [], None, [], False, None, [], [])]


@given(pages, st.integers(0, 6))
@settings(max_examples=300, deadline=None)
def test_lists_are_those_of_the_twin(html: str, seed: int) -> None:
    page = maintext.parse(f"<main>{html * 2}</main><table>" + "<tr><td><a href=/t>Tea</a>" * 4)
    keep = np.arange(len(page.blocks)) % 7 != seed
    assert page.read_lists(keep) == groups.item_lists(page, keep)


@given(pages)
@settings(max_examples=200, deadline=None)
def test_elements_with_the_text_of_records_are_those_of_the_twin(html: str) -> None:
    page = maintext.parse(html)
    records = [record_of(page, row) for row in rows_of(page, "div")]
    parts = [(record.rows[0] + 1, record.rows[0], record.stop_row) for record in records]
    sums = page.written_sums()
    assert sums.tolist() == bodies.written_sums(page)
    found = page.body_kind(parts, sums)
    assert (found[:2] if found else None) == bodies.body_kind(page, parts)
