"""The labelling page, opened in a browser: what a person does there, and what is then on the disk."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, FrameLocator, Page, expect

from maintext.label.desk import Desk
from tests.label.folders import (
    FIRST,
    HEADING,
    SECOND,
    THIRD,
    Server,
)

ARTICLE = [HEADING, FIRST, SECOND, THIRD]
"""What `econ` keeps of the made pages."""


@contextmanager
def opened(browser: Browser, server: Server, who: str, page_id: str = "page-00") -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.goto(f"{server.address}/#{page_id}")
    page.locator("#who").fill(who)
    page.locator("#who").blur()
    expect(page.locator("body")).to_have_attribute("data-open", page_id)
    # The name that was typed asks for the list of pages again; a click before its answer may be lost in the repaint.
    page.wait_for_load_state("networkidle")
    try:
        yield page
    finally:
        context.close()


def frame(view: Page) -> FrameLocator:
    return view.frame_locator("#page")


def click(view: Page, block: int, **options: object) -> None:
    frame(view).locator(f"mt-run[data-block='{block}']").first.click(**options)  # type: ignore[arg-type]  # as click has them


def drag(view: Page, *blocks: int) -> None:
    """Presses the mouse on the first block, goes over the others, and lets it go on the last.

    By the browser's own protocol: Playwright's mouse waits for a script in the frame, where none runs.
    """
    session = view.context.new_cdp_session(view)
    points = []
    for block in blocks:
        box = frame(view).locator(f"mt-run[data-block='{block}']").first.bounding_box()
        assert box
        points.append({"x": box["x"] + 5, "y": box["y"] + 5})
    button = {"button": "left", "buttons": 1, "clickCount": 1}
    session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **points[0], **button})
    for point in points[1:]:
        session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", **point, **button})
    session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **points[-1], **button})


def expect_kept(view: Page, *blocks: int) -> None:
    """Waits until the frame shows just these blocks as kept, and all is saved."""
    expect(view.locator("#counts")).to_contain_text(f"{len(blocks)} of 10 blocks kept")
    kept = frame(view).locator("mt-run[data-kept]")
    expect(kept).to_have_count(len(blocks))
    assert kept.evaluate_all("marks => marks.map((mark) => Number(mark.dataset.block))") == sorted(blocks)
    expect(view.locator("#state")).to_have_text(re.compile("all saved|^$|done"))


def current(view: Page) -> str:
    value = view.locator("body").get_attribute("data-open")
    assert value
    return value


def kept_on_disk(folder: Path, page_id: str) -> list[int]:
    keep = Desk(folder, "econ").open(page_id).labels.keep
    return [row for row, is_kept in enumerate(keep) if is_kept]


def letters_on_disk(folder: Path, page_id: str) -> str:
    return "".join(Desk(folder, "econ").open(page_id).labels.letters)
