"""Whole sessions of labelling in a real browser: no label is lost, whatever dies; pages are exported and trained on."""

import json
import lzma
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from maintext.corpus import open_corpus
from maintext.extractors.by import find_extractor
from maintext.label.desk import Desk
from maintext.page.parsing import parse
from tests.accessibility import serious_findings
from tests.label.folders import (
    FIRST,
    FOOTER,
    HOME,
    SECOND,
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
    expect_kept,
    frame,
    kept_on_disk,
    letters_on_disk,
    opened,
)
from tests.trap import hostile_page, open_trap


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "pages")


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
