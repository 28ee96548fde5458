"""The measures of structure: they see what is missing, and find in our Markdown what the page has."""

from __future__ import annotations

import pytest

import maintext
from benches.markdown_scores import expected_parts, f1, found_parts
from benches.structure_reader import Structure, holes, read_structures, words_of

PAGE = """<nav><ul><li>Home<li>News</ul></nav><h2>Opening hours</h2><p>The baths are open on most days of the week.</p>
<table><tr><th>Day<th>Hours<tr><td>Monday<td>nine to five</table><ul><li>towels<li>soap</ul>
<p>See <a href="/p">the price list</a>.<pre>x = 1</pre>"""
TEXT = maintext.extract(PAGE, by="all").text


def of_kind(kind: str) -> Structure:
    (found,) = [structure for structure in read_structures(PAGE.encode()) if structure.kind == kind]
    return found


def test_structures_are_read_without_menus() -> None:
    assert of_kind("table").parts == ("day", "hours", "monday", "nine to five")
    assert of_kind("list").parts == ("towels", "soap")
    assert of_kind("heading").parts[0] == "opening hours"


@pytest.mark.parametrize(
    ("kind", "lost", "missing"), [("table", "Monday", ["monday"]), ("heading", "Opening hours", ["opening hours"])]
)
def test_a_part_that_is_missing_is_a_hole(kind: str, lost: str, missing: list[str]) -> None:
    assert holes(of_kind(kind), words_of(TEXT)) == []
    assert holes(of_kind(kind), words_of(TEXT.replace(lost, ""))) == missing


def test_a_structure_that_a_text_does_not_have_has_no_holes() -> None:
    assert holes(of_kind("table"), words_of("The baths are open on Monday.")) is None
    assert holes(of_kind("heading"), words_of("Nothing of it.")) is None


def test_an_item_around_another_list_is_read_before_and_after_it() -> None:
    page = "<ul><li>Fill the large iron kettle<ul><li>water<li>ice</ul>and put it on<li>Wait until the water boils</ul>"
    outer, inner = read_structures(page.encode())
    text = maintext.extract(page, by="all").text
    assert holes(outer, words_of(text)) == holes(inner, words_of(text)) == []
    (lost,) = holes(outer, words_of(text.replace("and put it on", ""))) or []
    assert lost.startswith("fill the large iron kettle")


def test_headings_of_a_text_are_no_sign_of_its_list_of_contents() -> None:
    names = ["How the leaves are grown", "How the leaves are dried", "Further reading"]
    sections = "".join(f"<h2>{name}</h2><p>A paragraph about it.</p>" for name in names[:2])
    page = f"<ul>{''.join(f'<li>{name}' for name in names)}</ul>{sections}"
    contents, *_ = read_structures(page.encode())
    assert holes(contents, words_of(maintext.extract(sections, by="all").text)) is None
    assert holes(contents, words_of(" ".join(names[:2]))) == ["further reading"]


def test_rows_that_another_table_has_too_are_no_sign_of_a_table() -> None:
    common = "<tr><th>Servers<td>2000<tr><th>Refund<td>30 days"
    page = f"<table>{common}<tr><th>Devices<td>5</table><table>{common}<tr><th>Devices<td>10</table>"
    first, second = read_structures(page.encode())
    text = "servers 2000 refund 30 days devices 5"
    assert holes(first, text) == []
    assert holes(second, text) is None
    assert holes(second, "servers 2000 refund days devices 10") == ["30 days"]


def test_words_that_only_a_style_parts_are_found_in_either_form() -> None:
    page = "<ul><li><b>$80</b><i>MSRP $160</i><li>Two for one</ul>"
    (found,) = read_structures(page.encode())
    assert found.parts[0] == "80msrp 160"
    for text in ("80 msrp 160 two for one", "80msrp 160 two for one"):
        assert holes(found, text) == []
    assert holes(found, "180 msrp 160 two for one") is None


def test_markdown_of_the_whole_page_has_every_part() -> None:
    expected, code = expected_parts(PAGE.encode(), TEXT)
    found, found_code = found_parts(maintext.extract(PAGE, by="all").to_markdown(include_title=False))
    assert found_code == code == "x = 1"
    assert {kind: f1(expected[kind], found[kind]) for kind in ("cells", "headings", "links")} == {
        "cells": 1,
        "headings": 1,
        "links": 1,
    }
    assert not expected["items"] - found["items"]
    assert f1(expected["cells"], found_parts("| Day | Hours |\n|---|---|\n")[0]["cells"]) == pytest.approx(4 / 6)
