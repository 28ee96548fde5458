"""`maintext match PATH...`: the pages of one site -> what they share, and the pages without it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, get_args

import click

from maintext.cli.extract import exit_code
from maintext.errors import MatchingError, MissingPackageError
from maintext.extractors.by import find_extractor
from maintext.extractors.registry import DEFAULT
from maintext.guard import GuardLimits
from maintext.shared_blocks import Rule, SharedBlock, SiteCounts
from maintext.shared_blocks.guarded import Extraction, PageText, RawPage, TextReader, batches
from maintext.shared_blocks.matching import Counted
from maintext.shared_blocks.report import DroppedBlock

if TYPE_CHECKING:
    from maintext.batch.inputs.page_rows import PageRow


@dataclass(frozen=True)
class Options:
    """The options of the command line, as click gives them."""

    by: str
    threshold: float
    minimum: int
    prose: float
    counted: Counted
    counts: Path | None
    site: str
    output: Path | None
    page_seconds: float
    page_megabytes: int
    as_json: bool


@dataclass
class Inputs:
    """The pages of the paths, and what of them could not be read."""

    paths: tuple[str, ...]
    n_pages: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)

    def pages(self) -> Iterator[RawPage]:
        """Every page; may be called again, as pages of a large site are read twice rather than kept."""
        self.n_pages, self.skipped = 0, Counter()
        for row in self._rows():
            name = row.url or row.source or f"page {self.n_pages}"
            self.n_pages += 1
            if row.error or row.html is None:
                self.failed[name] = row.error or "there is no page"
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
                self.skipped[row.why] += 1
            else:
                yield row


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--by", default=DEFAULT, show_default=True, help="The extractor; `all` matches everything that is shown.")
@click.option(
    "--threshold", default=Rule.threshold, show_default=True, help="Share of pages from which on a block is dropped."
)
@click.option("--minimum", default=Rule.minimum, show_default=True, help="Pages on which it must be at least.")
@click.option("--prose", default=Rule.prose, show_default=True, help="The threshold for long prose.")
@click.option(
    "--counted",
    type=click.Choice(get_args(Counted)),
    default="extracted",
    show_default=True,
    help="Blocks that count: those the extractor kept, or all that are shown.",
)
@click.option(
    "--counts", type=click.Path(dir_okay=False, path_type=Path), help="Keep the counts there, for pages to come."
)
@click.option("--site", default="", help="The site's name among the counts, if they are of several.")
@click.option(
    "-o", "output", type=click.Path(dir_okay=False, path_type=Path), help="The pages without it, as JSON lines."
)
@click.option("--page-seconds", type=float, default=10.0, show_default=True, help="Processor time for a page.")
@click.option("--page-megabytes", type=int, default=2048, show_default=True, help="Memory for a page.")
@click.option("--json", "as_json", is_flag=True, help="List what is shared as JSON lines.")
def match(paths: tuple[str, ...], **given: Any) -> None:
    """Drop what the pages of one site share, and list it with counts and examples.

    A PATH is a folder of HTML files, an HTML file, or a WARC as `maintext site --warc` writes it. With --counts
    a page of a known site is matched against all pages that were counted before. Needs maintext[batch].
    """
    options = Options(**given)
    find_extractor(options.by)
    inputs = Inputs(paths)
    extraction = Extraction(
        options.by, options.counted, GuardLimits(options.page_seconds, options.page_megabytes * 1024**2)
    )
    rule = Rule(options.threshold, options.minimum, options.prose)
    with SiteCounts(options.counts or ":memory:", rule, options.counted) as counts:
        counts.add_counted(extraction.counted_pages(inputs.pages(), inputs.failed), options.site)
        with ExitStack() as files:
            file = files.enter_context(_opened(options.output)) if options.output else None
            read = files.enter_context(extraction.text_reader(counts.shared_keys(options.site)))
            blocks = counts.listed(_written(inputs.texts(read), file), options.site)
            _write_failed(inputs, file)
        _show(blocks, options.as_json)
        _tell(inputs, blocks, counts.n_pages(options.site))
    if inputs.failed:
        sys.exit(exit_code(len(inputs.failed), inputs.n_pages))


def _opened(path: Path) -> IO[str]:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise MatchingError(f"the pages can't be written: {error}") from error


def _written(texts: Iterator[tuple[str, PageText]], file: IO[str] | None) -> Iterator[list[DroppedBlock]]:
    """What was dropped from each page, which is written as it goes by."""
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


def _show(blocks: list[SharedBlock], as_json: bool) -> None:
    for block in blocks:
        if as_json:
            click.echo(json.dumps(asdict(block), ensure_ascii=False))
        else:
            first, *others = map(_printable, block.examples)
            click.echo(f"{block.n_with:6} of {block.n_pages}  {first}")
            for other in others:
                click.echo(" " * len(f"{block.n_with:6} of {block.n_pages}  ") + other)


def _printable(text: str) -> str:
    """The text in one line of a terminal: what pages write must not move its cursor."""
    return "".join(char if char.isprintable() else " " for char in text)[:100]


def _tell(inputs: Inputs, blocks: list[SharedBlock], n_counted: int) -> None:
    for name, why in inputs.failed.items():
        click.echo(f"maintext: {name}: {why}", err=True)
    for why, n_records in inputs.skipped.items():
        click.echo(f"maintext: skipped {n_records}: {why}", err=True)
    n_read = inputs.n_pages - len(inputs.failed)
    click.echo(f"{len(blocks)} blocks were dropped from {n_read} pages, of a site of {n_counted}", err=True)
