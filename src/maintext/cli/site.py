"""`maintext site URL`: a site's pages, fetched politely, without what they share."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.extract import NEARLY_ALL, NEARLY_ALL_FAILED, SOME_FAILED
from maintext.errors import CrawlError, ForbiddenAddressError
from maintext.extractors.registry import DEFAULT, EXTRACTORS

if TYPE_CHECKING:
    from maintext.crawl.output.rows import Reading, SiteRow
    from maintext.crawl.progress import Progress
    from maintext.crawl.scope import Scope
    from maintext.crawl.state import CrawlState
    from maintext.fetch import Policy

INTERRUPTED = 130
N_ERRORS_SHOWN = 3
"""When there is no page at all, so many reasons are told."""
_FORBIDDEN = "--allow-private asks private networks and this machine, too"


@dataclass(frozen=True)
class Options:
    """What the command line said; the fields are the options below."""

    output: str | None
    state: str | None
    warc: Path | None
    depth: int
    max_pages: int
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    sitemap: tuple[str, ...]
    feed: tuple[str, ...]
    subdomains: bool
    by: str
    keep_shared: bool
    threshold: float
    minimum: int
    counts: Path | None
    shared: Path | None
    page_seconds: float
    page_megabytes: int
    delay: float
    per_host: int
    retries: int
    user_agent: str | None
    allow_private: bool
    allow_network: tuple[str, ...]
    offline: bool
    progress: str


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option("-o", "output", help="A file .jsonl or .parquet, or a folder/; without it JSON lines to standard output.")
@click.option("--state", help="Where the crawl lives, to go on with; without it beside the output.")
@click.option("--warc", type=click.Path(path_type=Path, dir_okay=False), help="Keep the pages as a WARC, too.")
@click.option("--depth", type=click.IntRange(0), default=1, show_default=True, help="Links from a seed to a page.")
@click.option("--max-pages", type=click.IntRange(1), default=10_000, show_default=True, help="Pages to ask for.")
@click.option("--include", multiple=True, metavar="REGEX", help="Follow only addresses that match one of these.")
@click.option("--exclude", multiple=True, metavar="REGEX", help="Follow no address that matches one of these.")
@click.option("--sitemap", multiple=True, metavar="URL|auto", help="Start from a sitemap, too; auto: the site's own.")
@click.option("--feed", multiple=True, metavar="URL|auto", help="Start from a feed, too; auto: those of the seed.")
@click.option("--subdomains", is_flag=True, help="Hosts below the seed's are of the site.")
@click.option(
    "--by", default=DEFAULT, show_default=True, help=f"The extractor: {', '.join(EXTRACTORS)}; or module:class."
)
@click.option("--keep-shared", is_flag=True, help="Do not drop the blocks that the site's pages share.")
@click.option("--threshold", default=0.03, show_default=True, help="Share of pages from which on a block is shared.")
@click.option("--minimum", default=3, show_default=True, help="Pages that must have a block for it to be shared.")
@click.option("--counts", type=click.Path(path_type=Path, dir_okay=False), help="Counts of blocks to go on with.")
@click.option("--shared", type=click.Path(path_type=Path, dir_okay=False), help="List the shared blocks there.")
@click.option("--page-seconds", type=float, default=10.0, show_default=True, help="Processor time for a page.")
@click.option("--page-megabytes", type=int, default=2048, show_default=True, help="Memory for a page.")
@click.option(
    "--delay", type=click.FloatRange(0), default=0.5, show_default=True, help="Least seconds between requests."
)
@click.option("--per-host", type=click.IntRange(1, 8), default=2, show_default=True, help="Requests at once to a host.")
@click.option("--retries", type=click.IntRange(0, 10), default=2, show_default=True, help="Of what may pass.")
@click.option(
    "--user-agent", help="Who is asking; say how you can be reached. Its first word is looked up in robots.txt."
)
@click.option("--allow-private", is_flag=True, help="Ask private networks and this machine, too.")
@click.option("--allow-network", multiple=True, metavar="CIDR", help="Ask this network although it is not public.")
@click.option("--offline", is_flag=True, help="Fetch nothing; write what an earlier crawl has.")
@click.option(
    "--progress",
    type=click.Choice(["auto", "line", "json", "none"]),
    default="auto",
    show_default=True,
    help="line: for people; json: a JSON line a second on standard error; auto: a line on a terminal, none elsewhere.",
)
def site(urls: tuple[str, ...], **given: Any) -> None:
    """Crawl a site and take the main content out of its pages, without what the pages share.

    The seed pages and the pages they link to on the same site are fetched, robots.txt is honoured. A crawl that was
    cut off goes on where it stopped when the same command is given again; one that is finished is brought up to date.
    The exit code is 0 if all pages were read, 1 if some failed, 126 if nearly all did, 130 if it was interrupted.
    """
    options = Options(**given)
    _check(urls, options)
    with _state(urls, options) as state:
        try:
            if not options.offline:
                _crawl(state, options)
            rows = _write(state, options)
        except KeyboardInterrupt:
            _tell_interrupted(state, options)
            sys.exit(INTERRUPTED)
        if not options.offline:
            state.finish()
        sys.exit(_told(state, rows, options))


def _check(urls: tuple[str, ...], options: Options) -> None:
    """Mistakes that would show only after the crawl, or would not be understood."""
    from maintext.crawl.output.outputs import check_output
    from maintext.crawl.scope import AUTO
    from maintext.extractors.by import find_extractor

    for url in (*urls, *options.sitemap, *options.feed):
        if "://" not in url and url != AUTO:
            raise CrawlError(f"{url!r} is no whole address: begin it with https://")
    find_extractor(options.by)
    check_output(options.output)
    _reading(options)
    _policy(options)


@contextmanager
def _state(urls: tuple[str, ...], options: Options) -> Iterator[CrawlState]:
    from maintext.crawl.state import open_state

    scope = None if options.offline else _scope(urls, options)
    if options.offline and not _is_kept(options):
        raise CrawlError("--offline writes what an earlier crawl has: say where it is by --state")
    if _is_kept(options):
        with open_state(Path(options.state or _beside(options.output or "")), scope) as state:
            yield state
        return
    with tempfile.TemporaryDirectory() as folder, open_state(Path(folder) / "crawl", scope) as state:
        yield state


def _beside(output: str) -> str:
    """The state of a crawl without a place of its own."""
    from maintext.crawl.output.outputs import is_folder

    folder = Path(output) if is_folder(output) else Path(output).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CrawlError(f"{folder} can't be made: {error}") from error
    return str(folder / ".crawl") if is_folder(output) else f"{output}.crawl"


def _scope(urls: tuple[str, ...], options: Options) -> Scope:
    from maintext.crawl.scope import Scope

    return Scope(
        seeds=urls,
        depth=options.depth,
        max_pages=options.max_pages,
        include=options.include,
        exclude=options.exclude,
        sitemaps=options.sitemap,
        feeds=options.feed,
        with_subdomains=options.subdomains,
    )


def _policy(options: Options) -> Policy:
    from maintext.fetch import EVERY_NETWORK, Policy

    allowed = EVERY_NETWORK if options.allow_private else options.allow_network
    return Policy(
        user_agent=Policy.user_agent if options.user_agent is None else options.user_agent, allowed_networks=allowed
    )


def _crawl(state: CrawlState, options: Options) -> None:
    from maintext.cli.crawl_progress import reporter
    from maintext.crawl.pace import Pace
    from maintext.crawl.running import run_crawl

    slowness = Pace.slowness if options.delay else 0.0
    pace = Pace(options.delay, options.per_host, n_retries=options.retries, slowness=slowness)
    report: Callable[[Progress], None]
    with reporter(options.progress) as report:
        run_crawl(state, _policy(options), pace, report)


def _tell_interrupted(state: CrawlState, options: Options) -> None:
    from maintext.crawl.frontier import State

    n_done = state.frontier.counts()[State.DONE]
    kept = "the same command goes on from here" if _is_kept(options) else "nothing was kept"
    click.echo(f"\nmaintext: interrupted after {n_done} pages; {kept}", err=True)


def _is_kept(options: Options) -> bool:
    return bool(options.state) or options.output not in (None, "-")


@dataclass
class Rows:
    """The rows that were written."""

    n_rows: int = 0
    n_unread: int = 0
    """Of pages that were fetched, but could not be read."""
    errors: list[str] = field(default_factory=list)
    """The first ones."""

    def passing(self, rows: Iterable[SiteRow]) -> Iterator[SiteRow]:
        """The rows, counted as they go by."""
        for row in rows:
            self.n_rows += 1
            if row.error is not None:
                self.n_unread += row.fetched_at is not None
                self.errors += [f"{row.url}: {row.error}"] * (len(self.errors) < N_ERRORS_SHOWN)
            yield row


def _write(state: CrawlState, options: Options) -> Rows:
    from maintext.crawl.output.outputs import write_rows
    from maintext.crawl.output.rows import read_rows
    from maintext.crawl.output.warc import write_warc

    if options.warc is not None:
        write_warc(state, options.warc)
    rows = Rows()
    write_rows(rows.passing(read_rows(state, _reading(options))), options.output)
    return rows


def _reading(options: Options) -> Reading:
    from maintext.crawl.output.rows import Reading
    from maintext.guard import GuardLimits
    from maintext.shared_blocks.guarded import Extraction
    from maintext.shared_blocks.rule import Rule

    rule = None if options.keep_shared else Rule(options.threshold, options.minimum)
    limits = GuardLimits(options.page_seconds, options.page_megabytes * 1024**2)
    return Reading(Extraction(options.by, limits=limits), rule, options.counts, options.shared)


def _told(state: CrawlState, rows: Rows, options: Options) -> int:
    """Says how it went; gives the exit code."""
    from maintext.crawl.frontier import State

    counts = state.frontier.counts()
    n_done, n_failed, n_left = counts[State.DONE], counts[State.FAILED], counts[State.QUEUED]
    where = "" if options.output is None else f" in {options.output}"
    left = f", {n_left} left after {options.max_pages}" if n_left else ""
    told = f"{n_done} pages, {n_failed} failed, {counts[State.REFUSED]} refused, {counts[State.MOVED]} moved{left}"
    unread = f", {rows.n_unread} could not be read" if rows.n_unread else ""
    click.echo(f"maintext: {told}{unread}; {rows.n_rows} rows{where}", err=True)
    n_failed, n_done = n_failed + rows.n_unread, n_done - rows.n_unread
    if not n_done:
        _tell_why(rows.errors)
    if n_failed >= NEARLY_ALL * max(1, n_done + n_failed) or not n_done:
        return NEARLY_ALL_FAILED
    return SOME_FAILED if n_failed else 0


def _tell_why(errors: list[str]) -> None:
    for error in errors:
        click.echo(f"maintext: {error}", err=True)
    if any(ForbiddenAddressError.__name__ in error for error in errors):
        click.echo(f"maintext: {_FORBIDDEN}", err=True)
