"""A real browser for tests: Debian's chromium, driven by Playwright. Tests that need it are skipped without it, and
say so; `make .venv/browser` installs it."""

import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

PATIENCE_MS = 30_000
"""How long anything may take before a test fails: machines that do other work at the same time are slow."""
NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser without a window; skips the test if there is none on the machine."""
    program = os.environ.get("MAINTEXT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("NO BROWSER: needs chromium (make .venv/browser installs it, or set MAINTEXT_CHROMIUM)")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        # Chromium's own sandbox does not start for root; what is tested here is the sandbox of frames.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def save_screenshot(view: Page, name: str, folder: Path) -> int:
    """Writes what is seen as a small PNG, into the folder or where MAINTEXT_SCREENSHOTS says; its size in bytes.

    `make screenshots` so makes the pictures of the docs.
    """
    path = Path(os.environ.get("MAINTEXT_SCREENSHOTS", folder)) / f"{name}.png"
    with Image.open(io.BytesIO(view.screenshot())) as picture:
        picture.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    return path.stat().st_size
