"""The result on the web page: the same block in barcode, document and page; what to take along; honest states."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import maintext
from tests.serve.web_page import PHONE, example, opened, shown
from tests.served import Served
from tests.shared_data import ROOT
from tests.web_server import Answer, web_server

ARTICLE = ROOT / "src" / "maintext" / "serve" / "examples" / "article.html"


@pytest.fixture
def article(view: Page) -> Page:
    """The example, extracted."""
    example(view, "an article")
    return view


def is_in_view(view: Page, frame: str, block: int) -> bool:
    """Whether a block is on the screen of its frame."""
    return bool(
        view.evaluate(
            "([frame, block]) => { const element = document.getElementById(frame).contentDocument"
            ".querySelector(`[data-block='${block}']`); const box = element.getBoundingClientRect();"
            "return box.bottom > 0 && box.top < document.getElementById(frame).clientHeight }",
            [frame, block],
        )
    )


def active(view: Page, frame: str) -> set[int]:
    found = view.frame_locator(f"#{frame}").locator("[data-active]")
    return {int(block) for block in found.evaluate_all("elements => elements.map((element) => element.dataset.block)")}


def kept_blocks() -> list[int]:
    return maintext.extract(ARTICLE.read_bytes()).keep.nonzero()[0].tolist()


# ---- the result first


def test_options_fold_after_the_first_result_and_both_panes_begin_at_the_first_kept_block(view: Page) -> None:
    expect(view.get_by_label("Extractor")).to_be_visible()
    example(view, "an article")
    expect(view.get_by_label("Extractor")).to_be_hidden()
    first = kept_blocks()[0]
    assert is_in_view(view, "coloured", first)
    assert is_in_view(view, "document", first)
    view.locator("#options summary").click()
    view.get_by_label("images").uncheck()
    shown(view, 2)
    expect(view.get_by_label("Extractor")).to_be_visible()


def test_the_document_is_a_reader_view(article: Page) -> None:
    document = article.frame_locator("#document")
    expect(document.locator("h1")).to_have_count(1)
    expect(document.locator("h1")).to_have_text("The island that put its tide to work")
    expect(document.locator(".byline")).to_have_text("Ines Halloran · 2026-10-09 · The Northern Courier · 3 min read")
    measure = article.evaluate(
        "() => { const page = document.getElementById('document').contentDocument;"
        "const text = page.querySelector('p:not(.byline)').firstChild; const range = page.createRange();"
        "range.selectNode(text); const lines = new Set([...range.getClientRects()].map((box) => box.top));"
        "return text.length / lines.size }"
    )
    assert 40 < measure < 85


@pytest.mark.parametrize("name", ["an article", "a forum", "a product"])
def test_every_kept_block_of_an_example_is_found_in_the_document(view: Page, name: str) -> None:
    example(view, name)
    n_kept = view.evaluate("state.view.record.blocks.filter((block) => block.is_kept).length")
    assert n_kept > 3
    assert view.evaluate("panes.parts.size") == n_kept


def test_facts_have_tokens_and_both_times(article: Page) -> None:
    facts = article.locator("#facts").inner_text()
    assert re.search(
        r"about 1,\d{3} tokens · 3 min to read · by model · [\d.]+ ms to extract, [\d.]+ ms to explain$", facts
    )


# ---- one block in all panes


def test_a_click_in_the_page_shows_the_block_in_the_document_and_the_barcode(article: Page) -> None:
    block = kept_blocks()[-1]
    article.frame_locator("#coloured").locator(f"mt-run[data-block='{block}']").first.click()
    assert active(article, "coloured") == active(article, "document") == {block}
    assert is_in_view(article, "document", block)
    expect(article.locator("#barcode")).to_have_attribute("aria-valuenow", str(block + 1))
    expect(article.locator("#tip")).to_contain_text("kept · score")


def test_a_click_in_the_document_shows_the_block_in_the_page(article: Page) -> None:
    block = kept_blocks()[-1]
    article.frame_locator("#document").locator(f"[data-block='{block}']").click()
    assert active(article, "coloured") == {block}
    assert is_in_view(article, "coloured", block)


def test_a_click_on_the_barcode_goes_there_and_resting_shows_a_tooltip(article: Page) -> None:
    box = article.locator("#barcode svg").bounding_box()
    assert box
    x, y = box["x"] + 0.7 * box["width"], box["y"] + 0.5 * box["height"]
    article.mouse.move(x, y)
    expect(article.locator("#tip")).to_be_visible()
    article.mouse.click(x, y)
    (block,) = active(article, "coloured")
    chars = maintext.parse(ARTICLE.read_bytes()).blocks.chars
    ends = (chars + 8).cumsum() / (chars + 8).sum()
    assert block == int((ends <= 0.7).sum())
    assert is_in_view(article, "coloured", block)
    article.mouse.move(0, 0)
    article.keyboard.press("Escape")
    expect(article.locator("#tip")).to_be_hidden()


def test_arrow_keys_walk_along_the_barcode(article: Page) -> None:
    article.keyboard.press("b")
    expect(article.locator("#barcode")).to_be_focused()
    article.keyboard.press("End")
    expect(article.locator("#barcode")).to_have_attribute("aria-valuenow", "99")
    article.keyboard.press("Home")
    for _ in range(3):
        article.keyboard.press("ArrowRight")
    expect(article.locator("#barcode")).to_have_attribute("aria-valuenow", "4")
    expect(article.locator("#barcode")).to_have_attribute(
        "aria-valuetext", re.compile("block 4 of 99, dropped, its score")
    )
    assert active(article, "coloured") == {3}
    expect(article.locator("#tip")).to_be_visible()


def test_a_tap_shows_the_tooltip_on_a_phone(browser: Browser, web_service: Served) -> None:
    with opened(browser, web_service.address, viewport=PHONE, has_touch=True, is_mobile=True) as view:
        example(view, "an article")
        view.locator("#tab-coloured").tap()
        mark = view.frame_locator("#coloured").locator(f"mt-run[data-block='{kept_blocks()[0]}']").first
        mark.scroll_into_view_if_needed()
        mark.tap()
        expect(view.locator("#tip")).to_contain_text("kept · score")
        assert view.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_dropped_block_in_the_list_is_shown_in_the_page(article: Page) -> None:
    article.locator("#tab-dropped").click()
    line = article.locator("#dropped tr").last
    block = int(line.get_attribute("data-block") or "")
    line.click()
    assert active(article, "coloured") == {block}
    assert is_in_view(article, "coloured", block)


def test_the_coloured_page_is_dark_in_dark_mode(browser: Browser, web_service: Served) -> None:
    with opened(browser, web_service.address, color_scheme="dark") as view:
        example(view, "a forum")
        paper = view.evaluate(
            "getComputedStyle(document.getElementById('coloured').contentDocument.documentElement).backgroundColor"
        )
        assert paper == "rgb(20, 23, 28)"


# ---- to take along


def test_downloads_have_the_document(article: Page) -> None:
    document = maintext.extract(ARTICLE.read_bytes())
    with article.expect_download() as found:
        article.get_by_role("button", name="Download .md").click()
    assert found.value.suggested_filename == "the-island-that-put-its-tide-to-work.md"
    assert Path(found.value.path()).read_text(encoding="utf-8") == document.to_markdown()
    with article.expect_download() as found:
        article.get_by_role("button", name="Download .json").click()
    assert json.loads(Path(found.value.path()).read_text(encoding="utf-8"))["title"] == document.title


def copied(view: Page, name: str) -> str:
    button = view.locator(".actions button", has_text=name)
    id_ = button.get_attribute("id")
    button.click()
    expect(view.locator(f"#{id_}")).to_have_text("Copied")
    return str(view.evaluate("() => navigator.clipboard.readText()"))


def test_the_commands_do_the_same(article: Page, tmp_path: Path) -> None:
    document = maintext.extract(ARTICLE.read_bytes())
    (tmp_path / "article.html").write_bytes(ARTICLE.read_bytes())
    article.locator("#options summary").click()
    article.get_by_label("links").uncheck()
    shown(article, 2)
    wanted = document.to_markdown(include_links=False)
    environment = {name: value for name, value in os.environ.items() if name != "MAINTEXT_TOKEN"}
    curl, python = copied(article, "Copy as curl"), copied(article, "Copy as Python")
    for command in (["/bin/sh", "-c", f"{curl} -s"], [sys.executable, "-c", python]):
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
        assert done.stdout.decode().rstrip("\n") == wanted.rstrip("\n")


def test_a_link_has_the_settings_and_a_small_page(article: Page, browser: Browser) -> None:
    article.locator("#options summary").click()
    article.get_by_label("Extractor").select_option("econ")
    shown(article, 2)
    link = copied(article, "Copy link")
    assert "?by=econ#page=" in link
    assert len(link) < 10_000
    with opened(browser, link) as other:
        shown(other, 1)
        expect(other.locator("#source-state")).to_contain_text("a shared page, 9,039 bytes")
        expect(other.locator("#facts")).to_contain_text("by econ")


def test_a_link_says_if_the_page_is_too_large_for_it(view: Page) -> None:
    words = " ".join(f"word{number * 7919 % 100_003}" for number in range(12_000))
    view.locator("#source").fill(f"<title>Long</title><p>{words}</p>")
    view.keyboard.press("Control+Enter")
    shown(view, 1)
    view.get_by_role("button", name="Copy link").click()
    expect(view.locator("#copy-link")).to_have_text("Copied the settings; the page is too large for a link")
    assert "#" not in view.evaluate("() => navigator.clipboard.readText()")


# ---- honest states


def test_a_bare_host_name_is_offered_as_an_address_where_pages_are_fetched(browser: Browser) -> None:
    answer = Answer(ARTICLE.read_bytes(), headers={"Content-Type": "text/html; charset=utf-8"})
    options = ["--allow-fetch", "--allow-network", "127.0.0.0/8", "--workers", "1", "--port", "0"]
    with web_server({"/a": answer}) as web:
        server = Served("-m", "maintext", "serve", *options)
        try:
            with opened(browser, server.address) as view:
                view.locator("#source").fill("example.invalid/page")
                view.keyboard.press("Control+Enter")
                expect(view.get_by_role("alert")).to_contain_text("Is it the address https://example.invalid/page?")
                view.get_by_role("button", name="Fetch https://example.invalid/page").click()
                expect(view.get_by_role("alert")).to_contain_text("example.invalid")
                view.locator("#source").fill(f"{web.url}/a")
                view.keyboard.press("Control+Enter")
                shown(view, 1)
                assert f'url: "{web.url}/a"' in copied(view, "Copy as curl").replace('"url":', "url: ")
        finally:
            server.kill()


def test_text_that_could_not_be_decoded_warns_and_lowers_the_confidence(view: Page) -> None:
    broken = ARTICLE.read_text(encoding="utf-8").replace("e", "\ufffd")
    view.locator("#source").fill(broken)
    view.keyboard.press("Control+Enter")
    shown(view, 1)
    expect(view.locator("#warning")).to_contain_text("of the characters could not be decoded")
    assert int(view.locator("#meter-text").inner_text().removesuffix(" %")) < 75
    view.get_by_role("button", name="an article").click()
    shown(view, 2)
    expect(view.locator("#warning")).to_be_hidden()


def test_binary_input_is_refused_with_a_reason(view: Page, tmp_path: Path) -> None:
    (tmp_path / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    view.locator("#file").set_input_files(tmp_path / "picture.html")
    expect(view.get_by_role("alert")).to_be_visible()
    expect(view.locator("#results")).to_be_hidden()


def test_after_an_error_the_old_result_is_dimmed_and_retry_brings_the_new_one(article: Page) -> None:
    article.route(
        "**/view*", lambda route: route.fulfill(status=503, json={"detail": "2 requests are waiting already"})
    )
    article.frame_locator("#document").locator(f"[data-block='{kept_blocks()[1]}']").click()
    expect(article.locator("#tip")).to_be_visible()
    article.get_by_role("button", name="a forum").click()
    expect(article.get_by_role("alert")).to_contain_text("2 requests are waiting already")
    expect(article.locator("#tip")).to_be_hidden()
    expect(article.locator("#results")).to_have_attribute("data-stale", "")
    article.unroute("**/view*")
    article.get_by_role("button", name="Retry").click()
    shown(article, 2)
    expect(article.get_by_role("alert")).to_be_hidden()
    assert article.locator("#results").get_attribute("data-stale") is None
    expect(article.locator("#facts")).to_contain_text("forum")


def test_a_service_that_goes_away_is_said_and_found_again(browser: Browser) -> None:
    servers = [Served("-m", "maintext", "serve", "--port", "0", "--workers", "1")]
    port = str(servers[0].port)
    try:
        with opened(browser, servers[0].address) as view:
            example(view, "an article")
            servers[0].kill()
            view.locator("#options summary").click()
            view.get_by_label("Extractor").select_option("econ")
            expect(view.get_by_role("alert")).to_contain_text("The service does not answer")
            servers.append(Served("-m", "maintext", "serve", "--port", port, "--workers", "1"))
            shown(view, 2)
            expect(view.get_by_role("alert")).to_be_hidden()
            expect(view.locator("#facts")).to_contain_text("by econ")
    finally:
        servers[-1].kill()


def test_escape_leaves_the_box_and_a_stray_key_keeps_the_file(article: Page) -> None:
    article.keyboard.press("/")
    expect(article.locator("#source")).to_be_focused()
    article.keyboard.type("x3")
    expect(article.locator("#source-state")).to_contain_text("article.html")
    assert article.locator("#source").input_value() == ""
    article.keyboard.press("Escape")
    article.keyboard.press("4")
    expect(article.locator("#panel-metadata")).to_be_visible()
    article.get_by_role("button", name="Remove the file").click()
    article.keyboard.insert_text("<title>Tea</title><p>Boil the water, then wait. Pour it, and wait again.")
    article.keyboard.press("Control+Enter")
    shown(article, 2)
    assert article.title() == "Tea · maintext"


def test_a_page_named_on_the_command_line_is_shown_first(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "größe.html"
    page.write_bytes(ARTICLE.read_bytes())
    server = Served("-m", "maintext", "serve", str(page), "--port", "0", "--workers", "1")
    try:
        with opened(browser, server.address) as view:
            shown(view, 1)
            expect(view.locator("#source-state")).to_contain_text("größe.html, 9,039 bytes")
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("page", "reason"), [("missing.html", "No such file"), ("https://example.org/", "is an address")]
)
def test_a_page_that_can_not_be_opened_is_an_error(page: str, reason: str) -> None:
    command = [sys.executable, "-m", "maintext", "serve", page, "--port", "0"]
    done: Any = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, reason in done.stderr) == (1, True), done.stderr
