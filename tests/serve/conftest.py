"""What the tests of the web page share: a browser and a service per file, and a fresh page per test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import open_browser
from tests.serve.web_page import opened
from tests.served import Served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def web_service() -> Iterator[Served]:
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "2")
    yield server
    server.kill()


@pytest.fixture
def view(browser: Browser, web_service: Served) -> Iterator[Page]:
    with opened(browser, web_service.address) as page:
        yield page
