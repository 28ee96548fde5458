"""A crawl -> one row per address: its main content without the blocks that the site's pages share, or an error."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from maintext.atomic_output import atomic_file
from maintext.crawl.archive import AddressRow, StoredPage
from maintext.crawl.frontier import Kind, State
from maintext.crawl.state import CrawlState
from maintext.errors import CrawlError, TooManyRedirectsError
from maintext.fetch.addresses import site_of
from maintext.shapes.verdicts.publisher import Permissions, header_directives, robots_directives
from maintext.shared_blocks.counts import SiteCounts
from maintext.shared_blocks.guarded import Extraction, PageText, RawPage, batches
from maintext.shared_blocks.rule import Rule

MAX_CIRCLE = 50
"""Redirects of a circle that is reported as one."""


@dataclass(frozen=True)
class SiteRow:
    """The result of a crawl for one address."""

    url: str
    status: int | None = None
    """The HTTP status; None if there was no response."""
    title: str | None = None
    text: str | None = None
    """The main content; None if there is no page, empty if the page has no main content."""
    markdown: str | None = None
    dropped: tuple[str, ...] = ()
    """Texts of the blocks that the extractor kept but the site's pages share."""
    error: str | None = None
    """The name and message of the error because of which there is no page."""
    note: str | None = None
    """Further information, such as why the text is empty."""
    moved_to: str | None = None
    duplicate_of: str | None = None
    """The page of the crawl that this one repeats; it has no text then."""
    depth: int = 0
    via: str = ""
    """How it was found: seed, link, redirect, canonical, sitemap, feed."""
    fetched_at: str | None = None
    permissions: tuple[str, ...] = ()
    """Directives of the publisher, such as noai, from the page, its response and robots.txt."""


@dataclass(frozen=True)
class RowOptions:
    """How a crawl becomes rows."""

    extraction: Extraction = field(default_factory=Extraction)
    rule: Rule | None = field(default_factory=Rule)
    """When a block is shared; None to keep shared blocks."""
    counts: Path | None = None
    """A file of counts to continue with, see `SiteCounts`; without it the counts are temporary."""
    shared: Path | None = None
    """Where to list the shared blocks as JSON lines."""
    allows_training: bool = False
    """Whether pages that are reserved against training models have no text."""


def read_rows(state: CrawlState, options: RowOptions = RowOptions()) -> Iterator[SiteRow]:
    """One row for every address with a final outcome, nearest first."""
    if options.rule is None:
        yield from _allowed(_rows(state, options.extraction, {}), options)
        return
    extraction = replace(options.extraction, compared=options.rule.compared)
    with _counts(options.counts, options.rule) as counts:
        site = _site(state)
        lost: dict[str, str] = {}
        counts.add_counted(extraction.counted_pages(_pages_that_count(state), lost), site)
        yield from _allowed(_rows(state, extraction, lost, counts.shared_keys(site)), options)
        if options.shared is not None:
            _list_shared(counts, site, options.shared)


def _allowed(rows: Iterator[SiteRow], options: RowOptions) -> Iterator[SiteRow]:
    """The rows, without the texts of reserved pages if that is wanted."""
    for row in rows:
        permissions = Permissions(dict.fromkeys(row.permissions, ""))
        if not options.allows_training or permissions.allows_training or row.text is None:
            yield row
            continue
        note = f"reserved against training: {', '.join(permissions.reservations)}"
        yield replace(row, text="", markdown="", dropped=(), note="; ".join(filter(None, [row.note, note])))


def _list_shared(counts: SiteCounts, site: str, path: Path) -> None:
    """Writes one line for each block that the site's pages share, the most frequent first."""
    lines = (json.dumps(asdict(block), ensure_ascii=False) + "\n" for block in counts.shared(site))
    try:
        with atomic_file(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
    except OSError as error:
        raise CrawlError(f"cannot write {path}: {error}") from error


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
    """The pages that count for matching: a duplicate does not count as a second page."""
    for address in state.archive.addresses():
        if _has_page(address) and address.duplicate_of is None and (stored := state.archive.page(address.url)):
            yield _raw(stored)


def _raw(stored: StoredPage) -> RawPage:
    response = stored.response
    return RawPage(response.url, response.body, response.content_type)


def _has_page(address: AddressRow) -> bool:
    return address.state == State.DONE and address.kind == Kind.PAGE


def _rows(
    state: CrawlState, extraction: Extraction, lost: dict[str, str], shared: NDArray[np.int64] | None = None
) -> Iterator[SiteRow]:
    known = (_facts(state, address, lost) for address in state.archive.addresses())
    with extraction.text_reader(shared) as read:
        for batch in batches(known, lambda row: len(row[1].body) if row[1] else 0):
            texts = iter(read([page for _, page in batch if page is not None]))
            yield from (row if page is None else _with_text(row, next(texts)) for row, page in batch)


def _facts(state: CrawlState, address: AddressRow, lost: dict[str, str]) -> tuple[SiteRow, RawPage | None]:
    """An address without its text, and its page if it has one to be read."""
    row = SiteRow(
        url=address.url,
        status=address.status,
        error=address.error or _circle(state, address),
        note=address.note,
        moved_to=address.moved_to,
        duplicate_of=address.duplicate_of,
        depth=address.depth,
        via=address.via,
    )
    if not _has_page(address):
        return row, None
    stored = state.archive.page(address.url)
    if stored is None:
        return replace(row, error=f"{CrawlError.__name__}: the page is missing from the crawl's file"), None
    directives = {**header_directives(stored.response.headers), **_site_directives(state, address.url)}
    row = replace(row, fetched_at=stored.fetched_at, permissions=tuple(directives))
    # A page that failed once would fail again, and take its time.
    return (replace(row, error=lost[address.url]), None) if address.url in lost else (row, _raw(stored))


def _site_directives(state: CrawlState, url: str) -> dict[str, str]:
    """What the robots.txt of the page's origin asks for it."""
    parts = urlsplit(url)
    robots = state.archive.robots(f"{parts.scheme}://{parts.netloc}")
    return robots_directives(robots.text, parts.path or "/") if robots and robots.text else {}


def _with_text(row: SiteRow, text: PageText | str) -> SiteRow:
    if isinstance(text, str):
        return replace(row, error=text)
    row = replace(row, permissions=tuple(dict.fromkeys([*text.permissions, *row.permissions])))
    if row.duplicate_of is not None:
        return replace(row, title=text.title)
    # An empty page has its own reason, and nothing to leave out.
    if text.verdict not in ("content", "empty"):
        note = f"not content: {text.verdict}"
        text = text._replace(text="", markdown="", reason="; ".join(filter(None, [note, text.reason])), dropped=[])
    return replace(
        row,
        title=text.title,
        text=text.text,
        markdown=text.markdown,
        dropped=tuple(block.text for block in text.dropped),
        note="; ".join(filter(None, [row.note, text.reason])) or None,
    )


def _circle(state: CrawlState, address: AddressRow) -> str | None:
    """The error for redirects that lead back to where they began, so that there is no page at their end."""
    seen, url = {address.url}, address.moved_to
    # Longer chains need not be walked: pages can link to thousands of redirects that lead to each other.
    while url is not None and url not in seen and len(seen) <= MAX_CIRCLE:
        seen.add(url)
        url = state.frontier.moved_to(url)
    is_circle = url is not None and url in seen
    return f"{TooManyRedirectsError.__name__}: it redirects in a circle of {len(seen)}" if is_circle else None
