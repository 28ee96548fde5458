"""Progress on standard error: a bar that counts, and a crawl's numbers as a line or as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from maintext.crawl.crawler import OnProgress
    from maintext.crawl.progress import Progress

_SECONDS_BETWEEN = {"line": 0.2, "json": 1.0}


@contextmanager
def progress_bar(label: str, length: int, *, is_hidden: bool = False) -> Iterator[Callable[[], None]]:
    """A function to call after each step. The bar shows on a terminal only."""
    if is_hidden or not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr, show_pos=True) as bar:
        yield lambda: bar.update(1)


@dataclass
class CrawlReporter:
    """Writes the latest numbers of a crawl, not too often."""

    form: str
    reported_s: float = 0.0
    latest: Progress | None = field(default=None)

    def __call__(self, progress: Progress) -> None:
        """Takes the newest numbers."""
        self.latest = progress
        if time.monotonic() - self.reported_s >= _SECONDS_BETWEEN[self.form]:
            self.report()

    def report(self) -> None:
        """Writes the newest numbers, if there are any."""
        if self.latest is None:
            return
        self.reported_s = time.monotonic()
        if self.form == "json":
            click.echo(json.dumps(self.latest.to_dict()), err=True)
        else:
            click.echo(f"\r\x1b[K{as_line(self.latest)}", nl=False, err=True)


def as_line(progress: Progress) -> str:
    """The numbers for people; the time left is for the addresses that are known now."""
    line = (
        f"{progress.n_done:,} pages, {progress.pages_per_second:.1f}/s, {progress.n_queued:,} queued, "
        f"{progress.n_failed:,} failed, {progress.n_refused:,} refused"
    )
    if not progress.n_queued or not progress.pages_per_second:
        return line
    minutes, seconds = divmod(round(progress.n_queued / progress.pages_per_second), 60)
    return f"{line}, {minutes:,}:{seconds:02} left"


@contextmanager
def crawl_reporter(form: str) -> Iterator[OnProgress]:
    """A function to call with the progress of a crawl; the last numbers are always written."""
    if form == "auto":
        form = "line" if sys.stderr.isatty() else "none"
    if form == "none":
        yield lambda progress: None
        return
    reporter = CrawlReporter(form)
    try:
        yield reporter
    finally:
        reporter.report()
        if form == "line":
            click.echo(err=True)
