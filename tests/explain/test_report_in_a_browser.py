"""The report in a real browser: what is seen and done in it, and what a hostile page can't do."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

import maintext
from maintext.explain.coloured import coloured_page
from maintext.explain.report import to_report
from maintext.extractors.by import get_extractor
from tests.accessibility import serious_findings
from tests.browser import open_browser, save_screenshot
from tests.shared_data import ROOT
from tests.trap import hostile_page, open_trap

DEMO = ROOT / "demo" / "html" / "harbour-news.html"
METHODS = ("cetr", "model", "pvalue")
BEST = 1


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def view(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(to_report(maintext.parse(DEMO.read_bytes()), METHODS, DEMO.name), encoding="utf-8")
    return file


@pytest.fixture
def report(view: Page, report_file: Path) -> Page:
    view.goto(report_file.as_uri())
    return view


def test_the_page_is_coloured_and_the_document_stands_beside_it(report: Page) -> None:
    frame = report.frame_locator("#page")
    kept = frame.locator("mt-run[data-kept]").first
    expect(kept).to_be_visible()
    assert kept.evaluate("mark => getComputedStyle(mark).outlineStyle") == "solid"
    assert kept.evaluate("mark => getComputedStyle(mark).backgroundColor") != "rgba(0, 0, 0, 0)"
    article = report.locator("#documents article:visible")
    expect(article).to_contain_text("for the first time in nine years")
    # The headline, which no block of the document has.
    expect(article.locator(".headline")).to_have_text("Ferry returns to the old harbour after nine years")


def test_resting_on_a_block_tells_its_numbers(report: Page) -> None:
    mark = report.frame_locator("#page").get_by_text("for the first time in nine years").first
    mark.hover()
    hover = report.locator("#hover")
    expect(hover).to_be_visible()
    for words in ("paragraph", "model", "cetr", "pvalue", "words", "in links", "contributions, model"):
        expect(hover).to_contain_text(words)


def test_another_extractor_recolours_the_page_and_changes_the_document(report: Page) -> None:
    kept = report.frame_locator("#page").locator("mt-run[data-kept]")
    page = maintext.parse(DEMO.read_bytes())
    for number, by in enumerate(METHODS):
        report.locator(f"input[name=by][value='{number}']").check()
        keep = get_extractor(by)(page).keep
        expect(kept).to_have_count(int(keep[page.runs.block].sum()))
        expect(report.locator(f"#documents article[data-by='{number}']")).to_be_visible()
        assert report.locator("#documents article:visible [data-block]").count() == int(keep.sum())


def unfold(report: Page, name: str) -> None:
    report.locator(f"#{name} > summary").click()


def test_it_is_short_and_opens_with_the_best_extractor_at_what_was_kept(report: Page) -> None:
    assert report.evaluate("document.documentElement.scrollHeight") < 2_000
    expect(report.locator("input[name=by]:checked")).to_have_value(str(BEST))
    expect(report.frame_locator("#page").locator("mt-run[data-kept]").first).to_be_in_viewport()
    assert report.evaluate("scrollY") == 0
    expect(report.locator(".card p").first).to_contain_text("CETR: keeps the lines")
    expect(report.locator(".card a").first).to_have_attribute("href", re.compile(r"algorithms/cetr/$"))


def test_the_barcode_walks_by_keys_and_goes_by_a_click(report: Page) -> None:
    strip = report.locator("#barcodes > div:visible")
    strip.focus()
    expect(report.locator("#hover")).to_be_hidden()
    report.keyboard.press("End")
    last = len(maintext.parse(DEMO.read_bytes()).blocks) - 1
    expect(report.frame_locator("#page").locator(f"mt-run[data-block='{last}']").first).to_be_in_viewport()
    expect(report.locator("#hover")).to_contain_text(f"block {last}")
    report.keyboard.press("Escape")
    expect(report.locator("#hover")).to_be_hidden()
    box = strip.locator("svg").bounding_box()
    assert box
    # In the middle of the page, which was kept.
    report.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(report.frame_locator("#page").locator("mt-run[data-active]").first).to_have_attribute("data-kept", "")
    expect(report.locator("#documents .active:visible")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_items_are_cards_whose_lines_do_not_overlap(
    view: Page, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    listing = ROOT / "demo" / "html" / "pens-listing.html"
    file = tmp_path / "report.html"
    file.write_text(to_report(maintext.parse(listing.read_bytes()), ["model"], listing.name), encoding="utf-8")
    view.emulate_media(color_scheme=scheme)
    view.goto(file.as_uri())
    cards = view.locator("#documents .mt-card")
    expect(cards).to_have_count(len(maintext.extract(listing.read_bytes()).items))
    parts = cards.first.locator("h3, p")
    boxes = [parts.nth(number).bounding_box() for number in range(parts.count())]
    assert len(boxes) == 3
    for above, below in pairwise(boxes):
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"] + 1
    price = cards.nth(1).locator("b")
    expect(price).to_have_text("26.00 GBP")
    block = price.get_attribute("data-block")
    price.click()
    expect(view.frame_locator("#page").locator(f"mt-run[data-block='{block}']").first).to_be_in_viewport()
    assert serious_findings(view) == []


def test_blocks_that_the_site_shares_are_listed_and_struck_out(view: Page, tmp_path: Path) -> None:
    words = ("owls hunt at night", "cats sleep all day", "bees dance at noon", "whales sing", "ants carry leaves")
    for number, text in enumerate(words):
        page = f"<title>{number}</title><h1>Page {number}</h1><p>It is known that {text}.</p><p>Subscribe now!</p>"
        (tmp_path / f"{number}.html").write_text(page, encoding="utf-8")
    report = tmp_path / "report.html"
    arguments = ["explain", tmp_path / "3.html", "--by", "all", "--site", tmp_path, "-o", report]
    subprocess.run([sys.executable, "-m", "maintext", *map(str, arguments)], check=True, capture_output=True)
    view.goto(report.as_uri())
    expect(view.locator("#documents article:visible")).to_contain_text("whales sing")
    expect(view.locator("#documents article:visible")).not_to_contain_text("Subscribe now!")
    struck = view.frame_locator("#page").locator("mt-run[data-shared]")
    expect(struck).to_have_text("Subscribe now!")
    assert "line-through" in struck.evaluate("mark => getComputedStyle(mark).textDecorationLine")
    unfold(view, "site")
    row = view.locator("#site tbody tr", has_text="Subscribe now!")
    expect(row).to_contain_text("5 of 5")
    row.click()
    expect(struck).to_be_in_viewport()
    for scheme in ("light", "dark"):
        view.emulate_media(color_scheme=scheme)
        assert serious_findings(view) == []


def test_the_documents_are_side_by_side_when_unfolded(report: Page) -> None:
    unfold(report, "side-by-side")
    expect(report.locator("#columns article")).to_have_count(3)
    expect(report.locator("#side-by-side svg")).to_be_visible()
    assert report.locator("#columns [data-differs]").count() > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(report: Page, scheme: Literal["light", "dark"]) -> None:
    report.emulate_media(color_scheme=scheme)
    for name in ("side-by-side", "pictures", "all-blocks"):
        unfold(report, name)
    expect(report.locator("#blocks tbody tr").first).to_be_visible()
    assert serious_findings(report) == []


def test_the_blocks_that_differ_can_be_listed_alone(report: Page) -> None:
    keeps = [get_extractor(by)(maintext.parse(DEMO.read_bytes())).keep for by in METHODS]
    n_differing = sum(len({bool(keep[row]) for keep in keeps}) > 1 for row in range(len(keeps[0])))
    assert 0 < n_differing < len(keeps[0])
    unfold(report, "all-blocks")
    expect(report.locator("#blocks tbody tr:visible")).to_have_count(len(keeps[0]))
    report.get_by_role("button", name="differing").click()
    expect(report.locator("#blocks tbody tr:visible")).to_have_count(n_differing)


def test_a_click_in_the_document_shows_the_block_in_the_page(report: Page) -> None:
    last = report.locator("#documents article:visible [data-block]").last
    block = last.get_attribute("data-block")
    last.click()
    expect(report.frame_locator("#page").locator(f"mt-run[data-block='{block}']").first).to_be_in_viewport()


def test_every_picture_is_drawn_in_the_colours_of_the_theme(report: Page) -> None:
    unfold(report, "pictures")
    titles = report.locator("figure h3").all_inner_texts()
    # The scores of cetr are a mask on this page, which the barcode shows.
    assert titles == [
        "Scores by model",
        "Scores by pvalue",
        "What contributes to the scores of model",
        "CETR: tag ratios by line",
        "CETR: smoothed tag ratios",
        "CETR: absolute derivative",
        "CETR: lines as points, in clusters",
        "qRead: line lengths",
        "qRead: segment densities",
        "P value: the likeliest elements",
    ]
    for unit in ("characters per tag", "words per line", "line of the source", "log odds"):
        expect(report.locator("figure svg text", has_text=unit).first).to_be_visible()
    label = report.locator("figure svg text").first
    light = label.evaluate("text => getComputedStyle(text).fill")
    report.emulate_media(color_scheme="dark")
    assert label.evaluate("text => getComputedStyle(text).fill") != light


def test_nothing_is_wider_than_a_phone(report: Page) -> None:
    report.set_viewport_size({"width": 390, "height": 800})
    assert report.evaluate("document.documentElement.scrollWidth") <= 390


def test_pictures_of_it_can_be_taken_for_the_docs(report: Page, tmp_path: Path) -> None:
    report.set_viewport_size({"width": 1100, "height": 1000})
    report.frame_locator("#page").get_by_text("for the first time in nine years").first.hover()
    expect(report.locator("#hover")).to_be_visible()
    assert save_screenshot(report, "explain", tmp_path) > 5_000
    report.emulate_media(color_scheme="dark")
    unfold(report, "pictures")
    report.locator("figure").nth(2).evaluate("figure => scrollBy(0, figure.getBoundingClientRect().top - 130)")
    report.mouse.move(0, 0)
    assert save_screenshot(report, "explain-dark", tmp_path) > 5_000


def test_a_hostile_page_reaches_neither_the_report_nor_the_network(view: Page, tmp_path: Path) -> None:
    with open_trap() as trap:
        page = maintext.parse(hostile_page(trap.address))
        file = tmp_path / "report.html"
        file.write_text(to_report(page, ["econ"], "hostile.html"), encoding="utf-8")
        asked: list[str] = []
        view.on("request", lambda request: asked.append(request.url))
        view.on("popup", lambda popup: asked.append(popup.url))
        view.goto(file.as_uri())
        frame = view.frame_locator("#page")
        for text in ("A link with script", "A link away", "to stay", "Send", "The first paragraph"):
            frame.get_by_text(text).first.click()
        view.wait_for_timeout(500)
        assert [url for url in asked if not url.startswith(("file:", "about:"))] == []
        assert trap.requests == []
    assert view.title() == "A friendly page · maintext explain"
    assert "OWNED" not in view.locator("body").inner_html().replace("OWNED'", "")
    expect(frame.get_by_text("The second one")).to_be_visible()


def test_a_coloured_page_outside_its_sandbox_is_harmless_too(view: Page, tmp_path: Path) -> None:
    with open_trap() as trap:
        page = maintext.parse(hostile_page(trap.address))
        file = tmp_path / "coloured.html"
        file.write_text(coloured_page(page, get_extractor("all")(page)), encoding="utf-8")
        view.goto(file.as_uri())
        view.get_by_text("A link with script").click()
        view.get_by_text("Send").click()
        view.wait_for_timeout(500)
        assert trap.requests == []
        assert view.url.split("?")[0] == file.as_uri()


def test_the_trap_works(view: Page, tmp_path: Path) -> None:
    """Without the colouring the same page does reach the network: the tests above can fail."""
    with open_trap() as trap:
        file = tmp_path / "hostile.html"
        file.write_text(hostile_page(trap.address), encoding="utf-8")
        view.goto(file.as_uri(), wait_until="commit")
        for _ in range(100):
            if len(trap.requests) > 5:
                break
            view.wait_for_timeout(100)
        assert len(trap.requests) > 5
