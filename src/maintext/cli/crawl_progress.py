"""The progress of a crawl -> a line on a terminal, or JSON lines for programs."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from maintext.crawl.crawler import OnProgress
    from maintext.crawl.progress import Progress

_EVERY_S = {"line": 0.2, "json": 1.0}


@dataclass
class Reporter:
    """Writes the latest numbers to standard error, at most so often."""

    form: str
    written_s: float = 0.0
    latest: Progress | None = field(default=None)

    def __call__(self, progress: Progress) -> None:
        """Takes the latest numbers, and writes them if it is time."""
        self.latest = progress
        if time.monotonic() - self.written_s >= _EVERY_S[self.form]:
            self.write()

    def write(self) -> None:
        """Writes the latest numbers, if there are any."""
        if self.latest is None:
            return
        self.written_s = time.monotonic()
        if self.form == "json":
            click.echo(json.dumps(self.latest.to_dict()), err=True)
        else:
            click.echo(f"\r\x1b[K{as_line(self.latest)}", nl=False, err=True)


def as_line(progress: Progress) -> str:
    """The numbers as one line of text."""
    return (
        f"{progress.n_done:,} pages, {progress.pages_per_second:.1f}/s, {progress.n_queued:,} queued, "
        f"{progress.n_failed:,} failed, {progress.n_refused:,} refused"
    )


@contextmanager
def reporter(form: str) -> Iterator[OnProgress]:
    """A callback for the progress; the last numbers are always written."""
    if form == "auto":
        form = "line" if sys.stderr.isatty() else "none"
    if form == "none":
        yield lambda progress: None
        return
    latest = Reporter(form)
    try:
        yield latest
    finally:
        latest.write()
        if form == "line":
            click.echo(err=True)
