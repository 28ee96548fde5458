"""`maintext match PATH...`: the pages of one site -> the blocks they share, and the pages without them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, get_args

import click

from maintext.atomic_output import atomic_file, sigterm_interrupts
from maintext.cli.colour import cut_to_width, has_colour, painted, terminal_width
from maintext.cli.shared_options import by_option, page_limit_options, rule_options
from maintext.errors import MatchingError, MissingPackageError
from maintext.guard import GuardLimits
from maintext.shared_blocks import SharedBlock, SiteCounts
from maintext.shared_blocks.guarded import Extraction, PageText, RawPage, TextReader, batches
from maintext.shared_blocks.matching import Counted
from maintext.shared_blocks.report import DroppedBlock
from maintext.shared_blocks.rule import find_rule

if TYPE_CHECKING:
    from maintext.batch.inputs.page_rows import PageRow

SOME_FAILED, INTERRUPTED = 1, 130


@dataclass(frozen=True)
class Options:
    """The options of the command line, as click passes them."""

    by: str
    rule: str
    threshold: float | None
    minimum: int | None
    prose: float | None
    counted: Counted
    counts: Path | None
    site: str
    output: Path | None
    page_seconds: float
    page_megabytes: int
    as_json: bool


@dataclass
class Inputs:
    """The pages of the paths, and those that could not be read."""

    paths: tuple[str, ...]
    n_pages: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)

    def pages(self) -> Iterator[RawPage]:
        """Every page. It can be called again: the pages of a large site are read twice rather than kept."""
        self.n_pages, self.skipped = 0, Counter()
        for row in self._rows():
            name = row.url or row.source or f"page {self.n_pages}"
            self.n_pages += 1
            if row.error or row.html is None:
                self.failed[name] = row.error or "the record has no page"
            elif name not in self.failed:
                yield RawPage(name, row.html, row.content_type)

    def texts(self, read: TextReader) -> Iterator[tuple[str, PageText]]:
        """The name and text of every page that can be read."""
        for batch in batches(self.pages(), lambda page: len(page.body)):
            for page, text in zip(batch, read(batch), strict=True):
                if isinstance(text, str):
                    self.failed[page.name] = text
                else:
                    yield page.name, text

    def _rows(self) -> Iterator[PageRow]:
        try:
            from maintext.batch.inputs.input_files import find_input_files
            from maintext.batch.inputs.page_rows import Skipped
            from maintext.batch.inputs.readers import read_pages
        except ModuleNotFoundError as error:
            raise MissingPackageError(error.name or "pyarrow", "batch") from error
        found = find_input_files(self.paths)
        self.skipped.update(dict.fromkeys(found.ignored, 1))
        for row in read_pages(found.files, any_status=False, on_bytes_read=lambda n_bytes: None):
            if isinstance(row, Skipped):
                self.skipped[row.reason] += 1
            else:
                yield row


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@by_option("Extractor; `all` compares everything that is shown")
@rule_options
@click.option("--prose", type=float, help="The threshold for long prose, which may be quoted.  [default: 0.3]")
@click.option(
    "--counted",
    type=click.Choice(get_args(Counted)),
    default="extracted",
    show_default=True,
    help="Blocks that count: those the extractor kept, or all visible ones.",
)
@click.option(
    "--counts", type=click.Path(dir_okay=False, path_type=Path), help="A file that keeps the counts for later pages."
)
@click.option("--site", default="", help="The name of the site in the file of counts.")
@click.option(
    "-o",
    "output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file for the pages without shared blocks, as JSON lines.",
)
@page_limit_options
@click.option("--json", "as_json", is_flag=True, help="List the shared blocks as JSON lines.")
def match(paths: tuple[str, ...], **given: Any) -> None:
    """Drop the blocks that the pages of one site share, and list them with counts and examples.

    A PATH is a folder of HTML files, an HTML file, or a WARC file as `maintext site --warc` writes it. With --counts a
    page is matched against all pages that were counted before. Needs maintext[batch].
    """
    options = Options(**given)
    inputs = Inputs(paths)
    rule = find_rule(options.rule, options.threshold, options.minimum)
    if options.prose is not None:
        rule = replace(rule, prose=options.prose)
    limits = GuardLimits(options.page_seconds, options.page_megabytes * 1024**2)
    extraction = Extraction(options.by, options.counted, limits, rule.compared)
    try:
        with sigterm_interrupts(), SiteCounts(options.counts or ":memory:", rule, options.counted) as counts:
            counts.add_counted(extraction.counted_pages(inputs.pages(), inputs.failed), options.site)
            with _opened(options.output) as file, extraction.text_reader(counts.shared_keys(options.site)) as read:
                blocks = counts.listed(_written(inputs.texts(read), file), options.site)
                _write_failed(inputs, file)
            n_counted = counts.n_pages(options.site)
    except KeyboardInterrupt:
        click.echo("\nmaintext: interrupted; nothing was written", err=True)
        sys.exit(INTERRUPTED)
    _show(blocks, options.as_json)
    _report(inputs, blocks, n_counted)
    sys.exit(SOME_FAILED if inputs.failed else 0)


@contextmanager
def _opened(path: Path | None) -> Iterator[IO[str] | None]:
    """The output file, which appears when it is complete; None without one."""
    if path is None:
        yield None
        return
    try:
        with atomic_file(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise MatchingError(f"cannot write {path}: {error}") from error


def _written(texts: Iterator[tuple[str, PageText]], file: IO[str] | None) -> Iterator[list[DroppedBlock]]:
    """The blocks that were dropped from each page; writes each page on the way."""
    for name, text in texts:
        if file:
            row = {
                "page": name,
                "title": text.title,
                "text": text.text,
                "empty_reason": text.reason,
                "shared": [block.text for block in text.dropped],
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        yield text.dropped


def _write_failed(inputs: Inputs, file: IO[str] | None) -> None:
    if file:
        rows = ({"page": name, "error": why} for name, why in inputs.failed.items())
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


MIN_EXAMPLE_COLUMNS = 20
"""Of an example, however narrow the terminal is."""


def _show(blocks: list[SharedBlock], as_json: bool) -> None:
    if as_json:
        for block in blocks:
            click.echo(json.dumps(asdict(block), ensure_ascii=False))
        return
    counts = [f"{block.n_with:6} of {block.n_pages}" for block in blocks]
    n_columns = max(map(len, counts), default=0)
    width = terminal_width(sys.stdout)
    for block, count in zip(blocks, counts, strict=True):
        first, *others = (_printable(text, width and width - n_columns - 2) for text in block.examples)
        shown = count.rjust(n_columns)
        click.echo(f"{painted(shown, 'count') if has_colour(sys.stdout) else shown}  {first}", color=True)
        for other in others:
            click.echo(" " * (n_columns + 2) + other)


def _printable(text: str, width: int | None) -> str:
    """The text for one line of a terminal: pages must not move its cursor."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    return plain[:100] if width is None else cut_to_width(plain, max(MIN_EXAMPLE_COLUMNS, width))


def _report(inputs: Inputs, blocks: list[SharedBlock], n_counted: int) -> None:
    for name, why in inputs.failed.items():
        click.echo(f"maintext: {name}: {why}", err=True)
    for why, n_records in inputs.skipped.items():
        click.echo(f"maintext: skipped {n_records}: {why}", err=True)
    n_read = inputs.n_pages - len(inputs.failed)
    click.echo(f"{len(blocks)} blocks were dropped from {n_read} pages, of a site of {n_counted}", err=True)
