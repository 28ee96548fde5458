"""A real browser for tests: Debian's chromium, driven by Playwright. Tests that need it are skipped without it, and
say so; `make .venv/browser` installs it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser without a window; skips the test if there is none on the machine."""
    program = os.environ.get("MAINTEXT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("NO BROWSER: needs chromium (make .venv/browser installs it, or set MAINTEXT_CHROMIUM)")
    with sync_playwright() as playwright:
        # Chromium's own sandbox does not start for root; what is tested here is the sandbox of frames.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()
