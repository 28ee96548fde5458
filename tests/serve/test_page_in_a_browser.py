"""The web page in a real browser. `make screenshots` takes the pictures of the docs here."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import maintext
from tests.accessibility import serious_findings
from tests.browser import save_screenshot
from tests.serve.web_page import PHONE, WIDE, example, opened, shown
from tests.served import Served
from tests.shared_data import ROOT
from tests.trap import hostile_page, open_trap

DEMO = ROOT / "demo" / "html" / "harbour-news.html"
LEGACY = ROOT / "demo" / "html" / "mountain-hut.html"


def paste(view: Page, text: str) -> None:
    view.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    view.locator("#source").focus()
    view.keyboard.press("ControlOrMeta+v")


def kept_marks(view: Page) -> int:
    return view.frame_locator("#coloured").locator("mt-run[data-kept]").count()


def test_a_pasted_page_is_extracted_and_copied_as_markdown(view: Page) -> None:
    html = DEMO.read_text(encoding="utf-8")
    paste(view, html)
    shown(view, 1)
    document = maintext.extract(html)
    expect(view.frame_locator("#document").locator("h1").first).to_have_text(document.title or "")
    kept = int(document.keep.sum())
    expect(view.locator("#facts")).to_contain_text(f"{kept} of {len(document.blocks)} blocks")
    expect(view.frame_locator("#document").locator("p:not(.byline)").first).to_contain_text("ferry")
    assert kept_marks(view) >= kept
    view.get_by_role("button", name="Copy as Markdown").click()
    expect(view.locator("#copy")).to_have_text("Copied")
    assert view.evaluate("() => navigator.clipboard.readText()") == document.to_markdown()


def test_a_file_is_opened_or_dropped_as_bytes(view: Page) -> None:
    view.locator("#file").set_input_files(LEGACY)
    shown(view, 1)
    title = maintext.extract(LEGACY.read_bytes()).title or ""
    assert not title.isascii()
    expect(view.frame_locator("#document").locator("h1").first).to_have_text(title)
    transfer = view.evaluate_handle(
        "(text) => { const transfer = new DataTransfer(); "
        "transfer.items.add(new File([text], 'dropped.html', {type: 'text/html'})); return transfer }",
        DEMO.read_text(encoding="utf-8"),
    )
    view.dispatch_event("body", "drop", {"dataTransfer": transfer})
    shown(view, 2)
    expect(view.locator("#source-state")).to_contain_text("dropped.html")
    expect(view.frame_locator("#document").locator("h1").first).to_contain_text("Ferry returns")


def test_extractors_and_options_are_switched_live_and_are_part_of_the_address(view: Page, browser: Browser) -> None:
    html = DEMO.read_text(encoding="utf-8")
    view.locator("#source").fill(html)
    view.keyboard.press("Control+Enter")
    shown(view, 1)
    before = view.locator("#facts").inner_text()
    view.locator("#options summary").click()
    view.get_by_label("Extractor").select_option("all")
    shown(view, 2)
    assert view.locator("#facts").inner_text() != before
    expect(view.locator("#n-dropped")).to_have_text(f"({len(maintext.extract(html, by='all').dropped)})")
    view.get_by_label("images").uncheck()
    shown(view, 3)
    expect(view.locator("#markdown")).not_to_contain_text("![")
    view.keyboard.press("5")
    expect(view).to_have_url(re.compile(r"\?by=all&include_images=false&show=markdown$"))
    with opened(browser, view.url) as other:
        expect(other.get_by_label("Extractor")).to_have_value("all")
        expect(other.get_by_label("images")).not_to_be_checked()
        expect(other.locator("#tab-markdown")).to_have_attribute("aria-selected", "true")


def test_modes_are_switched_live_and_belong_to_the_learned_extractor(view: Page, browser: Browser) -> None:
    paste(view, DEMO.read_text(encoding="utf-8"))
    shown(view, 1)
    before = kept_marks(view)
    view.locator("#options summary").click()
    view.get_by_label("Prefer").select_option("recall")
    shown(view, 2)
    view.get_by_role("checkbox", name="headline").check()
    shown(view, 3)
    assert kept_marks(view) > before
    assert "favor=recall" in view.url
    assert "include_title=true" in view.url
    with opened(browser, view.url) as other:
        expect(other.get_by_label("Prefer")).to_have_value("recall")
    view.get_by_label("Extractor").select_option("all")
    shown(view, 4)
    assert view.get_by_label("Prefer").is_disabled()
    assert "favor" not in view.url


def test_what_was_dropped_and_why_and_the_metadata_are_shown(view: Page) -> None:
    view.locator("#file").set_input_files(DEMO)
    shown(view, 1)
    view.get_by_role("tab", name="Dropped").click()
    dropped = maintext.extract(DEMO.read_bytes()).dropped
    expect(view.locator("#dropped tr")).to_have_count(len(dropped))
    row = view.locator("#dropped tr", has_text="News").first
    expect(row).to_contain_text("its score is too low: 100 % of it are links")
    view.get_by_role("tab", name="Metadata").click()
    expect(view.locator("#metadata tr", has_text="title").first).to_contain_text("Ferry returns")


def test_the_keyboard_is_enough(view: Page) -> None:
    view.keyboard.press("/")
    view.keyboard.insert_text("<title>Tea</title><p>Boil the water, then wait. Pour it, and wait again.")
    view.keyboard.press("Control+Enter")
    shown(view, 1)
    for _ in range(20):
        if view.evaluate("document.activeElement.id") == "tab-document":
            break
        view.keyboard.press("Tab")
    expect(view.locator("#tab-document")).to_be_focused()
    view.keyboard.press("ArrowRight")
    expect(view.locator("#tab-dropped")).to_be_focused()
    view.keyboard.press("4")
    expect(view.locator("#panel-metadata")).to_be_visible()
    expect(view.locator("#panel-dropped")).to_be_hidden()


def test_what_goes_wrong_is_shown_on_the_page(view: Page) -> None:
    view.get_by_role("button", name="Extract").click()
    expect(view.get_by_role("alert")).to_contain_text("Paste an address or HTML first")
    paste(view, "https://example.org/")
    expect(view.get_by_role("alert")).to_contain_text("does not fetch pages")
    view.locator("#source").fill("example.org/news")
    view.keyboard.press("Control+Enter")
    expect(view.get_by_role("alert")).to_contain_text("looks like an address, and this service does not fetch pages")


def test_a_hostile_page_reaches_neither_the_parent_nor_the_network(view: Page) -> None:
    with open_trap() as trap:
        view.locator("#source").fill(hostile_page(trap.address))
        view.keyboard.press("Control+Enter")
        shown(view, 1)
        view.wait_for_timeout(500)
        for frame in ("#coloured", "#document"):
            paragraph = view.frame_locator(frame).get_by_text("The first paragraph").first
            paragraph.hover()
            paragraph.click()
        view.wait_for_timeout(1000)
        assert view.title() == "A friendly page · maintext"
        assert "OWNED" not in view.locator("body").inner_text()
        assert trap.requests == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_axe_finds_nothing_serious(browser: Browser, web_service: Served, size: str, scheme: str) -> None:
    viewport = WIDE if size == "wide" else PHONE
    with opened(browser, web_service.address, viewport=viewport, color_scheme=scheme) as view:
        assert serious_findings(view) == []
        example(view, "an article")
        assert serious_findings(view) == []
        for tab in ("dropped", "metadata", "markdown"):
            view.locator(f"#tab-{tab}").click()
            assert serious_findings(view) == [], tab
        view.locator("#options summary").click()
        view.get_by_role("button", name="Remove the file").click()
        view.locator("#source").fill("example.org")
        view.keyboard.press("Control+Enter")
        expect(view.get_by_role("alert")).to_be_visible()
        view.locator("#barcode").focus()
        view.keyboard.press("ArrowRight")
        assert serious_findings(view) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_page_fits_its_screen_and_a_picture_is_taken_for_the_docs(
    browser: Browser, web_service: Served, tmp_path: Path, size: str, scheme: str
) -> None:
    viewport = WIDE if size == "wide" else PHONE
    with opened(browser, web_service.address, viewport=viewport, color_scheme=scheme) as view:
        example(view, "an article" if scheme == "light" else "a forum")
        expect(view.locator("#panel-document")).to_be_visible()
        if size == "phone":
            view.locator("#tab-coloured").click()
        expect(view.locator("#panel-coloured")).to_be_visible()
        assert view.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        # How long it took depends on the machine.
        view.evaluate(
            "() => { const facts = document.getElementById('facts');"
            "facts.textContent = facts.textContent.replace(/ · [\\d.]+ ms.*/, '') }"
        )
        view.locator("#barcode").focus()
        for _ in range(30):
            view.keyboard.press("ArrowRight")
        expect(view.locator("#tip")).to_be_visible()
        assert save_screenshot(view, f"serve-{size}-{scheme}", tmp_path) > 5_000
