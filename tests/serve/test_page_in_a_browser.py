"""The web page in a real browser. `make screenshots` takes the pictures of the docs here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import maintext
from tests.browser import open_browser, save_screenshot
from tests.served import Served
from tests.shared_data import ROOT
from tests.trap import hostile_page, open_trap

DEMO = ROOT / "demo" / "html" / "harbour-news.html"
LEGACY = ROOT / "demo" / "html" / "mountain-hut.html"
WIDE, PHONE = {"width": 1360, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "2")
    yield server
    server.kill()


@pytest.fixture
def view(browser: Browser, server: Served) -> Iterator[Page]:
    yield from opened(browser, server.address)


def opened(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    context = browser.new_context(**{"viewport": WIDE, "permissions": ["clipboard-read", "clipboard-write"], **options})
    page = context.new_page()
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("data-ready", "yes")
    yield page
    context.close()


def shown(view: Page, times: int) -> None:
    """Waits until so many answers were shown."""
    expect(view.locator("body")).to_have_attribute("data-shown", str(times), timeout=30_000)


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
    expect(view.locator("#title")).to_have_text(document.title or "")
    kept = int(document.keep.sum())
    expect(view.locator("#facts")).to_contain_text(f"{kept} of {len(document.blocks)} blocks kept")
    expect(view.frame_locator("#document").locator("p").first).to_contain_text("ferry")
    assert kept_marks(view) >= kept
    view.get_by_role("button", name="Copy as Markdown").click()
    expect(view.locator("#copy")).to_have_text("Copied")
    assert view.evaluate("() => navigator.clipboard.readText()") == document.to_markdown()


def test_a_file_is_opened_or_dropped_as_bytes(view: Page) -> None:
    view.locator("#file").set_input_files(LEGACY)
    shown(view, 1)
    title = maintext.extract(LEGACY.read_bytes()).title or ""
    assert not title.isascii()
    expect(view.locator("#title")).to_have_text(title)
    transfer = view.evaluate_handle(
        "(text) => { const transfer = new DataTransfer(); "
        "transfer.items.add(new File([text], 'dropped.html', {type: 'text/html'})); return transfer }",
        DEMO.read_text(encoding="utf-8"),
    )
    view.dispatch_event("body", "drop", {"dataTransfer": transfer})
    shown(view, 2)
    expect(view.locator("#source-state")).to_contain_text("dropped.html")
    expect(view.locator("#title")).to_contain_text("Ferry returns")


def test_extractors_and_options_are_switched_live_and_stand_in_the_address(view: Page, browser: Browser) -> None:
    html = DEMO.read_text(encoding="utf-8")
    view.locator("#source").fill(html)
    view.keyboard.press("Control+Enter")
    shown(view, 1)
    before = view.locator("#facts").inner_text()
    view.get_by_label("Extractor").select_option("all")
    shown(view, 2)
    assert view.locator("#facts").inner_text() != before
    expect(view.locator("#n-dropped")).to_have_text(f"({len(maintext.extract(html, by='all').dropped)})")
    view.get_by_label("images").uncheck()
    shown(view, 3)
    expect(view.locator("#markdown")).not_to_contain_text("![")
    view.keyboard.press("5")
    expect(view).to_have_url(re.compile(r"\?by=all&include_images=false&show=markdown$"))
    others = opened(browser, view.url)
    other = next(others)
    expect(other.get_by_label("Extractor")).to_have_value("all")
    expect(other.get_by_label("images")).not_to_be_checked()
    expect(other.locator("#tab-markdown")).to_have_attribute("aria-selected", "true")
    next(others, None)


def test_modes_are_switched_live_and_belong_to_the_learned_extractor(view: Page, browser: Browser) -> None:
    paste(view, DEMO.read_text(encoding="utf-8"))
    shown(view, 1)
    before = kept_marks(view)
    view.get_by_label("Keep").select_option("recall")
    shown(view, 2)
    view.get_by_label("headline").check()
    shown(view, 3)
    assert kept_marks(view) > before
    assert "favor=recall" in view.url
    assert "include_title=true" in view.url
    others = opened(browser, view.url)
    expect(next(others).get_by_label("Keep")).to_have_value("recall")
    next(others, None)
    view.get_by_label("Extractor").select_option("all")
    shown(view, 4)
    assert view.get_by_label("Keep").is_disabled()
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


def test_what_goes_wrong_is_told_on_the_page(view: Page, server: Served) -> None:
    view.get_by_role("button", name="Extract").click()
    expect(view.get_by_role("alert")).to_contain_text("Paste an address or HTML first")
    paste(view, "https://example.org/")
    expect(view.get_by_role("alert")).to_contain_text("does not fetch pages")
    paste(view, "")
    view.route("**/view", lambda route: route.abort())
    view.locator("#source").fill("<p>Tea")
    view.keyboard.press("Control+Enter")
    expect(view.get_by_role("alert")).to_contain_text("does not answer")


def test_a_hostile_page_reaches_neither_the_parent_nor_the_network(view: Page) -> None:
    with open_trap() as trap:
        view.locator("#source").fill(hostile_page(trap.address))
        view.keyboard.press("Control+Enter")
        shown(view, 1)
        view.wait_for_timeout(500)
        for frame in ("#coloured", "#document"):
            paragraph = view.frame_locator(frame).locator("p").first
            paragraph.hover()
            paragraph.click()
        view.wait_for_timeout(1000)
        assert view.title() == "maintext"
        assert "OWNED" not in view.locator("body").inner_text()
        assert trap.requests == []


def test_every_control_has_a_name_and_enough_contrast(view: Page) -> None:
    view.locator("#file").set_input_files(DEMO)
    shown(view, 1)
    unnamed = view.evaluate(
        "() => [...document.querySelectorAll('button, select, textarea, input, iframe, meter')]"
        ".filter((e) => !(e.labels?.length || e.textContent.trim() || e.title || e.ariaLabel)).map((e) => e.outerHTML)"
    )
    assert unnamed == []
    for scheme in ("light", "dark"):
        view.emulate_media(color_scheme=scheme)
        pairs = view.evaluate(
            "() => { const style = getComputedStyle(document.documentElement);"
            "const of = (name) => style.getPropertyValue(name);"
            "return [['--ink', '--paper'], ['--muted', '--paper'], ['--muted', '--raised'], ['--accent', '--paper'],"
            "['--on-accent', '--accent'], ['--bad', '--paper']].map((pair) => pair.map(of)) }"
        )
        assert all(contrast(*pair) >= 4.5 for pair in pairs), (scheme, [contrast(*pair) for pair in pairs])


def contrast(one: str, other: str) -> float:
    """As the accessibility guidelines (WCAG 2) define it."""
    lights = sorted((luminance(one.strip()), luminance(other.strip())), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_page_fits_its_screen_and_a_picture_is_taken_for_the_docs(
    browser: Browser, server: Served, tmp_path: Path, size: str, scheme: str
) -> None:
    viewport = WIDE if size == "wide" else PHONE
    views = opened(browser, server.address, viewport=viewport, color_scheme=scheme)
    view = next(views)
    view.locator("#file").set_input_files(DEMO)
    shown(view, 1)
    expect(view.frame_locator("#document").locator("p").first).to_be_visible()
    if size == "phone":
        view.locator("#tab-coloured").click()
    expect(view.locator("#panel-coloured")).to_be_visible()
    assert view.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    # The time that it took is no part of a picture.
    view.evaluate(
        "() => { const facts = document.getElementById('facts');"
        "facts.textContent = facts.textContent.replace(/ · \\d+ ms/, '') }"
    )
    assert save_screenshot(view, f"serve-{size}-{scheme}", tmp_path) > 5_000
    next(views, None)
