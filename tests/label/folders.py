"""Folders of pages to label, and the server on one of them as a process of its own."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from maintext.label.desk import LOG_NAME
from tests.served import Served

PAGE = """<!DOCTYPE html><title>Page {number}</title>
<nav><ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li></ul></nav>
<div class="story"><h1>Heading of page {number}</h1>
<p>The first paragraph of page {number}, with commas, as prose has them.</p>
<p>The second one, too, says something; it is no menu.</p><p>And a third one, at last.</p></div>
<div class="teasers"><p class="teaser">More about ferries</p><p class="teaser">More about tides</p>
<p class="teaser">More about sand</p></div><footer>All rights reserved</footer>"""
"""Blocks: Home, News, the heading, three paragraphs, three teasers, the footer."""
HOME, NEWS, HEADING, FIRST, SECOND, THIRD, TEASER, FOOTER = 0, 1, 2, 3, 4, 5, 6, 9
N_BLOCKS = 10


def make_folder(folder: Path, n_pages: int = 10) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(n_pages):
        (folder / f"page-{number:02}.html").write_text(PAGE.format(number=number), encoding="utf-8")
    return folder


def log_lines(folder: Path) -> list[dict[str, Any]]:
    """The events on the disk."""
    return [json.loads(line) for line in (folder / LOG_NAME).read_text(encoding="utf-8").splitlines()]


class Server(Served):
    """`maintext label` as a process."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        super().__init__("-m", "maintext", "label", str(folder), *options)

    def post(self, event: Any, **headers: str) -> tuple[int, Any, str]:
        return self.send("/api/events", event, **headers)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, *(options or ("--port", "0")))
    try:
        yield server
    finally:
        server.kill()
