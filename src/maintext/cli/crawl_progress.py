"""A crawl's progress -> a line on a terminal, or JSON lines for machines."""

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
    from maintext.crawl.progress import Progress

_EVERY_S = {"line": 0.2, "json": 1.0}


@dataclass
class Reporter:
    """Tells the latest numbers on standard error, not too often."""

    form: str
    told_s: float = 0.0
    latest: Progress | None = field(default=None)

    def __call__(self, progress: Progress) -> None:
        """Takes the newest numbers."""
        self.latest = progress
        if time.monotonic() - self.told_s >= _EVERY_S[self.form]:
            self.tell()

    def tell(self) -> None:
        """Writes the newest numbers, if there are any."""
        if self.latest is None:
            return
        self.told_s = time.monotonic()
        if self.form == "json":
            click.echo(json.dumps(self.latest.to_dict()), err=True)
        else:
            click.echo(f"\r\x1b[K{as_line(self.latest)}", nl=False, err=True)


def as_line(progress: Progress) -> str:
    """The numbers for people."""
    return (
        f"{progress.n_done:,} pages, {progress.pages_a_second:.1f}/s, {progress.n_queued:,} queued, "
        f"{progress.n_failed:,} failed, {progress.n_refused:,} refused"
    )


@contextmanager
def reporter(form: str) -> Iterator[Callable[[Progress], None]]:
    """Something to call with the progress; the last numbers are always told."""
    if form == "auto":
        form = "line" if sys.stderr.isatty() else "none"
    if form == "none":
        yield lambda progress: None
        return
    told = Reporter(form)
    try:
        yield told
    finally:
        told.tell()
        if form == "line":
            click.echo(err=True)
