"""A crawl -> a row an address: its main content without what the site's pages share, or why there is none.

Every page is extracted twice: once to count its blocks, once to drop those that are shared. So the memory is that of
one page, however many there are.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from maintext.api import extract
from maintext.document import Document
from maintext.errors import CrawlError, InputError, TooManyRedirectsError
from maintext.extractors import DEFAULT
from maintext.fetch.addresses import site_of
from maintext.parser import Limits
from maintext.site.archive import Line
from maintext.site.counts import SiteCounts
from maintext.site.frontier import Kind, State
from maintext.site.matching_rule import Rule
from maintext.site.state import CrawlState


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
class Extraction:
    """How pages of a crawl become text."""

    by: str = DEFAULT
    rule: Rule | None = field(default_factory=Rule)
    """When a block is shared; None to keep what pages share."""
    counts: Path | None = None
    """A file of counts to go on with, see `SiteCounts`; without it they live for one reading."""
    shared: Path | None = None
    """Where to list the shared blocks as JSON lines, when all rows were read."""


def read_rows(state: CrawlState, extraction: Extraction = Extraction()) -> Iterator[SiteRow]:
    """A row for every address that the crawl has settled, nearest first."""
    rule = extraction.rule
    if rule is None:
        yield from (_row(state, line, extraction.by, None) for line in state.archive.lines())
        return
    with _counts(extraction.counts, rule) as counts:
        counts.add_all(_documents(state, extraction.by), _site(state))
        yield from (_row(state, line, extraction.by, counts) for line in state.archive.lines())
        if extraction.shared is not None:
            _list_shared(counts, _site(state), extraction.shared)


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


def _documents(state: CrawlState, by: str) -> Iterator[Document]:
    """The pages that count for matching: a duplicate is no second page."""
    for line in state.archive.lines():
        if _has_page(line) and line.duplicate_of is None:
            document = _extracted(state, line.url, by)[0]
            if isinstance(document, Document):
                yield document


def _has_page(line: Line) -> bool:
    return line.state == State.DONE and line.kind == Kind.PAGE


def _extracted(state: CrawlState, url: str, by: str) -> tuple[Document | InputError, str]:
    """A page's document, and when it was fetched."""
    stored = state.archive.page(url)
    if stored is None:
        return InputError("the page is not in the crawl's file"), ""
    response = stored.response
    limits = Limits(max_bytes=max(len(response.body), Limits.max_bytes))
    try:
        return extract(response.body, url, by, encoding=response.content_type, limits=limits), stored.fetched_at
    except InputError as error:
        return error, stored.fetched_at


def _row(state: CrawlState, line: Line, by: str, counts: SiteCounts | None) -> SiteRow:
    facts = SiteRow(
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
        return facts
    document, fetched_at = _extracted(state, line.url, by)
    if isinstance(document, InputError):
        return replace(facts, error=f"{type(document).__name__}: {document}", fetched_at=fetched_at)
    if line.duplicate_of is not None:
        return replace(facts, title=document.title, fetched_at=fetched_at)
    matched = document if counts is None else counts.match(document, _site(state))
    dropped = () if matched.shared is None else tuple(matched.page.texts(matched.shared))
    return replace(
        facts,
        title=matched.title,
        text=matched.text,
        markdown=matched.to_markdown(),
        dropped=dropped,
        note="; ".join(filter(None, [facts.note, matched.reason])) or None,
        fetched_at=fetched_at,
    )


def _circle(state: CrawlState, line: Line) -> str | None:
    """Redirects that lead back to where they began have no page at their end."""
    seen, url = {line.url}, line.moved_to
    while url is not None and url not in seen:
        seen.add(url)
        url = state.frontier.moved_to(url)
    return f"{TooManyRedirectsError.__name__}: it leads in a circle of {len(seen)}" if url is not None else None
