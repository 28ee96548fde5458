"""The labelling page in a real browser, with keyboard and mouse."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from maintext.label.desk import Desk
from tests.accessibility import serious_findings
from tests.browser import save_screenshot
from tests.label.folders import (
    FIRST,
    FOOTER,
    HEADING,
    HOME,
    NEWS,
    SECOND,
    TEASER,
    THIRD,
    Server,
    log_lines,
    make_folder,
    serving,
)
from tests.label.web_page import (
    ARTICLE,
    click,
    current,
    drag,
    expect_kept,
    frame,
    kept_on_disk,
    letters_on_disk,
    opened,
)
from tests.shared_data import ROOT


@pytest.fixture(scope="module")
def common(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Iterator[int]]]:
    """One server for the tests that need none of their own, and the pages that none of them has used."""
    folder = make_folder(tmp_path_factory.mktemp("pages"), 12)
    with serving(folder, "--port", "0", "--by", "econ") as server:
        yield server, iter(range(12))


@pytest.fixture
def view(browser: Browser, common: tuple[Server, Iterator[int]]) -> Iterator[Page]:
    """A page of its own, opened by Ann."""
    server, numbers = common
    with opened(browser, server, "Ann", f"page-{next(numbers):02}") as page:
        yield page


def test_a_click_flips_a_block_and_is_saved_at_once(view: Page, common: tuple[Server, Iterator[int]]) -> None:
    folder = common[0].folder
    expect_kept(view, *ARTICLE)
    click(view, NEWS)
    expect_kept(view, NEWS, *ARTICLE)
    click(view, THIRD)
    expect_kept(view, NEWS, HEADING, FIRST, SECOND)
    assert kept_on_disk(folder, current(view)) == [NEWS, HEADING, FIRST, SECOND]
    assert {line["who"] for line in log_lines(folder) if line["page"] == current(view)} == {"Ann"}


def test_a_drag_flips_a_run_and_is_undone_at_once(view: Page) -> None:
    drag(view, TEASER, TEASER + 1, FOOTER)
    expect_kept(view, *ARTICLE, *range(TEASER, FOOTER + 1))
    view.keyboard.press("u")
    expect_kept(view, *ARTICLE)


def test_a_container_is_flipped_by_mouse_and_widened_by_key(view: Page) -> None:
    click(view, FIRST, modifiers=["Alt"])
    expect_kept(view)
    click(view, TEASER)
    view.keyboard.press("u")
    expect_kept(view)
    for key in ("k", "k", "k"):
        view.keyboard.press(key)
    view.keyboard.press("g")
    expect_kept(view, HEADING, FIRST, SECOND, THIRD)
    view.keyboard.press("g")
    expect_kept(view, *range(10))


def test_all_like_this_one_are_flipped_together(view: Page) -> None:
    click(view, TEASER)
    expect_kept(view, *ARTICLE, TEASER)
    view.keyboard.press("u")
    expect_kept(view, *ARTICLE)
    view.keyboard.press("a")
    expect_kept(view, *ARTICLE, TEASER, TEASER + 1, TEASER + 2)
    view.get_by_role("button", name="All like this one").click()
    expect_kept(view, *ARTICLE)


def test_the_keyboard_is_enough(view: Page, common: tuple[Server, Iterator[int]]) -> None:
    here = current(view)
    for key in ("j", "j", "j", "k", "x", "j", "Space", "2"):
        view.keyboard.press(key)
    expect_kept(view, NEWS, FIRST, SECOND, THIRD)
    expect(view.locator("#type")).to_have_value("forum")
    view.keyboard.press("Enter")
    expect(view.locator("#done")).to_have_text(re.compile(r"^[1-9] of 12 pages done"))
    expect(view.locator("body")).not_to_have_attribute("data-open", here)
    view.keyboard.press("p")
    expect(view.locator("body")).to_have_attribute("data-open", here)
    expect(view.locator("#counts")).to_contain_text("done")
    listed = next(row for row in Desk(common[0].folder).listing() if row["id"] == here)
    assert (listed["is_done"], listed["page_type"]) == (True, "forum")


def test_keys_in_the_frame_are_keys_of_the_page(view: Page) -> None:
    click(view, HOME)
    expect_kept(view, HOME, *ARTICLE)
    frame(view).locator("body").press("x")
    expect_kept(view, *ARTICLE)


def test_letters_are_given_by_keys_and_by_the_mouse(view: Page, common: tuple[Server, Iterator[int]]) -> None:
    folder, here = common[0].folder, current(view)
    view.locator("#barcode").focus()
    view.keyboard.press("Home")
    for key in ("j", "j", "t", "j", "m"):  # from Home to the heading, and to the first paragraph
        view.keyboard.press(key)
    expect_kept(view, SECOND, THIRD)
    view.get_by_role("radio", name="R readers").check()
    click(view, FOOTER)
    expect(frame(view).locator("mt-run[data-letter='R']")).to_have_count(1)
    view.keyboard.press("Shift+M")
    drag(view, TEASER, TEASER + 1)
    expect_kept(view, SECOND, THIRD)
    expect(frame(view).locator("mt-run[data-letter='M']")).to_have_count(3)
    expect(view.locator("#state")).to_have_text("all saved")
    assert letters_on_disk(folder, here) == "OOTMCCMMOR"
    view.keyboard.press("u")
    expect(frame(view).locator("mt-run[data-letter='M']")).to_have_count(1)


def test_it_opens_at_what_is_kept_and_the_help_has_the_guide(browser: Browser, tmp_path: Path) -> None:
    menu = "".join(f"<li><a href=/{number}>Entry {number}</a></li>" for number in range(300))
    folder = make_folder(tmp_path / "long", 1)
    (folder / "page-00.html").write_text(
        f"<ul>{menu}</ul>" + (folder / "page-00.html").read_text(encoding="utf-8"), encoding="utf-8"
    )
    with serving(folder, "--port", "0", "--by", "econ") as server, opened(browser, server, "Ann") as view:
        expect(frame(view).get_by_text("The first paragraph")).to_be_in_viewport()
        expect(frame(view).get_by_text("Entry 3", exact=True)).not_to_be_in_viewport()
        view.get_by_role("button", name="Help").click()
        expect(view.locator("#help")).to_contain_text("would somebody who asked for the content of this page miss it?")
        for scheme in ("light", "dark"):
            view.emulate_media(color_scheme=scheme)
            assert serious_findings(view) == []


def test_brackets_jump_between_doubtful_blocks(browser: Browser, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 1)
    shutil.copy(ROOT / "demo" / "html" / "kettle-product.html", folder / "page-00.html")
    opened_page = Desk(folder).open("page-00")
    score = opened_page.scores.score
    doubtful = [row for row, value in enumerate(score.tolist()) if 0.3 <= value <= 0.7]
    assert len(doubtful) > 1
    with serving(folder, "--port", "0") as server, opened(browser, server, "Ann") as view:
        expect(frame(view).locator("mt-run[data-doubtful]").first).to_be_visible()
        for row in doubtful[:2]:
            view.keyboard.press("]")
            expect(frame(view).locator("mt-run[data-active]").first).to_have_attribute("data-block", str(row))
        view.keyboard.press("[")
        expect(frame(view).locator("mt-run[data-active]").first).to_have_attribute("data-block", str(doubtful[0]))


def test_a_picture_of_it_can_be_taken_for_the_docs(view: Page, tmp_path: Path) -> None:
    view.set_viewport_size({"width": 1000, "height": 620})
    click(view, HEADING)
    view.keyboard.press("t")
    click(view, TEASER)
    view.keyboard.press("m")
    expect_kept(view, FIRST, SECOND, THIRD)
    expect(view.locator("#barcode svg")).to_be_visible()
    assert save_screenshot(view, "label", tmp_path) > 5_000


def test_nothing_is_wider_than_a_phone(view: Page) -> None:
    view.set_viewport_size({"width": 390, "height": 800})
    assert view.evaluate("document.documentElement.scrollWidth") <= 390
    expect(frame(view).get_by_text("The first paragraph")).to_be_in_viewport()
