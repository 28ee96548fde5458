"""`maintext site URL`: the pages of a site, fetched politely, without the blocks they share."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.atomic_output import sigterm_interrupts
from maintext.cli.shared_options import by_option, page_limit_options, rule_options
from maintext.errors import CrawlError
from maintext.shared_blocks.rule import find_rule

if TYPE_CHECKING:
    from maintext.crawl.output.rows import RowOptions, SiteRow
    from maintext.crawl.scope import Scope
    from maintext.crawl.state import CrawlState
    from maintext.fetch import Policy
    from maintext.guard import GuardLimits

SOME_FAILED, INTERRUPTED = 1, 130
N_ERRORS_SHOWN = 3
"""The reasons that are shown when a crawl has no page at all."""


@dataclass(frozen=True)
class Options:
    """The options of the command line, as click passes them."""

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
    allows_training: bool
    rule: str
    threshold: float | None
    minimum: int | None
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
@click.option("-o", "output", help="A file .jsonl or .parquet, or a folder/; JSON lines to standard output without it.")
@click.option("--state", help="The file that holds the crawl, to resume it; beside the output without it.")
@click.option("--warc", type=click.Path(path_type=Path, dir_okay=False), help="Also write the pages to a WARC file.")
@click.option(
    "--depth", type=click.IntRange(0), default=1, show_default=True, help="Links from a seed to the farthest page."
)
@click.option("--max-pages", type=click.IntRange(1), default=10_000, show_default=True, help="Pages to request.")
@click.option("--include", multiple=True, metavar="REGEX", help="Follow only addresses that match one of these.")
@click.option("--exclude", multiple=True, metavar="REGEX", help="Follow no address that matches one of these.")
@click.option(
    "--sitemap", multiple=True, metavar="URL|auto", help="Also start from a sitemap; auto: those of the site."
)
@click.option(
    "--feed", multiple=True, metavar="URL|auto", help="Also start from a feed; auto: those that the seed page names."
)
@click.option("--subdomains", is_flag=True, help="Include the subdomains of the seed's host.")
@by_option()
@click.option("--keep-shared", is_flag=True, help="Keep the blocks that the site's pages share.")
@click.option("--allows-training", is_flag=True, help="Write no text of pages reserved against training models.")
@rule_options
@click.option(
    "--counts", type=click.Path(path_type=Path, dir_okay=False), help="A file of block counts to continue with."
)
@click.option("--shared", type=click.Path(path_type=Path, dir_okay=False), help="A file to list the shared blocks in.")
@page_limit_options
@click.option(
    "--delay",
    type=click.FloatRange(0),
    default=0.5,
    show_default=True,
    help="Smallest pause between two requests to a host.",
)
@click.option(
    "--per-host", type=click.IntRange(1, 8), default=2, show_default=True, help="Simultaneous requests to a host."
)
@click.option(
    "--retries", type=click.IntRange(0, 10), default=2, show_default=True, help="Retries after temporary failures."
)
@click.option("--user-agent", help="Identifies you; add a contact address. Its first word is looked up in robots.txt.")
@click.option("--allow-private", is_flag=True, help="Also connect to private networks and to this machine.")
@click.option(
    "--allow-network", multiple=True, metavar="CIDR", help="Also connect to this network, which is not public."
)
@click.option("--offline", is_flag=True, help="Fetch nothing; write the pages of an earlier crawl.")
@click.option(
    "--progress",
    type=click.Choice(["auto", "line", "json", "none"]),
    default="auto",
    show_default=True,
    help="line: one line on standard error; json: one JSON object per second; auto: a line if it is a terminal.",
)
def site(urls: tuple[str, ...], **given: Any) -> None:
    """Crawl a site and extract the main content of its pages, without the blocks that the pages share.

    Fetches the seed pages and the pages they link to on the same site, and respects robots.txt. The same command
    resumes a crawl that was interrupted, and updates one that is finished. The exit code is 0 if all pages were read,
    1 if some failed, 130 if the command was interrupted.
    """
    options = Options(**given)
    _check(urls, options)
    with sigterm_interrupts(), _state(urls, options) as state:
        try:
            if not options.offline:
                _crawl(state, options)
            rows = _write(state, options)
            if not options.offline:
                state.finish()
        except KeyboardInterrupt:
            _report_interrupt(state, options)
            sys.exit(INTERRUPTED)
        sys.exit(_report(state, rows, options))


def _check(urls: tuple[str, ...], options: Options) -> None:
    """Raises the errors that would otherwise show only after the crawl."""
    from maintext.crawl.output.outputs import check_output
    from maintext.crawl.scope import AUTO

    for url in (*urls, *options.sitemap, *options.feed):
        if "://" not in url and url != AUTO:
            raise CrawlError(f"{url!r} is not a complete address: begin it with https://")
    check_output(options.output)
    _row_options(options)
    _policy(options)


@contextmanager
def _state(urls: tuple[str, ...], options: Options) -> Iterator[CrawlState]:
    from maintext.crawl.state import open_state

    scope = None if options.offline else _scope(urls, options)
    if options.offline and not _is_kept(options):
        raise CrawlError("--offline writes the pages of an earlier crawl: name its file with --state")
    if _is_kept(options):
        with open_state(Path(options.state or _beside(options.output or "")), scope) as state:
            yield state
        return
    with tempfile.TemporaryDirectory() as folder, open_state(Path(folder) / "crawl", scope) as state:
        yield state


def _beside(output: str) -> str:
    """The state file of a crawl without --state."""
    from maintext.crawl.output.outputs import is_folder

    folder = Path(output) if is_folder(output) else Path(output).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CrawlError(f"cannot create {folder}: {error}") from error
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
    from maintext.cli.progress import crawl_reporter
    from maintext.crawl.pace import Pace
    from maintext.crawl.running import run_crawl

    # A delay of 0 is for a site of one's own: then slow answers do not slow the crawl down either.
    slowness = Pace.slowness if options.delay else 0.0
    pace = Pace(options.delay, options.per_host, n_retries=options.retries, slowness=slowness)
    with crawl_reporter(options.progress) as report:
        run_crawl(state, _policy(options), pace, report, _limits(options))


def _report_interrupt(state: CrawlState, options: Options) -> None:
    from maintext.crawl.frontier import State

    n_done = state.frontier.counts()[State.DONE]
    kept = "the same command resumes the crawl" if _is_kept(options) else "nothing was kept"
    click.echo(f"\nmaintext: interrupted after {n_done} pages; {kept}", err=True)


def _is_kept(options: Options) -> bool:
    return bool(options.state) or options.output not in (None, "-")


@dataclass
class Rows:
    """The rows that were written."""

    n_rows: int = 0
    n_unread: int = 0
    """Rows of pages that were fetched but could not be read."""
    errors: list[str] = field(default_factory=list)
    """The first errors."""

    def counted(self, rows: Iterable[SiteRow]) -> Iterator[SiteRow]:
        """The rows, which are counted on the way."""
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
    write_rows(rows.counted(read_rows(state, _row_options(options))), options.output)
    return rows


def _limits(options: Options) -> GuardLimits:
    from maintext.guard import GuardLimits

    return GuardLimits(options.page_seconds, options.page_megabytes * 1024**2)


def _row_options(options: Options) -> RowOptions:
    from maintext.crawl.output.rows import RowOptions
    from maintext.shared_blocks.guarded import Extraction

    rule = None if options.keep_shared else find_rule(options.rule, options.threshold, options.minimum)
    extraction = Extraction(options.by, limits=_limits(options))
    return RowOptions(extraction, rule, options.counts, options.shared, options.allows_training)


def _report(state: CrawlState, rows: Rows, options: Options) -> int:
    """Prints the counts; returns the exit code."""
    from maintext.crawl.frontier import State

    counts = state.frontier.counts()
    n_done, n_failed, n_left = counts[State.DONE], counts[State.FAILED], counts[State.QUEUED]
    where = "" if options.output is None else f" in {options.output}"
    left = f", {n_left} left after {options.max_pages}" if n_left else ""
    counted = f"{n_done} pages, {n_failed} failed, {counts[State.REFUSED]} refused, {counts[State.MOVED]} moved{left}"
    unread = f", {rows.n_unread} could not be read" if rows.n_unread else ""
    click.echo(f"maintext: {counted}{unread}; {rows.n_rows} rows{where}", err=True)
    has_pages = n_done > rows.n_unread
    if not has_pages:
        for error in rows.errors:
            click.echo(f"maintext: {error}", err=True)
    return 0 if has_pages and not n_failed and not rows.n_unread else SOME_FAILED
