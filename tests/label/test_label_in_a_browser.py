"""Labelling in a real browser, with keyboard and mouse; and that no label is lost, whatever dies."""

import json
import lzma
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from maintext.corpus import open_corpus
from maintext.extractors.by import find_extractor
from maintext.label.desk import Desk
from maintext.page.parsing import parse
from tests.accessibility import serious_findings
from tests.browser import open_browser, save_screenshot
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
from tests.shared_data import ROOT
from tests.trap import hostile_page, open_trap

ARTICLE = [HEADING, FIRST, SECOND, THIRD]
"""What `econ` keeps of the made pages."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "pages")


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


@contextmanager
def opened(browser: Browser, server: Server, who: str, page_id: str = "page-00") -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.goto(f"{server.address}/#{page_id}")
    page.locator("#who").fill(who)
    page.locator("#who").blur()
    expect(page.locator("body")).to_have_attribute("data-open", page_id)
    # The name that was typed asks for the list of pages again; a click before its answer may be lost in the repaint.
    page.wait_for_load_state("networkidle")
    try:
        yield page
    finally:
        context.close()


def frame(view: Page) -> FrameLocator:
    return view.frame_locator("#page")


def click(view: Page, block: int, **options: object) -> None:
    frame(view).locator(f"mt-run[data-block='{block}']").first.click(**options)  # type: ignore[arg-type]  # as click has them


def drag(view: Page, *blocks: int) -> None:
    """Presses the mouse on the first block, goes over the others, and lets it go on the last.

    By the browser's own protocol: Playwright's mouse waits for a script in the frame, where none runs.
    """
    session = view.context.new_cdp_session(view)
    points = []
    for block in blocks:
        box = frame(view).locator(f"mt-run[data-block='{block}']").first.bounding_box()
        assert box
        points.append({"x": box["x"] + 5, "y": box["y"] + 5})
    button = {"button": "left", "buttons": 1, "clickCount": 1}
    session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **points[0], **button})
    for point in points[1:]:
        session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", **point, **button})
    session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **points[-1], **button})


def expect_kept(view: Page, *blocks: int) -> None:
    """Waits until the frame shows just these blocks as kept, and all is saved."""
    expect(view.locator("#counts")).to_contain_text(f"{len(blocks)} of 10 blocks kept")
    kept = frame(view).locator("mt-run[data-kept]")
    expect(kept).to_have_count(len(blocks))
    assert kept.evaluate_all("marks => marks.map((mark) => Number(mark.dataset.block))") == sorted(blocks)
    expect(view.locator("#state")).to_have_text(re.compile("all saved|^$|done"))


def current(view: Page) -> str:
    value = view.locator("body").get_attribute("data-open")
    assert value
    return value


def kept_on_disk(folder: Path, page_id: str) -> list[int]:
    keep = Desk(folder, "econ").open(page_id).labels.keep
    return [row for row, is_kept in enumerate(keep) if is_kept]


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


def test_ten_pages_are_labelled_and_the_server_dies_in_the_middle(browser: Browser, folder: Path) -> None:
    """The server is killed after the fifth page; what is done meanwhile waits in the browser, and nothing is lost."""
    wanted: dict[str, list[int]] = {}
    servers = [Server(folder, "--port", "0", "--by", "econ")]
    port = str(servers[0].port)
    with opened(browser, servers[0], "Ann") as view, ExitStack() as stack:
        stack.callback(lambda: servers[-1].kill())
        for number in range(10):
            here = current(view)
            if number == 5:
                servers[0].kill()
                assert {page: kept_on_disk(folder, page) for page in wanted} == wanted
            if number % 2:
                click(view, FOOTER)
            else:
                view.keyboard.press("j")
                view.keyboard.press("x")
            wanted[here] = sorted([FOOTER if number % 2 else HOME, *ARTICLE])
            if number == 5:
                expect(view.locator("#trouble")).to_contain_text("Not saved yet: 1 change")
                expect(view.locator("#counts")).to_contain_text("5 of 10 blocks kept")
                assert kept_on_disk(folder, here) == ARTICLE
                servers.append(Server(folder, "--port", port, "--by", "econ"))
                expect(view.locator("#trouble")).to_be_hidden(timeout=120_000)
            expect_kept(view, *wanted[here])
            view.keyboard.press("Enter")
            expect(view.locator("#done")).to_have_text(re.compile(rf"^{number + 1} of 10 pages done · .* min left$"))
            if number < 9:
                expect(view.locator("body")).not_to_have_attribute("data-open", here)
        expect(view.locator("#state")).to_have_text("all pages are done")
        expect(view.locator("#finish")).to_contain_text("10 done, 0 skipped, 0 flagged, of 10 pages.")
    assert len(wanted) == 10
    assert {page: kept_on_disk(folder, page) for page in wanted} == wanted
    assert all(row["is_done"] for row in Desk(folder).listing())


def test_a_browser_that_dies_has_lost_nothing(browser: Browser, folder: Path) -> None:
    with serving(folder, "--port", "0", "--by", "econ") as server:
        with opened(browser, server, "Ann") as view:
            here = current(view)
            click(view, FOOTER)
            expect_kept(view, *ARTICLE, FOOTER)
        assert kept_on_disk(folder, here) == [*ARTICLE, FOOTER]


def test_two_people_on_one_page_see_each_other_and_lose_nothing(browser: Browser, folder: Path) -> None:
    with (
        serving(folder, "--port", "0", "--by", "econ") as server,
        opened(browser, server, "Ann") as ann,
        opened(browser, server, "Bob") as bob,
    ):
        click(ann, HOME)
        click(bob, FOOTER)
        for view in (ann, bob):
            expect_kept(view, HOME, *ARTICLE, FOOTER)
        bob.keyboard.press("u")
        for view in (ann, bob):
            expect_kept(view, HOME, *ARTICLE)
        assert [line["who"] for line in log_lines(folder) if line["action"] == "label"] == ["Ann", "Bob"]
        assert kept_on_disk(folder, "page-00") == [HOME, *ARTICLE]


def letters_on_disk(folder: Path, page_id: str) -> str:
    return "".join(Desk(folder, "econ").open(page_id).labels.letters)


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


def test_pages_are_skipped_flagged_exported_and_trained_on(browser: Browser, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 2)
    with serving(folder, "--port", "0", "--by", "econ") as server, opened(browser, server, "Ann") as view:
        view.keyboard.press("f")
        expect(view.get_by_role("button", name="Flagged")).to_be_visible()
        view.keyboard.press("s")
        expect(view.locator("body")).to_have_attribute("data-open", "page-01")
        view.keyboard.press("Enter")
        expect(view.locator("#finish")).to_contain_text("1 done, 1 skipped, 1 flagged, of 2 pages.")
        assert serious_findings(view) == []
        view.get_by_role("button", name="Export").click()
        expect(view.locator("#exported")).to_have_text(f"1 page written to {folder.resolve()}-corpus")
        view.get_by_role("button", name="Train").click()
        # One page is too few: the finish screen shows what the training answered.
        expect(view.locator("#changed")).to_contain_text("The training failed: ", timeout=120_000)
        expect(view.locator("#training")).to_contain_text("maintext train model")
    (page,) = open_corpus(tmp_path / "pages-corpus").pages()
    assert page.labels
    assert page.labels.letters == "OOCCCCOOOO"


def test_enough_pages_train_a_model_and_the_screen_shows_what_it_changed(browser: Browser, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 6)
    with serving(folder, "--port", "0", "--by", "econ") as server, opened(browser, server, "Ann") as view:
        for number in range(6):
            expect(view.locator("body")).to_have_attribute("data-open", f"page-{number:02}")
            view.keyboard.press("Enter")
        expect(view.locator("#finish")).to_contain_text("6 done")
        view.get_by_role("button", name="Train").click()
        expect(view.locator("#changed")).to_contain_text(re.compile(r"\d before, .*\d after"), timeout=120_000)
        for scheme in ("light", "dark"):
            view.emulate_media(color_scheme=scheme)
            assert serious_findings(view) == []
    model = tmp_path / "pages-model.npz"
    assert find_extractor(str(model))(parse((folder / "page-00.html").read_bytes())).keep.any()


def test_label_files_are_reviewed_and_corrected(browser: Browser, tmp_path: Path) -> None:
    """Of the guide's form: a letter and a text per block."""
    folder = make_folder(tmp_path / "pages", 1)
    texts = parse((folder / "page-00.html").read_bytes()).texts()
    record = {"corpus": "other", "id": "page-00", "blocks": list(zip("OOTCCMOOOR", texts, strict=True))}
    labels = tmp_path / "own.jsonl.xz"
    labels.write_bytes(lzma.compress(json.dumps(record).encode()))
    with (
        serving(folder, "--port", "0", "--by", "econ", "--labels", str(labels)) as server,
        opened(browser, server, "Ann") as view,
    ):
        expect_kept(view, FIRST, SECOND)
        expect(frame(view).locator("mt-run[data-letter='T']")).to_have_count(1)
        click(view, THIRD)
        expect_kept(view, FIRST, SECOND, THIRD)
    # The letters of the file went into the log with the first event.
    assert letters_on_disk(folder, "page-00") == "OOTCCCOOOR"


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


def test_a_hostile_page_reaches_neither_the_labels_nor_the_network(browser: Browser, tmp_path: Path) -> None:
    with open_trap() as trap:
        folder = make_folder(tmp_path / "pages", 1)
        (folder / "page-00.html").write_text(hostile_page(trap.address), encoding="utf-8")
        with serving(folder, "--port", "0") as server, opened(browser, server, "Ann") as view:
            asked: list[str] = []
            view.on("request", lambda request: asked.append(request.url))
            view.on("popup", lambda popup: asked.append(popup.url))
            for text in ("A link with script", "A link away", "to stay", "Send", "The first paragraph"):
                frame(view).get_by_text(text).first.click()
            view.goto(f"{server.address}/frame?page=page-00")
            for text in ("A link with script", "A link away", "Send"):
                view.get_by_text(text).first.click()
            view.wait_for_timeout(500)
            assert [url for url in asked if not url.startswith(server.address)] == []
            assert view.url == f"{server.address}/frame?page=page-00"
            assert view.title() != "OWNED"
        assert trap.requests == []
    assert {line["action"] for line in log_lines(folder)} <= {"start", "label"}
