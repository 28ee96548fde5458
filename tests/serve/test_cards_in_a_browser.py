"""Posts, items and products as cards on the web page: what they show, which block they are, and hostile pages."""

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

import maintext
from tests.accessibility import serious_findings
from tests.browser import save_screenshot
from tests.serve.web_page import PHONE, example, opened, shown
from tests.served import Served
from tests.shared_data import ROOT
from tests.trap import open_trap

LISTING = ROOT / "demo" / "html" / "pens-listing.html"
FORUM = ROOT / "src" / "maintext" / "serve" / "examples" / "forum.html"


def test_a_thread_is_a_card_per_post(view: Page) -> None:
    example(view, "a forum")
    cards = view.frame_locator("#document").locator(".mt-posts .mt-card")
    expect(cards).to_have_count(10)
    expect(cards.nth(1).locator(".mt-facts")).to_contain_text("Marit_K")
    expect(cards.nth(1).locator(".mt-facts")).to_contain_text("#2 · 4 May 2026, 10:34")
    expect(cards.nth(1)).to_contain_text("Noon is the worst light")
    expect(view.frame_locator("#document").get_by_text("Noon is the worst light")).to_have_count(1)
    post = maintext.extract(FORUM.read_bytes()).posts[9]
    cards.nth(9).get_by_text("catchlight").click()
    active = view.frame_locator("#coloured").locator("[data-active]").first
    expect(active).to_have_attribute("data-block", str(post.blocks[0]))
    expect(active).to_be_in_viewport()


def test_a_listing_is_a_card_per_item_with_its_price(view: Page) -> None:
    view.locator("#file").set_input_files(LISTING)
    shown(view, 1)
    cards = view.frame_locator("#document").locator(".mt-items .mt-card")
    items = maintext.extract(LISTING.read_bytes()).items
    expect(cards).to_have_count(len(items))
    for number, item in enumerate(items):
        expect(cards.nth(number).locator("h3")).to_have_text(item.name or "")
        expect(cards.nth(number).locator(".mt-facts b")).to_have_text(f"{item.price} {item.currency}")
    n_kept = view.evaluate("state.view.record.blocks.filter((block) => block.is_kept).length")
    assert view.evaluate("panes.parts.size") == n_kept
    cards.nth(2).locator("b").click()
    expect(view.frame_locator("#coloured").locator("[data-active]").first).to_contain_text("48")


def test_a_picture_of_cards_can_be_taken_for_the_docs(view: Page, tmp_path: Path) -> None:
    view.set_viewport_size({"width": 1240, "height": 860})
    example(view, "a forum")
    expect(view.frame_locator("#document").locator(".mt-card").first).to_be_visible()
    assert save_screenshot(view, "serve-cards", tmp_path) > 5_000


def test_a_product_has_its_facts_above_the_text(view: Page) -> None:
    example(view, "a product")
    card = view.frame_locator("#document").locator(".mt-product")
    expect(card.locator(".mt-price")).to_have_text("79.00 EUR")
    expect(card).to_contain_text("in stock")
    card.locator("summary").click()
    expect(card.locator("details dd").first).to_have_text("8 mm")


def test_comments_below_an_article_are_folded_and_named_as_not_part_of_it(view: Page) -> None:
    example(view, "an article")
    comments = view.frame_locator("#document").locator(".mt-more")
    expect(comments.locator("summary")).to_have_text("Comments, not part of the text: 3")
    expect(comments.locator(".mt-card").first).to_be_hidden()
    comments.locator("summary").click()
    expect(comments.locator(".mt-card").first).to_contain_text("harbourlight")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["a forum", "a product"])
def test_cards_are_accessible_and_fit_a_phone(
    browser: Browser, web_service: Served, name: str, scheme: Literal["light", "dark"]
) -> None:
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": scheme}
    with opened(browser, web_service.address, **options) as view:
        example(view, name)
        frame = "document.getElementById('document').contentDocument.documentElement"
        assert view.evaluate(f"{frame}.scrollWidth <= {frame}.clientWidth")
        assert serious_findings(view) == []
        # Frames run no scripts, so the document is also checked as a page.
        document = view.evaluate("document.getElementById('document').srcdoc")
        alone = view.context.new_page()
        alone.set_content(document)
        expect(alone.locator(".mt-card").first).to_be_visible()
        assert serious_findings(alone) == []


def test_a_hostile_thread_runs_no_script_and_reaches_no_network(view: Page) -> None:
    with open_trap() as trap:
        owned = "top.document.title='OWNED'"
        evil = f'<img src={trap.address}/x onerror="{owned}"><script>{owned}</script>'
        posts = [
            {
                "@type": "Comment",
                "text": f"{evil} Comment {number}: long enough to be a post of its own, with a few more words in it.",
                "author": {"@type": "Person", "name": f"Eve {evil}", "url": f"javascript:{owned}"},
                "url": f"javascript:{owned}",
                "dateCreated": f"2026-05-0{number}",
            }
            for number in range(1, 4)
        ]
        thread = {
            "@context": "https://schema.org",
            "@type": "DiscussionForumPosting",
            "text": "A thread.",
            "comment": posts,
        }
        data = json.dumps(thread).replace("<", "\\u003c")
        asked: list[str] = []
        view.on("request", lambda request: asked.append(request.url))
        text = " ".join(
            "A long paragraph of an article about the sea and its birds, and why they fly." for _ in range(20)
        )
        view.locator("#source").fill(
            f'<title>Sea</title><script type="application/ld+json">{data}</script>'
            f"<article><h1>Sea</h1><p>{text}</p></article>"
        )
        view.keyboard.press("Control+Enter")
        shown(view, 1)
        frame = view.frame_locator("#document")
        frame.locator("summary").click()
        expect(frame.locator(".mt-card").first).to_contain_text("Eve")
        assert frame.locator("[href^='javascript:'], .mt-card script, .mt-card img").count() == 0
        frame.locator(".mt-card b").first.click()
        view.wait_for_timeout(300)
        assert trap.requests == []
        assert not [url for url in asked if url.startswith(trap.address)]
        assert view.title() == "Sea · maintext"
