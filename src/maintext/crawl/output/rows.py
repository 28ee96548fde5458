"""A crawl -> a row an address: its main content without what the site's pages share, or why there is none."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from maintext.crawl.archive import Line, StoredPage
from maintext.crawl.frontier import Kind, State
from maintext.crawl.state import CrawlState
from maintext.errors import CrawlError, TooManyRedirectsError
from maintext.fetch.addresses import site_of
from maintext.shared_blocks.counts import SiteCounts
from maintext.shared_blocks.guarded import Extraction, PageText, RawPage, batches
from maintext.shared_blocks.rule import Rule


@dataclass(frozen=True)
class SiteRow:
    """What a crawl gives for one address."""

    url: str
    status: int | None = None
    """Of HTTP; None if there was no answer."""
    title: str | None = None
    text: str | None = None
    """The main content; None if there is no page, empty if the page has none."""
    markdown: str | None = None
    dropped: tuple[str, ...] = ()
    """Texts of the blocks that the extractor kept but the site's pages share."""
    error: str | None = None
    """The name of an error and what it says: why there is no page."""
    note: str | None = None
    """What else is to be said, such as why the text is empty."""
    moved_to: str | None = None
    duplicate_of: str | None = None
    """Another page of the crawl that is the same, so that this one has no text."""
    depth: int = 0
    via: str = ""
    """How it was found: seed, link, redirect, canonical, sitemap, feed."""
    fetched_at: str | None = None


@dataclass(frozen=True)
class Reading:
    """How a crawl becomes rows."""

    extraction: Extraction = field(default_factory=Extraction)
    rule: Rule | None = field(default_factory=Rule)
    """When a block is shared; None to keep what pages share."""
    counts: Path | None = None
    """A file of counts to go on with, see `SiteCounts`; without it they live for one reading."""
    shared: Path | None = None
    """Where to list the shared blocks as JSON lines, when all rows were read."""


def read_rows(state: CrawlState, reading: Reading = Reading()) -> Iterator[SiteRow]:
    """A row for every address that the crawl has settled, nearest first."""
    if reading.rule is None:
        yield from _rows(state, reading.extraction, {})
        return
    with _counts(reading.counts, reading.rule) as counts:
        site = _site(state)
        lost: dict[str, str] = {}
        counts.add_counted(reading.extraction.counted_pages(_pages_that_count(state), lost), site)
        yield from _rows(state, reading.extraction, lost, counts.shared_keys(site))
        if reading.shared is not None:
            _list_shared(counts, site, reading.shared)


def _list_shared(counts: SiteCounts, site: str, path: Path) -> None:
    """A line a block that the site's pages share, the most frequent first."""
    lines = (json.dumps(asdict(block), ensure_ascii=False) + "\n" for block in counts.shared(site))
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
    except OSError as error:
        raise CrawlError(f"{path} can't be written: {error}") from error


def _site(state: CrawlState) -> str:
    return site_of(state.scope.seeds[0])


@contextmanager
def _counts(path: Path | None, rule: Rule) -> Iterator[SiteCounts]:
    if path is not None:
        with SiteCounts(path, rule) as counts:
            yield counts
        return
    with tempfile.TemporaryDirectory() as folder, SiteCounts(Path(folder) / "counts", rule) as counts:
        yield counts


def _pages_that_count(state: CrawlState) -> Iterator[RawPage]:
    """The pages that count for matching: a duplicate is no second page."""
    for line in state.archive.lines():
        if _has_page(line) and line.duplicate_of is None and (stored := state.archive.page(line.url)):
            yield _raw(stored)


def _raw(stored: StoredPage) -> RawPage:
    response = stored.response
    return RawPage(response.url, response.body, response.content_type)


def _has_page(line: Line) -> bool:
    return line.state == State.DONE and line.kind == Kind.PAGE


def _rows(
    state: CrawlState, extraction: Extraction, lost: dict[str, str], shared: NDArray[np.int64] | None = None
) -> Iterator[SiteRow]:
    known = (_facts(state, line, lost) for line in state.archive.lines())
    with extraction.text_reader(shared) as read:
        for batch in batches(known, lambda row: len(row[1].body) if row[1] else 0):
            texts = iter(read([page for _, page in batch if page is not None]))
            yield from (row if page is None else _with_text(row, next(texts)) for row, page in batch)


def _facts(state: CrawlState, line: Line, lost: dict[str, str]) -> tuple[SiteRow, RawPage | None]:
    """What is known of an address without its text, and the page if it has one to be read."""
    row = SiteRow(
        url=line.url,
        status=line.status,
        error=line.error or _circle(state, line),
        note=line.note,
        moved_to=line.moved_to,
        duplicate_of=line.duplicate_of,
        depth=line.depth,
        via=line.via,
    )
    if not _has_page(line):
        return row, None
    stored = state.archive.page(line.url)
    if stored is None:
        return replace(row, error=f"{CrawlError.__name__}: the page is not in the crawl's file"), None
    row = replace(row, fetched_at=stored.fetched_at)
    # What was lost once would be lost again, and take its time.
    return (replace(row, error=lost[line.url]), None) if line.url in lost else (row, _raw(stored))


def _with_text(row: SiteRow, text: PageText | str) -> SiteRow:
    if isinstance(text, str):
        return replace(row, error=text)
    if row.duplicate_of is not None:
        return replace(row, title=text.title)
    return replace(
        row,
        title=text.title,
        text=text.text,
        markdown=text.markdown,
        dropped=tuple(block.text for block in text.dropped),
        note="; ".join(filter(None, [row.note, text.reason])) or None,
    )


def _circle(state: CrawlState, line: Line) -> str | None:
    """Redirects that lead back to where they began have no page at their end."""
    seen, url = {line.url}, line.moved_to
    while url is not None and url not in seen:
        seen.add(url)
        url = state.frontier.moved_to(url)
    return f"{TooManyRedirectsError.__name__}: it leads in a circle of {len(seen)}" if url is not None else None
