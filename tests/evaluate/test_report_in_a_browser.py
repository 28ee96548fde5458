"""The evaluation report in a real browser: light, dark and on a phone, and with hostile gold texts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessibility import serious_findings
from tests.browser import open_browser, save_screenshot
from tests.corpus.test_layouts import write
from tests.evaluate.test_evaluate_command import evaluate
from tests.shared_data import ROOT
from tests.trap import hostile_page, open_trap


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def view(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    yield context.new_page()
    context.close()


def test_it_is_accessible_light_and_dark_and_fits_a_phone(view: Page, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert evaluate(ROOT / "demo", "--by", "model,econ,cetr", "--report", report).exit_code == 0
    view.goto(report.as_uri())
    expect(view.locator(".verdict")).to_contain_text("95 % interval")
    box = view.locator(".plot svg").first.bounding_box()
    assert box
    assert box["width"] > 1000, "plots use the width"
    assert save_screenshot(view, "evaluate", tmp_path) > 5_000
    view.locator("summary", has_text="All metrics").click()
    view.evaluate("document.querySelector('.text').closest('details').open = true")
    expect(view.locator(".text .mtb").first).to_be_visible()
    light = view.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert serious_findings(view) == []
    view.emulate_media(color_scheme="dark")
    assert view.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") != light
    assert serious_findings(view) == []
    view.set_viewport_size({"width": 390, "height": 800})
    assert view.evaluate("document.documentElement.scrollWidth") <= 390


def test_hostile_pages_and_gold_texts_stay_text(view: Page, tmp_path: Path) -> None:
    with open_trap() as trap:
        html = hostile_page(trap.address)
        gold = json.dumps({"id": "1", "gold": f"<img src='{trap.address}/gold.png' onerror='document.title=1'> text"})
        folder = write(tmp_path / "evil", {"gold.jsonl": gold, "html/1.html": html})
        report = tmp_path / "report.html"
        assert evaluate(folder, "--by", "all", "--report", report).exit_code == 0
        view.goto(report.as_uri())
        view.evaluate("for (const section of document.querySelectorAll('details')) section.open = true")
        view.wait_for_timeout(300)
        assert trap.requests == []
    assert view.title() == "maintext evaluate"
