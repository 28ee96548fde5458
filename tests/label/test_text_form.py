"""A page as numbered text: every block has its number, and nothing takes more room than labelling needs."""

import re
from pathlib import Path

import pytest

from maintext.errors import LabelError
from maintext.label.named_pages import NamedPage, named_pages
from maintext.label.text_form import to_text
from tests.corpus.test_broken_pages import to_tar
from tests.corpus.test_layouts import write
from tests.label.folders import PAGE, make_folder
from tests.shared_data import shared

NUMBERED = re.compile(r"(?:<[^>]*> )?(\d+):")


def printed(html: str, max_chars: int = 160) -> list[str]:
    return to_text(NamedPage("news", "1", html.encode()), max_chars).splitlines()


def numbers(lines: list[str]) -> list[int]:
    blocks = [piece for line in lines if line.startswith("<") for piece in line.split(" | ")]
    return [int(found[1]) for found in map(NUMBERED.match, blocks) if found]


def test_a_page_in_text_form() -> None:
    assert printed(PAGE.format(number=1)) == [
        "=== news/1",
        "blocks: 0-9",
        "title: Page 1",
        "@ body",
        "<li a> 0:Home | 1:News",
        "@ div.story",
        "<h1> 2:Heading of page 1",
        "<p> 3:The first paragraph of page 1, with commas, as prose has them.",
        "<p> 4:The second one, too, says something; it is no menu. | 5:And a third one, at last.",
        "@ div.teasers",
        "<p> 6:More about ferries | 7:More about tides | 8:More about sand",
        "@ body",
        "<footer> 9:All rights reserved",
    ]


def test_the_heading_has_what_is_known_of_the_page() -> None:
    page = NamedPage("news", "1", b"<html lang=en><title>A</title><p>One", "https://news.example/1", "article")
    lines = to_text(page).splitlines()
    assert lines[1] == "url: https://news.example/1   kind: article   language: en   blocks: 0-0"
    assert printed("") == ["=== news/1", "blocks: none"]


def test_hidden_blocks_are_marked() -> None:
    lines = printed("<p>Shown</p><p style='display:none'>Not shown</p><template><p>Nor this</p></template>")
    assert lines[-1] == "<p> 0:Shown | <p hidden> 1:Not shown | 2:Nor this"


def test_the_middle_of_a_long_text_is_cut_out() -> None:
    text = " ".join(f"word{n}" for n in range(200))
    (line,) = (line for line in printed(f"<p>{text}") if line.startswith("<p>"))
    shown = re.fullmatch(r"<p> 0:(.*) … (.*) \(\+(\d+)\)", line)
    assert shown is not None
    assert text.startswith(shown[1])
    assert text.endswith(shown[2])
    assert len(shown[1]) + len(shown[2]) + int(shown[3]) == len(text)
    assert len(shown[1]) + len(shown[2]) <= 160
    assert len(printed(f"<p>{text}", max_chars=80)[-1]) < 120


def test_menus_and_options_are_cut_short_and_keep_their_numbers() -> None:
    links = "".join(f"<li><a href=/{n}>Department of number {n} and of much else</a></li>" for n in range(50))
    options = "".join(f"<option>Country with a long name {n}</option>" for n in range(50))
    lines = printed(f"<nav><ul>{links}</ul></nav><p>Text.</p><select>{options}</select>")
    assert numbers(lines) == list(range(101))
    assert "0:Department of number…" in lines[3]
    assert sum(map(len, lines)) < 3500


def test_a_few_links_are_not_a_menu() -> None:
    links = "".join(f"<li><a href=/{n}>Item number {n} of our catalogue</a></li>" for n in range(5))
    assert "4:Item number 4 of our catalogue" in printed(f"<ul>{links}</ul>")[-1]


def test_a_text_that_was_there_is_referred_to() -> None:
    text = "A headline that is long enough to be repeated"
    lines = printed(f"<h1>{text}</h1><p>One</p><h2>{text}</h2><p>One</p>")
    assert lines[-1] == "<h2> 2:=0 | <p> 3:One"


def test_every_block_of_real_pages_has_its_number_once() -> None:
    n_pages = 0
    for page in named_pages([shared("corpora", "forums_train.tar.xz")], pytest.fail):
        lines = to_text(page).splitlines()
        assert numbers(lines) == list(range(len(page.parse().blocks)))
        assert not any(len(line) > 460 for line in lines if line.startswith("<"))
        n_pages += 1
    assert n_pages == 52


def test_a_page_that_can_not_be_read_is_named() -> None:
    with pytest.raises(LabelError, match="news/1 can't be read: the page has 50,000,004 bytes"):
        to_text(NamedPage("news", "1", b"<p>" + b"x" * 50_000_001))


def test_a_page_has_the_same_name_however_it_is_pointed_at(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 2)
    found = [[page.name for page in named_pages([path], pytest.fail)] for path in (folder, folder / "page-01.html")]
    assert found == [["pages/page-00", "pages/page-01"], ["pages/page-01"]]


def test_pages_of_a_corpus_are_found_also_those_without_gold(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {
        "gold.jsonl": '{"id": "1", "gold": "One", "kind": "forum", "url": "https://a.example/"}\n'
        '{"id": "2", "gold": null}\n{"id": "3", "gold": "Three"}\n',
        "html/1.html": "<p>One",
        "html/2.html": "<p>Two",
    }
    folder = write(tmp_path / "news", files)
    problems: list[str] = []
    for corpus in (folder, to_tar(tmp_path / "news.tar.xz", files)):
        first, second = named_pages([corpus], problems.append)
        assert (first.name, first.kind, first.url) == ("news/1", "forum", "https://a.example/")
        assert second.name == "news/2"
        (one,) = named_pages([corpus / "2", corpus / "nine"], problems.append)
        assert one.html == b"<p>Two"
    assert problems[:2] == ["news/3: there is gold, but no page", f"{folder} has no page 'nine'"]
    (file,) = named_pages([folder / "html" / "2.html"], problems.append)
    assert file.name == "news/2"


def test_a_path_to_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="there is no page, folder or corpus"):
        list(named_pages([Path("nowhere/at/all")], pytest.fail))
