"""The service's web page, opened in a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, expect

WIDE, PHONE = {"width": 1360, "height": 900}, {"width": 390, "height": 844}


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    context = browser.new_context(**{"viewport": WIDE, "permissions": ["clipboard-read", "clipboard-write"], **options})
    page = context.new_page()
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("data-ready", "yes")
    yield page
    context.close()


def shown(view: Page, times: int) -> None:
    """Waits until so many answers were shown, with their frames."""
    expect(view.locator("body")).to_have_attribute("data-shown", str(times))
    expect(view.locator("body")).to_have_attribute("data-frames", str(2 * times))


def example(view: Page, name: str, times: int = 1) -> None:
    """Opens an example by its button."""
    view.get_by_role("button", name=name).click()
    shown(view, times)
